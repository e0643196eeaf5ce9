/* N threads take one of two locks, K times each, and the odd ones look at the other side without. */
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
static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER }; static atomic_int n[2];
static void *run(void *a) { long i = (long)a; for (int k = 0; k < K; k++) { int s = (i + k) % 2; pthread_mutex_lock(&m[s]);
  ST(&n[s], LD(&n[s], rlx) + 1, rlx); pthread_mutex_unlock(&m[s]); if (i % 2) (void)LD(&n[1 - s], rlx); } return 0; }
int main(void) { RUN(run); assert(n[0] + n[1] == N * K); }
