/* A sorted list: who fails starts from the beginning, with a node that is still its own. */
#include "retry.h"
struct node { int k; _Atomic(struct node *) next; };
struct node head;
int order[3], tries;
THREAD(insert) {
	struct node *n = malloc(sizeof *n);
	n->k = 1 + (int)(long)arg;
	for (;;) {
		struct node *p = &head, *c = LD(&p->next, acq);
		while (c && c->k < n->k) { p = c; c = LD(&p->next, acq); }
		ST(&n->next, c, rlx);
		if (CAS(&p->next, &c, n, rel, rlx)) break;
	}
	return arg;
}
static void finish(void) { int i = 0; for (struct node *n = LD(&head.next, acq); n; n = LD(&n->next, acq)) order[i++] = n->k; }
RUN(insert, insert, insert)
