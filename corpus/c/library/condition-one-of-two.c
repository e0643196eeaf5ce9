/* Two threads wait for a flag; the setter sets it and signals once, which wakes only one of two that sleep: a deadlock.
   With -DTWICE it signals twice, inside of the lock. Complete executions: 22, by how many sleep before the setter comes.
   None: 2 orders of the two after it. One (2 choices): the first signal wakes it, and it comes back before or after the
   other: 4. Both: 2 orders to go to sleep, 2 choices of the first signal, 2 orders to come back; and whoever was woken first
   sees the set of sleepers as the first signal left it, or as the second did: 16.
   With -DBROADCAST: 10, as argued in condition-c11.c.

   expect: deadlock
   expect -DTWICE: 22
   expect -DBROADCAST: 10 */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waiter(void *arg) {
	pthread_mutex_lock(&m);
	while (!flag) pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	return 0;
}
static void *setter(void *arg) {
	pthread_mutex_lock(&m);
	flag = 1;
#ifdef BROADCAST
	pthread_cond_broadcast(&c);
#else
	pthread_cond_signal(&c);
#endif
#ifdef TWICE
	pthread_cond_signal(&c);
#endif
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], 0, waiter, 0);
	pthread_create(&t[1], 0, waiter, 0);
	pthread_create(&t[2], 0, setter, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	pthread_cond_destroy(&c);
	return 0;
}
