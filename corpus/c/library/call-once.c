/* As once.c with C11's names, and a once within a once. Complete executions: 2. With -DSELF it calls itself: a deadlock.

   expect: 2
   expect -DSELF: deadlock */
#include <threads.h>
#include <assert.h>
static once_flag outer = ONCE_FLAG_INIT, inner = ONCE_FLAG_INIT;
static int made;
static void second(void) { made += 1; }
static void first(void) {
#ifdef SELF
	call_once(&outer, first);
#endif
	call_once(&inner, second);
	made += 10;
}
static int run(void *arg) {
	call_once(&outer, first);
	assert(made == 11);
	return 0;
}
int main(void) {
	thrd_t t[2];
	for (int i = 0; i < 2; i++) thrd_create(&t[i], run, 0);
	for (int i = 0; i < 2; i++) thrd_join(t[i], 0);
	return 0;
}
