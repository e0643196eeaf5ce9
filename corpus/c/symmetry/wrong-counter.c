/* Threads that load and store lose updates; the third one to end notices. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 3
atomic_int x, ended;
void *run(void *arg)
{
    (void)arg;
    int seen = atomic_load(&x);
    atomic_store(&x, seen + 1);
    if (atomic_fetch_add(&ended, 1) == N - 1)
        assert(atomic_load(&x) == N);
    return 0;
}
#include "start.h"
