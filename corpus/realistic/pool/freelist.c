#include "freelist.h"

#if BUG == 2
#define PUSH_ORDER memory_order_relaxed
#else
#define PUSH_ORDER memory_order_release
#endif

struct slot *pool_slot(struct pool *pool, uint32_t index) {
    uint32_t chunk = index / pool->config.slots_per_chunk;
    uint32_t within = index % pool->config.slots_per_chunk;
    unsigned char *base = atomic_load_explicit(&pool->chunks[chunk], memory_order_acquire);
    return (struct slot *)(base + within * pool->stride);
}

void freelist_push_chain(struct pool *pool, struct slot *first, struct slot *last, unsigned long *retries) {
    uint64_t head = atomic_load_explicit(&pool->free, memory_order_relaxed);
    for (;;) {
        atomic_store_explicit(&last->next, head_index(head), memory_order_relaxed);
        uint64_t pushed = head_pack(head_tag(head) + 1, first->index);
        if (atomic_compare_exchange_strong_explicit(&pool->free, &head, pushed, PUSH_ORDER, memory_order_relaxed))
            return;
        ++*retries;
    }
}

struct slot *freelist_pop(struct pool *pool, unsigned long *retries) {
    uint64_t head = atomic_load_explicit(&pool->free, memory_order_acquire);
    for (;;) {
        uint32_t index = head_index(head);
        if (index == POOL_NIL)
            return NULL;
        struct slot *slot = pool_slot(pool, index);
        /* May belong to someone else by now; then the exchange fails. */
        uint32_t next = atomic_load_explicit(&slot->next, memory_order_relaxed);
        uint64_t popped = head_pack(head_tag(head) + 1, next);
        if (atomic_compare_exchange_strong_explicit(&pool->free, &head, popped, memory_order_acquire,
                                                    memory_order_acquire))
            return slot;
        ++*retries;
    }
}
