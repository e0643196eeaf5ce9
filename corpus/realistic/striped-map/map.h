/* A hash map from integers to pairs. Writers lock one of a few stripes; readers take no lock unless a writer disturbs them.
 * The table doubles when a stripe has too many entries. */
#ifndef MAP_H
#define MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "stripe.h"

#ifndef MAP_STRIPES
#define MAP_STRIPES 2 /* a power of two, at most the number of buckets */
#endif

struct pair {
    int first;
    int second;
};

struct entry {
    uint32_t hash;
    int key;
    _Atomic int first;
    _Atomic int second;
    _Atomic(struct entry *) next;
    struct entry *retired; /* the one that was removed before this one */
};

typedef _Atomic(struct entry *) bucket_t;

struct table {
    uint32_t mask; /* the number of buckets, less one */
    struct table *previous;
    bucket_t buckets[];
};

struct map {
    _Atomic(struct table *) table;
    uint32_t max_load; /* entries of a stripe for each bucket of a stripe */
    struct stripe stripes[MAP_STRIPES];
};

struct map_stats {
    uint32_t entries;
    uint32_t buckets;
    uint32_t longest_chain;
    uint32_t retired;
};

/* Functions that return an int return 0 or an error number. */
int map_init(struct map *map, uint32_t buckets, uint32_t max_load);
void map_destroy(struct map *map);

int map_put(struct map *map, int key, struct pair value);
int map_add(struct map *map, int key, struct pair value); /* EEXIST if it is there */
int map_remove(struct map *map, int key);                 /* ENOENT if it is not */
bool map_get(struct map *map, int key, struct pair *value);
int map_exchange(struct map *map, int key, int other); /* swaps the values of two keys */
void map_stats(struct map *map, struct map_stats *stats);

/* For the parts of the map. */
uint32_t map_hash(int key);
struct stripe *map_stripe(struct map *map, uint32_t hash);
bucket_t *table_bucket(struct table *table, uint32_t hash);
struct table *table_new(uint32_t buckets);
void map_lock_all(struct map *map);
void map_unlock_all(struct map *map);
void map_grow(struct map *map, const struct table *full);

#endif
