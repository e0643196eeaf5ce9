/* Adding, and taking it back in vain: that both were there at once, for a while, is an outcome of its own. */
#include "retry.h"
atomic_int x = 1;
int seen;
THREAD(enter) {
	while (atomic_fetch_add_explicit(&x, 2, acq) != 0) atomic_fetch_sub_explicit(&x, 2, rlx);
	return arg;
}
THREAD(leave) {
	if (atomic_fetch_sub_explicit(&x, 1, rel) == 3) seen = 1;
	return arg;
}
static void finish(void) {}
RUN(enter, leave)
