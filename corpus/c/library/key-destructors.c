/* The values of keys are destroyed when a thread ends. Two threads have two values each, and every destructor counts: four
 * updates of one counter, two by each thread in order, so 4 over 2 = 6 executions.
 *
 * expect: 6
 *
 * A destructor that sets a new value is called again, four times in all; with one thread left to do so, 1 execution.
 *
 * expect -DAGAIN: 1
 *
 * That main returns is the end of the program, not of a thread: nothing is destroyed.
 *
 * expect -DMAIN: 1
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static pthread_key_t key;
static tss_t other;
static atomic_int destroyed;

static void destroy(void *value) {
    free(value);
    destroyed++;
#ifdef AGAIN
    pthread_setspecific(key, malloc(1));
#endif
}

static void *run(void *unused) {
    (void)unused;
    pthread_setspecific(key, malloc(1));
#ifndef AGAIN
    tss_set(other, malloc(1));
#endif
    return NULL;
}

#ifdef MAIN
static void check(void) { assert(destroyed == 0); }
#endif

int main(void) {
    pthread_key_create(&key, destroy);
    tss_create(&other, destroy);
#ifdef MAIN
    run(NULL);
    atexit(check);
#else
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
#ifndef AGAIN
    pthread_create(&b, NULL, run, NULL);
    pthread_join(b, NULL);
#endif
    pthread_join(a, NULL);
    assert(destroyed == 4);
#endif
    return 0;
}
