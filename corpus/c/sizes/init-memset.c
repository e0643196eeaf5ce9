// A struct of atomics that is filled as a whole, and then used atomically. Filling it happens before both threads, so
// the load sees 0x01010101, which memset wrote, or the 7 of the store: 2.
// With -DRACE the second thread fills it: that is of another size, and not ordered with the store.
//
// expect: 2
// expect -DRACE: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
    atomic_int a, b;
};
struct pair pair;

static void *writer(void *unused) {
    atomic_store_explicit(&pair.a, 7, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused) {
#ifdef RACE
    memset(&pair, 1, sizeof pair);
#else
    int a = atomic_load_explicit(&pair.a, memory_order_relaxed);
    assert(a == 7 || a == 0x01010101);
    assert(atomic_load_explicit(&pair.b, memory_order_relaxed) == 0x01010101);
#endif
    return unused;
}

int main(void) {
    pthread_t t[2];
#ifndef RACE
    memset(&pair, 1, sizeof pair);
#endif
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
