/* The other way round: the failure acquires, the load before the loop does not. */
#include "retry.h"
atomic_int x, d;
int saw, got;
THREAD(a) { ST(&d, 1, rlx); ST(&x, 1, rel); return arg; }
THREAD(b) { int o = LD(&x, rlx); while (!CAS(&x, &o, o + 10, rlx, acq)) {} saw = o; got = LD(&d, rlx); return arg; }
static void finish(void) {}
RUN(a, b)
