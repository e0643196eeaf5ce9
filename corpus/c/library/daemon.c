/* A thread that waits for ever is left behind when main returns: 1 execution, and no deadlock. With -DJOIN main waits for it,
   and there is one. With -DEXIT another thread ends the program while main waits for it: 1. With -DLEAVE main leaves with
   pthread_exit, which does not end the program: a deadlock.

   expect: 1
   expect -DJOIN: deadlock
   expect -DEXIT: 1
   expect -DLEAVE: deadlock */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t never;
static void *serve(void *arg) {
	for (;;) sem_wait(&never);
	return 0;
}
static void *stop(void *arg) { exit(3); }
int main(void) {
	pthread_t t;
	sem_init(&never, 0, 0);
	pthread_create(&t, 0, serve, 0);
#ifndef JOIN
	pthread_detach(t);
#endif
#ifdef EXIT
	pthread_t other;
	pthread_create(&other, 0, stop, 0);
	pthread_join(other, 0);
	abort();
#endif
#ifdef JOIN
	pthread_join(t, 0);
#endif
#ifdef LEAVE
	pthread_exit(0);
#endif
	return 0;
}
