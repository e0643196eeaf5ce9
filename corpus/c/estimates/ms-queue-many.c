/* A Michael-Scott queue: of N threads every second one puts K values in, the others take K out. */
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

#ifndef K
#define K 1
#endif
#ifndef N
#define N 2
#endif
struct node { int v; _Atomic(struct node *) next; };
static _Atomic(struct node *) head, tail;
static void enq(int v) {
	struct node *n = malloc(sizeof *n), *t, *x;
	n->v = v;
	atomic_init(&n->next, NULL);
	for (;;) {
		t = LD(&tail, acq);
		x = LD(&t->next, acq);
		if (t != LD(&tail, acq)) continue;
		if (x) { atomic_compare_exchange_strong_explicit(&tail, &t, x, rel, rlx); continue; }
		struct node *e = NULL;
		if (atomic_compare_exchange_strong_explicit(&t->next, &e, n, rel, rlx)) break;
	}
	atomic_compare_exchange_strong_explicit(&tail, &t, n, rel, rlx);
}
static int deq(int *v) {
	for (;;) {
		struct node *h = LD(&head, acq), *t = LD(&tail, acq), *x = LD(&h->next, acq);
		if (h != LD(&head, acq)) continue;
		if (h == t) {
			if (!x) return 0;
			atomic_compare_exchange_strong_explicit(&tail, &t, x, rel, rlx);
			continue;
		}
		*v = x->v;
		if (atomic_compare_exchange_strong_explicit(&head, &h, x, rel, rlx)) return 1;
	}
}
static void *run(void *arg) {
	long i = (long)arg;
	for (int k = 0; k < K; k++) if (i % 2 == 0) enq((int)i * K + k + 1);
	else { int v; if (deq(&v)) assert(v >= 1 && v <= N * K); }
	return NULL;
}
int main(void) {
	pthread_t t[N];
	struct node *d = malloc(sizeof *d);
	atomic_init(&d->next, NULL);
	atomic_init(&head, d);
	atomic_init(&tail, d);
	for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, run, (void *)i);
	for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
	return 0;
}
