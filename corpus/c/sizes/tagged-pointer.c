// A pointer with a count, sixteen bytes that are compared and exchanged at once. Two threads push a node each, and try only
// once. If both read the empty stack, one of the two exchanges fails: which, 2; else one reads what the other pushed: 2.
// Together 4: a second reader of the empty stack whose exchange comes later fails, and sees the other's value.
// With -DHALF one of them writes the count alone, which is of another size.
// With -mcx16 compilers use instructions, otherwise functions of a library.
//
// expect: 4
// expect -mcx16: 4
// expect -DHALF: mixed-size-race
// expect -mcx16 -DHALF: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
struct top {
    struct node *node;
    unsigned long count;
};
_Atomic struct top top;
static struct node nodes[2];
static int pushed[2];

static void *push(void *me) {
#ifdef HALF
    if (me) {
        ((unsigned long *)&top)[1] = 5;
        return NULL;
    }
#endif
    struct node *node = &nodes[(long)me];
    struct top old = atomic_load_explicit(&top, memory_order_acquire);
    node->next = old.node;
    struct top new = {node, old.count + 1};
    pushed[(long)me] =
        atomic_compare_exchange_strong_explicit(&top, &old, new, memory_order_acq_rel, memory_order_acquire);
    assert(pushed[(long)me] || old.count == 1);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, push, (void *)0);
    pthread_create(&t[1], NULL, push, (void *)1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
#ifndef HALF
    struct top end = atomic_load(&top);
    assert(end.count == (unsigned long)(pushed[0] + pushed[1]) && end.count > 0);
    unsigned long count = 0;
    for (struct node *node = end.node; node; node = node->next) {
        count++;
    }
    assert(count == end.count);
#endif
    return 0;
}
