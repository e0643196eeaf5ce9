// Threads meet at a barrier before each of two turns with a lock (test_lock of paper 001, table 5.3, from its description).
//
// The lock is taken in N! orders in each turn, and the turns do not mix: (N!)^2 executions. The barrier adds none.
//
// expect -DN=2: 4
// expect -DN=3: 36
// expect sc rc11 -DN=4: 576
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *test(void *index) {
	long i = (long)index;
	for (int turn = 0; turn < 2; turn++) {
		pthread_barrier_wait(&barrier);
		pthread_mutex_lock(&lock);
		value += 1 << i;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}

int main(void) {
	pthread_t threads[N];
	pthread_barrier_init(&barrier, 0, N);
	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], 0, test, (void *)i);
	for (long i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	assert(value == 2 * ((1 << N) - 1));
	pthread_barrier_destroy(&barrier);
	return 0;
}
