/* Store buffering among threads that decide by a ticket which side they are on. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int ticket, x, y;
void *run(void *arg)
{
    (void)arg;
    if (atomic_fetch_add_explicit(&ticket, 1, memory_order_relaxed) % 2) {
        atomic_store_explicit(&x, 1, memory_order_relaxed);
        (void)atomic_load_explicit(&y, memory_order_relaxed);
    } else {
        atomic_store_explicit(&y, 1, memory_order_relaxed);
        (void)atomic_load_explicit(&x, memory_order_relaxed);
    }
    return 0;
}
#include "start.h"
