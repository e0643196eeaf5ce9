/* Each thread loads and stores, not atomically. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int x;
void *run(void *arg)
{
    (void)arg;
    int r = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, r + 1, memory_order_relaxed);
    return 0;
}
#include "start.h"
