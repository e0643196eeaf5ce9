/* X threads meet at a barrier Y times (2 and 1 unless defined). Complete executions: 1, because the orders of arrival are not
   told apart and nothing else can differ. (Told apart, there are X! orders in each round, and in all rounds but the last,
   the thread that is i-th to arrive in the next one leaves on reading one of i counts, X! ways again: (X!)^(2Y-1).)

   expect -DX=2 -DY=1: 1
   expect -DX=4 -DY=1: 1
   expect -DX=3 -DY=2: 1
   expect -DX=2 -DY=3: 1
   expect -DX=20 -DY=10: 1 */
#include <pthread.h>
#include <assert.h>
#ifndef X
#define X 2
#endif
#ifndef Y
#define Y 1
#endif
static pthread_barrier_t b;
static int data[X];
static void *run(void *arg) {
	long me = (long)arg;
	for (int y = 0; y < Y; y++) {
		if (y == 0) data[me] = 1;
		pthread_barrier_wait(&b);
		assert(data[(me + 1) % X] == 1);
	}
	return 0;
}
int main(void) {
	pthread_t t[X];
	pthread_barrier_init(&b, 0, X);
	for (long i = 0; i < X; i++) pthread_create(&t[i], 0, run, (void *)i);
	for (int i = 0; i < X; i++) pthread_join(t[i], 0);
	pthread_barrier_destroy(&b);
	return 0;
}
