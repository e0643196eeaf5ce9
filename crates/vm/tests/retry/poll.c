/* Two that wait for each other's news. */
#include "retry.h"
atomic_int x, y;
int got[2];
THREAD(a) { ST(&x, 1, rlx); while (!LD(&y, rlx)) {} got[0] = LD(&x, rlx); return arg; }
THREAD(b) { while (!LD(&x, rlx)) {} ST(&y, 1, rlx); ST(&x, 2, rlx); got[1] = LD(&y, rlx); return arg; }
THREAD(c) { ST(&y, 2, rlx); return arg; }
static void finish(void) {}
RUN(a, b, c)
