/* The local variable differs when threads meet, and is needed: they stay different. */
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
    atomic_fetch_add(&y, l);
    return 0;
}
#define BEFORE pthread_barrier_init(&barrier, 0, N)
#include "start.h"
