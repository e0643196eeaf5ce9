/* Calls of functions of another type than they have, arrays of a length that is none, and copies that overlap.
 *
 * expect rc11: 1
 * expect rc11 -DPARAMETER: undefined-behaviour
 * expect rc11 -DRESULT: undefined-behaviour
 * expect rc11 -DFEWER: undefined-behaviour
 * expect rc11 -DMORE: undefined-behaviour
 * expect rc11 -DVARIADIC: undefined-behaviour
 * expect rc11 -DNO_FUNCTION: invalid-access
 * expect rc11 -DNULL_FUNCTION: null-access or invalid-access
 * expect rc11 -DNEGATIVE: undefined-behaviour
 * expect rc11 -DNEGATIVE_LONG: undefined-behaviour
 * expect rc11 -DNONE: undefined-behaviour
 * expect rc11 -DUNKNOWN: uninitialised-read
 * expect rc11 -DALLOCA: 1
 * expect rc11 -DMEMCPY: undefined-behaviour
 * expect rc11 -DMEMCPY_SHARED: undefined-behaviour
 * expect rc11 -DASSIGNMENT: undefined-behaviour
 * expect rc11 -DMEMMOVE: 1
 * expect rc11 -DITSELF: 1
 * expect rc11 -DSTRCPY: undefined-behaviour
 * expect rc11 -DSTRNCPY: undefined-behaviour
 * expect rc11 -DSTRCAT: undefined-behaviour
 * expect rc11 -DSPRINTF: undefined-behaviour
 */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int twice(int n) { return 2 * n; }
static double half(double n) { return n / 2; }
static int sum(int count, ...) { return count; }
static int data;
static char text[16] = "abcdefg";
struct four { char bytes[4]; };

int main(void) {
    volatile int n = 4, minus = -1, none = 0;
    void *volatile function = (void *)twice;
    char local[16] = "abcdefg";
#ifdef PARAMETER
    return ((int (*)(double))function)(1.0) == 2;
#elif defined RESULT
    return ((long (*)(int))function)(1) == 2;
#elif defined FEWER
    return ((int (*)(void))function)() == 2;
#elif defined MORE
    return ((int (*)(int, int))function)(1, 2) == 2;
#elif defined VARIADIC
    function = (void *)sum;
    return ((int (*)(void))function)() == 2;
#elif defined NO_FUNCTION
    function = &data;
    return ((int (*)(int))function)(1);
#elif defined NULL_FUNCTION
    function = NULL;
    return ((int (*)(int))function)(1);
#elif defined NEGATIVE
    int array[minus];
    return sizeof array == 0;
#elif defined NEGATIVE_LONG
    char array[(long)minus];
    return sizeof array == 0;
#elif defined NONE
    int array[none];
    return sizeof array == 1;
#elif defined UNKNOWN
    int length;
    int array[length];
    return sizeof array == 1;
#elif defined ALLOCA
    return alloca(none) == NULL;
#elif defined MEMCPY
    memcpy(local + 1, local, n);
#elif defined MEMCPY_SHARED
    memcpy(text, text + 1, n);
#elif defined ASSIGNMENT
    *(struct four *)(local + 2) = *(struct four *)local;
#elif defined MEMMOVE
    memmove(local + 1, local, n);
    memcpy(local + 8, local, n);
    memcpy(local, local, 0);
#elif defined ITSELF
    struct four *volatile same = (struct four *)local;
    *same = *(struct four *)local;
#elif defined STRCPY
    strcpy(local + 1, local);
#elif defined STRNCPY
    strncpy(local + 1, local, 3);
#elif defined STRCAT
    strcat(local, local);
#elif defined SPRINTF
    sprintf(local, "%s!", local);
#else
    int array[n], table[n][n];
    array[n - 1] = table[3][3] = 0;
    function = (void *)half;
    if (((double (*)(double))function)(1.0) != 0.5) return 1;
    strcpy(local, text), strcat(local, text), sprintf(local, "%s", text), strncpy(local + 4, local, 4);
    return sum(1, 2, 3) != 1;
#endif
    return 0;
}
