/* Two weak compare-exchanges from 0, each tried once. Complete executions: 2: one succeeds, the other must read what it wrote,
   and fails. If they may fail spuriously, which is to read 0 and not to write: also one succeeds and the other failed
   spuriously (2), or both failed spuriously (1): 5. With -DLOOP they are repeated until they succeed, and count to 2: the 2
   orders, with or without spurious failures, because a round that failed and changed nothing is not taken again.
   With -DSTRONG they are strong, and never fail spuriously: 2.

   expect: 2
   expect --spurious-failures: 5
   expect -DLOOP: 2
   expect -DLOOP --spurious-failures: 2
   expect -DSTRONG --spurious-failures: 2 */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int x;
static void *run(void *arg) {
	int expected = 0;
#ifdef LOOP
	do expected = atomic_load_explicit(&x, memory_order_relaxed);
	while (!atomic_compare_exchange_weak(&x, &expected, expected + 1));
#elif defined STRONG
	atomic_compare_exchange_strong(&x, &expected, 1);
#else
	if (!atomic_compare_exchange_weak(&x, &expected, 1)) assert(expected == 0 || expected == 1);
#endif
	return 0;
}
int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
#ifdef LOOP
	assert(x == 2);
#endif
	return 0;
}
