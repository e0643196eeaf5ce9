/* N threads reserve slots of a log, fill them, and the last thread reads as far as slots are filled. */
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
static atomic_int next, slot[N * K];
static void *run(void *a) { long i = (long)a; if (i == N - 1) { int s = 0; for (int k = 0; k < (N - 1) * K; k++) if (LD(&slot[k], acq)) s++; else break; return (void *)(long)s; }
  for (int k = 0; k < K; k++) { int at = atomic_fetch_add_explicit(&next, 1, rlx); ST(&slot[at], 1 + (int)i, rel); } return 0; }
int main(void) { RUN(run); }
