/* Each thread draws a ticket and waits until it is served. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int next, serving;
int x;
void *run(void *arg)
{
    (void)arg;
    int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
        ;
    x++;
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
    return 0;
}
#include "start.h"
