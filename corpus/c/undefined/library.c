/* What annex J.2 of the C standard lists of the library, and POSIX of its own, one each.
 *
 * expect rc11: 1
 *
 * Characters and numbers.
 *
 * expect rc11 -DISALPHA: undefined-behaviour or invalid-access
 * expect rc11 -DTOUPPER: undefined-behaviour
 * expect rc11 -DABS: undefined-behaviour
 * expect rc11 -DLABS: undefined-behaviour
 * expect rc11 -DATOI: undefined-behaviour
 *
 * Strings.
 *
 * expect rc11 -DNULL_STRLEN: null-access
 * expect rc11 -DENDLESS: invalid-access
 * expect rc11 -DTOO_LONG: invalid-access
 * expect rc11 -DAPPEND: invalid-access
 * expect rc11 -DSPRINTF: invalid-access
 * expect rc11 -DMEMCPY: invalid-access
 * expect rc11 -DMEMCPY_NULL: null-access
 * expect rc11 -DMEMSET: invalid-access
 * expect rc11 -DNO_TOKEN: null-access
 *
 * Memory.
 *
 * expect rc11 -DFREE_TWICE: double-free
 * expect rc11 -DFREE_LOCAL: invalid-free
 * expect rc11 -DFREE_MIDDLE: invalid-free
 * expect rc11 -DREALLOC_FREED: use-after-free or double-free or invalid-free
 * expect rc11 -DREALLOC_LOCAL: invalid-free
 *
 * Threads.
 *
 * expect rc11 -DUNLOCK: invalid-unlock
 * expect rc11 -DDESTROY_LOCKED: invalid-lock
 * expect rc11 -DDESTROYED: invalid-lock
 * expect rc11 -DINIT_LOCKED: invalid-lock
 * expect rc11 -DWAIT_UNLOCKED: invalid-unlock
 * expect rc11 -DRELOCK: deadlock
 * expect rc11 -DJOIN_SELF: invalid-join
 * expect rc11 -DJOIN_NONE: invalid-join
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void) {
    volatile int three_hundred = 300, least = INT_MIN;
    volatile long least_long = LONG_MIN;
    char small[4] = "abc", none[4] = {'a', 'b', 'c', 'd'}, *heap;
    char *volatile null = NULL;
#ifdef ISALPHA
    return isalpha(three_hundred);
#elif defined TOUPPER
    return (toupper)(three_hundred);
#elif defined ABS
    return abs(least) < 0;
#elif defined LABS
    return labs(least_long) < 0;
#elif defined ATOI
    return atoi("99999999999") == 0;
#elif defined NULL_STRLEN
    return strlen(null);
#elif defined ENDLESS
    return strlen(none);
#elif defined TOO_LONG
    strcpy(small, "abcd");
#elif defined APPEND
    strcat(small, "d");
#elif defined SPRINTF
    sprintf(small, "%d", 12345);
#elif defined MEMCPY
    memcpy(small, "abcdefg", 8);
#elif defined MEMCPY_NULL
    memcpy(small, null, 1);
#elif defined MEMSET
    memset(small, 0, three_hundred);
#elif defined NO_TOKEN
    return strtok_r(NULL, " ", (char **)&null) != NULL || strlen(null);
#elif defined FREE_TWICE
    heap = malloc(4);
    free(heap);
    free(heap);
#elif defined FREE_LOCAL
    free(small);
#elif defined FREE_MIDDLE
    heap = malloc(4);
    free(heap + 1);
#elif defined REALLOC_FREED
    heap = malloc(4);
    free(heap);
    heap = realloc(heap, 8);
#elif defined REALLOC_LOCAL
    heap = realloc(small, 8);
#elif defined UNLOCK
    pthread_mutex_unlock(&mutex);
#elif defined DESTROY_LOCKED
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex);
#elif defined DESTROYED
    pthread_mutex_destroy(&mutex);
    pthread_mutex_lock(&mutex);
#elif defined INIT_LOCKED
    pthread_mutex_lock(&mutex);
    pthread_mutex_init(&mutex, NULL);
#elif defined WAIT_UNLOCKED
    pthread_cond_wait(&condition, &mutex);
#elif defined RELOCK
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
#elif defined JOIN_SELF
    pthread_join(pthread_self(), NULL);
#elif defined JOIN_NONE
    pthread_join(7, NULL);
#else
    // What the standard allows, or will: nothing is copied from nowhere.
    memcpy(small, null, 0);
    heap = realloc(NULL, 4);
    free(heap);
    free(NULL);
    int ends = isalpha(EOF) || toupper('a') != 'A' || abs(-5) != 5 || atoi("-12x") != -12;
    return ends || strlen(small) != 3;
#endif
    (void)heap, (void)none, (void)least, (void)least_long, (void)condition;
    return 0;
}
