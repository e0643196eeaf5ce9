/* TRICKBARRIER: the local variable differs when threads meet, but nobody needs it any more. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int x, y;
pthread_barrier_t barrier;
void *run(void *arg) {
    (void)arg;
    int l = atomic_fetch_add(&x, 1);
    pthread_barrier_wait(&barrier);
    l = 0;
    l = atomic_fetch_add(&y, 1) + l;
    atomic_fetch_add(&x, l);
    return 0;
}
#define BEFORE pthread_barrier_init(&barrier, 0, N)
#include "start.h"
