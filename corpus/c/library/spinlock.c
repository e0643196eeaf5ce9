/* Two threads take a spinlock. Complete executions: 2. With -DUNHELD it is given back first: an error.

   expect: 2
   expect -DUNHELD: invalid-unlock */
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_spinlock_t l;
static int n;
static void *run(void *arg) {
	pthread_spin_lock(&l);
	n++;
	pthread_spin_unlock(&l);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
#ifdef UNHELD
	pthread_spin_unlock(&l);
#endif
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(pthread_spin_trylock(&l) == 0);
	assert(pthread_spin_trylock(&l) == EBUSY);
	assert(n == 2);
	pthread_spin_unlock(&l);
	pthread_spin_destroy(&l);
	return 0;
}
