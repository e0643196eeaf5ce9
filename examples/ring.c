/* A ring buffer for one producer and one consumer. As it stands, the producer publishes a slot with a relaxed store, so
   the consumer may read a slot that is still being written. Compile with -DFIXED for the version that is right. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 3

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

struct ring {
    int slots[SIZE];
    atomic_uint head; /* next slot to read */
    atomic_uint tail; /* next slot to write */
};

static struct ring ring;

static int push(struct ring *r, int value) {
    unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
    if (tail - atomic_load_explicit(&r->head, memory_order_acquire) == SIZE)
        return 0;
    r->slots[tail % SIZE] = value;
    atomic_store_explicit(&r->tail, tail + 1, PUBLISH);
    return 1;
}

static int pop(struct ring *r, int *value) {
    unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
    if (head == atomic_load_explicit(&r->tail, memory_order_acquire))
        return 0;
    *value = r->slots[head % SIZE];
    atomic_store_explicit(&r->head, head + 1, memory_order_release);
    return 1;
}

static void *producer(void *unused) {
    for (int i = 1; i <= ITEMS; i++)
        while (!push(&ring, i))
            ;
    return unused;
}

static void *consumer(void *unused) {
    for (int i = 1; i <= ITEMS; i++) {
        int value;
        while (!pop(&ring, &value))
            ;
        assert(value == i);
    }
    return unused;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
