// Two compare-exchanges expect what was written byte by byte. Exactly one succeeds, the other sees its value: 2. A third
// party that reads the word by bytes afterwards sees the winner.
// With -DWRONG they expect something else, and both fail: 1.
//
// expect: 2
// expect -DWRONG: 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WRONG
#define EXPECTED 0x01010100
#else
#define EXPECTED 0x01010101
#endif

static int won[2];
static atomic_int *word;

static void *contend(void *me) {
    int expected = EXPECTED;
    won[(long)me] = atomic_compare_exchange_strong(word, &expected, (int)(long)me + 2);
    return NULL;
}

int main(void) {
    pthread_t t[2];
    unsigned char *bytes = malloc(sizeof(atomic_int));
    word = (atomic_int *)bytes;
    for (int i = 0; i < 4; i++) {
        bytes[i] = 1;
    }
    pthread_create(&t[0], NULL, contend, (void *)0);
    pthread_create(&t[1], NULL, contend, (void *)1);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
#ifdef WRONG
    assert(!won[0] && !won[1] && bytes[0] == 1);
#else
    assert(won[0] + won[1] == 1 && bytes[0] == (won[0] ? 2 : 3) && bytes[1] == 0);
#endif
    free(bytes);
    return 0;
}
