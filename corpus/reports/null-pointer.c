/* Nobody waits for the configuration. */
#include <pthread.h>
#include <stdatomic.h>

struct config { int version; int level; };
static struct config defaults = { 1, 3 };
static _Atomic(struct config *) current;

static void *load(void *arg) {
    atomic_store_explicit(&current, &defaults, memory_order_release);
    return arg;
}

int main(void) {
    pthread_t loader;
    pthread_create(&loader, NULL, load, NULL);
    struct config *config = atomic_load_explicit(&current, memory_order_acquire);
    int level = config->level;
    pthread_join(loader, NULL);
    return level;
}
