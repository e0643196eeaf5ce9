/* What annex J.2 of the C standard lists of the language, one each. Of what is not found here, SOUNDNESS.md says why.
 *
 * expect rc11: 1
 *
 * Arithmetic.
 *
 * expect rc11 -DDIVISION: undefined-behaviour
 * expect rc11 -DREMAINDER: undefined-behaviour
 * expect rc11 -DQUOTIENT: undefined-behaviour
 * expect rc11 -DREST: undefined-behaviour
 * expect rc11 -DSUM: undefined-behaviour
 * expect rc11 -DPRODUCT: undefined-behaviour
 * expect rc11 -DNEGATION: undefined-behaviour
 * expect rc11 -DINCREMENT: undefined-behaviour
 * expect rc11 -DSHIFT_FAR: undefined-behaviour
 * expect rc11 -DSHIFT_NEGATIVE: undefined-behaviour
 * expect rc11 -DTO_INTEGER: undefined-behaviour
 * expect rc11 -DTO_UNSIGNED: undefined-behaviour
 *
 * Objects and pointers.
 *
 * expect rc11 -DUNWRITTEN: uninitialised-read
 * expect rc11 -DUNWRITTEN_HEAP: uninitialised-read
 * expect rc11 -DNULL_POINTER: null-access
 * expect rc11 -DNULL_MEMBER: null-access
 * expect rc11 -DBEFORE: invalid-access
 * expect rc11 -DBEHIND: invalid-access
 * expect rc11 -DDANGLING: use-after-free
 * expect rc11 -DFREED: use-after-free
 * expect rc11 -DWILD: invalid-access
 * expect rc11 -DDIFFERENCE: undefined-behaviour
 * expect rc11 -DFIXED_DIFFERENCE: undefined-behaviour
 * expect rc11 -DARRAY: use-after-free
 * expect rc11 -DARRAY_ROUND: use-after-free
 * expect rc11 -DARRAYS: 1
 * expect rc11 -DROUND: use-after-free
 * expect rc11 -DROUNDS: 1
 * expect rc11 -DLITERAL: invalid-access
 * expect rc11 -DCONSTANT: invalid-access
 * expect rc11 -DUNALIGNED: undefined-behaviour
 *
 * Functions.
 *
 * expect rc11 -DRESULT: uninitialised-read or undefined-behaviour
 * expect rc11 -DTHREAD_RESULT: uninitialised-read
 * expect rc11 -DVOID_RESULT: uninitialised-read
 * expect rc11 -DARGUMENTS: invalid-access
 * expect rc11 -DNORETURN: undefined-behaviour
 * expect rc11 -DUNREACHABLE: undefined-behaviour
 *
 * Threads.
 *
 * expect rc11 -DRACE: race
 */
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const int constant = 1;
static int one[4], other[4], shared;
struct pair { int first, second; };

static int *dangling(void) {
    int local = 1;
    int *volatile pointer = &local;
    return pointer;
}

#if defined RESULT
static int no_result(int n) {
    if (n) return n;
}
#endif

static void *thread_without_result(void *unused) { (void)unused; }

static void returns_nothing(void *unused) { (void)unused; }

static void *write_shared(void *unused) {
    shared = 1;
    return unused;
}

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int result = 0;
    for (int i = 0; i < count; i++) result += va_arg(list, int);
    va_end(list);
    return result;
}

#ifdef NORETURN
__attribute__((noreturn)) static void never_returns(void) {}
#endif

