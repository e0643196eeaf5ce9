/* One thread wins, the others look at what it left. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int x, y;
void *run(void *arg)
{
    (void)arg;
    int zero = 0;
    if (atomic_compare_exchange_strong(&x, &zero, 1))
        atomic_store(&y, 1);
    else
        (void)atomic_load(&y);
    return 0;
}
#include "start.h"
