/* only-sc: four threads with three accesses each of two locations, all seq_cst or all of mode M; the more orders the better.
   The last thread's code is that of the third unless FOUR is defined. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef M
#define M memory_order_seq_cst
#endif
#define LD(p) atomic_load_explicit(p, M)
#define ST(p, v) atomic_store_explicit(p, v, M)

static atomic_int x, y;
static void *one(void *arg) { ST(&x, 1); LD(&y); ST(&x, 2); return NULL; }
static void *two(void *arg) { LD(&y); ST(&x, 3); LD(&x); return NULL; }
static void *three(void *arg) { ST(&x, 4); ST(&y, 5); LD(&x); return NULL; }
#ifdef FOUR
static void *four(void *arg) { ST(&x, 6); ST(&y, 7); LD(&y); return NULL; }
#else
#define four three
#endif
int main(void) {
	pthread_t t[4];
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_create(&t[2], NULL, three, NULL);
	pthread_create(&t[3], NULL, four, NULL);
	return 0;
}
