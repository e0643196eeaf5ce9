/* A stack whose pop frees the node at once. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static _Atomic(struct node *) top;

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load(&top);
    while (!atomic_compare_exchange_weak(&top, &n->next, n))
        ;
}

static void *pop(void *arg) {
    struct node *h = atomic_load(&top);
    while (h && !atomic_compare_exchange_weak(&top, &h, h->next))
        ;
    free(h);
    return arg;
}

int main(void) {
    pthread_t a, b;
    push(1);
    push(2);
    pthread_create(&a, NULL, pop, (void *)1);
    pthread_create(&b, NULL, pop, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
