/* N threads write their own cell K times; each then reads all of them. */
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
static atomic_int cell[N];
static void *run(void *a) { long i = (long)a; int s = 0; for (int k = 1; k <= K; k++) ST(&cell[i], k, rel);
  for (int j = 0; j < N; j++) s += LD(&cell[j], acq); return (void *)(long)s; }
int main(void) { RUN(run); }
