/* Each thread adds one: which of them came first makes no difference to anybody. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
atomic_int x;
void *run(void *arg) { (void)arg; atomic_fetch_add(&x, 1); return 0; }
#include "start.h"
