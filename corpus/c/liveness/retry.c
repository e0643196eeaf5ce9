/* Threads count with compare-exchange, and try again when it fails. -DTHREE: three threads. -DSTALE: they forget to look again at what is
   there before they do. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *run(void *unused) {
	int old = atomic_load(&count);
#ifdef STALE
	for (int expected = old; !atomic_compare_exchange_strong(&count, &expected, old + 1); expected = old);
#else
	while (!atomic_compare_exchange_strong(&count, &old, old + 1));
#endif
	return unused;
}

int main(void) {
	pthread_t threads[3];
	int many = 2;
#ifdef THREE
	many = 3;
#endif
	for (int i = 0; i < many; i++) pthread_create(&threads[i], 0, run, 0);
	for (int i = 0; i < many; i++) pthread_join(threads[i], 0);
	return 0;
}
