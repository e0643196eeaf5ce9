/* A message is published with a relaxed store. */
#include <pthread.h>
#include <stdatomic.h>

struct message { int size; int body[2]; };
static struct message message;
static atomic_bool ready;

static void fill(struct message *m) {
    m->size = 2;
    m->body[1] = 7;
}

static void *sender(void *arg) {
    fill(&message);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static void *receiver(void *arg) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        return &message.body[message.size - 1];
    return arg;
}

int main(void) {
    pthread_t s, r;
    pthread_create(&s, NULL, sender, NULL);
    pthread_create(&r, NULL, receiver, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
