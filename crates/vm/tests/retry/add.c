/* Increments by compare-exchange that take the value a failure returns. Idle when they fail. */
#include "retry.h"
atomic_int x;
int saw[3];
THREAD(add) { int o = LD(&x, rlx); while (!CAS(&x, &o, o + 1, rlx, rlx)) {} saw[(long)arg] = o; return arg; }
static void finish(void) {}
RUN(add, add, add)
