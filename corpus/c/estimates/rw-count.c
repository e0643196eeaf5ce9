/* A lock for readers and writers in one word, tried K times. */
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
static atomic_int word; static int data;
static void *run(void *a) { long i = (long)a; for (int k = 0; k < K; k++) { if (i % 2) { int e = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &e, -1, acq, rlx)) { data++; ST(&word, 0, rel); } }
  else { int v = LD(&word, rlx); if (v >= 0 && atomic_compare_exchange_strong_explicit(&word, &v, v + 1, acq, rlx)) { (void)data; atomic_fetch_sub_explicit(&word, 1, rel); } } } return 0; }
int main(void) { RUN(run); }
