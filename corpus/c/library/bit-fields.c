/* Setting a bit-field of an object that was never written is no use of what its neighbours are. 1 execution: the join orders
   everything. Reading a whole object that was never written still is one.

   expect: 1
   expect -DUNSET: uninitialised-read */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct flags {
	unsigned ready : 1;
	unsigned count : 7;
	unsigned rest : 24;
};

static void *fill(void *arg) {
	struct flags *flags = arg;
	flags->count++;
	return NULL;
}

int main(void) {
	struct flags local, *heap = malloc(sizeof *heap);
	pthread_t thread;
	local.ready = 1;
	local.count = 5;
	assert(local.ready == 1 && local.count == 5);
#ifndef UNSET
	heap->ready = 0;
	heap->count = 2;
	heap->rest = 3;
#endif
	if (heap->ready) abort();
	pthread_create(&thread, NULL, fill, heap);
	pthread_join(thread, NULL);
	assert(heap->count == 3 && heap->rest == 3);
	free(heap);
	return 0;
}
