/* A barrier is destroyed as soon as one thread knows that all have arrived (decision 0031).

   With SERIAL, one of two threads is told to clean up. Either may be the first to arrive, which is the one that is told; the other
   leaves by seeing the count 2, or the barrier destroyed: 2 * 2 = 4. With AFTER, the main thread cleans up after its own wait, and is
   the first or the second; if the thread leaves late it sees the barrier destroyed: 4 again.
   With AGAIN, it is initialised for the next round at once, and then may be seen in four states: 2, destroyed, 2 again, and 3 or 4
   as the thread itself cannot have arrived: the one of main.

   expect -DSERIAL: verified
   expect -DAFTER: verified
   expect -DAGAIN: verified

   Destroying while a thread is blocked, and arriving at what has been destroyed.

   expect -DBLOCKED: invalid-barrier
   expect -DBEFORE: invalid-barrier
   expect -DLATE: invalid-barrier */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *meet(void *unused) {
	int serial = pthread_barrier_wait(&barrier);
#ifdef SERIAL
	if (serial) pthread_barrier_destroy(&barrier);
#endif
#ifdef LATE
	pthread_barrier_wait(&barrier);
#endif
	(void)serial;
	return unused;
}

#ifdef AGAIN
static void *meet_again(void *unused) {
	pthread_barrier_wait(&barrier);
	return unused;
}
#endif

int main(void) {
	pthread_t thread;
	pthread_barrier_init(&barrier, 0, 2);
	pthread_create(&thread, 0, meet, 0);
#ifdef SERIAL
	meet(0);
#elif defined BLOCKED
	pthread_barrier_destroy(&barrier);
#elif defined BEFORE
	pthread_t other;
	pthread_create(&other, 0, meet, 0);
	pthread_barrier_destroy(&barrier);
	pthread_join(other, 0);
#else
	pthread_barrier_wait(&barrier);
	pthread_barrier_destroy(&barrier);
#endif
#ifdef AGAIN
	pthread_t again;
	pthread_barrier_init(&barrier, 0, 2);
	pthread_create(&again, 0, meet_again, 0);
	pthread_barrier_wait(&barrier);
	pthread_join(again, 0);
#endif
	pthread_join(thread, 0);
	return 0;
}
