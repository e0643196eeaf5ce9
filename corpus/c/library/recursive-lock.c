/* A list that is locked recursively: adding two things at once locks around two calls that lock again. Two threads do that:
   2 executions, the orders of the outer locks; the inner ones change nothing. With -DNORMAL the mutex is a normal one, and
   the first inner lock waits for its own thread: a deadlock. With -DCHECK it is error-checking, and says so: 2.

   expect: 2
   expect -DNORMAL: deadlock
   expect -DCHECK: 2 */
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_mutex_t m;
static int length;
static void add(void) {
	int error = pthread_mutex_lock(&m);
#ifdef CHECK
	assert(error == EDEADLK);
	length++;
#else
	assert(error == 0);
	length++;
	pthread_mutex_unlock(&m);
#endif
}
static void *run(void *arg) {
	pthread_mutex_lock(&m);
	add();
	add();
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
#if defined CHECK
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
#elif !defined NORMAL
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
#endif
	pthread_mutex_init(&m, &attr);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(length == 4);
	pthread_mutex_destroy(&m);
	return 0;
}
