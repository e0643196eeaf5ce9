#include <errno.h>
#include <stdlib.h>

#include "map.h"

struct table *table_new(uint32_t buckets) {
    struct table *table = malloc(sizeof *table + buckets * sizeof(bucket_t));
    if (!table)
        return NULL;
    table->mask = buckets - 1;
    table->previous = NULL;
    for (uint32_t i = 0; i < buckets; i++)
        atomic_init(&table->buckets[i], NULL);
    return table;
}

int map_init(struct map *map, uint32_t buckets, uint32_t max_load) {
    if (buckets < MAP_STRIPES || (buckets & (buckets - 1)) != 0 || max_load == 0)
        return EINVAL;
    struct table *table = table_new(buckets);
    if (!table)
        return ENOMEM;
    atomic_init(&map->table, table);
    map->max_load = max_load;
    for (uint32_t i = 0; i < MAP_STRIPES; i++) {
        int error = stripe_init(&map->stripes[i]);
        if (error) {
            while (i-- > 0)
                pthread_mutex_destroy(&map->stripes[i].lock);
            free(table);
            return error;
        }
    }
    return 0;
}

static void free_chain(struct entry *entry) {
    while (entry) {
        struct entry *next = atomic_load_explicit(&entry->next, memory_order_relaxed);
        free(entry);
        entry = next;
    }
}

/* Nobody may use the map any more. */
void map_destroy(struct map *map) {
    struct table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
    for (uint32_t i = 0; i <= table->mask; i++)
        free_chain(atomic_load_explicit(&table->buckets[i], memory_order_relaxed));
    while (table) {
        struct table *previous = table->previous;
        free(table);
        table = previous;
    }
    for (uint32_t i = 0; i < MAP_STRIPES; i++) {
        struct entry *entry = map->stripes[i].retired;
        while (entry) {
            struct entry *before = entry->retired;
            free(entry);
            entry = before;
        }
        pthread_mutex_destroy(&map->stripes[i].lock);
    }
}

void map_lock_all(struct map *map) {
    for (uint32_t i = 0; i < MAP_STRIPES; i++)
        stripe_lock(&map->stripes[i]);
}

void map_unlock_all(struct map *map) {
    for (uint32_t i = MAP_STRIPES; i-- > 0;)
        stripe_unlock(&map->stripes[i]);
}

/* Puts an entry at the front of its chain in a new table. */
static void move(struct table *to, struct entry *entry) {
    bucket_t *bucket = table_bucket(to, entry->hash);
    atomic_store_explicit(&entry->next, atomic_load_explicit(bucket, memory_order_relaxed), memory_order_release);
    atomic_store_explicit(bucket, entry, memory_order_release);
}

/* Doubles the table, unless someone has done so since it was found full. The old one stays until the end, because readers
 * may be walking through it; the sequence numbers tell them that they were led astray. */
void map_grow(struct map *map, const struct table *full) {
    map_lock_all(map);
    struct table *old = atomic_load_explicit(&map->table, memory_order_relaxed);
    struct table *table = old == full ? table_new((old->mask + 1) * 2) : NULL;
    if (table) {
        for (uint32_t i = 0; i < MAP_STRIPES; i++)
            stripe_write_begin(&map->stripes[i]);
        for (uint32_t i = 0; i <= old->mask; i++) {
            struct entry *entry = atomic_load_explicit(&old->buckets[i], memory_order_relaxed);
            while (entry) {
                struct entry *next = atomic_load_explicit(&entry->next, memory_order_relaxed);
                move(table, entry);
                entry = next;
            }
        }
        table->previous = old;
        atomic_store_explicit(&map->table, table, memory_order_release);
        for (uint32_t i = 0; i < MAP_STRIPES; i++)
            stripe_write_end(&map->stripes[i]);
    }
    map_unlock_all(map);
}

void map_stats(struct map *map, struct map_stats *stats) {
    *stats = (struct map_stats){0};
    map_lock_all(map);
    struct table *table = atomic_load_explicit(&map->table, memory_order_relaxed);
    stats->buckets = table->mask + 1;
    for (uint32_t i = 0; i <= table->mask; i++) {
        uint32_t length = 0;
        struct entry *entry = atomic_load_explicit(&table->buckets[i], memory_order_relaxed);
        for (; entry; entry = atomic_load_explicit(&entry->next, memory_order_relaxed))
            length++;
        stats->entries += length;
        if (length > stats->longest_chain)
            stats->longest_chain = length;
    }
    for (uint32_t i = 0; i < MAP_STRIPES; i++)
        for (struct entry *entry = map->stripes[i].retired; entry; entry = entry->retired)
            stats->retired++;
    map_unlock_all(map);
}
