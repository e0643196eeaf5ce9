/* A counter that starts too high. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter = INT_MAX - 1;

static void *count(void *arg) {
    int now = atomic_load(&counter);
    int next = now + 1;
    if (next > 0)
        atomic_store(&counter, next);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
