/* Polling under a mutex: a section that only reads is left out. */
#include "retry.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag, seen, order;
THREAD(poll) {
	int v;
	do {
		pthread_mutex_lock(&m);
		v = flag;
		pthread_mutex_unlock(&m);
	} while (!v);
	pthread_mutex_lock(&m);
	seen = v;
	order = order * 3 + 1;
	pthread_mutex_unlock(&m);
	return arg;
}
THREAD(set) {
	for (int i = 1; i < 3; i++) {
		pthread_mutex_lock(&m);
		flag = i;
		order = order * 3 + 2;
		pthread_mutex_unlock(&m);
	}
	return arg;
}
static void finish(void) {}
RUN(poll, set)
