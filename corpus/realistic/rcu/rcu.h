/* Read-copy-update in user space. Readers announce themselves in a word of their own and never wait; whoever has taken
 * something out of a structure waits for a grace period: until no reader can still see it. Counters with a phase, after
 * Desnoyers, McKenney, Stern, Dagenais, Walpole: User-Level Implementations of Read-Copy Update (TPDS 2012). */
#ifndef RCU_H
#define RCU_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

#define RCU_NEST_ONE 1ul
#define RCU_NEST_MASK 0xfffful
#define RCU_PHASE 0x10000ul

/* One per thread that reads. */
struct rcu_reader {
    _Atomic unsigned long word; /* depth of nesting, and the phase in which the outermost section began */
    struct rcu_domain *domain;
    struct rcu_reader *next;
};

/* To be reclaimed after a grace period; part of what is reclaimed. */
struct rcu_head {
    struct rcu_head *next;
    void (*reclaim)(struct rcu_head *head);
};

struct rcu_stats {
    unsigned long grace_periods;
    unsigned long reclaimed;
    unsigned long waits;
};

struct rcu_domain {
    _Atomic unsigned long word; /* what a reader that starts copies: a depth of one, and the phase */
    pthread_mutex_t registry_lock;
    struct rcu_reader *readers;
    pthread_mutex_t grace_lock; /* one grace period at a time; protects what follows */
    struct rcu_stats stats;
    _Atomic(struct rcu_head *) deferred;
};

/* Functions that return an int return 0 or an error number. */
int rcu_init(struct rcu_domain *domain);
int rcu_destroy(struct rcu_domain *domain);
int rcu_register(struct rcu_domain *domain, struct rcu_reader *reader);
int rcu_unregister(struct rcu_reader *reader);

void rcu_synchronize(struct rcu_domain *domain);
void rcu_defer(struct rcu_domain *domain, struct rcu_head *head, void (*reclaim)(struct rcu_head *head));
void rcu_reclaim(struct rcu_domain *domain);

static inline void rcu_read_lock(struct rcu_reader *reader) {
    unsigned long word = atomic_load_explicit(&reader->word, memory_order_relaxed);
    if (word & RCU_NEST_MASK) {
        atomic_store_explicit(&reader->word, word + RCU_NEST_ONE, memory_order_relaxed);
        return;
    }
    word = atomic_load_explicit(&reader->domain->word, memory_order_relaxed);
    atomic_store_explicit(&reader->word, word, memory_order_relaxed);
#if BUG != 2
    /* Pairs with the fences of rcu_synchronize: either it sees us, or we see what it has done. */
    atomic_thread_fence(memory_order_seq_cst);
#endif
}

static inline void rcu_read_unlock(struct rcu_reader *reader) {
    unsigned long word = atomic_load_explicit(&reader->word, memory_order_relaxed);
#if BUG == 3
    atomic_store_explicit(&reader->word, word - RCU_NEST_ONE, memory_order_release);
#else
    /* Not a release store: rcu_synchronize may read the word that the next section stores, and must learn of this
       section's end by that as well. */
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&reader->word, word - RCU_NEST_ONE, memory_order_relaxed);
#endif
}

static inline bool rcu_read_held(struct rcu_reader *reader) {
    return atomic_load_explicit(&reader->word, memory_order_relaxed) & RCU_NEST_MASK;
}

#define rcu_dereference(pointer) atomic_load_explicit(&(pointer), memory_order_acquire)
#define rcu_assign_pointer(pointer, value) atomic_store_explicit(&(pointer), (value), memory_order_release)

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

#endif
