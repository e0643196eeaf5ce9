/* Cutting strings: two threads cut strings of their own, so there is 1 execution.
 *
 * expect: 1
 *
 * strtok remembers where it is in one place for all threads: a race.
 *
 * expect -DSTRTOK: race
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *sum(void *text) {
    long sum = 0;
#ifdef STRTOK
    for (char *t = strtok(text, ",; "); t; t = strtok(NULL, ",; ")) sum += strtol(t, NULL, 10);
#else
    char *rest;
    for (char *t = strtok_r(text, ",; ", &rest); t; t = strtok_r(NULL, ",; ", &rest)) sum += strtol(t, NULL, 10);
#endif
    return (void *)sum;
}

int main(void) {
    char *first = strdup("1,2;3"), second[] = " 10 20 ";
    pthread_t threads[2];
    void *sums[2];
    pthread_create(&threads[0], NULL, sum, first);
    pthread_create(&threads[1], NULL, sum, second);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], &sums[i]);
    assert((long)sums[0] == 6 && (long)sums[1] == 30);
    free(first);

    char pair[] = "key=value", *rest = pair, *part = strsep(&rest, "=");
    assert(!strcmp(part, "key") && !strcmp(rest, "value") && !strsep(&rest, "=")[5] && rest == NULL);
    char *begun = strndup("hello", 3);
    assert(!strcmp(begun, "hel") && strpbrk("hello", "xl")[0] == 'l' && !strpbrk("hello", "x"));
    free(begun);
    int x, y;
    unsigned long z;
    char word[8];
    assert(sscanf("3, -4 0x1f name", "%d, %d %lx %7s", &x, &y, &z, word) == 4);
    assert(x == 3 && y == -4 && z == 31 && !strcmp(word, "name"));
    assert(sscanf("3", "%d %d", &x, &y) == 1 && sscanf("", "%d", &x) == -1 && sscanf("a", "%d", &x) == 0);
    char *end;
    assert(strtod("2.5e1z", &end) == 25.0 && *end == 'z' && atof("-.5") == -0.5 && strtod("1ex", &end) == 1 && *end == 'e');
    assert(div(-7, 2).quot == -3 && ldiv(7, 2).rem == 1);
    return 0;
}
