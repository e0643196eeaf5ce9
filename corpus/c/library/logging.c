/* Output does nothing: streams are variables that never change, a list of variable arguments can be passed on, and the
 * only thing that two threads do is to take a lock in either order.
 *
 * expect: 2
 * expect -DINSIDE: invalid-access
 * expect -DARGUMENTS: 2
 *
 * vfprintf uses the list up: one who reads on reads behind the last argument.
 *
 * expect -DARGUMENTS -DTWICE: invalid-access
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int note(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&lock);
    fputs("note: ", stderr);
    int last = 0;
#ifdef ARGUMENTS
    va_list again;
    va_copy(again, arguments);
    last = va_arg(again, int);
    va_end(again);
#endif
    vfprintf(stderr, format, arguments);
#ifdef TWICE
    last = va_arg(arguments, int);
#endif
    pthread_mutex_unlock(&lock);
    va_end(arguments);
    return last;
}

static void *thread(void *name) {
    note("thread %d\n", *(int *)name);
    return NULL;
}

int main(void) {
    int names[2] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, thread, &names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    if (!stdin || stdout == stderr || fwrite("done", 1, 4, stdout) != 4)
        abort();
#ifdef INSIDE
    return *(char *)stdout;
#endif
    return 0;
}
