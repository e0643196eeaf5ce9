/* A lock that another thread takes and gives back, and an attempt that is limited in time. Complete executions: 3, as for an
   attempt that does not wait: it comes before, or after, or sees the lock taken, of which there is one write, and its time is
   over. The same for a mutex, a read-write lock (-DRW), and a C11 mutex (-DC11). A semaphore (-DSEM) starts at 0 and is
   posted: 2, by whether the wait sees that.

   expect: 3
   expect -DRW: 3
   expect -DC11: 3
   expect -DSEM: 2 */
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <errno.h>
#include <assert.h>
static int n;
#if defined RW
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
#define TAKE() pthread_rwlock_wrlock(&l)
#define TRY(limit) pthread_rwlock_timedrdlock(&l, limit)
#define GIVE() pthread_rwlock_unlock(&l)
#define OVER ETIMEDOUT
#elif defined C11
static mtx_t l;
#define TAKE() mtx_lock(&l)
#define TRY(limit) mtx_timedlock(&l, limit)
#define GIVE() mtx_unlock(&l)
#define OVER thrd_timedout
#elif defined SEM
static sem_t l;
#define TAKE()
#define TRY(limit) (sem_timedwait(&l, limit) == 0 ? 0 : errno)
#define GIVE() sem_post(&l)
#define OVER ETIMEDOUT
#else
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
#define TAKE() pthread_mutex_lock(&l)
#define TRY(limit) pthread_mutex_timedlock(&l, limit)
#define GIVE() pthread_mutex_unlock(&l)
#define OVER ETIMEDOUT
#endif
static void *owner(void *arg) {
	TAKE();
	n++;
	GIVE();
	return 0;
}
static void *other(void *arg) {
	struct timespec limit = {1, 0};
	int error = TRY(&limit);
	assert(error == 0 || error == OVER);
	if (error == 0) {
		int seen = n;
		(void)seen;
		GIVE();
	}
	return 0;
}
int main(void) {
	pthread_t t[2];
#if defined C11
	mtx_init(&l, mtx_timed);
#elif defined SEM
	sem_init(&l, 0, 0);
#endif
	pthread_create(&t[0], 0, owner, 0);
	pthread_create(&t[1], 0, other, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
