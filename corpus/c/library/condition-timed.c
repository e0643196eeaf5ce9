/* A thread waits for a flag, but not for ever. Complete executions: 4. It comes after the setter, and does not wait: 1. It comes
   before, sleeps, and is woken: 1. It comes before and its time is over before the signal, which then wakes nobody; it takes
   the mutex again before the setter, or after: 2.
   With -DNOBODY there is no setter: 1, the time is over.

   expect: 4
   expect -DNOBODY: 1 */
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waiter(void *arg) {
	struct timespec limit = {1, 0};
	int error = 0;
	pthread_mutex_lock(&m);
	if (!flag) error = pthread_cond_timedwait(&c, &m, &limit);
	assert(error == 0 || error == ETIMEDOUT);
	assert(flag || error == ETIMEDOUT);
	pthread_mutex_unlock(&m);
	return 0;
}
static void *setter(void *arg) {
#ifndef NOBODY
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
#endif
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], 0, waiter, 0);
	pthread_create(&t[1], 0, setter, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
