/* LOCALBARRIER: the local variable has the same value in all threads when they meet. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int x, y;
pthread_barrier_t barrier;
void *run(void *arg) {
    (void)arg;
    int l = 0;
    atomic_fetch_add(&x, 1);
    pthread_barrier_wait(&barrier);
    l = atomic_fetch_add(&y, 1) + l;
    atomic_fetch_add(&x, l);
    return 0;
}
#define BEFORE pthread_barrier_init(&barrier, 0, N)
#include "start.h"
