/* The parent looks at something between two joins: the threads are not alike to it. */
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *run(void *arg) { (void)arg; atomic_fetch_add(&x, 1); return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, run, 0);
    pthread_join(a, 0);
    int seen = atomic_load(&x);
    pthread_join(b, 0);
    return seen > 2;
}
