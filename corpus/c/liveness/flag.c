/* One thread waits in a loop for a flag that another sets. -DNEVER: it does not, -DASSUME: because of an assumption that does not
   hold. -DWRONG: it sets the flag to something else. -DMUTUAL: it waits for the first one before.
   -DEXIT: no thread sets it, and the program ends. */
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int);

static atomic_int flag, other;

static void *wait(void *unused) {
	while (atomic_load_explicit(&flag, memory_order_acquire) != 1);
	atomic_store(&other, 1);
	return unused;
}

static void *set(void *unused) {
#ifdef MUTUAL
	while (atomic_load(&other) == 0);
#endif
#ifdef ASSUME
	__VERIFIER_assume(atomic_load(&other) == 7);
	atomic_store(&flag, 1);
#elif defined(WRONG)
	atomic_store_explicit(&flag, 2, memory_order_release);
#elif !defined(NEVER)
	atomic_store_explicit(&flag, 1, memory_order_release);
#endif
	return unused;
}

int main(void) {
	pthread_t waiter, setter;
	pthread_create(&waiter, 0, wait, 0);
#ifdef EXIT
	atomic_store(&flag, 0);
	return 0;
#endif
	pthread_create(&setter, 0, set, 0);
	pthread_join(waiter, 0);
	pthread_join(setter, 0);
	return 0;
}
