/* In each of K rounds every thread adds one, and all meet: who was first in a round makes no difference to the next. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
#ifndef K
#define K 2
#endif
atomic_int x;
pthread_barrier_t barrier;
void *run(void *arg) {
    (void)arg;
    for (int i = 0; i < K; i++) {
        atomic_fetch_add(&x, 1);
        pthread_barrier_wait(&barrier);
    }
    return 0;
}
#define BEFORE pthread_barrier_init(&barrier, 0, N)
#include "start.h"
