#include "pool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "freelist.h"

/* Adds a chunk and returns one of its slots; the others go on the stack. Called with grow_lock held. */
static struct slot *add_chunk(struct pool *pool, unsigned long *retries) {
    uint32_t number = atomic_load_explicit(&pool->chunk_count, memory_order_relaxed);
    if (number == pool->config.max_chunks)
        return NULL;
    uint32_t slots = pool->config.slots_per_chunk;
    unsigned char *base = malloc(slots * pool->stride);
    if (!base)
        return NULL;
    struct slot *previous = NULL;
    for (uint32_t i = 0; i < slots; i++) {
        struct slot *slot = (struct slot *)(base + i * pool->stride);
        slot->index = number * slots + i;
        atomic_init(&slot->state, SLOT_FREE);
        atomic_init(&slot->next, POOL_NIL);
        if (previous)
            atomic_init(&previous->next, slot->index);
        previous = slot;
    }
    atomic_store_explicit(&pool->chunks[number], base, memory_order_release);
    atomic_store_explicit(&pool->chunk_count, number + 1, memory_order_relaxed);
    struct slot *first = (struct slot *)base;
    if (slots > 1)
        freelist_push_chain(pool, (struct slot *)(base + pool->stride), previous, retries);
    return first;
}

static struct slot *grow(struct pool *pool, unsigned long *retries) {
    if (atomic_load_explicit(&pool->chunk_count, memory_order_relaxed) == pool->config.max_chunks)
        return NULL;
    pthread_mutex_lock(&pool->grow_lock);
    /* Someone else may have grown the pool while we waited for the lock. */
    struct slot *slot = freelist_pop(pool, retries);
    if (!slot)
        slot = add_chunk(pool, retries);
    pthread_mutex_unlock(&pool->grow_lock);
    return slot;
}

int pool_init(struct pool *pool, const struct pool_config *config) {
    if (config->object_size == 0 || config->slots_per_chunk == 0)
        return EINVAL;
    if (config->max_chunks == 0 || config->max_chunks > POOL_MAX_CHUNKS)
        return EINVAL;
    if (config->slots_per_chunk > POOL_NIL / POOL_MAX_CHUNKS)
        return EOVERFLOW;
    size_t align = alignof(max_align_t);
    memset(pool, 0, sizeof *pool);
    pool->config = *config;
    pool->stride = (sizeof(struct slot) + config->object_size + align - 1) / align * align;
    atomic_init(&pool->free, head_pack(0, POOL_NIL));
    int error = pthread_mutex_init(&pool->grow_lock, NULL);
    if (error)
        return error;
    unsigned long retries = 0;
    struct slot *slot = add_chunk(pool, &retries);
    if (!slot) {
        pthread_mutex_destroy(&pool->grow_lock);
        return ENOMEM;
    }
    freelist_push_chain(pool, slot, slot, &retries);
    return 0;
}

/* Refuses as long as there are live objects. */
int pool_destroy(struct pool *pool) {
    if (pool_count_free(pool) != pool_capacity(pool))
        return EBUSY;
    uint32_t count = atomic_load_explicit(&pool->chunk_count, memory_order_relaxed);
    for (uint32_t i = 0; i < count; i++)
        free(atomic_load_explicit(&pool->chunks[i], memory_order_relaxed));
    return pthread_mutex_destroy(&pool->grow_lock);
}

uint32_t pool_capacity(struct pool *pool) {
    return atomic_load_explicit(&pool->chunk_count, memory_order_relaxed) * pool->config.slots_per_chunk;
}

uint32_t pool_count_free(struct pool *pool) {
    uint32_t count = 0;
    uint32_t index = head_index(atomic_load_explicit(&pool->free, memory_order_acquire));
    while (index != POOL_NIL) {
        count++;
        index = atomic_load_explicit(&pool_slot(pool, index)->next, memory_order_relaxed);
    }
    return count;
}

static struct slot *take(struct magazine *magazine) {
    struct pool *pool = magazine->pool;
    if (magazine->count > 0) {
        magazine->stats.from_magazine++;
        return pool_slot(pool, magazine->slots[--magazine->count]);
    }
    struct slot *slot = freelist_pop(pool, &magazine->stats.retries);
    return slot ? slot : grow(pool, &magazine->stats.retries);
}

void *pool_alloc(struct magazine *magazine) {
    struct slot *slot = take(magazine);
    if (!slot) {
        magazine->stats.exhausted++;
        return NULL;
    }
    atomic_store_explicit(&slot->state, SLOT_LIVE, memory_order_relaxed);
    magazine->stats.allocated++;
    return slot->object;
}

int pool_free(struct magazine *magazine, void *object) {
    if (!object)
        return 0;
    struct slot *slot = (struct slot *)((unsigned char *)object - offsetof(struct slot, object));
    if (atomic_exchange_explicit(&slot->state, SLOT_FREE, memory_order_relaxed) != SLOT_LIVE)
        return EINVAL; /* freed twice, or never allocated */
    magazine->stats.released++;
    if (magazine->count < magazine->capacity)
        magazine->slots[magazine->count++] = slot->index;
    else
        freelist_push_chain(magazine->pool, slot, slot, &magazine->stats.retries);
    return 0;
}
