// One word in several phases, each after the one before: whole and atomic by two threads, in atomic halves by two others,
// bytes by main, whole again. In the first phase one of two updates comes first: 2. In the second, the halves are
// independent. In the last, a load reads before or after a store: 2. Together 4.
//
// expect: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union word {
    _Atomic unsigned long whole;
    atomic_uint halves[2];
    unsigned char bytes[8];
};
union word word;

static void *add(void *unused) {
    atomic_fetch_add_explicit(&word.whole, 0x100000001, memory_order_relaxed);
    return unused;
}

static void *half(void *which) {
    assert(atomic_fetch_add_explicit(&word.halves[(long)which], 0x10, memory_order_relaxed) == 2);
    return NULL;
}

static void *store(void *unused) {
    atomic_store_explicit(&word.whole, 0, memory_order_relaxed);
    return unused;
}

static void *load(void *unused) {
    unsigned long seen = atomic_load_explicit(&word.whole, memory_order_relaxed);
    assert(seen == 0 || seen == 0xff00001200000012);
    return unused;
}

static void both(void *(*one)(void *), void *(*other)(void *)) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, one, (void *)0);
    pthread_create(&t[1], NULL, other, (void *)1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
}

int main(void) {
    both(add, add);
    both(half, half);
    word.bytes[7] = 0xff;
    both(store, load);
    assert(atomic_load(&word.whole) == 0 && word.bytes[7] == 0);
    return 0;
}
