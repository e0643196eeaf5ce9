#include "routes.h"

#include <errno.h>
#include <stdlib.h>

int routes_init(struct routes *routes, struct rcu_domain *domain) {
    routes->domain = domain;
    atomic_init(&routes->first, NULL);
    return pthread_mutex_init(&routes->lock, NULL);
}

void routes_destroy(struct routes *routes) {
    struct route *route = atomic_load_explicit(&routes->first, memory_order_relaxed);
    while (route) {
        struct route *next = atomic_load_explicit(&route->next, memory_order_relaxed);
        free(route);
        route = next;
    }
    pthread_mutex_destroy(&routes->lock);
}

static struct route *route_new(unsigned prefix, unsigned gateway, unsigned metric) {
    struct route *route = malloc(sizeof *route);
    if (!route)
        return NULL;
    route->prefix = prefix;
    route->gateway = gateway;
    route->metric = metric;
    atomic_init(&route->next, NULL);
    return route;
}

static void route_reclaim(struct rcu_head *head) {
    free(container_of(head, struct route, rcu));
}

/* The link to the route for a prefix, or the last one. Called with the lock held. */
static _Atomic(struct route *) *find_link(struct routes *routes, unsigned prefix) {
    _Atomic(struct route *) *link = &routes->first;
    struct route *route;
    while ((route = atomic_load_explicit(link, memory_order_relaxed)) && route->prefix != prefix)
        link = &route->next;
    return link;
}

int routes_add(struct routes *routes, unsigned prefix, unsigned gateway, unsigned metric) {
    struct route *route = route_new(prefix, gateway, metric);
    if (!route)
        return ENOMEM;
    pthread_mutex_lock(&routes->lock);
    bool exists = atomic_load_explicit(find_link(routes, prefix), memory_order_relaxed);
    if (!exists) {
        atomic_init(&route->next, atomic_load_explicit(&routes->first, memory_order_relaxed));
        rcu_assign_pointer(routes->first, route);
    }
    pthread_mutex_unlock(&routes->lock);
    if (exists)
        free(route);
    return exists ? EEXIST : 0;
}

/* Replaces a route by another one, and waits until nobody uses the old one. */
int routes_change(struct routes *routes, unsigned prefix, unsigned gateway, unsigned metric) {
    struct route *route = route_new(prefix, gateway, metric);
    if (!route)
        return ENOMEM;
    pthread_mutex_lock(&routes->lock);
    _Atomic(struct route *) *link = find_link(routes, prefix);
    struct route *old = atomic_load_explicit(link, memory_order_relaxed);
    if (old) {
        atomic_init(&route->next, atomic_load_explicit(&old->next, memory_order_relaxed));
        rcu_assign_pointer(*link, route);
    }
    pthread_mutex_unlock(&routes->lock);
    if (!old) {
        free(route);
        return ENOENT;
    }
    rcu_synchronize(routes->domain);
    free(old);
    return 0;
}

/* Takes a route out. Its memory is reclaimed later. */
int routes_remove(struct routes *routes, unsigned prefix) {
    pthread_mutex_lock(&routes->lock);
    _Atomic(struct route *) *link = find_link(routes, prefix);
    struct route *old = atomic_load_explicit(link, memory_order_relaxed);
    if (old)
        rcu_assign_pointer(*link, atomic_load_explicit(&old->next, memory_order_relaxed));
    pthread_mutex_unlock(&routes->lock);
    if (!old)
        return ENOENT;
    rcu_defer(routes->domain, &old->rcu, route_reclaim);
    return 0;
}

unsigned routes_lookup(struct routes *routes, struct rcu_reader *reader, unsigned prefix, unsigned *metric) {
    unsigned gateway = 0;
    rcu_read_lock(reader);
    for (struct route *route = rcu_dereference(routes->first); route; route = rcu_dereference(route->next)) {
        if (route->prefix == prefix) {
            gateway = route->gateway;
            *metric = route->metric;
            break;
        }
    }
    rcu_read_unlock(reader);
    return gateway;
}

/* The gateway of the route with the lowest metric; the route is looked up again inside. */
unsigned routes_best(struct routes *routes, struct rcu_reader *reader) {
    unsigned lowest = 0, gateway = 0, metric;
    rcu_read_lock(reader);
    for (struct route *route = rcu_dereference(routes->first); route; route = rcu_dereference(route->next)) {
        if (gateway && route->metric >= lowest)
            continue;
        unsigned found = routes_lookup(routes, reader, route->prefix, &metric);
        gateway = found ? found : gateway;
        lowest = found ? metric : lowest;
    }
    rcu_read_unlock(reader);
    return gateway;
}
