/* Failures are counted, and the count is used: no round is idle. */
#include "retry.h"
atomic_int x;
int failed[2];
THREAD(add) {
	int o = LD(&x, rlx), n = 0;
	while (!CAS(&x, &o, o + 1, rlx, rlx)) n++;
	failed[(long)arg] = n;
	return arg;
}
static void finish(void) {}
RUN(add, add)
