/* Each thread has its own counter, at its own address; only the sum is shared, and they add to it under a lock: 2 executions, the
   orders in which they take it. With -DLENT a thread hands out the address of its counter, and the other adds to it, also when the
   thread has ended and its counter with it. (It is a race, too.)

   expect: 2
   expect -DLENT: use-after-free */
#include <pthread.h>
#include <assert.h>
static _Thread_local int counter = 10;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int *lent;
static void *run(void *arg) {
	int *mine = &counter;
	for (int i = 0; i < 3; i++) counter++;
	assert(*mine == 13);
	pthread_mutex_lock(&m);
#ifdef LENT
	if (lent) ++*lent;
	else lent = mine;
#endif
	sum += counter;
	pthread_mutex_unlock(&m);
#ifdef LENT
	counter++;
#endif
	return 0;
}
int main(void) {
	pthread_t t[2];
	counter = 1;
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(counter == 1);
#ifndef LENT
	assert(sum == 26);
#endif
	return 0;
}
