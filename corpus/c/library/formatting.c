/* Formatting with lists of arguments. Two threads write to a log under a lock, in either order: 2 executions.
 *
 * expect: 2
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char lines[2][32];
static int count;

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    pthread_mutex_lock(&lock);
    int length = vsnprintf(lines[count], sizeof lines[count], format, list);
    assert(length == (int)strlen(lines[count]));
    count++;
    pthread_mutex_unlock(&lock);
    va_end(list);
}

static char *make(const char *format, ...) {
    va_list list;
    char *text;
    va_start(list, format);
    int length = vasprintf(&text, format, list);
    va_end(list);
    assert(length == (int)strlen(text));
    return text;
}

static void *run(void *number) {
    say("thread %d of %s, %5.2f%%", *(int *)number, "two", 50.0);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    int numbers[2] = {1, 2};
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, run, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    int first = lines[0][7] - '0';
    assert(!strcmp(lines[first - 1], "thread 1 of two, 50.00%") && !strcmp(lines[2 - first], "thread 2 of two, 50.00%"));

    char *text = make("%*d|%-4s|%.3s|%c|%lu|%zx|%llx", 4, 7, "ab", "abcdef", 'z', 123456789012ul, (size_t)255, 1ull << 40);
    assert(!strcmp(text, "   7|ab  |abc|z|123456789012|ff|10000000000"));
    free(text);
    text = make("");
    assert(*text == 0);
    free(text);
    assert(asprintf(&text, "%s%d", "x", 1) == 2 && !strcmp(text, "x1"));
    free(text);
    char small[4];
    assert(snprintf(small, sizeof small, "%d", 12345) == 5 && !strcmp(small, "123"));
    puts("done"), putchar('\n'), fputs("x", stdout), fputc('x', stderr), fprintf(stderr, "%d\n", 1), fflush(stdout);
    return 0;
}
