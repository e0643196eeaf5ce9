/* A table of routes: a list that is read under RCU and changed under a lock. */
#ifndef ROUTES_H
#define ROUTES_H

#include "rcu.h"

struct route {
    unsigned prefix;
    unsigned gateway;
    unsigned metric;
    _Atomic(struct route *) next;
    struct rcu_head rcu;
};

struct routes {
    struct rcu_domain *domain;
    pthread_mutex_t lock;
    _Atomic(struct route *) first;
};

/* Functions that return an int return 0 or an error number. */
int routes_init(struct routes *routes, struct rcu_domain *domain);
void routes_destroy(struct routes *routes);
int routes_add(struct routes *routes, unsigned prefix, unsigned gateway, unsigned metric);
int routes_change(struct routes *routes, unsigned prefix, unsigned gateway, unsigned metric);
int routes_remove(struct routes *routes, unsigned prefix);

/* The gateway for a prefix, with its metric; 0 if there is none. */
unsigned routes_lookup(struct routes *routes, struct rcu_reader *reader, unsigned prefix, unsigned *metric);
unsigned routes_best(struct routes *routes, struct rcu_reader *reader);

#endif
