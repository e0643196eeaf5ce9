/* N threads announce an epoch, one advances it when all it sees have. */
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
static atomic_int epoch = 1, seen[N];
static void *run(void *a) { long i = (long)a; for (int k = 0; k < K; k++) { int e = LD(&epoch, acq); ST(&seen[i], e, rel);
  if (i == 0) { int all = 1; for (int j = 1; j < N; j++) all &= LD(&seen[j], acq) == e; if (all) ST(&epoch, e + 1, rel); } } return 0; }
int main(void) { RUN(run); assert(LD(&epoch, acq) <= K + 1); }
