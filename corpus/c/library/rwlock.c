/* Two readers and a writer. Complete executions: 14. Each reader takes and gives back (two updates of the word), the writer
   takes (an update) and gives back. The writer comes before, between or after the readers, never while one reads:
   writer first or last: the readers' four updates interleave in 6 ways, twice 6 = 12; writer in between: 2 orders of the
   readers; sum 14.

   expect: 14 */
#include <pthread.h>
#include <assert.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int n;
static void *reader(void *arg) {
	pthread_rwlock_rdlock(&l);
	int a = n;
	assert(a == n);
	pthread_rwlock_unlock(&l);
	return 0;
}
static void *writer(void *arg) {
	pthread_rwlock_wrlock(&l);
	n++;
	pthread_rwlock_unlock(&l);
	return 0;
}
int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], 0, reader, 0);
	pthread_create(&t[1], 0, reader, 0);
	pthread_create(&t[2], 0, writer, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	assert(n == 1);
	pthread_rwlock_destroy(&l);
	return 0;
}
