/* The load before the loop acquires, the failed compare-exchange does not: a round that failed is no substitute for it.
   B may see x = 1 through the relaxed failure only, and then d = 0. */
#include "retry.h"
atomic_int x, d;
int saw, got;
THREAD(a) { ST(&d, 1, rlx); ST(&x, 1, rel); return arg; }
THREAD(b) { int o = LD(&x, acq); while (!CAS(&x, &o, o + 10, rlx, rlx)) {} saw = o; got = LD(&d, rlx); return arg; }
static void finish(void) {}
RUN(a, b)
