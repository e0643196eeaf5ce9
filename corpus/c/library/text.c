/* One thread and a helper that only reads: complete executions: 1. Formatting, strings, numbers, classes of characters,
   arithmetic, variable arguments, exit handlers and the names of genmc.h.

   expect: 1 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <assert.h>
#include <pthread.h>
#include <genmc.h>
static char shared[16] = "abc";
static char buffer[64];
static void log_it(char *out, size_t n, const char *format, ...) {
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	int a = va_arg(ap, int);
	double d = va_arg(ap, double);
	const char *s = va_arg(ap, const char *);
	vprintf(format, again);
	va_end(again);
	va_end(ap);
	snprintf(out, n, "%d|%.2f|%s", a, d, s);
}
static void done(void) { assert(shared[0] == 'a'); }
static void *run(void *arg) {
	assert(strlen(shared) == 3 && strcmp(shared, "abc") == 0);
	char copy[8];
	strcpy(copy, shared);
	strcat(copy, "de");
	assert(!strcmp(copy, "abcde") && !strncmp(copy, "abx", 2) && strchr(copy, 'c') == copy + 2);
	assert(strstr(copy, "cd") == copy + 2 && strrchr(copy, 'z') == 0 && memchr(copy, 'b', 5) == copy + 1);
	char *dup = strdup(shared);
	assert(!strcasecmp(dup, "ABC"));
	free(dup);
	return 0;
}
int main(void) {
	atexit(done);
	int n = snprintf(buffer, sizeof buffer, "%5d|%-4s|%04x|%lu|%c|%%|%s|%.3s", -42, "ab", 255, 123456789012ul, 'z', "str", "abcdef");
	assert(n == 40);
	assert(!strcmp(buffer, "  -42|ab  |00ff|123456789012|z|%|str|abc"));
	assert(snprintf(buffer, 4, "%d", 123456) == 6 && !strcmp(buffer, "123"));
	log_it(buffer, sizeof buffer, "%d %f %s\n", 7, 2.5, "seven");
	assert(!strcmp(buffer, "7|2.50|seven"));
	assert(atoi(" -17x") == -17 && strtol("0x1f", 0, 0) == 31 && strtoul("77", 0, 8) == 63 && abs(-3) == 3);
	char *end;
	assert(strtol("12abc", &end, 10) == 12 && *end == 'a');
	assert(isdigit('7') && !isdigit('a') && isalpha('q') && isspace(' ') && toupper('b') == 'B' && tolower('B') == 'b');
	assert(sqrt(16.0) == 4.0 && fabs(-2.5) == 2.5 && floor(1.7) == 1.0 && pow(2, 10) == 1024 && fabsf(-1.0f) == 1.0f);
	fprintf(stderr, "hello %s\n", "world");
	puts("x");
	long t = __VERIFIER_spawn(run, 0);
	__VERIFIER_join(t);
	__VERIFIER_atomic_begin();
	__VERIFIER_atomic_end();
	__VERIFIER_assert(1);
	exit(0);
}
