#include "map.h"

#include <errno.h>
#include <stdlib.h>

/* How often a reader tries without the lock. */
#ifndef MAP_TRIES
#define MAP_TRIES 1
#endif

uint32_t map_hash(int key) {
    uint32_t hash = (uint32_t)key;
    hash ^= hash >> 16;
    hash *= 0x45d9f3bu;
    hash ^= hash >> 16;
    return hash;
}

struct stripe *map_stripe(struct map *map, uint32_t hash) {
    return &map->stripes[hash % MAP_STRIPES];
}

bucket_t *table_bucket(struct table *table, uint32_t hash) {
    return &table->buckets[hash & table->mask];
}

static bool is_at(const struct entry *entry, uint32_t hash, int key) {
    return entry->hash == hash && entry->key == key;
}

/* The link that leads to the entry with a key, or the one at the end of the chain. Only with the stripe locked: links
 * change. */
static bucket_t *find_link(struct table *table, uint32_t hash, int key) {
    bucket_t *link = table_bucket(table, hash);
    struct entry *entry;
    while ((entry = atomic_load_explicit(link, memory_order_acquire)) && !is_at(entry, hash, key))
        link = &entry->next;
    return link;
}

static struct entry *find(struct table *table, uint32_t hash, int key) {
#if BUG == 3
    return atomic_load_explicit(find_link(table, hash, key), memory_order_acquire);
#else
    struct entry *entry = atomic_load_explicit(table_bucket(table, hash), memory_order_acquire);
    while (entry && !is_at(entry, hash, key))
        entry = atomic_load_explicit(&entry->next, memory_order_acquire);
    return entry;
#endif
}

static struct entry *entry_new(uint32_t hash, int key, struct pair value) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry)
        return NULL;
    entry->hash = hash;
    entry->key = key;
    atomic_init(&entry->first, value.first);
    atomic_init(&entry->second, value.second);
    atomic_init(&entry->next, NULL);
    entry->retired = NULL;
    return entry;
}

static struct pair entry_load(struct entry *entry) {
    struct pair value;
    value.first = atomic_load_explicit(&entry->first, memory_order_relaxed);
    value.second = atomic_load_explicit(&entry->second, memory_order_relaxed);
    return value;
}

static void entry_store(struct entry *entry, struct pair value) {
    atomic_store_explicit(&entry->first, value.first, memory_order_relaxed);
    atomic_store_explicit(&entry->second, value.second, memory_order_relaxed);
}

enum put { PUT_ALWAYS, PUT_IF_ABSENT };

static int put(struct map *map, int key, struct pair value, enum put mode) {
    uint32_t hash = map_hash(key);
    struct stripe *stripe = map_stripe(map, hash);
    int error = 0;
#if BUG == 1
    struct table *table = atomic_load_explicit(&map->table, memory_order_acquire);
    stripe_lock(stripe);
#else
    stripe_lock(stripe);
    struct table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
#endif
    bool full = false;
    struct entry *entry = find(table, hash, key);
    if (entry && mode == PUT_IF_ABSENT) {
        error = EEXIST;
    } else if (entry) {
        stripe_write_begin(stripe);
        entry_store(entry, value);
        stripe_write_end(stripe);
    } else if ((entry = entry_new(hash, key, value))) {
        bucket_t *bucket = table_bucket(table, hash);
        atomic_init(&entry->next, atomic_load_explicit(bucket, memory_order_relaxed));
        atomic_store_explicit(bucket, entry, memory_order_release);
        full = ++stripe->count * MAP_STRIPES > map->max_load * (table->mask + 1);
    } else {
        error = ENOMEM;
    }
    stripe_unlock(stripe);
    if (full)
        map_grow(map, table);
    return error;
}

int map_put(struct map *map, int key, struct pair value) {
    return put(map, key, value, PUT_ALWAYS);
}

int map_add(struct map *map, int key, struct pair value) {
    return put(map, key, value, PUT_IF_ABSENT);
}

int map_remove(struct map *map, int key) {
    uint32_t hash = map_hash(key);
    struct stripe *stripe = map_stripe(map, hash);
    stripe_lock(stripe);
    struct table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
    bucket_t *link = find_link(table, hash, key);
    struct entry *entry = atomic_load_explicit(link, memory_order_relaxed);
    if (entry) {
        /* A reader that is at this entry can still go on from it. */
        struct entry *next = atomic_load_explicit(&entry->next, memory_order_relaxed);
        atomic_store_explicit(link, next, memory_order_release);
        entry->retired = stripe->retired;
        stripe->retired = entry;
        stripe->count--;
    }
    stripe_unlock(stripe);
    return entry ? 0 : ENOENT;
}

/* Looks without the lock; false if a writer was in the way. */
static bool try_get(struct map *map, struct stripe *stripe, uint32_t hash, int key, struct pair *value, bool *found) {
    uint32_t sequence;
    if (!stripe_read_begin(stripe, &sequence))
        return false;
    struct entry *entry = find(atomic_load_explicit(&map->table, memory_order_acquire), hash, key);
    if (entry)
        *value = entry_load(entry);
    *found = entry;
    return stripe_read_end(stripe, sequence);
}

bool map_get(struct map *map, int key, struct pair *value) {
    uint32_t hash = map_hash(key);
    struct stripe *stripe = map_stripe(map, hash);
    bool found;
    for (int i = 0; i < MAP_TRIES; i++)
        if (try_get(map, stripe, hash, key, value, &found))
            return found;
    stripe_lock(stripe);
    struct entry *entry = find(atomic_load_explicit(&map->table, memory_order_relaxed), hash, key);
    if (entry)
        *value = entry_load(entry);
    stripe_unlock(stripe);
    return entry;
}

/* Locks both stripes, in the order in which they lie. */
int map_exchange(struct map *map, int key, int other) {
    uint32_t hash = map_hash(key), other_hash = map_hash(other);
    struct stripe *low = map_stripe(map, hash), *high = map_stripe(map, other_hash);
    if (low > high) {
        struct stripe *swap = low;
        low = high;
        high = swap;
    }
    int error = ENOENT;
    stripe_lock(low);
    if (high != low)
        stripe_lock(high);
    struct table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
    struct entry *entry = find(table, hash, key), *partner = find(table, other_hash, other);
    if (entry && partner) {
        struct pair value = entry_load(entry);
        stripe_write_begin(low);
        if (high != low)
            stripe_write_begin(high);
        entry_store(entry, entry_load(partner));
        entry_store(partner, value);
        if (high != low)
            stripe_write_end(high);
        stripe_write_end(low);
        error = 0;
    }
    if (high != low)
        stripe_unlock(high);
    stripe_unlock(low);
    return error;
}
