/* Each thread adds one to a counter and then to another: the second order is still open when the first is settled. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 3
#endif
atomic_int x, y;
void *run(void *arg) { (void)arg; atomic_fetch_add(&x, 1); atomic_fetch_add(&y, 1); return 0; }
#include "start.h"
