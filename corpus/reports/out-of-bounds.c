/* The ticket is one too high. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct slot { int owner; int round; };
static struct slot *slots;
static atomic_int tickets;

static void *take(void *arg) {
    int mine = atomic_fetch_add(&tickets, 1) + 1;
    slots[mine].owner = (int)(long)arg;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    slots = malloc(2 * sizeof *slots);
    pthread_create(&a, NULL, take, (void *)1);
    pthread_create(&b, NULL, take, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(slots);
    return 0;
}
