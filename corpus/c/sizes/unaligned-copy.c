// Five bytes are copied across the boundary of two atomic words, before they are used: the loads see parts of them. Each load
// reads before or after the one store to its word: 4, but 3 in sc and tso, where whoever sees the second store sees the first.
// With -DRACE the copy happens at the same time as the stores.
//
// expect ra rc11: 4
// expect sc tso: 3
// expect -DRACE: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

union memory {
    unsigned char bytes[8];
    atomic_uint words[2];
};
union memory memory;
static const char text[5] = {1, 2, 3, 4, 5};

static void *store(void *unused) {
    atomic_store_explicit(&memory.words[0], 0, memory_order_relaxed);
    atomic_store_explicit(&memory.words[1], 0, memory_order_relaxed);
    return unused;
}

static void *load(void *unused) {
#ifdef RACE
    memcpy(memory.bytes + 2, text, sizeof text);
#else
    unsigned second = atomic_load_explicit(&memory.words[1], memory_order_relaxed);
    unsigned first = atomic_load_explicit(&memory.words[0], memory_order_relaxed);
    assert(first == 0 || first == 0x02010000);
    assert(second == 0 || second == 0x00050403);
#endif
    return unused;
}

int main(void) {
    pthread_t t[2];
#ifndef RACE
    memcpy(memory.bytes + 2, text, sizeof text);
#endif
    pthread_create(&t[0], NULL, store, NULL);
    pthread_create(&t[1], NULL, load, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
