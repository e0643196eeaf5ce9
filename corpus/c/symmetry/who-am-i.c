/* A thread that knows who it is is like no other. */
#include <pthread.h>
#include <stdatomic.h>
#define N 2
_Atomic(pthread_t) first;
void *run(void *arg)
{
    (void)arg;
    pthread_t nobody = 0;
    atomic_compare_exchange_strong(&first, &nobody, pthread_self());
    return 0;
}
#include "start.h"
