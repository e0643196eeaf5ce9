/* qsort and bsearch call the program back. Two threads sort arrays of their own, which nobody else touches meanwhile: 1 execution.
 *
 * expect: 1
 *
 * Both sort the same array: whatever one moves, the other reads.
 *
 * expect -DSAME: race
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    int key;
    char name;
};

static struct item items[2][4] = {{{3, 'd'}, {1, 'b'}, {2, 'c'}, {0, 'a'}}, {{7, 'x'}, {5, 'v'}, {7, 'y'}, {6, 'w'}}};

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void *sort(void *array) {
    qsort(array, 4, sizeof(struct item), by_key);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
#ifdef SAME
        pthread_create(&threads[i], NULL, sort, items[0]);
#else
        pthread_create(&threads[i], NULL, sort, items[i]);
#endif
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++) assert(items[0][i].key == i && items[0][i].name == "abcd"[i]);
    assert(items[1][0].key == 5 && items[1][1].key == 6 && items[1][2].key == 7 && items[1][3].key == 7);
    struct item wanted = {6, 0};
    struct item *found = bsearch(&wanted, items[1], 4, sizeof wanted, by_key);
    assert(found == &items[1][1] && found->name == 'w');
    wanted.key = 4;
    assert(bsearch(&wanted, items[1], 4, sizeof wanted, by_key) == NULL);
    qsort(items[0], 0, sizeof wanted, by_key);
    return 0;
}
