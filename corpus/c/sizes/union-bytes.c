// The bytes of an atomic word, read one by one when the thread that stored it has ended: 1. With -DRACE, one byte is
// read before; with -DREADS, both only read, so that the order does not matter: 1.
//
// expect: 1
// expect -DRACE: mixed-size-race
// expect -DREADS: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union word {
    atomic_uint whole;
    unsigned char bytes[4];
};
union word word = {0x01020304};

static void *user(void *unused) {
#ifdef READS
    assert(atomic_load_explicit(&word.whole, memory_order_relaxed) == 0x01020304);
#else
    atomic_store_explicit(&word.whole, 0x05060708, memory_order_relaxed);
#endif
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, user, NULL);
#if defined RACE || defined READS
    assert(word.bytes[2]);
#endif
    pthread_join(t, NULL);
#ifndef READS
    assert(word.bytes[0] == 8 && word.bytes[1] == 7 && word.bytes[2] == 6 && word.bytes[3] == 5);
#endif
    return 0;
}
