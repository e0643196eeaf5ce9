/* Readers look routes up while an updater changes and removes them. */
#include <assert.h>
#include <stdlib.h>

#include "routes.h"

#ifndef READERS
#define READERS 1
#endif
#ifndef LOOKUPS
#define LOOKUPS 2
#endif
#ifndef CHANGES
#define CHANGES 2
#endif

static struct rcu_domain domain;
static struct routes routes;

static void *reader(void *argument) {
    struct rcu_reader *self = argument;
    for (int i = 0; i < LOOKUPS; i++) {
        unsigned metric;
        unsigned gateway = routes_lookup(&routes, self, 10, &metric);
        assert(gateway != 0);
        assert(metric == gateway + 1);
    }
#ifdef NESTED
    assert(routes_best(&routes, self) != 0);
#endif
    return NULL;
}

static void *updater(void *argument) {
    for (unsigned i = 1; i <= CHANGES; i++) {
        int error = routes_change(&routes, 10, 100 + i, 101 + i);
        assert(!error);
    }
    return argument;
}

#ifdef REMOVE
static void *remover(void *argument) {
    int error = routes_remove(&routes, 20);
    assert(!error);
    rcu_reclaim(&domain);
    return argument;
}
#endif

int main(void) {
    int error = rcu_init(&domain);
    assert(!error);
    error = routes_init(&routes, &domain);
    assert(!error);
    error = routes_add(&routes, 10, 100, 101);
    assert(!error);
    error = routes_add(&routes, 20, 200, 201);
    assert(!error);

    struct rcu_reader readers[READERS];
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++) {
        error = rcu_register(&domain, &readers[i]);
        assert(!error);
        error = pthread_create(&threads[i], NULL, reader, &readers[i]);
        assert(!error);
    }
    pthread_t changes;
    error = pthread_create(&changes, NULL, updater, NULL);
    assert(!error);
#ifdef REMOVE
    pthread_t removes;
    error = pthread_create(&removes, NULL, remover, NULL);
    assert(!error);
    pthread_join(removes, NULL);
#endif
    pthread_join(changes, NULL);
    for (int i = 0; i < READERS; i++) {
        pthread_join(threads[i], NULL);
        error = rcu_unregister(&readers[i]);
        assert(!error);
    }
    assert(domain.stats.grace_periods >= CHANGES);
    error = rcu_destroy(&domain);
    assert(!error);
    routes_destroy(&routes);
    return EXIT_SUCCESS;
}
