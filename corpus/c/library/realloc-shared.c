// Memory that other threads know is made larger, and smaller, by a thread that did not allocate it, when nobody else uses
// it: 1. With -DRACE another thread still reads it; with -DTWICE the old pointer is freed too; with -DOLD it is used.
// With -DUNORDERED the thread learns of the block in a way that orders nothing: in sc and tso, everything orders.
//
// expect: 1
// expect -DRACE: use-after-free
// expect -DTWICE: double-free
// expect -DOLD: use-after-free
// expect ra rc11 -DUNORDERED: race or unordered-access
// expect sc tso -DUNORDERED: 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;
static int *given, *result;

static void *grow(void *unused) {
#ifdef UNORDERED
    int *old = atomic_load_explicit(&shared, memory_order_relaxed);
    if (!old) {
        return NULL;
    }
#else
    int *old = given;
#endif
    int *new = realloc(old, 4 * sizeof *new);
    assert(new && new != old && new[0] == 10 && new[1] == 11);
    new[3] = 13;
    result = new;
#if defined TWICE
    free(old);
#elif defined OLD
    old[0] = 1;
#endif
    return unused;
}

static void *other(void *unused) {
#if defined RACE
    assert(given[0] == 10);
#elif defined UNORDERED
    int *block = malloc(2 * sizeof *block);
    block[0] = 10;
    block[1] = 11;
    atomic_store_explicit(&shared, block, memory_order_relaxed);
#endif
    return unused;
}

int main(void) {
    pthread_t t[2];
#ifndef UNORDERED
    given = malloc(2 * sizeof *given);
    given[0] = 10;
    given[1] = 11;
#endif
    pthread_create(&t[0], NULL, other, NULL);
#if defined RACE || defined UNORDERED
    pthread_create(&t[1], NULL, grow, NULL);
    pthread_join(t[0], NULL);
#else
    pthread_join(t[0], NULL);
    pthread_create(&t[1], NULL, grow, NULL);
#endif
    pthread_join(t[1], NULL);
    if (result) {
        result = realloc(result, sizeof *result);
        assert(result[0] == 10);
        free(result);
    }
    return 0;
}
