/* A thread waits at a barrier that has been destroyed: an error.

   expect: invalid-barrier */
#include <pthread.h>
static pthread_barrier_t b;
int main(void) {
	pthread_barrier_init(&b, 0, 1);
	pthread_barrier_destroy(&b);
	pthread_barrier_wait(&b);
	return 0;
}
