/* Threads take a lock by exchanging a 1 for what is there, until that was a 0. -DKEEP: one of them does not give it back. -DTHREE: three
   threads, so that two exchange 1 for 1 in turn. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int shared;

static void *run(void *keep) {
	while (atomic_exchange_explicit(&lock, 1, memory_order_acquire) != 0);
	shared++;
	if (!keep) atomic_store_explicit(&lock, 0, memory_order_release);
	return 0;
}

int main(void) {
	pthread_t threads[3];
	int count = 2;
#ifdef THREE
	count = 3;
#endif
	for (int i = 0; i < count; i++) {
		void *keep = 0;
#ifdef KEEP
		if (i == 0) keep = &lock;
#endif
		pthread_create(&threads[i], 0, run, keep);
	}
	for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
	return 0;
}
