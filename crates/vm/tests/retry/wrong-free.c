/* The same with a block that is freed. */
#include "retry.h"
atomic_int x, flag;
_Atomic(atomic_int *) p;
THREAD(a) { while (1) { if (LD(&x, rlx)) break; (void)LD(LD(&p, acq), rlx); } ST(&flag, 1, rlx); return arg; }
THREAD(b) { if (LD(&flag, rlx)) free(LD(&p, rlx)); return arg; }
THREAD(c) { ST(&x, 1, rlx); return arg; }
static void finish(void) {}
int main(void) {
	atomic_int *q = malloc(sizeof *q);
	atomic_init(q, 0);
	ST(&p, q, rel);
	pthread_t t[3];
	pthread_create(&t[0], NULL, a, NULL);
	pthread_create(&t[1], NULL, b, NULL);
	pthread_create(&t[2], NULL, c, NULL);
	for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
	finish();
	return 0;
}
