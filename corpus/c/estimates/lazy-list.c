/* N threads push on a list, every second one then walks along it. */
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
struct node { int v; struct node *next; }; static _Atomic(struct node *) head; static struct node pool[N * K];
static void *run(void *a) { long i = (long)a; for (int k = 0; k < K; k++) { struct node *n = &pool[i * K + k]; n->v = (int)i;
  struct node *h = LD(&head, rlx); do n->next = h; while (!atomic_compare_exchange_weak_explicit(&head, &h, n, rel, rlx)); }
  if (i % 2) { int s = 0; for (struct node *n = LD(&head, acq); n; n = n->next) s += n->v; return (void *)(long)s; } return 0; }
int main(void) { RUN(run); }
