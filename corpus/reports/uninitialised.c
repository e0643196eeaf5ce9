/* A node is published before it is complete. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { atomic_int key; atomic_int value; };
static _Atomic(struct node *) list;

static void *insert(void *arg) {
    struct node *n = malloc(sizeof *n);
    atomic_init(&n->key, 1);
    atomic_store_explicit(&list, n, memory_order_release);
    atomic_store_explicit(&n->value, 2, memory_order_relaxed);
    return arg;
}

static void *find(void *arg) {
    struct node *n = atomic_load_explicit(&list, memory_order_acquire);
    if (n && atomic_load_explicit(&n->key, memory_order_relaxed) == 1)
        return (void *)(long)atomic_load_explicit(&n->value, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, insert, NULL);
    pthread_create(&b, NULL, find, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(atomic_load(&list));
    return 0;
}
