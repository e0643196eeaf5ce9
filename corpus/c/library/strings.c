/* One thread; complete executions: 1.

   expect: 1
   expect -DOVERRUN: invalid-access */
#include <string.h>
#include <errno.h>
#include <assert.h>
int main(void) {
	char a[8], b[8];
	strcpy(a, "abc");
	strcpy(b, "abd");
	assert(strlen(a) == 3 && strcmp(a, b) < 0 && strcmp(b, a) > 0 && strcmp(a, "abc") == 0);
	assert(strncmp(a, b, 2) == 0 && memcmp(a, b, 2) == 0 && memcmp(a, b, 3) < 0);
	assert(strcmp("", a) < 0);
	errno = 5;
	assert(errno == 5);
#ifdef OVERRUN
	char c[2] = {'x', 'y'};
	return strlen(c); /* beyond the end */
#endif
	return 0;
}
