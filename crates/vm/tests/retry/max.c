/* A maximum: the loop is left when there is nothing to do, too. */
#include "retry.h"
atomic_int x;
int wrote[3];
THREAD(raise) {
	int v = (int)(long)arg + 1, o = LD(&x, rlx);
	while (o < v && !CAS(&x, &o, v, rlx, rlx)) {}
	wrote[(long)arg] = o < v;
	return arg;
}
static void finish(void) {}
RUN(raise, raise, raise)
