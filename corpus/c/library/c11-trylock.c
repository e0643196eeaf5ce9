/* A thread tries to take a mutex that another takes and gives back. Complete executions: 3. The attempt comes before, or
   after, or fails in between; to fail is to read the value 1, of which there is one.

   expect: 3 */
#include <threads.h>
#include <assert.h>
static mtx_t m;
static int n;
static int a(void *arg) { mtx_lock(&m); n++; mtx_unlock(&m); return 0; }
static int b(void *arg) {
	int r = mtx_trylock(&m);
	if (r == thrd_success) { n++; mtx_unlock(&m); }
	else assert(r == thrd_busy);
	return 0;
}
int main(void) {
	thrd_t t[2];
	mtx_init(&m, mtx_plain);
	thrd_create(&t[0], a, 0);
	thrd_create(&t[1], b, 0);
	thrd_join(t[0], 0);
	thrd_join(t[1], 0);
	return 0;
}
