/* The assertion fails only in a round after a failure. */
#include "retry.h"
atomic_int x;
THREAD(a) { ST(&x, 7, rlx); return arg; }
THREAD(b) { int o = LD(&x, rlx), first = o; do { assert(first == 7 || o != 7); } while (!CAS(&x, &o, o + 10, rlx, rlx)); return arg; }
static void finish(void) {}
RUN(a, b)
