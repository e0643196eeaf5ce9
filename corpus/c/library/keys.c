/* Each thread has its own value for a key. Complete executions: 1, the threads share nothing but the key.

   expect: 1 */
#include <pthread.h>
#include <assert.h>
static pthread_key_t k, other;
static void *run(void *arg) {
	assert(pthread_getspecific(k) == 0);
	pthread_setspecific(k, arg);
	assert(pthread_getspecific(k) == arg && pthread_getspecific(other) == 0);
	return 0;
}
int main(void) {
	pthread_t t[2];
	pthread_key_create(&k, 0);
	pthread_key_create(&other, 0);
	assert(k != other);
	for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, run, (void *)(i + 1));
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	assert(pthread_getspecific(k) == 0);
	pthread_key_delete(k);
	return 0;
}
