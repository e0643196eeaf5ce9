/* The first of two threads makes a release at x, or has a release fence, before the barrier. After it, both write there
   with less, and a third thread that reads what the first has written learns what the release was for: it does matter who
   wrote. */
#include <pthread.h>
#include <stdatomic.h>
#define N 2
atomic_int turn, x, y;
pthread_barrier_t barrier;
void *run(void *arg)
{
    (void)arg;
    if (atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed) == 0) {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
#ifdef FENCE
        atomic_thread_fence(memory_order_release);
#else
        atomic_store_explicit(&x, 1, memory_order_release);
#endif
    }
    pthread_barrier_wait(&barrier);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return 0;
}
void *look(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&x, memory_order_acquire) == 2)
        (void)atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}
int main(void)
{
    pthread_t t[N], l;
    pthread_barrier_init(&barrier, 0, N);
    pthread_create(&l, 0, look, 0);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    pthread_join(l, 0);
    return 0;
}
