/* What the programs here share: threads A, B and C run at once, then main looks at what is left. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define acqrel memory_order_acq_rel
#define sc memory_order_seq_cst
#define LD(p, m) atomic_load_explicit(p, m)
#define ST(p, v, m) atomic_store_explicit(p, v, m)
#define CAS(p, e, v, s, f) atomic_compare_exchange_strong_explicit(p, e, v, s, f)
#define THREAD(name) static void *name(void *arg)
#define RUN(...)                                                                          \
	int main(void) {                                                                  \
		void *(*code[])(void *) = {__VA_ARGS__};                                  \
		enum { COUNT = sizeof code / sizeof *code };                              \
		pthread_t t[COUNT];                                                       \
		for (long i = 0; i < COUNT; i++) pthread_create(&t[i], NULL, code[i], (void *)i); \
		for (int i = 0; i < COUNT; i++) pthread_join(t[i], NULL);                 \
		finish();                                                                 \
		return 0;                                                                 \
	}
