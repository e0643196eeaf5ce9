/* The same, with the mutex held where the loop begins. */
#include "retry.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag, seen;
THREAD(poll) {
	pthread_mutex_lock(&m);
	while (!flag) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	}
	seen = seen * 3 + flag;
	pthread_mutex_unlock(&m);
	return arg;
}
THREAD(set) {
	for (int i = 1; i < 3; i++) {
		pthread_mutex_lock(&m);
		flag = i;
		pthread_mutex_unlock(&m);
	}
	return arg;
}
static void finish(void) {}
RUN(poll, poll, set)
