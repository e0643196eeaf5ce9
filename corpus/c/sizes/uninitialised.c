// Of a block that is allocated and published, three of four bytes are written; an atomic load reads all four. With -DALL
// the fourth is written too: 1. With -DHALF only the written half is loaded: 1.
//
// expect: uninitialised-read
// expect -DALL: 1
// expect -DHALF: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *reader(void *memory) {
#ifdef HALF
    assert(atomic_load((atomic_ushort *)memory) == 0x0201);
#else
    assert(atomic_load((atomic_uint *)memory) == 0x04030201);
#endif
    return NULL;
}

int main(void) {
    pthread_t t;
    unsigned char *bytes = malloc(4);
    bytes[0] = 1;
    bytes[1] = 2;
    bytes[2] = 3;
#ifdef ALL
    bytes[3] = 4;
#endif
    pthread_create(&t, NULL, reader, bytes);
    pthread_join(t, NULL);
    free(bytes);
    return 0;
}
