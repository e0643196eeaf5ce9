// Two threads store to one atomic, and the struct around it is copied in words of eight bytes when both have ended.
// The copy has the store that comes second: 2 orders. With -DEARLY it is copied before one of them has ended:
// a copy is made in pieces of any size, so this is a data race.
//
// expect: 2
// expect -DEARLY: race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
    atomic_int a, b;
};
struct pair pair = {0, 5}, copy;

static void *store(void *value) {
    atomic_store_explicit(&pair.a, (int)(long)value, memory_order_relaxed);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, store, (void *)1);
    pthread_create(&t[1], NULL, store, (void *)2);
    pthread_join(t[0], NULL);
#ifndef EARLY
    pthread_join(t[1], NULL);
#endif
    memcpy(&copy, &pair, sizeof pair);
    int a = atomic_load_explicit(&copy.a, memory_order_relaxed);
    assert(a == 1 || a == 2);
    assert(atomic_load_explicit(&copy.b, memory_order_relaxed) == 5);
#ifdef EARLY
    pthread_join(t[1], NULL);
#endif
    return 0;
}
