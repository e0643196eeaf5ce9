/* The stack of free slots (Treiber's). A tag that every change increases keeps a head that was taken off and put back
 * from being mistaken for one that never moved (the ABA problem). */
#ifndef FREELIST_H
#define FREELIST_H

#include "pool.h"

#ifndef BUG
#define BUG 0
#endif

static inline uint64_t head_pack(uint32_t tag, uint32_t index) {
#if BUG == 1
    tag = 0;
#endif
    return (uint64_t)tag << 32 | index;
}

static inline uint32_t head_index(uint64_t head) {
    return (uint32_t)head;
}

static inline uint32_t head_tag(uint64_t head) {
    return (uint32_t)(head >> 32);
}

/* The slot with an index. The index came out of the list, so the chunk was published before. */
struct slot *pool_slot(struct pool *pool, uint32_t index);

/* Puts a chain of slots, linked from first to last, on the stack. */
void freelist_push_chain(struct pool *pool, struct slot *first, struct slot *last, unsigned long *retries);

/* Takes one slot off; NULL if there is none. */
struct slot *freelist_pop(struct pool *pool, unsigned long *retries);

#endif
