/* N threads add to a counter K times each, by compare-and-swap. */
#include <pthread.h>
#include <stdatomic.h>
#ifndef N
#define N 4
#endif
#ifndef K
#define K 1
#endif
static atomic_int c;
static void *inc(void *a) { for (int k = 0; k < K; k++) { int v = atomic_load_explicit(&c, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&c, &v, v + 1, memory_order_relaxed, memory_order_relaxed)) ; } return 0; }
int main(void) { pthread_t t[N]; for (int i = 0; i < N; i++) pthread_create(&t[i], 0, inc, 0); for (int i = 0; i < N; i++) pthread_join(t[i], 0); }
