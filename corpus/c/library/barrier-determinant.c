// Threads compute the determinant of a matrix, a step of the elimination between two barriers (determinant of paper 001, table
// 5.3, from its description; without fractions, after Bareiss).
//
// Each cell is written by one thread in a step and read by the others in the next: nothing is left to chance but the orders of
// arrival, which count as one. Without the barrier there is a race.
//
// expect -DN=2: 1
// expect -DN=3: 1
// expect -DN=4: 1
// expect -DN=5: 1
// expect -DN=3 -DLOST: race
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4 };
static int m[SIZE][SIZE] = {{2, 0, 1, 3}, {1, 3, 0, 2}, {0, 1, 4, 1}, {3, 2, 1, 0}};
static pthread_barrier_t barrier;

static void *eliminate(void *index) {
	long i = (long)index;
	int before = 1;
	for (int k = 0; k < SIZE - 1; k++) {
		int pivot = m[k][k];
		for (int row = k + 1; row < SIZE; row++) {
			if (row % N != i)
				continue;
			int factor = m[row][k];
			for (int column = k + 1; column < SIZE; column++)
				m[row][column] = (m[row][column] * pivot - factor * m[k][column]) / before;
		}
		before = pivot;
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
		pthread_create(&threads[i], 0, eliminate, (void *)i);
	for (long i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	// The sum over the 24 permutations is the same.
	assert(m[SIZE - 1][SIZE - 1] == -120);
	pthread_barrier_destroy(&barrier);
	return 0;
}
