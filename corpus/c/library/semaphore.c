/* Two threads want a semaphore of value V (1 unless defined), and give it back. Complete executions: for V = 1 the 2 orders;
   for V = 2 the two waits and two posts interleave in all 6 ways that keep the order of each thread. With -DV=0 nobody
   gets it: a deadlock.

   expect: 2
   expect -DV=2: 6
   expect -DV=0: deadlock */
#include <semaphore.h>
#include <pthread.h>
#include <errno.h>
#include <assert.h>
#ifndef V
#define V 1
#endif
static sem_t s;
static int n;
static void *run(void *arg) {
	sem_wait(&s);
#if V == 1
	n++;
#endif
	sem_post(&s);
	return 0;
}
int main(void) {
	pthread_t t[2];
	int value;
	sem_init(&s, 0, V);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	sem_getvalue(&s, &value);
	assert(value == V);
	for (int i = 0; i < V; i++) assert(sem_trywait(&s) == 0);
	assert(sem_trywait(&s) == -1 && errno == EAGAIN);
	sem_destroy(&s);
	return 0;
}
