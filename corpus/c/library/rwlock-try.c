/* A writer, and a thread that tries to read. Complete executions: 3: the attempt comes before or after, or fails in between.
   With -DUNHELD the lock is given back by a thread that does not have it: an error. With -DTWICE a writer takes it twice: a
   deadlock.

   expect: 3
   expect -DUNHELD: invalid-unlock
   expect -DTWICE: deadlock */
#include <pthread.h>
#include <errno.h>
#include <assert.h>
static pthread_rwlock_t l;
static int n;
static void *reader(void *arg) {
	int r = pthread_rwlock_tryrdlock(&l);
	if (r == 0) {
		int a = n;
		(void)a;
		pthread_rwlock_unlock(&l);
	} else
		assert(r == EBUSY);
	return 0;
}
static void *writer(void *arg) {
	assert(pthread_rwlock_wrlock(&l) == 0);
	n++;
	pthread_rwlock_unlock(&l);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_rwlock_init(&l, 0);
#ifdef UNHELD
	pthread_rwlock_unlock(&l);
#endif
#ifdef TWICE
	pthread_rwlock_wrlock(&l);
	pthread_rwlock_wrlock(&l);
#endif
	pthread_create(&t[0], 0, reader, 0);
	pthread_create(&t[1], 0, writer, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(pthread_rwlock_trywrlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
	assert(pthread_rwlock_trywrlock(&l) == EBUSY);
	pthread_rwlock_unlock(&l);
	return 0;
}
