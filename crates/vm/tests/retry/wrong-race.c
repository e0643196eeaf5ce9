/* The plain read of an idle round races with a write that comes after the loop, in causality but not in happens-before. */
#include "retry.h"
atomic_int x, flag;
int y, sink;
THREAD(a) { int r = 0; while (1) { if (LD(&x, rlx)) break; r = y; } (void)r; ST(&flag, 1, rlx); return arg; }
THREAD(b) { if (LD(&flag, rlx)) y = 1; return arg; }
THREAD(c) { ST(&x, 1, rlx); return arg; }
static void finish(void) {}
RUN(a, b, c)
