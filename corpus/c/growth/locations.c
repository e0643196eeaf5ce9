// How the cost of an event grows with the number of locations: two threads that never meet, each with N locations of
// its own, which it uses in turn. One execution of about 20,000 events.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif

static atomic_int cells[2][N];

static void *run(void *arg)
{
	atomic_int *mine = arg;
	for (int i = 0; i < 5000; i++) {
		atomic_store_explicit(&mine[i % N], i, memory_order_release);
		(void)atomic_load_explicit(&mine[i % N], memory_order_acquire);
	}
	return 0;
}

int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], 0, run, cells[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], 0);
	return 0;
}
