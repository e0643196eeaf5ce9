// Two threads write one byte each of a word that is atomic later: they do not race, and the load sees both, and the two
// bytes that nobody wrote: 1. With -DSAME they write the same byte. With -DLOAD one loads the whole word instead.
//
// expect: 1
// expect -DSAME: race
// expect -DLOAD: mixed-size-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union word {
    atomic_uint whole;
    unsigned char bytes[4];
};
union word word = {0x01020304};

static void *first(void *unused) {
    word.bytes[0] = 0xaa;
    return unused;
}

static void *second(void *unused) {
#if defined SAME
    word.bytes[0] = 0xbb;
#elif defined LOAD
    atomic_load(&word.whole);
#else
    word.bytes[3] = 0xbb;
#endif
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
#ifndef LOAD
    assert(atomic_load(&word.whole) == 0xbb0203aa);
#endif
    return 0;
}
