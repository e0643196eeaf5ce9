/* Dekker's entry protocol without fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int inside;

static void *enter(void *arg) {
    long me = (long)arg;
    atomic_store_explicit(&wants[me], 1, memory_order_release);
    if (!atomic_load_explicit(&wants[1 - me], memory_order_acquire))
        assert(atomic_fetch_add(&inside, 1) == 0);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, enter, (void *)0);
    pthread_create(&b, NULL, enter, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
