// A buffer of characters is handed to another thread, which uses it as a counter. The thread sees the flag or not: 2.
// With -DRELAXED the flag orders nothing, except in sc and tso, where reading from somebody always orders.
//
// expect: 2
// expect sc tso -DRELAXED: 2
// expect ra rc11 -DRELAXED: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELAXED
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#endif

union memory {
    char text[4];
    atomic_uint count;
};
union memory memory;
atomic_int ready;

static void *giver(void *unused) {
    for (int i = 0; i < 4; i++) {
        memory.text[i] = (char)(i + 1);
    }
    atomic_store_explicit(&ready, 1, RELEASE);
    return unused;
}

static void *taker(void *unused) {
    if (atomic_load_explicit(&ready, ACQUIRE)) {
        assert(atomic_fetch_add(&memory.count, 1) == 0x04030201);
        assert(memory.text[0] == 2);
    }
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, giver, NULL);
    pthread_create(&t[1], NULL, taker, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
