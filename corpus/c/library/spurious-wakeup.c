/* A thread waits for a flag and does not look again when it wakes up. As long as nobody wakes up spuriously, that is right:
   2 executions, as in condition.c. With spurious wake-ups it is an error.
   With -DLOOP it looks again. With spurious wake-ups there are then 4 executions: the waiter comes after the setter: 1; it
   sleeps and is woken: 1; it wakes up by itself and takes the mutex after the setter: 1; or before it, sleeps again, and, since
   a thread wakes up by itself once, is woken: 1.

   expect: 2
   expect --spurious-wakeups: assertion
   expect -DLOOP: 2
   expect -DLOOP --spurious-wakeups: 4 */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;
static void *waiter(void *arg) {
	pthread_mutex_lock(&m);
#ifdef LOOP
	while (!flag)
#else
	if (!flag)
#endif
		pthread_cond_wait(&c, &m);
	assert(flag);
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
