/* N threads that try a lock K times and count what they did not get. */
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
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int in, out; static atomic_int missed;
static void *run(void *a) { (void)a; for (int k = 0; k < K; k++) {
  if (pthread_mutex_trylock(&m) == 0) { in++; pthread_mutex_unlock(&m); } else atomic_fetch_add_explicit(&missed, 1, rlx); } return 0; }
int main(void) { RUN(run); out = atomic_load(&missed); assert(in + out == N * K); }
