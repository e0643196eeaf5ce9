#include "rcu.h"

#include <errno.h>
#include <sched.h>

int rcu_init(struct rcu_domain *domain) {
    atomic_init(&domain->word, RCU_NEST_ONE);
    atomic_init(&domain->deferred, NULL);
    domain->readers = NULL;
    domain->stats = (struct rcu_stats){0};
    int error = pthread_mutex_init(&domain->registry_lock, NULL);
    if (error)
        return error;
    error = pthread_mutex_init(&domain->grace_lock, NULL);
    if (error)
        pthread_mutex_destroy(&domain->registry_lock);
    return error;
}

/* Refuses as long as there are readers. What was deferred is reclaimed. */
int rcu_destroy(struct rcu_domain *domain) {
    pthread_mutex_lock(&domain->registry_lock);
    bool busy = domain->readers;
    pthread_mutex_unlock(&domain->registry_lock);
    if (busy)
        return EBUSY;
    rcu_reclaim(domain);
    int error = pthread_mutex_destroy(&domain->grace_lock);
    return error ? error : pthread_mutex_destroy(&domain->registry_lock);
}

int rcu_register(struct rcu_domain *domain, struct rcu_reader *reader) {
    if (!domain || !reader)
        return EINVAL;
    atomic_init(&reader->word, 0);
    reader->domain = domain;
    pthread_mutex_lock(&domain->registry_lock);
    reader->next = domain->readers;
    domain->readers = reader;
    pthread_mutex_unlock(&domain->registry_lock);
    return 0;
}

int rcu_unregister(struct rcu_reader *reader) {
    struct rcu_domain *domain = reader->domain;
    if (rcu_read_held(reader))
        return EBUSY;
    int error = ENOENT;
    pthread_mutex_lock(&domain->registry_lock);
    for (struct rcu_reader **link = &domain->readers; *link; link = &(*link)->next) {
        if (*link == reader) {
            *link = reader->next;
            error = 0;
            break;
        }
    }
    pthread_mutex_unlock(&domain->registry_lock);
    return error;
}

enum reader_state { READER_QUIESCENT, READER_CURRENT, READER_OLD };

static enum reader_state state_of(struct rcu_reader *reader, unsigned long domain_word) {
    unsigned long word = atomic_load_explicit(&reader->word, memory_order_relaxed);
    if (!(word & RCU_NEST_MASK))
        return READER_QUIESCENT;
    return (word ^ domain_word) & RCU_PHASE ? READER_OLD : READER_CURRENT;
}

/* Waits until no reader is in a section that began in the other phase. */
static void wait_for_readers(struct rcu_domain *domain) {
    unsigned long word = atomic_load_explicit(&domain->word, memory_order_relaxed);
    for (struct rcu_reader *reader = domain->readers; reader; reader = reader->next)
        while (state_of(reader, word) == READER_OLD)
            sched_yield();
}

/* Returns when every section has ended that had begun before the call. A reader may have read the phase long ago and
 * announce itself only now, so sections of both phases must be waited for: first those of the other phase, which such a
 * reader may have left behind, then, after a change of phase, those of this one. */
static void grace_period(struct rcu_domain *domain) {
    atomic_thread_fence(memory_order_seq_cst);
    pthread_mutex_lock(&domain->registry_lock);
    if (domain->readers) {
#if BUG != 1
        wait_for_readers(domain);
        atomic_thread_fence(memory_order_seq_cst);
#endif
        unsigned long word = atomic_load_explicit(&domain->word, memory_order_relaxed);
        atomic_store_explicit(&domain->word, word ^ RCU_PHASE, memory_order_relaxed);
        atomic_thread_fence(memory_order_seq_cst);
        wait_for_readers(domain);
        domain->stats.waits++;
    }
    pthread_mutex_unlock(&domain->registry_lock);
    atomic_thread_fence(memory_order_seq_cst);
    domain->stats.grace_periods++;
}

void rcu_synchronize(struct rcu_domain *domain) {
    pthread_mutex_lock(&domain->grace_lock);
    grace_period(domain);
    pthread_mutex_unlock(&domain->grace_lock);
}

/* Never waits: for those who must not. */
void rcu_defer(struct rcu_domain *domain, struct rcu_head *head, void (*reclaim)(struct rcu_head *head)) {
    head->reclaim = reclaim;
    head->next = atomic_load_explicit(&domain->deferred, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&domain->deferred, &head->next, head, memory_order_release,
                                                    memory_order_relaxed))
        ;
}

/* Reclaims what has been deferred so far; what is deferred meanwhile is left for the next time. */
void rcu_reclaim(struct rcu_domain *domain) {
    pthread_mutex_lock(&domain->grace_lock);
    struct rcu_head *head = atomic_exchange_explicit(&domain->deferred, NULL, memory_order_acquire);
    if (head)
        grace_period(domain);
    while (head) {
        struct rcu_head *next = head->next;
        head->reclaim(head);
        domain->stats.reclaimed++;
        head = next;
    }
    pthread_mutex_unlock(&domain->grace_lock);
}
