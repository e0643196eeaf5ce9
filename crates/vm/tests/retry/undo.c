/* A lock that is taken by adding to it, and left alone again if somebody was there: nobody can tell. */
#include "retry.h"
atomic_int x;
int n, order[3];
THREAD(enter) {
	while (atomic_fetch_add_explicit(&x, 1, acq) != 0) atomic_fetch_sub_explicit(&x, 1, rlx);
	order[n++] = 1 + (int)(long)arg;
	atomic_fetch_sub_explicit(&x, 1, rel);
	return arg;
}
static void finish(void) {}
RUN(enter, enter)
