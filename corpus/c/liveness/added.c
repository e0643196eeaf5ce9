/* A lock that is taken by an addition, which is taken back if another thread was there. -DKEEP: the thread that gets the lock first does not
   give it back. -DWAITS=N: after taking back, a thread waits until it sees N before it tries again. -DMOMENT, -DEARLIER,
   -DBACK: what it sees for a moment decides what it waits for, which does not come. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int first = 1;

static void *run(void *unused) {
#ifdef WAITS
	while (atomic_fetch_add(&lock, 1) != 0) {
		atomic_fetch_sub(&lock, 1);
		while (atomic_load(&lock) != WAITS);
	}
#elif defined MOMENT
	while (atomic_fetch_add(&lock, 1) != 0) {
		atomic_fetch_sub(&lock, 1);
		if (atomic_load(&lock) == 2) while (atomic_load(&lock) != 7);
	}
#elif defined EARLIER
	while (atomic_fetch_add(&lock, 1) != 0) {
		atomic_fetch_sub(&lock, 1);
		int other = atomic_load(&lock);
		while (atomic_load(&lock) != (other == 2 ? 7 : 0));
	}
#elif defined BACK
	while (atomic_fetch_add(&lock, 1) != 0) {
		int other = atomic_fetch_sub(&lock, 1);
		while (atomic_load(&lock) != (other == 3 ? 7 : 0));
	}
#else
	while (atomic_fetch_add(&lock, 1) != 0) atomic_fetch_sub(&lock, 1);
#endif
#ifdef KEEP
	int keeps = first;
	first = 0;
	if (keeps) return unused;
#endif
	atomic_fetch_sub(&lock, 1);
	return unused;
}

int main(void) {
	pthread_t threads[3];
	for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, run, 0);
	for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
	return 0;
}
