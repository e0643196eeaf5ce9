/* Michael and Scott's queue: two threads put in, one takes out into a variable of its caller. */
#include "retry.h"
struct node { int v; _Atomic(struct node *) next; };
_Atomic(struct node *) head, tail;
struct node dummy;
int got, left;
THREAD(put) {
	struct node *n = malloc(sizeof *n), *t, *x;
	n->v = 1 + (int)(long)arg;
	atomic_init(&n->next, NULL);
	for (;;) {
		t = LD(&tail, acq);
		if (!t) t = &dummy;
		x = LD(&t->next, acq);
		if (x) { CAS(&tail, &t, x, rel, rlx); continue; }
		struct node *e = NULL;
		if (CAS(&t->next, &e, n, rel, rlx)) break;
	}
	return arg;
}
static int take(int *v) {
	for (;;) {
		struct node *h = LD(&head, acq), *d = h ? h : &dummy, *x = LD(&d->next, acq);
		if (!x) return 0;
		*v = x->v;
		if (CAS(&head, &h, x, acqrel, rlx)) return 1;
	}
}
THREAD(takes) { int v; if (take(&v)) got += v; return arg; }
static void finish(void) { for (struct node *n = LD(&dummy.next, acq); n; n = LD(&n->next, acq)) left = 10 * left + n->v; }
RUN(put, takes, takes)
