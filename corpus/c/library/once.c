/* Two threads initialise something once. Complete executions: 2, by who does it: the other then reads that it is done.

   expect: 2 */
#include <pthread.h>
#include <assert.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, times;
static void deeper(void) { times++; }
static void make(void) { made = 7; deeper(); }
static void *run(void *arg) {
	assert(pthread_once(&once, make) == 0);
	assert(made == 7 && times == 1);
	pthread_once(&once, make);
	assert(times == 1);
	return 0;
}
int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
