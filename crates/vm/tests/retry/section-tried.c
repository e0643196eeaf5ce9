/* Somebody tries to take the mutex: that it was taken during a round in vain is an outcome of its own. */
#include "retry.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int flag;
int busy;
THREAD(poll) {
	int v;
	do {
		pthread_mutex_lock(&m);
		v = LD(&flag, rlx);
		pthread_mutex_unlock(&m);
	} while (!v);
	return arg;
}
THREAD(set) {
	if (pthread_mutex_trylock(&m))
		busy = 1;
	else
		pthread_mutex_unlock(&m);
	ST(&flag, 1, rlx);
	return arg;
}
static void finish(void) {}
RUN(poll, set)
