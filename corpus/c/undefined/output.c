/* What is printed is used. Nothing but output depends on the wrong value, or on the string, or on the argument.
 *
 * expect rc11: 1
 * expect rc11 -DOVERFLOW: undefined-behaviour
 * expect rc11 -DSHIFT: undefined-behaviour
 * expect rc11 -DCONVERSION: undefined-behaviour
 * expect rc11 -DUNWRITTEN: uninitialised-read
 * expect rc11 -DPUTCHAR: undefined-behaviour
 * expect rc11 -DSTATUS: undefined-behaviour
 * expect rc11 -DEXIT: undefined-behaviour
 * expect rc11 -DWRITE: undefined-behaviour
 * expect rc11 -DFWRITE: undefined-behaviour
 *
 * A format and its arguments.
 *
 * expect rc11 -DFEW: undefined-behaviour
 * expect rc11 -DFEW_STAR: undefined-behaviour
 * expect rc11 -DFEW_LIST: invalid-access or undefined-behaviour
 * expect rc11 -DINT_FOR_LONG: undefined-behaviour
 * expect rc11 -DLONG_FOR_INT: undefined-behaviour
 * expect rc11 -DDOUBLE_FOR_INT: undefined-behaviour
 * expect rc11 -DINT_FOR_DOUBLE: undefined-behaviour
 * expect rc11 -DINT_FOR_STRING: undefined-behaviour
 * expect rc11 -DPOINTER_FOR_INT: undefined-behaviour
 * expect rc11 -DNO_CONVERSION: undefined-behaviour
 * expect rc11 -DENDS: undefined-behaviour
 * expect rc11 -DSTORED: undefined-behaviour
 * expect rc11 -DCOUNT: 1
 * expect rc11 -DCOUNT_CONSTANT: invalid-access
 *
 * The strings.
 *
 * expect rc11 -DNULL_STRING: null-access
 * expect rc11 -DNULL_PUTS: null-access
 * expect rc11 -DNULL_STREAM: null-access
 * expect rc11 -DSTREAMS: 1
 * expect rc11 -DENDLESS: invalid-access
 * expect rc11 -DENDLESS_PRECISION: 1
 * expect rc11 -DFREED: use-after-free
 * expect rc11 -DBLANK: uninitialised-read
 * expect rc11 -DTOO_MANY: invalid-access
 * expect rc11 -DRACE: race
 * expect rc11 -DRACE_PUTS: race
 * expect rc11 -DRACE_WRITE: race
 *
 * A text may be long.
 *
 * expect rc11 -DLONG: 1
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char shared[8] = "shared";

void *write_shared(void *unused) {
    shared[1] = 'H';
    return unused;
}

void print_list(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void) {
    volatile int most = INT_MAX, forty = 40;
    volatile double large = 1e30;
    int sum, word = 1;
    char text[8] = "abc";
#ifdef OVERFLOW
    printf("%d\n", most + 1);
#elif defined SHIFT
    printf("%d\n", 1 << forty);
#elif defined CONVERSION
    printf("%d\n", (int)large);
#elif defined UNWRITTEN
    printf("%d\n", sum);
#elif defined PUTCHAR
    putchar(most + 1);
#elif defined STATUS
    return most + 1;
#elif defined EXIT
    exit(1 << forty);
#elif defined WRITE
    sum = most + 1;
    write(1, &sum, sizeof sum);
#elif defined FWRITE
    sum = most + 1;
    fwrite(&sum, sizeof sum, 1, stdout);
#elif defined FEW
    printf("%d %d\n", 1);
#elif defined FEW_STAR
    printf("%*d\n", 1);
#elif defined FEW_LIST
    print_list("%d %d\n", 1);
#elif defined INT_FOR_LONG
    printf("%ld\n", word);
#elif defined LONG_FOR_INT
    printf("%d\n", 1L);
#elif defined DOUBLE_FOR_INT
    printf("%d\n", 1.0);
#elif defined INT_FOR_DOUBLE
    printf("%f\n", word);
#elif defined INT_FOR_STRING
    printf("%s\n", word);
#elif defined POINTER_FOR_INT
    printf("%x\n", &word);
#elif defined NO_CONVERSION
    printf("%y\n", word);
#elif defined ENDS
    printf("100%");
#elif defined STORED
    char out[16];
    snprintf(out, sizeof out, "%s", word);
#elif defined COUNT
    printf("abc%n", &word);
    assert(word == 3);
#elif defined COUNT_CONSTANT
    static const int place = 1;
    printf("abc%n", (int *)&place);
#elif defined NULL_STRING
    printf("%s\n", (char *)NULL);
#elif defined NULL_PUTS
    const char *volatile none = NULL;
    puts(none);
#elif defined NULL_STREAM
    FILE *volatile none = NULL;
    fputs(text, none);
#elif defined STREAMS
    fputs(text, stdout);
    fputc('x', stderr);
    fprintf(stderr, "%s\n", text);
    fwrite(text, 1, 2, stdout);
    setbuf(stdout, NULL);
    fflush(NULL);
#elif defined ENDLESS
    memset(text, 'x', sizeof text);
    printf("%s\n", text);
#elif defined ENDLESS_PRECISION
    memset(text, 'x', sizeof text);
    printf("%.8s\n", text);
#elif defined FREED
    char *copy = strdup(text);
    free(copy);
    puts(copy);
#elif defined BLANK
    char *copy = malloc(8);
    puts(copy);
#elif defined TOO_MANY
    fwrite(text, 1, sizeof text + 1, stdout);
#elif defined RACE || defined RACE_PUTS || defined RACE_WRITE
    pthread_t thread;
    pthread_create(&thread, NULL, write_shared, NULL);
#ifdef RACE
    printf("%s\n", shared);
#elif defined RACE_PUTS
    puts(shared);
#else
    write(1, shared, 4);
#endif
    pthread_join(thread, NULL);
#elif defined LONG
    char out[16] = "";
    assert(snprintf(NULL, 0, "%1000000000d", 1) == 1000000000);
    assert(snprintf(out, sizeof out, "%-100000d", 1) == 100000 && !strcmp(out, "1              "));
    assert(snprintf(NULL, 0, "%.1000000000d", 1) == 1000000000);
    assert(snprintf(NULL, 0, "%.1000000000f", 1.5) == 1000000002);
    assert(snprintf(NULL, 0, "%*d", INT_MAX, 1) == INT_MAX);
    assert(snprintf(NULL, 0, "%*d", -5000, 1) == 5000);
    assert(snprintf(NULL, 0, "%.*d", -5, 1) == 1);
    assert(snprintf(NULL, 0, "%2000000000d%2000000000d", 1, 1) < 0);
    assert(snprintf(NULL, 0, "%99999999999999999999d", 1) < 0);
    assert(snprintf(NULL, 0, "%1000000000s", "") == 1000000000);
    assert(snprintf(out, sizeof out, "%05.1f|%#o|%+d", 1.25, 8, 3) == 12 && !strcmp(out, "001.2|010|+3"));
#else
    // What is not looked at does no harm, and neither do more arguments than conversions.
    sum = most + 1;
    assert(printf("%d %ld %s %c %p %f %% %5.2f %zu %hhd\n", 1, 2L, text, 'c', (void *)text, 1.0, 2.0, sizeof word, 1) > 0);
    printf("no conversion\n", 1);
    printf("%s %d\n", shared, word);
    write(1, text, sizeof text);
    puts(text);
    perror(NULL);
#endif
    return 0;
}
