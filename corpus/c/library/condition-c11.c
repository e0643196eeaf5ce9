/* As condition.c, with C11's names and two waiters that are woken together. Complete executions: 10. Which of the waiters come
   before the setter (S): none: 2 orders after it; one (2 choices): it sleeps, and comes back before or after the other: 4;
   both: 2 orders to sleep, 2 to wake: 4.

   expect: 10 */
#include <threads.h>
#include <assert.h>
static mtx_t m;
static cnd_t c;
static int flag;
static int waiter(void *arg) {
	mtx_lock(&m);
	while (!flag) cnd_wait(&c, &m);
	mtx_unlock(&m);
	return 0;
}
static int setter(void *arg) {
	mtx_lock(&m);
	flag = 1;
	cnd_broadcast(&c);
	mtx_unlock(&m);
	return 0;
}
int main(void) {
	thrd_t t[3];
	mtx_init(&m, mtx_plain);
	cnd_init(&c);
	thrd_create(&t[0], waiter, 0);
	thrd_create(&t[1], waiter, 0);
	thrd_create(&t[2], setter, 0);
	for (int i = 0; i < 3; i++) thrd_join(t[i], 0);
	cnd_destroy(&c);
	return 0;
}
