// Sixteen bytes at once: a store and a load of both halves never mix: 2. An exchange in the place of the load: it comes
// first or second: 2. The halves are written before, plainly, and read after.
// An addition of sixteen bytes is not supported.
//
// expect: 2
// expect -mcx16: 2
// expect -DEXCHANGE: 2
// expect -mcx16 -DEXCHANGE: 2
// expect -mcx16 -DADD: unsupported: an atomic update of 16 bytes other than an exchange
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
    long a, b;
};
union shared {
    _Atomic struct pair whole;
    _Atomic __int128 number;
    long halves[2];
};
union shared shared;

static void *writer(void *unused) {
    struct pair two = {2, -2};
    atomic_store(&shared.whole, two);
    return unused;
}

static void *reader(void *unused) {
#if defined EXCHANGE
    struct pair three = {3, -3};
    struct pair seen = atomic_exchange(&shared.whole, three);
#elif defined ADD
    struct pair seen = {1, -1};
    shared.number += 1;
#else
    struct pair seen = atomic_load(&shared.whole);
#endif
    assert(seen.a == -seen.b && (seen.a == 1 || seen.a == 2));
    return unused;
}

int main(void) {
    pthread_t t[2];
    shared.halves[0] = 1;
    shared.halves[1] = -1;
    pthread_create(&t[0], NULL, writer, NULL);
    pthread_create(&t[1], NULL, reader, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(shared.halves[0] == -shared.halves[1]);
    return 0;
}
