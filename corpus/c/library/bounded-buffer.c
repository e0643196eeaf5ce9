/* A buffer for one item, with a condition for each side; two items. Complete executions: 8. The items are put and taken in turn,
   so what is open is who comes too early and sleeps: the consumer before the first item is put, the producer before the first is
   taken, the consumer again before the second is put. Each is independent of the others: 2 * 2 * 2.
   With -DONE both sides use one condition. A signal still finds only the other side, but a sleeper that was woken may see the
   set of sleepers before or after the other side has gone to sleep too, if that happens in between: twice as many where the
   first two are early, and twice where the last two are: 5 + 2 + 2 + 4 = 13.
   With -DFORGET the consumer does not signal: the producer may sleep for ever, a deadlock.

   expect: 8
   expect -DONE: 13
   expect -DFORGET: deadlock */
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
#ifdef ONE
#define not_full not_empty
#else
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
#endif
static int item, full;
static void *producer(void *arg) {
	for (int i = 1; i <= 2; i++) {
		pthread_mutex_lock(&m);
		while (full) pthread_cond_wait(&not_full, &m);
		item = i;
		full = 1;
		pthread_cond_signal(&not_empty);
		pthread_mutex_unlock(&m);
	}
	return 0;
}
static void *consumer(void *arg) {
	for (int i = 1; i <= 2; i++) {
		pthread_mutex_lock(&m);
		while (!full) pthread_cond_wait(&not_empty, &m);
		assert(item == i);
		full = 0;
#ifndef FORGET
		pthread_cond_signal(&not_full);
#endif
		pthread_mutex_unlock(&m);
	}
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], 0, producer, 0);
	pthread_create(&t[1], 0, consumer, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
