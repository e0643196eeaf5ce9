/* One thread holds a mutex and waits in a loop for what the other does, which needs the mutex first. -DUNLOCK: it gives the mutex back before
   it waits. -DMUTEX: it waits for another mutex instead, which the other one has. */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *hold(void *unused) {
	pthread_mutex_lock(&first);
#ifdef UNLOCK
	pthread_mutex_unlock(&first);
#endif
#ifdef MUTEX
	pthread_mutex_lock(&second);
	pthread_mutex_unlock(&second);
#else
	while (!atomic_load(&done));
#endif
#ifndef UNLOCK
	pthread_mutex_unlock(&first);
#endif
	return unused;
}

static void *work(void *unused) {
#ifdef MUTEX
	pthread_mutex_lock(&second);
#endif
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
#ifdef MUTEX
	pthread_mutex_unlock(&second);
#endif
	atomic_store(&done, 1);
	return unused;
}

int main(void) {
	pthread_t holder, worker;
	pthread_create(&holder, 0, hold, 0);
	pthread_create(&worker, 0, work, 0);
	pthread_join(holder, 0);
	pthread_join(worker, 0);
	return 0;
}
