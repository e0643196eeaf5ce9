/* Two threads take a recursive mutex twice each. Complete executions: 2, the orders in which they take it. An
   error-checking mutex says what is wrong, a recursive one too.

   expect: 2 */
#define _GNU_SOURCE
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m, checking;
static pthread_mutex_t fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int n;
static void *run(void *arg) {
	pthread_mutex_lock(&m);
	assert(pthread_mutex_lock(&m) == 0);
	assert(pthread_mutex_trylock(&m) == 0);
	n++;
	pthread_mutex_unlock(&m);
	n++;
	pthread_mutex_unlock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_mutexattr_t attr;
	int type;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutexattr_gettype(&attr, &type);
	assert(type == PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&m, &attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&checking, &attr);
	pthread_mutexattr_destroy(&attr);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(n == 6);
	assert(pthread_mutex_unlock(&m) == EPERM);
	pthread_mutex_lock(&checking);
	assert(pthread_mutex_lock(&checking) == EDEADLK);
	assert(pthread_mutex_trylock(&checking) == EBUSY);
	pthread_mutex_unlock(&checking);
	assert(pthread_mutex_unlock(&checking) == EPERM);
	pthread_mutex_lock(&fixed);
	pthread_mutex_lock(&fixed);
	pthread_mutex_unlock(&fixed);
	pthread_mutex_unlock(&fixed);
	pthread_mutex_destroy(&fixed);
	pthread_mutex_destroy(&m);
	return 0;
}
