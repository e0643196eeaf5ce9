/* N threads raise a maximum by compare-and-swap. */
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
static atomic_int top;
static void *run(void *a) { int v = 1 + (int)(long)a, old = LD(&top, rlx);
  while (old < v && !atomic_compare_exchange_strong_explicit(&top, &old, v, rel, rlx)) ; return 0; }
int main(void) { RUN(run); assert(LD(&top, rlx) == N); }
