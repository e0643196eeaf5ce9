// How the cost of an event grows with the number of threads: N threads that never meet, ten rounds each.
// One execution of about 24 N events.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static atomic_int cells[N];

static void *run(void *arg)
{
	atomic_int *mine = arg;
	for (int i = 0; i < 10; i++) {
		atomic_store_explicit(mine, i, memory_order_release);
		(void)atomic_load_explicit(mine, memory_order_acquire);
	}
	return 0;
}

int main(void)
{
	pthread_t threads[N];
	for (int i = 0; i < N; i++)
		pthread_create(&threads[i], 0, run, &cells[i]);
	for (int i = 0; i < N; i++)
		pthread_join(threads[i], 0);
	return 0;
}
