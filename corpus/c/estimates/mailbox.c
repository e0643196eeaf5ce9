/* N - 1 threads put letters into boxes of one place, one thread looks into each K times. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
#define LD(p, m) atomic_load_explicit(p, m)
#define ST(p, v, m) atomic_store_explicit(p, v, m)
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif
static pthread_t t[N];
#define RUN(f) for (long i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < N; i++) pthread_join(t[i], 0)
static atomic_int box[N];
static void *run(void *a) { long i = (long)a; if (i) { for (int k = 1; k <= K; k++) { int e = 0; atomic_compare_exchange_strong_explicit(&box[i % 2], &e, (int)i, rel, rlx); } }
  else for (int k = 0; k < K; k++) for (int j = 0; j < 2; j++) (void)atomic_exchange_explicit(&box[j], 0, acq); return 0; }
int main(void) { RUN(run); }
