/* A Treiber stack: the first P of N threads push, with BOTH they also pop; the others pop. */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
void __VERIFIER_assume(_Bool);
#define rlx memory_order_relaxed
#define acq memory_order_acquire
#define rel memory_order_release
#define acqrel memory_order_acq_rel
#define seq memory_order_seq_cst
#define LD(p, m) atomic_load_explicit(p, m)
#define ST(p, v, m) atomic_store_explicit(p, v, m)

#ifndef BOTH
#define BOTH 0
#endif
#ifndef P
#define P 3
#endif
#ifndef N
#define N 2
#endif
struct node { int v; struct node *next; };
static _Atomic(struct node *) top;
static void push(int v) {
	struct node *n = malloc(sizeof *n);
	n->v = v;
	struct node *o = LD(&top, rlx);
	do { n->next = o; } while (!atomic_compare_exchange_weak_explicit(&top, &o, n, rel, rlx));
}
static int pop(void) {
	struct node *o = LD(&top, acq);
	while (o && !atomic_compare_exchange_weak_explicit(&top, &o, o->next, acq, acq))
		;
	return o ? o->v : -1;
}
static void *pusher(void *arg) { push(1 + (int)(long)arg); if (BOTH) pop(); return NULL; }
static void *popper(void *arg) { int v = pop(); assert(v == -1 || (v >= 1 && v <= N)); return NULL; }
int main(void) {
	pthread_t t[N];
	for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, i < P ? pusher : popper, (void *)i);
	for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
	return 0;
}
