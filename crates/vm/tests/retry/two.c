/* Two variables are read before the loop and after each failure. */
#include "retry.h"
atomic_int x, y;
int sum[2];
THREAD(a) { ST(&y, 1, rlx); ST(&x, 1, rel); return arg; }
THREAD(b) {
	int o = LD(&x, acq), p = LD(&y, rlx);
	while (!CAS(&x, &o, o + 10, rlx, rlx)) { o = LD(&x, acq); p = LD(&y, rlx); }
	sum[(long)arg - 1] = 10 * o + p;
	return arg;
}
static void finish(void) {}
RUN(a, b, b)
