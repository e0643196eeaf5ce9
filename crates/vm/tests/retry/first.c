/* What was read first is used later: the first load cannot be made to read something else. */
#include "retry.h"
atomic_int x;
int first[2], last[2];
THREAD(add) {
	int o = LD(&x, rlx), f = o;
	while (!CAS(&x, &o, o + 1, rlx, rlx)) {}
	first[(long)arg] = f;
	last[(long)arg] = o;
	return arg;
}
static void finish(void) {}
RUN(add, add)
