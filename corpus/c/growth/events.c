// How the cost of an event grows with the number of events: two threads that never meet, N rounds each.
// One execution of about 4 N events.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 100
#endif

static atomic_int cells[2];

static void *run(void *arg)
{
	atomic_int *mine = arg;
	for (int i = 0; i < N; i++) {
		atomic_store_explicit(mine, i, memory_order_release);
		(void)atomic_load_explicit(mine, memory_order_acquire);
	}
	return 0;
}

int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, run, &cells[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
