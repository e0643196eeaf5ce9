/* A ticket lock: two threads, one of them twice. */
#include "retry.h"
atomic_int next, now;
int n, order[3];
static void enter(int who) {
	int t = atomic_fetch_add_explicit(&next, 1, rlx);
	while (LD(&now, acq) != t) {}
	order[n++] = who;
	ST(&now, t + 1, rel);
}
THREAD(once) { enter(1); return arg; }
THREAD(twice) { enter(2); enter(3); return arg; }
static void finish(void) {}
RUN(once, twice)
