/* A thread waits for `ready`, which another one sets only if it is fast. -DPEELED: the first round is outside of the loop. -DHELD: it waits
   under a mutex that it gives back and takes again in each round, -DWITHIN: that it takes in each round. -DMARKED: the loop counts its rounds, and
   is marked. -DSET: `ready` is always set. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready, late;

static void *wait(void *unused) {
#if defined(PEELED)
	int seen = atomic_load(&ready);
	while (!seen) seen = atomic_load(&ready);
#elif defined(HELD)
	pthread_mutex_lock(&mutex);
	while (!atomic_load(&ready)) {
		pthread_mutex_unlock(&mutex);
		pthread_mutex_lock(&mutex);
	}
	pthread_mutex_unlock(&mutex);
#elif defined(WITHIN)
	for (;;) {
		pthread_mutex_lock(&mutex);
		int seen = atomic_load(&ready);
		pthread_mutex_unlock(&mutex);
		if (seen) break;
	}
#else
	for (int i = 0, seen = 0; !seen; i++) {
		__VERIFIER_spin_start();
		seen = atomic_load(&ready);
		__VERIFIER_spin_end(seen);
	}
#endif
	return unused;
}

static void *set(void *unused) {
#ifndef SET
	if (atomic_load(&late)) return unused;
#endif
	pthread_mutex_lock(&mutex);
	atomic_store(&ready, 1);
	pthread_mutex_unlock(&mutex);
	return unused;
}

int main(void) {
	pthread_t waiter, setter;
	pthread_create(&waiter, 0, wait, 0);
	pthread_create(&setter, 0, set, 0);
	atomic_store(&late, 1);
	pthread_join(waiter, 0);
	pthread_join(setter, 0);
	return 0;
}
