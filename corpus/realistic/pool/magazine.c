#include <errno.h>
#include <string.h>

#include "freelist.h"

int magazine_init(struct magazine *magazine, struct pool *pool, uint32_t capacity) {
    if (capacity > POOL_MAGAZINE_MAX)
        return EINVAL;
    memset(magazine, 0, sizeof *magazine);
    magazine->pool = pool;
    magazine->capacity = capacity;
    return 0;
}

/* Gives all slots back to the pool, linked to a chain, in one step. */
void magazine_flush(struct magazine *magazine) {
    if (magazine->count == 0)
        return;
    struct pool *pool = magazine->pool;
    struct slot *first = pool_slot(pool, magazine->slots[0]);
    struct slot *last = first;
    for (uint32_t i = 1; i < magazine->count; i++) {
        struct slot *slot = pool_slot(pool, magazine->slots[i]);
        atomic_store_explicit(&last->next, slot->index, memory_order_relaxed);
        last = slot;
    }
    magazine->count = 0;
    freelist_push_chain(pool, first, last, &magazine->stats.retries);
}

void magazine_fini(struct magazine *magazine) {
    magazine_flush(magazine);
    magazine->pool = NULL;
}

void pool_stats_add(struct pool_stats *sum, const struct pool_stats *more) {
    sum->allocated += more->allocated;
    sum->released += more->released;
    sum->from_magazine += more->from_magazine;
    sum->retries += more->retries;
    sum->exhausted += more->exhausted;
}
