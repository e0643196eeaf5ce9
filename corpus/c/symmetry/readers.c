/* One thread writes, the others read: only how many saw what can be told. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int x;
void *run(void *arg) { (void)arg; (void)atomic_load(&x); return 0; }
void *publish(void *arg) { (void)arg; atomic_store(&x, 1); return 0; }
int main(void)
{
    pthread_t t[N], writer;
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, run, 0);
    pthread_create(&writer, 0, publish, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    pthread_join(writer, 0);
    return 0;
}
