/* Two families: producers that raise a flag, consumers that look at the flag and then at what it announces. */
#include <pthread.h>
#include <stdatomic.h>
atomic_int data, flag;
void *produce(void *arg)
{
    (void)arg;
    atomic_fetch_add_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}
void *consume(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&flag, memory_order_acquire))
        (void)atomic_load_explicit(&data, memory_order_relaxed);
    return 0;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, i < 2 ? produce : consume, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    return 0;
}
