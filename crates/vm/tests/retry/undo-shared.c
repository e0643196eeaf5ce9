/* The same for readers, who may be many, and a writer. */
#include "retry.h"
#define WRITER 1024
atomic_int x;
int d, seen;
THREAD(reader) {
	while (atomic_fetch_add_explicit(&x, 1, acq) >= WRITER) atomic_fetch_sub_explicit(&x, 1, rlx);
	seen = d;
	atomic_fetch_sub_explicit(&x, 1, rel);
	return arg;
}
THREAD(writer) {
	while (atomic_fetch_add_explicit(&x, WRITER, acq) != 0) atomic_fetch_sub_explicit(&x, WRITER, rlx);
	d = 1;
	atomic_fetch_sub_explicit(&x, WRITER, rel);
	return arg;
}
static void finish(void) {}
RUN(reader, writer)
