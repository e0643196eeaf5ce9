/* The flag is read under the mutex and written without it. */
#include "retry.h"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;
THREAD(poll) {
	int v;
	do {
		pthread_mutex_lock(&m);
		v = flag;
		pthread_mutex_unlock(&m);
	} while (!v);
	return arg;
}
THREAD(set) {
	flag = 1;
	return arg;
}
static void finish(void) {}
RUN(poll, set)
