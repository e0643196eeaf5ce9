// Two atomic halves, each stored by a thread, and the whole read when both have ended: atomically, or plainly with
// -DPLAIN: 1. With -DRACE another thread loads the whole meanwhile: both are atomic, and no model says what it sees.
//
// expect: 1
// expect -DPLAIN: 1
// expect -DRACE: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union word {
    _Atomic unsigned long whole;
    unsigned long plain;
    atomic_uint halves[2];
};
union word word;

static void *low(void *unused) {
    atomic_store_explicit(&word.halves[0], 1, memory_order_release);
    return unused;
}

static void *high(void *unused) {
#ifdef RACE
    atomic_load_explicit(&word.whole, memory_order_acquire);
#else
    atomic_store_explicit(&word.halves[1], 2, memory_order_release);
#endif
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, low, NULL);
    pthread_create(&t[1], NULL, high, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
#if defined PLAIN
    assert(word.plain == 0x200000001);
#elif !defined RACE
    assert(atomic_load(&word.whole) == 0x200000001);
#endif
    return 0;
}
