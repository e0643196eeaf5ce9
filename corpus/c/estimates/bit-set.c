/* N threads set bits of a word with fetch_or; who sees all others stops. */
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
static atomic_uint bits, full;
static void *run(void *a) { long i = (long)a; for (int k = 0; k < K; k++) {
  unsigned old = atomic_fetch_or_explicit(&bits, 1u << (i * K + k), memory_order_acq_rel);
  if (__builtin_popcount(old) == N * K - 1) ST(&full, 1, rel); } return 0; }
int main(void) { RUN(run); assert(LD(&full, acq)); }
