/* par-length: N threads count the nodes of a list of L while another one appends K, all seq_cst. */
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stdlib.h>
#ifndef N
#define N 2
#endif
#ifndef L
#define L 2
#endif
#ifndef K
#define K 1
#endif
struct node { _Atomic(struct node *) next; };
static struct node nodes[L + K];
static _Atomic(struct node *) head;
static int length[N];
static void *count(void *arg) {
	int n = 0;
	for (struct node *p = atomic_load(&head); p; p = atomic_load(&p->next)) n++;
	length[(long)arg] = n;
	return NULL;
}
static void *append(void *arg) {
	struct node *last = atomic_load(&head);
	for (struct node *p; (p = atomic_load(&last->next)); last = p)
		;
	for (int k = 0; k < K; k++) {
		atomic_store(&last->next, &nodes[L + k]);
		last = &nodes[L + k];
	}
	return NULL;
}
int main(void) {
	pthread_t t[N + 1];
	for (int i = 0; i + 1 < L; i++) atomic_store(&nodes[i].next, &nodes[i + 1]);
	atomic_store(&head, &nodes[0]);
	for (long i = 0; i < N; i++) pthread_create(&t[i], NULL, count, (void *)i);
	pthread_create(&t[N], NULL, append, NULL);
	for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
	for (int i = 0; i < N; i++) assert(length[i] >= L && length[i] <= L + K);
	return 0;
}
