/* As wrong-race.c, but the write is atomic: with a plain read, that is a race too. */
#include "retry.h"
atomic_int x, flag;
int y;
THREAD(a) { int r = 0; while (1) { if (LD(&x, rlx)) break; r = y; } (void)r; ST(&flag, 1, rlx); return arg; }
THREAD(b) { if (LD(&flag, rlx)) __atomic_store_n(&y, 1, __ATOMIC_RELAXED); return arg; }
THREAD(c) { ST(&x, 1, rlx); return arg; }
static void finish(void) {}
RUN(a, b, c)
