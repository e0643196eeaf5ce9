/* Increments that load anew in each round. */
#include "retry.h"
atomic_int x;
int saw[3];
THREAD(add) { int o; do { o = LD(&x, acq); } while (!CAS(&x, &o, o + 1, acqrel, rlx)); saw[(long)arg] = o; return arg; }
static void finish(void) {}
RUN(add, add, add)
