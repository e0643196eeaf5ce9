/* The thread that comes first waits in a loop for what the other does only after the two have met: at a barrier (-DBARRIER), by a condition
   (-DCONDITION), by a futex (-DFUTEX), or when the mutex that the first one holds is free (-DTRY). */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static atomic_int came, done, word;
static int signalled;

static void *early(void *unused) {
#ifdef TRY
	pthread_mutex_lock(&mutex);
#endif
	if (atomic_fetch_add(&came, 1) == 0) {
		while (!atomic_load(&done));
	}
#if defined(BARRIER)
	pthread_barrier_wait(&barrier);
#elif defined(CONDITION)
	pthread_mutex_lock(&mutex);
	signalled = 1;
	pthread_cond_signal(&condition);
	pthread_mutex_unlock(&mutex);
#elif defined(FUTEX)
	atomic_store(&word, 1);
	syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, 0, 0, 0);
#else
	pthread_mutex_unlock(&mutex);
#endif
	return unused;
}

static void *late(void *unused) {
	atomic_fetch_add(&came, 1);
#if defined(BARRIER)
	pthread_barrier_wait(&barrier);
#elif defined(CONDITION)
	pthread_mutex_lock(&mutex);
	while (!signalled) pthread_cond_wait(&condition, &mutex);
	pthread_mutex_unlock(&mutex);
#elif defined(FUTEX)
	while (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);
#else
	while (pthread_mutex_trylock(&mutex));
	pthread_mutex_unlock(&mutex);
#endif
	atomic_store(&done, 1);
	return unused;
}

int main(void) {
	pthread_t first, second;
	pthread_barrier_init(&barrier, 0, 2);
	pthread_create(&first, 0, early, 0);
	pthread_create(&second, 0, late, 0);
	pthread_join(first, 0);
	pthread_join(second, 0);
	return 0;
}
