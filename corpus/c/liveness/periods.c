// Loops that stand where they stood only after several rounds, because something of the thread's own differs from round
// to round. `b` gives them what they wait for, unless `c` comes first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *_Atomic next; atomic_int full; };
static struct node first, second, third;
static atomic_int f, g, q[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *a(void *arg)
{
#if defined TOGGLE
	int k = 0;
	while (!f) k = !k;
#elif defined SLOTS
	int i = 0;
	while (!q[i]) i = (i + 1) % 3;
#elif defined RING
	struct node *p = &first;
	while (!p->full) p = p->next;
#elif defined STATES
	for (int state = 0;; ) {
		switch (state) {
		case 0: if (f) return 0; state = 1; break;
		case 1: if (q[0]) return 0; state = 0; break;
		}
	}
#elif defined YIELD
	int k = 0;
	while (!f) { if (k) sched_yield(); k = !k; }
#elif defined RANDOM
	unsigned seed = 1;
	while (!f) seed = (seed * 5 + 1) & 7;
#elif defined NESTED
	for (int i = 0; !f; i = (i + 1) % 2) for (int j = 0; j < 2; j++) if (q[j]) return 0;
#elif defined LOCKED
	pthread_mutex_lock(&m);
	int k = 0;
	while (!f) k = !k;
	pthread_mutex_unlock(&m);
#elif defined VOLATILE
	volatile int k = 0;
	while (!f) k = !k;
#elif defined OWN
	static _Thread_local int k;
	while (!f) k = !k;
#elif defined HEAP
	int *k = malloc(sizeof *k);
	*k = 0;
	while (!f) *k = !*k;
	free(k);
#endif
	return 0;
}

static void *b(void *arg)
{
#ifndef SURE
	if (g) return 0;
#endif
#ifdef LOCKED
	pthread_mutex_lock(&m);
#endif
	q[2] = third.full = f = 1;
#ifdef LOCKED
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

static void *c(void *arg) { g = 1; return 0; }

int main(void)
{
	first.next = &second;
	second.next = &third;
	third.next = &first;
	void *(*all[])(void *) = {a, b, c};
	pthread_t t[3];
	for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, all[i], 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	return 0;
}
