/* Each thread pushes a node of its own onto a stack. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef N
#define N 3
#endif
struct node { int value; struct node *next; };
_Atomic(struct node *) top;
void *run(void *arg)
{
    (void)arg;
    struct node *node = malloc(sizeof *node);
    node->value = 1;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_acq_rel, memory_order_relaxed))
        ;
    return 0;
}
#include "start.h"
