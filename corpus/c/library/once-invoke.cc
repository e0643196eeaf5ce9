// Library functions called where an exception would have to clean up: once, and the end of a thread. Complete executions: 2.
// expect: 2
#include <pthread.h>
#include <cassert>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
struct Guard {
	int *count;
	~Guard() { ++*count; }
};
static void make() { made = 7; }
static void *run(void *) {
	int count = 0;
	{
		Guard guard{&count};
		pthread_once(&once, make);
		assert(made == 7);
	}
	assert(count == 1);
	Guard guard{&count};
	pthread_exit(&made);
}
int main() {
	pthread_t t[2];
	void *result;
	for (int i = 0; i < 2; i++) pthread_create(&t[i], nullptr, run, nullptr);
	for (int i = 0; i < 2; i++) {
		pthread_join(t[i], &result);
		assert(result == &made);
	}
}
