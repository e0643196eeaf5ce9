/* What is read between taking the mutex and the loop is old when the mutex is taken again. */
#include "retry.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag, seen;
atomic_int x;
THREAD(poll) {
	pthread_mutex_lock(&m);
	int a = LD(&x, rlx);
	while (!flag) {
		pthread_mutex_unlock(&m);
		pthread_mutex_lock(&m);
	}
	seen = 1 + a;
	pthread_mutex_unlock(&m);
	return arg;
}
THREAD(set) {
	ST(&x, 1, rlx);
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_mutex_unlock(&m);
	return arg;
}
static void finish(void) {}
RUN(poll, set)
