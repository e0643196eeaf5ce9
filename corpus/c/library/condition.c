/* A thread waits for a flag, another sets it and signals. Complete executions: 2 with the signal inside of the lock: the
   waiter takes the mutex first and sleeps, or comes later and does not. With -DLOST the waiter does not look at the flag:
   a lost wake-up, a deadlock. With -DUNHELD it does not have the mutex: an error.

   expect: 2
   expect -DLOST: deadlock
   expect -DUNHELD: invalid-unlock */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waiter(void *arg) {
#ifndef UNHELD
	pthread_mutex_lock(&m);
#endif
#if defined LOST || defined UNHELD
	pthread_cond_wait(&c, &m);
#else
	while (!flag) pthread_cond_wait(&c, &m);
#endif
	assert(flag == 1);
	pthread_mutex_unlock(&m);
	return 0;
}
static void *setter(void *arg) {
	pthread_mutex_lock(&m);
	flag = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], 0, waiter, 0);
	pthread_create(&t[1], 0, setter, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
