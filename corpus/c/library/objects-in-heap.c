/* Objects of the library in memory that is cleared first, in one struct, with other fields around. Complete executions: 2, the
   orders in which the threads take the semaphore; the reader's lock does not conflict, but the order of the four updates of
   its word counts as far as the semaphore, which is held around it, leaves it open: not at all.

   expect: 2 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
struct all {
	char tag;
	pthread_mutex_t m;
	pthread_rwlock_t l;
	sem_t s;
	pthread_barrier_t b;
	int n;
};
static void *run(void *arg) {
	struct all *a = arg;
	sem_wait(&a->s);
	pthread_rwlock_rdlock(&a->l);
	pthread_mutex_lock(&a->m);
	a->n++;
	pthread_mutex_unlock(&a->m);
	pthread_rwlock_unlock(&a->l);
	sem_post(&a->s);
	return 0;
}
int main(void) {
	pthread_t t[2];
	struct all *a = malloc(sizeof *a);
	memset(a, 0, sizeof *a);
	a->m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	a->l = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	sem_init(&a->s, 0, 1);
	pthread_barrier_init(&a->b, 0, 1);
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, a);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	pthread_barrier_wait(&a->b);
	pthread_barrier_destroy(&a->b);
	pthread_mutex_destroy(&a->m);
	free(a);
	return 0;
}
