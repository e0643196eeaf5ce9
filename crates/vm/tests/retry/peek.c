/* The node's own field is looked at in the next round: what a failed round wrote there is not forgotten. */
#include "retry.h"
struct node { int v; int seen; };
_Atomic(struct node *) top;
int changes[2];
THREAD(push) {
	struct node *n = malloc(sizeof *n), *o = LD(&top, rlx);
	n->v = 1 + (int)(long)arg;
	n->seen = 0;
	do { n->seen = n->seen * 3 + (o ? 1 : 2); } while (!CAS(&top, &o, n, rel, rlx));
	return arg;
}
static void finish(void) { struct node *n = LD(&top, acq); changes[0] = n->v; changes[1] = n->seen; }
RUN(push, push)
