/* Treiber's push: the node is told to nobody until the compare-exchange succeeds. */
#include "retry.h"
struct node { int v; struct node *next; };
_Atomic(struct node *) top;
int order[3];
THREAD(push) {
	struct node *n = malloc(sizeof *n), *o = LD(&top, rlx);
	n->v = 1 + (int)(long)arg;
	do { n->next = o; } while (!CAS(&top, &o, n, rel, rlx));
	return arg;
}
static void finish(void) { int i = 0; for (struct node *n = LD(&top, acq); n; n = n->next) order[i++] = n->v; }
RUN(push, push, push)
