/* Writers that make the map grow, change pairs and remove; readers that must see the two halves of a pair together. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "map.h"

#ifndef ADDERS
#define ADDERS 2
#endif
#ifndef CHANGERS
#define CHANGERS 1
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef SWAPPERS
#define SWAPPERS 0
#endif

/* Keys of one stripe. The first is there from the start, and stays. */
static const int keys[] = {1, 4, 8, 11};
#define SHARED_KEY keys[0]

#define OTHER_KEY 2 /* of the other stripe; only if there are swappers */

static struct map map;

static struct pair pair_of(int number) {
    return (struct pair){.first = number, .second = -number};
}

/* Each adds a key of its own; the first to come makes the table too small. */
static void *adder(void *argument) {
    int key = keys[1 + *(int *)argument];
    int error = map_add(&map, key, pair_of(key));
    assert(!error);
    return NULL;
}

static void *changer(void *argument) {
    int error = map_put(&map, SHARED_KEY, pair_of(100 + *(int *)argument));
    assert(!error);
    return NULL;
}

static void *swapper(void *argument) {
    int error = map_exchange(&map, OTHER_KEY, SHARED_KEY);
    assert(!error);
    return argument;
}

static void *reader(void *argument) {
    (void)argument;
    struct pair value;
    bool found = map_get(&map, SHARED_KEY, &value);
    assert(found);
    assert(value.first == -value.second);
    assert(value.first <= 2 || value.first >= 100); /* none that belongs to another key */
    return NULL;
}

int main(void) {
    enum { THREADS = ADDERS + CHANGERS + SWAPPERS + READERS };
    pthread_t threads[THREADS];
    int numbers[THREADS];
    int error = map_init(&map, MAP_STRIPES, 1);
    assert(!error);
    error = map_put(&map, SHARED_KEY, pair_of(1));
    assert(!error);
    if (SWAPPERS) {
        error = map_add(&map, OTHER_KEY, pair_of(2));
        assert(!error);
        assert(map_add(&map, OTHER_KEY, pair_of(3)) == EEXIST);
    }
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        void *(*role)(void *) = i < ADDERS                         ? adder
                                : i < ADDERS + CHANGERS            ? changer
                                : i < ADDERS + CHANGERS + SWAPPERS ? swapper
                                                                   : reader;
        error = pthread_create(&threads[i], NULL, role, &numbers[i]);
        assert(!error);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    struct map_stats stats;
    map_stats(&map, &stats);
    assert(stats.entries == 1 + (SWAPPERS > 0) + ADDERS);
    assert(stats.buckets > MAP_STRIPES || ADDERS == 0);
    struct pair value;
    for (int i = 0; i < ADDERS; i++) {
        int key = keys[1 + i];
        assert(map_get(&map, key, &value) && value.first == key);
        error = map_remove(&map, key);
        assert(!error);
    }
    assert(map_remove(&map, 3) == ENOENT);
    assert(map_get(&map, SHARED_KEY, &value));
    map_destroy(&map);
    return EXIT_SUCCESS;
}
