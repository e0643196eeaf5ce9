/* A spinlock: an exchange that finds it taken writes what was there. */
#include "retry.h"
atomic_int l;
int n, order[3];
THREAD(enter) {
	while (atomic_exchange_explicit(&l, 1, acq)) {}
	order[n++] = 1 + (int)(long)arg;
	ST(&l, 0, rel);
	return arg;
}
static void finish(void) {}
RUN(enter, enter, enter)
