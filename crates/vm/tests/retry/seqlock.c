/* A seqlock's reader: a round that meets a writer, or a torn value, is idle. */
#include "retry.h"
atomic_int s, a, b;
int got[2];
THREAD(write) {
	ST(&s, 1, rlx);
	atomic_thread_fence(rel);
	ST(&a, 1, rlx);
	ST(&b, 1, rlx);
	ST(&s, 2, rel);
	return arg;
}
THREAD(read) {
	int before, after, u, v;
	do {
		before = LD(&s, acq);
		u = LD(&a, rlx);
		v = LD(&b, rlx);
		atomic_thread_fence(acq);
		after = LD(&s, rlx);
	} while (before != after || before % 2);
	got[0] = u;
	got[1] = v;
	return arg;
}
static void finish(void) { assert(got[0] == got[1]); }
RUN(write, read)
