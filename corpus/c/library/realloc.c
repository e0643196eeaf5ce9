/* One thread; complete executions: 1. What fits is kept, and the rest is not written.

   expect: 1
   expect -DAFTER: use-after-free */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <assert.h>
int main(void) {
	int *p = realloc(NULL, 2 * sizeof *p);
	p[0] = 3;
	p[1] = 4;
	p = realloc(p, 4 * sizeof *p);
	p[3] = 5;
	assert(p[0] == 3 && p[1] == 4);
	p = realloc(p, sizeof *p);
	assert(p[0] == 3);
#ifdef AFTER
	int *q = p;
	p = realloc(p, 8);
	return *q; /* use after free */
#endif
	free(p);
	void *m = NULL;
	assert(posix_memalign(&m, 64, 128) == 0 && ((unsigned long)m & 63) == 0);
	free(m);
	assert(posix_memalign(&m, 3, 128) == 22);
	return 0;
}
