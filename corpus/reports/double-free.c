/* Two threads believe that they are the last one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object { atomic_int users; };
static struct object *shared;

static void *release(void *arg) {
    int users = atomic_load(&shared->users);
    atomic_store(&shared->users, users - 1);
    if (atomic_load(&shared->users) == 0)
        free(shared);
    return arg;
}

int main(void) {
    pthread_t a;
    shared = malloc(sizeof *shared);
    atomic_init(&shared->users, 1);
    pthread_create(&a, NULL, release, NULL);
    pthread_join(a, NULL);
    free(shared);
    return 0;
}
