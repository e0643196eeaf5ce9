/* A barrier in heap memory, destroyed and initialised again; the second time alone. Complete executions: 1.
    With -DLIVE it is not destroyed in between, which a thread can only know of a global: an error with -DGLOBAL.

   expect: 1
   expect -DGLOBAL: 1
   expect -DGLOBAL -DLIVE: invalid-barrier */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
static pthread_barrier_t global;
static void *run(void *b) { pthread_barrier_wait(b); return 0; }
int main(void) {
	pthread_t t[2];
#ifdef GLOBAL
	pthread_barrier_t *b = &global;
#else
	pthread_barrier_t *b = malloc(sizeof *b);
#endif
	pthread_barrier_init(b, 0, 2);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, b);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifndef LIVE
	pthread_barrier_destroy(b);
#endif
	pthread_barrier_init(b, 0, 1);
	assert(pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD);
	pthread_barrier_destroy(b);
	return 0;
}
