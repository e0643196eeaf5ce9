/* A node that could not be pushed is put elsewhere, and another one is tried: a failure has an effect. */
#include "retry.h"
struct node { int v; };
_Atomic(struct node *) top, spare;
int what[2];
THREAD(push) {
	struct node *n = malloc(sizeof *n), *o = LD(&top, rlx);
	n->v = 1 + (int)(long)arg;
	while (!CAS(&top, &o, n, rel, rlx)) {
		ST(&spare, n, rel);
		n = malloc(sizeof *n);
		n->v = 11 + (int)(long)arg;
	}
	return arg;
}
static void finish(void) {
	struct node *t = LD(&top, acq), *s = LD(&spare, acq);
	what[0] = t->v;
	what[1] = s ? s->v : 0;
}
RUN(push, push)
