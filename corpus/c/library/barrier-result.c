/* Two threads meet at a barrier and look at what it returns.

   They only check for errors, and do the same whether they are told that they are special or not: 1 execution. With
   -DCARE the special one writes, and it is either of the two: 2. With -DONE only one of them looks, and it is special or
   not: 2. With -DSTORE the result is kept where others could see it, so it matters: 2.

   expect: 1
   expect -DCARE: 2
   expect -DONE: 2
   expect -DSTORE: 2 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int special;
static int kept[2];

static void *run(void *argument) {
	long me = (long)argument;
	int result = pthread_barrier_wait(&barrier);
	if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) assert(0);
#ifdef CARE
	if (result == PTHREAD_BARRIER_SERIAL_THREAD) atomic_store(&special, (int)me + 1);
#endif
#ifdef ONE
	if (me == 0 && result) atomic_store(&special, 1);
#endif
#ifdef STORE
	kept[me] = result;
#endif
	return 0;
}

int main(void) {
	pthread_t threads[2];
	pthread_barrier_init(&barrier, 0, 2);
	for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, (void *)i);
	for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
	assert(kept[0] + kept[1] >= -1);
#ifdef CARE
	assert(special != 0);
#endif
	return 0;
}
