/* The same, with release and acquire where it matters: no race. */
#include "retry.h"
atomic_int x, flag;
int y;
THREAD(a) { int r = 0; while (1) { if (LD(&x, rlx)) break; r = y; } (void)r; ST(&flag, 1, rel); return arg; }
THREAD(b) { if (LD(&flag, acq)) y = 1; return arg; }
THREAD(c) { ST(&x, 1, rlx); return arg; }
static void finish(void) {}
RUN(a, b, c)
