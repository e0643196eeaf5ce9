/* A pool of objects of one size. Allocation and release are lock-free: free slots form a stack whose head is an index with
 * a tag. The pool grows by whole chunks, up to a limit. Threads keep a few free slots in a magazine of their own. */
#ifndef POOL_H
#define POOL_H

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define POOL_MAX_CHUNKS 4
#define POOL_MAGAZINE_MAX 4
#define POOL_NIL UINT32_MAX

struct pool_config {
    size_t object_size;
    uint32_t slots_per_chunk;
    uint32_t max_chunks;
};

enum slot_state { SLOT_FREE, SLOT_LIVE };

/* What precedes each object. */
struct slot {
    uint32_t index;
    _Atomic uint32_t next; /* the slot below, while this one is on the stack of free slots */
    _Atomic uint32_t state;
    alignas(max_align_t) unsigned char object[];
};

struct pool {
    _Atomic uint64_t free; /* tag and index of the topmost free slot */
    _Atomic(unsigned char *) chunks[POOL_MAX_CHUNKS];
    _Atomic uint32_t chunk_count;
    size_t stride;
    struct pool_config config;
    pthread_mutex_t grow_lock;
};

struct pool_stats {
    unsigned long allocated;
    unsigned long released;
    unsigned long from_magazine;
    unsigned long retries;
    unsigned long exhausted;
};

/* Free slots that belong to one thread; not shared. */
struct magazine {
    struct pool *pool;
    uint32_t capacity;
    uint32_t count;
    uint32_t slots[POOL_MAGAZINE_MAX];
    struct pool_stats stats;
};

/* All functions that return an int return 0 or an error number. */
int pool_init(struct pool *pool, const struct pool_config *config);
int pool_destroy(struct pool *pool);
uint32_t pool_capacity(struct pool *pool);
uint32_t pool_count_free(struct pool *pool); /* only while nobody else uses the pool */

int magazine_init(struct magazine *magazine, struct pool *pool, uint32_t capacity);
void magazine_flush(struct magazine *magazine);
void magazine_fini(struct magazine *magazine);
void pool_stats_add(struct pool_stats *sum, const struct pool_stats *more);

void *pool_alloc(struct magazine *magazine);
int pool_free(struct magazine *magazine, void *object);

#endif
