/* The signal is sent after the mutex has been given back. Complete executions: 2. The waiter takes the mutex first and sleeps: 1
   (it wakes on the only signal). It takes the mutex after the setter: 1, it does not look at the count at all.

   expect: 2 */
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
	pthread_mutex_unlock(&m);
	pthread_cond_signal(&c);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], 0, waiter, 0);
	pthread_create(&t[1], 0, setter, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
