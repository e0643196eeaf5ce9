/* Two C11 threads add to a counter under a mutex, and return what they saw. Complete executions: 2, the orders in which they
   take the mutex.

   expect: 2 */
#include <threads.h>
#include <assert.h>
static mtx_t m;
static int n;
static int run(void *arg) {
	assert(mtx_lock(&m) == thrd_success);
	int seen = n++;
	mtx_unlock(&m);
	thrd_yield();
	if (arg) thrd_exit(seen - 5);
	return seen - 5;
}
int main(void) {
	thrd_t a, b;
	int ra, rb;
	assert(mtx_init(&m, mtx_plain) == thrd_success);
	assert(thrd_create(&a, run, 0) == thrd_success);
	assert(thrd_create(&b, run, &n) == thrd_success);
	thrd_join(a, &ra);
	thrd_join(b, &rb);
	assert(ra + rb == -9 && ra != rb);
	assert(n == 2 && !thrd_equal(a, b) && thrd_equal(thrd_current(), thrd_current()));
	mtx_destroy(&m);
	return 0;
}
