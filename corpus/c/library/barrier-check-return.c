// Threads check what pthread_barrier_wait returns: in each round exactly one of them is the special one (checkReturn of
// paper 001, table 5.3, from its description).
//
// Who is special depends on who arrives first, and the program can tell: all N! orders of arrival at the first barrier are
// executions. Everybody leaves with the full count, since nobody arrives twice. The special thread alone writes. At the second
// barrier nobody cares, and the order counts as one.
//
// expect -DN=2: 2
// expect -DN=3: 6
// expect -DN=4: 24
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t first, second;
static int special[N];

static void *check(void *index) {
	long i = (long)index;
	int result = pthread_barrier_wait(&first);
	assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
	special[i] = result != 0;
	pthread_barrier_wait(&second);
	int sum = 0;
	for (int k = 0; k < N; k++)
		sum += special[k];
	assert(sum == 1);
	return 0;
}

int main(void) {
	pthread_t threads[N];
	pthread_barrier_init(&first, 0, N);
	pthread_barrier_init(&second, 0, N);
	for (long i = 0; i < N; i++)
		pthread_create(&threads[i], 0, check, (void *)i);
	for (long i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	pthread_barrier_destroy(&first);
	pthread_barrier_destroy(&second);
	return 0;
}
