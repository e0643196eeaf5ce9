/* A lock for writers with a sequence number for readers (a seqlock): odd while a writer is at work. */
#ifndef STRIPE_H
#define STRIPE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef BUG
#define BUG 0
#endif

struct entry;

struct stripe {
    pthread_mutex_t lock;
    _Atomic uint32_t sequence;
    uint32_t count;        /* of entries */
    struct entry *retired; /* removed, but readers may still look at them */
};

static inline int stripe_init(struct stripe *stripe) {
    atomic_init(&stripe->sequence, 0);
    stripe->count = 0;
    stripe->retired = NULL;
    return pthread_mutex_init(&stripe->lock, NULL);
}

static inline void stripe_lock(struct stripe *stripe) {
    pthread_mutex_lock(&stripe->lock);
}

static inline void stripe_unlock(struct stripe *stripe) {
    pthread_mutex_unlock(&stripe->lock);
}

static inline void stripe_write_begin(struct stripe *stripe) {
    uint32_t sequence = atomic_load_explicit(&stripe->sequence, memory_order_relaxed);
    atomic_store_explicit(&stripe->sequence, sequence + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
}

static inline void stripe_write_end(struct stripe *stripe) {
    uint32_t sequence = atomic_load_explicit(&stripe->sequence, memory_order_relaxed);
    atomic_store_explicit(&stripe->sequence, sequence + 1, memory_order_release);
}

/* False if a writer is at work. */
static inline bool stripe_read_begin(struct stripe *stripe, uint32_t *sequence) {
    *sequence = atomic_load_explicit(&stripe->sequence, memory_order_acquire);
    return *sequence % 2 == 0;
}

/* Whether what was read since stripe_read_begin belongs together. */
static inline bool stripe_read_end(struct stripe *stripe, uint32_t sequence) {
#if BUG != 2
    atomic_thread_fence(memory_order_acquire);
#endif
    return atomic_load_explicit(&stripe->sequence, memory_order_relaxed) == sequence;
}

#endif
