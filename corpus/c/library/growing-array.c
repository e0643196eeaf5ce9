/* An array that grows with realloc under a lock, in whichever thread finds it full. Two threads lock twice each: 4 over 2 = 6
 * orders.
 *
 * expect: 6
 *
 * Without the lock.
 *
 * expect -DUNLOCKED: race
 *
 * A pointer into the array from before it grew.
 *
 * expect -DSTALE: use-after-free
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *values;
static size_t count, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
#ifndef UNLOCKED
    pthread_mutex_lock(&lock);
#endif
    if (count == room) {
        room = room ? 2 * room : 1;
        values = realloc(values, room * sizeof *values);
    }
    values[count++] = value;
#ifndef UNLOCKED
    pthread_mutex_unlock(&lock);
#endif
}

static void *run(void *first) {
    push(*(int *)first);
    push(*(int *)first + 1);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int firsts[2] = {0, 2}, sum = 0;
#ifdef STALE
    push(0);
    int *stale = values;
#endif
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, &firsts[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
#ifdef STALE
    *stale = 1;
#endif
    for (size_t i = 0; i < count; i++) sum += values[i];
    assert(count == 4 && sum == 6);
    free(values);
    return 0;
}
