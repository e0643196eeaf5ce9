/* Threads allocate, use and release messages. One of them gives its spare slots back while it still has a message. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "pool.h"

#ifndef SLOTS
#define SLOTS 2 /* per chunk */
#endif
#ifndef CHUNKS
#define CHUNKS 1
#endif
#ifndef CLIENTS
#define CLIENTS 1
#endif

struct message {
    int sender;
    int sequence;
};

struct worker {
    pthread_t thread;
    struct pool *pool;
    int id;
    struct pool_stats stats;
};

static void fill(struct message *message, int sender, int sequence) {
    message->sender = sender;
    message->sequence = sequence;
}

static void check(const struct message *message, int sender, int sequence) {
    assert(message->sender == sender);
    assert(message->sequence == sequence);
}

/* Holds two messages at a time. */
static void *client(void *argument) {
    struct worker *worker = argument;
    struct magazine magazine;
    int error = magazine_init(&magazine, worker->pool, 0);
    assert(!error);
    struct message *first = pool_alloc(&magazine);
    if (first)
        fill(first, worker->id, 1);
    struct message *second = pool_alloc(&magazine);
    if (second)
        fill(second, worker->id, 2);
    if (first)
        check(first, worker->id, 1);
    error = pool_free(&magazine, second);
    assert(!error);
    error = pool_free(&magazine, first);
    assert(!error);
    magazine_fini(&magazine);
    worker->stats = magazine.stats;
    return NULL;
}

/* Has a magazine, and returns its contents before it is done with its second message. */
static void *flusher(void *argument) {
    struct worker *worker = argument;
    struct magazine magazine;
    int error = magazine_init(&magazine, worker->pool, 1);
    assert(!error);
    struct message *first = pool_alloc(&magazine);
    struct message *second = pool_alloc(&magazine);
    if (second)
        fill(second, worker->id, 7);
    error = pool_free(&magazine, first);
    assert(!error);
    magazine_flush(&magazine);
    if (second)
        check(second, worker->id, 7);
    error = pool_free(&magazine, second);
    assert(!error);
    magazine_fini(&magazine);
    worker->stats = magazine.stats;
    return NULL;
}

int main(void) {
    struct pool pool;
    struct pool_config config = {.object_size = sizeof(struct message), .slots_per_chunk = SLOTS, .max_chunks = CHUNKS};
    int error = pool_init(&pool, &config);
    if (error) {
        printf("pool_init: %d\n", error);
        return EXIT_FAILURE;
    }
    struct worker workers[CLIENTS + 1];
    for (int i = 0; i <= CLIENTS; i++) {
        workers[i] = (struct worker){.pool = &pool, .id = i + 1};
        error = pthread_create(&workers[i].thread, NULL, i < CLIENTS ? client : flusher, &workers[i]);
        assert(!error);
    }
    struct pool_stats total = {0};
    for (int i = 0; i <= CLIENTS; i++) {
        pthread_join(workers[i].thread, NULL);
        pool_stats_add(&total, &workers[i].stats);
    }
    assert(total.allocated == total.released);
    assert(total.allocated + total.exhausted == 2 * (CLIENTS + 1));
    assert(pool_count_free(&pool) == pool_capacity(&pool));
    error = pool_destroy(&pool);
    assert(!error);
    return EXIT_SUCCESS;
}
