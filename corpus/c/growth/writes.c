// How the cost of an execution grows with the number of writes to a location: one thread writes N times, another reads
// once. N + 1 executions, which differ in the read.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static atomic_int cell;

static void *writer(void *arg)
{
	(void)arg;
	for (int i = 1; i <= N; i++)
		atomic_store_explicit(&cell, i, memory_order_release);
	return 0;
}

static void *reader(void *arg)
{
	(void)arg;
	(void)atomic_load_explicit(&cell, memory_order_acquire);
	return 0;
}

int main(void)
{
	pthread_t threads[2];
	pthread_create(&threads[0], 0, writer, 0);
	pthread_create(&threads[1], 0, reader, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
