/* A producer posts twice, two consumers wait once each, from 0. Complete executions: the updates +, + of the producer and - of
   each consumer in every order in which the value never drops below 0: ++-- in 2 orders of the consumers, +-+- in 2: 4.

   expect: 4 */
#include <semaphore.h>
#include <pthread.h>
static sem_t s;
static int data[2];
static void *producer(void *arg) {
	data[0] = 1;
	sem_post(&s);
	sem_post(&s);
	return 0;
}
static void *consumer(void *arg) {
	sem_wait(&s);
	return data[0] ? &s : 0;
}
int main(void) {
	pthread_t t[3];
	sem_init(&s, 0, 0);
	pthread_create(&t[0], 0, producer, 0);
	pthread_create(&t[1], 0, consumer, 0);
	pthread_create(&t[2], 0, consumer, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	return 0;
}
