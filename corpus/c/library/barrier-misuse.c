/* What may not be done with a barrier, and what may.

   A barrier is initialised once while it lives, for at least one thread, and used only then. More threads than it has room for
   may come: they form rounds, and if the last round stays open, its threads wait for ever. Here four threads come to a barrier
   for two, each once (-DMANY=4): 4! orders of arrival, and each of the two that leave the first round sees the count 2, 3 or 4,
   since the others do not wait for it: 24 * 3 * 3 = 216. With three the last one is stuck.

   expect -DZERO: invalid-barrier
   expect -DTWICE: invalid-barrier
   expect -DWAIT_UNINITIALISED: invalid-barrier
   expect -DDESTROY_UNINITIALISED: invalid-barrier
   expect -DWAIT_DESTROYED: invalid-barrier
   expect -DDESTROY_TWICE: invalid-barrier
   expect -DAGAIN: 1
   expect -DMANY=3: deadlock
   expect -DMANY=4: 216 */
#include <pthread.h>

static pthread_barrier_t barrier;

#ifdef MANY
static void *meet(void *unused) {
	pthread_barrier_wait(&barrier);
	return unused;
}
#endif

int main(void) {
#ifdef ZERO
	pthread_barrier_init(&barrier, 0, 0);
#endif
#ifdef TWICE
	pthread_barrier_init(&barrier, 0, 1);
	pthread_barrier_wait(&barrier);
	pthread_barrier_init(&barrier, 0, 1);
#endif
#ifdef WAIT_UNINITIALISED
	pthread_barrier_wait(&barrier);
#endif
#ifdef DESTROY_UNINITIALISED
	pthread_barrier_destroy(&barrier);
#endif
#ifdef WAIT_DESTROYED
	pthread_barrier_init(&barrier, 0, 1);
	pthread_barrier_destroy(&barrier);
	pthread_barrier_wait(&barrier);
#endif
#ifdef DESTROY_TWICE
	pthread_barrier_init(&barrier, 0, 1);
	pthread_barrier_destroy(&barrier);
	pthread_barrier_destroy(&barrier);
#endif
#ifdef AGAIN
	for (int i = 0; i < 2; i++) {
		pthread_barrier_init(&barrier, 0, 1);
		pthread_barrier_wait(&barrier);
		pthread_barrier_destroy(&barrier);
	}
#endif
#ifdef MANY
	pthread_t threads[MANY];
	pthread_barrier_init(&barrier, 0, 2);
	for (long i = 0; i < MANY; i++) pthread_create(&threads[i], 0, meet, (void *)i);
	for (long i = 0; i < MANY; i++) pthread_join(threads[i], 0);
#endif
	return 0;
}
