/* A fence in each round: what a failed round read is ordered before what follows. */
#include "retry.h"
atomic_int x, d;
int saw, got;
THREAD(a) { ST(&d, 1, rlx); ST(&x, 1, rel); return arg; }
THREAD(b) {
	int o = LD(&x, rlx);
	while (!CAS(&x, &o, o + 10, rlx, rlx)) atomic_thread_fence(acq);
	saw = o;
	got = LD(&d, rlx);
	return arg;
}
static void finish(void) {}
RUN(a, b)
