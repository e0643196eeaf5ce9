/* Treiber's stack, with a thread that pops twice. */
#include "retry.h"
struct node { int v; struct node *next; };
_Atomic(struct node *) top;
int got[2], left;
THREAD(push) {
	struct node *n = malloc(sizeof *n), *o = LD(&top, rlx);
	n->v = 1 + (int)(long)arg;
	do { n->next = o; } while (!CAS(&top, &o, n, acqrel, rlx));
	return arg;
}
static int pop(void) {
	struct node *o = LD(&top, acq);
	do { if (!o) return 0; } while (!CAS(&top, &o, o->next, acqrel, acq));
	return o->v;
}
THREAD(pops) { got[0] = pop(); got[1] = pop(); return arg; }
static void finish(void) { for (struct node *n = LD(&top, acq); n; n = n->next) left = 10 * left + n->v; }
RUN(push, push, pops)
