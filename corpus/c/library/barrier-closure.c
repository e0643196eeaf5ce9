// Threads compute the transitive closure of a relation, one intermediate element between two barriers (transitive_closure of
// paper 001, table 5.3, from its description; Warshall).
//
// In a step, each row is written by one thread, and the row of the intermediate element by none. So what everybody reads is
// determined, and the orders of arrival count as one execution. Without the barrier there is a race.
//
// expect -DN=2: 1
// expect -DN=3: 1
// expect -DN=4: 1
// expect -DN=5: 1
// expect -DN=3 -DLOST: race
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4 };
// 0 -> 1 -> 2 -> 3 -> 1
static int related[SIZE][SIZE] = {{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 1, 0, 0}};
static pthread_barrier_t barrier;

static void *extend(void *index) {
	long i = (long)index;
	for (int via = 0; via < SIZE; via++) {
		for (int from = 0; from < SIZE; from++)
			if (from % N == i && from != via && related[from][via])
				for (int to = 0; to < SIZE; to++)
					related[from][to] |= related[via][to];
#ifndef LOST
		pthread_barrier_wait(&barrier);
#endif
	}
	return 0;
}

int main(void) {
	pthread_t threads[N];
	pthread_barrier_init(&barrier, 0, N);
	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], 0, extend, (void *)i);
	for (long i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	// From everywhere to everything on the circle 1, 2, 3.
	for (int from = 0; from < SIZE; from++)
		for (int to = 0; to < SIZE; to++)
			assert(related[from][to] == (to != 0));
	pthread_barrier_destroy(&barrier);
	return 0;
}