int main(void) {
    volatile int zero = 0, least = INT_MIN, most = INT_MAX, far = 32, minus = -1;
    volatile double large = 1e20, negative = -5;
    pthread_t thread;
    void *result = NULL;
    int n;
#ifdef DIVISION
    return 1 / zero;
#elif defined REMAINDER
    return 1 % zero;
#elif defined QUOTIENT
    return least / minus;
#elif defined REST
    return least % minus;
#elif defined SUM
    return most + 1 < 0;
#elif defined PRODUCT
    return most * 2 < 0;
#elif defined NEGATION
    return -least < 0;
#elif defined INCREMENT
    n = most;
    n++;
    return n < 0;
#elif defined SHIFT_FAR
    return 1 << far;
#elif defined SHIFT_NEGATIVE
    return 1 << minus;
#elif defined TO_INTEGER
    return (int)large;
#elif defined TO_UNSIGNED
    return (int)(unsigned)negative;
#elif defined UNWRITTEN
    return n;
#elif defined UNWRITTEN_HEAP
    int *heap = malloc(sizeof *heap);
    n = *heap;
    free(heap);
    return n;
#elif defined NULL_POINTER
    int *volatile pointer = NULL;
    return *pointer;
#elif defined NULL_MEMBER
    struct pair *volatile pointer = NULL;
    return pointer->second;
#elif defined BEFORE
    return one[minus];
#elif defined BEHIND
    return one[far];
#elif defined DANGLING
    return *dangling();
#elif defined FREED
    int *heap = calloc(1, sizeof *heap);
    free(heap);
    return *heap;
#elif defined WILD
    return *(int *)(uintptr_t)(0x1234560 + zero);
#elif defined DIFFERENCE
    int *volatile first = one, *volatile second = other;
    return second - first > 0;
#elif defined FIXED_DIFFERENCE
    return &one[1] - &other[0] > 0;
#elif defined ARRAY
    int *pointer;
    {
        int array[2 - zero];
        array[0] = 1;
        pointer = array;
    }
    return *pointer;
#elif defined ARRAY_ROUND
    int *pointer = NULL;
    for (int i = 1; i < 3; i++) {
        int array[i + zero];
        array[0] = i;
        if (i == 2) return *pointer;
        pointer = array;
    }
#elif defined ROUND
    int *pointer = NULL;
    n = 0;
    for (int i = 0; i < 2; i++) {
        int local = i;
        if (i) n = *pointer;
        pointer = &local;
    }
    return n;
#elif defined ROUNDS
    // Forgotten before the next round, or of this one.
    n = 0;
    for (int i = 0; i < 3; i++) {
        int local = i, *pointer = &local, *volatile kept = &local;
        if (i) n += *pointer + *kept;
    }
    return n == 6 ? 0 : 1 / zero;
#elif defined ARRAYS
    // One inside of another, and one in each round.
    int outer[2 - zero], total = 0;
    outer[0] = outer[1] = 1;
    for (int i = 1; i < 4; i++) {
        int array[i + zero], *pointer = array;
        for (int j = 0; j < i; j++) pointer[j] = outer[j % 2];
        for (int j = 0; j < i; j++) total += array[j];
    }
    return total + outer[1] == 7 ? 0 : 1 / zero;
#elif defined LITERAL
    char *volatile text = (char *)"text";
    text[0] = 'T';
#elif defined CONSTANT
    *(int *)&constant = zero;
#elif defined UNALIGNED
    char bytes[16] = "";
    int *volatile pointer = (int *)(bytes + 1);
    return *pointer;
#elif defined RESULT
    return no_result(zero);
#elif defined THREAD_RESULT
    pthread_create(&thread, NULL, thread_without_result, NULL);
    pthread_join(thread, &result);
    return result == NULL;
#elif defined VOID_RESULT
    pthread_create(&thread, NULL, (void *(*)(void *))returns_nothing, NULL);
    pthread_join(thread, &result);
    return result == NULL;
#elif defined ARGUMENTS
    return sum(2, 1);
#elif defined NORETURN
    never_returns();
#elif defined UNREACHABLE
    if (!zero) __builtin_unreachable();
#elif defined RACE
    pthread_create(&thread, NULL, write_shared, NULL);
    n = shared;
    pthread_join(thread, NULL);
#else
    // Defined, or not looked at.
    n = most + 1;
    int *first = one, *end = one + 4;
    unsigned wraps = UINT_MAX;
    wraps++;
    pthread_create(&thread, NULL, thread_without_result, NULL);
    pthread_join(thread, &result);
    return sum(2, 1, 2) != 3 || end - first != 4 || wraps != 0 || (constant >> 31) != 0;
#endif
    (void)dangling, (void)thread_without_result, (void)returns_nothing, (void)write_shared, (void)sum, (void)other;
    (void)result, (void)n, (void)thread, (void)large, (void)negative;
    return 0;
}
