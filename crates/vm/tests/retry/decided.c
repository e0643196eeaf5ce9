/* What was read first decides what is done before the loop: with another value, the loop would not be reached. */
#include "retry.h"
atomic_int x;
int how[2];
THREAD(a) { ST(&x, 1, rlx); return arg; }
THREAD(b) {
	int o = LD(&x, rlx);
	if (o == 1) { how[0] = 1; return arg; }
	while (!CAS(&x, &o, o + 10, rlx, rlx)) {}
	how[1] = o + 1;
	return arg;
}
static void finish(void) {}
RUN(a, b)
