/* Functions of the C library that are easiest said in C, such as those that call the program back. Compiled and linked with
   programs that use one of them, as C or as C++, whichever the program is; so no header is included. */
#ifdef __cplusplus
extern "C" {
#endif

typedef __SIZE_TYPE__ size;
typedef int compare(const void *, const void *);
typedef int compare_r(const void *, const void *, void *);

void *malloc(size);
void free(void *);
void *memcpy(void *, const void *, size);
size strlen(const char *);
size strnlen(const char *, size);
size strspn(const char *, const char *);
size strcspn(const char *, const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
int printf(const char *, ...);
int snprintf(char *, size, const char *, ...);
size malloc_usable_size(void *);
void exit(int);

/* A program may define some of these itself. */
#define LIBRARY __attribute__((weak))

/* A merge sort of a copy, which is what glibc does. Elements of memory that others know are read once and written once. */
static void sort(char *base, size count, size width, compare *plain, compare_r *other, void *context) {
    if (count < 2 || width == 0) return;
    char *from = (char *)__builtin_alloca(count * width), *to = (char *)__builtin_alloca(count * width);
    memcpy(from, base, count * width);
    for (size run = 1; run < count; run *= 2) {
        for (size start = 0; start < count; start += 2 * run) {
            size a = start, middle = start + run < count ? start + run : count;
            size b = middle, end = start + 2 * run < count ? start + 2 * run : count;
            for (size at = start; at < end; at++) {
                int first = b == end;
                if (a < middle && b < end) {
                    char *x = from + a * width, *y = from + b * width;
                    first = (plain ? plain(x, y) : other(x, y, context)) <= 0;
                }
                memcpy(to + at * width, from + (first ? a : b) * width, width);
                if (first) a++;
                else b++;
            }
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    memcpy(base, from, count * width);
}

LIBRARY void qsort(void *base, size count, size width, compare *order) { sort((char *)base, count, width, order, 0, 0); }

LIBRARY void qsort_r(void *base, size count, size width, compare_r *order, void *context) {
    sort((char *)base, count, width, 0, order, context);
}

LIBRARY void *bsearch(const void *key, const void *base, size count, size width, compare *order) {
    const char *low = (const char *)base;
    while (count > 0) {
        const char *middle = low + count / 2 * width;
        int found = order(key, middle);
        if (found == 0) return (void *)middle;
        if (found > 0) {
            low = middle + width;
            count -= count / 2 + 1;
        } else {
            count /= 2;
        }
    }
    return 0;
}

LIBRARY char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : 0;
}

LIBRARY char *strtok_r(char *text, const char *set, char **rest) {
    if (!text) text = *rest;
    if (!text) return 0;
    text += strspn(text, set);
    if (!*text) {
        *rest = text;
        return 0;
    }
    char *end = text + strcspn(text, set);
    if (*end) *end++ = 0;
    *rest = end;
    return text;
}

LIBRARY char *__strtok_r(char *text, const char *set, char **rest) { return strtok_r(text, set, rest); }

/* All threads share what strtok remembers: using it in two of them is a race. */
static char *rest_of_strtok;

LIBRARY char *strtok(char *text, const char *set) { return strtok_r(text, set, &rest_of_strtok); }

LIBRARY char *strsep(char **text, const char *set) {
    char *start = *text;
    if (!start) return 0;
    char *end = start + strcspn(start, set);
    *text = *end ? end + 1 : 0;
    *end = 0;
    return start;
}

LIBRARY char *strndup(const char *text, size most) {
    size length = strnlen(text, most);
    char *copy = (char *)malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

LIBRARY char *__strndup(const char *text, size most) { return strndup(text, most); }

/* That means different things in different places: reaching this ends the check. */
void realloc_to_nothing(void) __asm__("realloc (to a size of zero)");

LIBRARY void *realloc(void *old, size bytes) {
    if (!old) return malloc(bytes);
    if (bytes == 0) realloc_to_nothing();
    size had = malloc_usable_size(old);
    void *copy = malloc(bytes);
    if (!copy) return 0;
    memcpy(copy, old, had < bytes ? had : bytes);
    free(old);
    return copy;
}

LIBRARY void *reallocarray(void *old, size count, size width) {
    size bytes;
    return __builtin_mul_overflow(count, width, &bytes) ? 0 : realloc(old, bytes);
}

typedef struct { int quot, rem; } int_division;
typedef struct { long quot, rem; } long_division;
typedef struct { long long quot, rem; } long_long_division;
LIBRARY int_division div(int a, int b) { int_division d = {a / b, a % b}; return d; }
LIBRARY long_division ldiv(long a, long b) { long_division d = {a / b, a % b}; return d; }
LIBRARY long_long_division lldiv(long long a, long long b) { long_long_division d = {a / b, a % b}; return d; }

/* Formats with arguments in a list: piece by piece, each with a format and an argument of its own. Without room, and with
   nowhere to go, the pieces are printed. */
static int format(char *out, size room, int prints, const char *text, __builtin_va_list list) {
    size length = 0;
    while (*text) {
        char piece[64];
        size n = 0;
        int longs = 0, number;
        piece[n++] = *text++;
        if (piece[0] != '%') {
            while (*text && *text != '%' && n < sizeof piece - 1) piece[n++] = *text++;
            piece[n] = 0;
            char *place = length < room ? out + length : 0;
            number = prints ? printf("%s", piece) : snprintf(place, place ? room - length : 0, "%s", piece);
            length += number;
            continue;
        }
        while (*text && __builtin_strchr("-+ #0123456789.*lhzjtqL", *text) && n < sizeof piece - 16) {
            if (*text == '*') n += snprintf(piece + n, 16, "%d", __builtin_va_arg(list, int));
            else piece[n++] = *text;
            longs += *text == 'l' || *text == 'z' || *text == 'j' || *text == 't' || *text == 'q';
            text++;
        }
        char letter = *text;
        if (letter) piece[n++] = *text++;
        piece[n] = 0;
        char *place = length < room ? out + length : 0;
        size left = place ? room - length : 0;
#define PIECE(...) (prints ? printf(piece, __VA_ARGS__) : snprintf(place, left, piece, __VA_ARGS__))
        if (letter == '%') number = PIECE(0);
        else if (letter && __builtin_strchr("sp", letter)) number = PIECE(__builtin_va_arg(list, void *));
        else if (letter && __builtin_strchr("fFeEgGaA", letter)) number = PIECE(__builtin_va_arg(list, double));
        else if (letter == 'n') *__builtin_va_arg(list, int *) = length, number = 0;
        else if (longs) number = PIECE(__builtin_va_arg(list, long));
        else number = PIECE(__builtin_va_arg(list, int));
        length += number;
    }
    if (!prints && room > 0 && length == 0) *out = 0;
    return (int)length;
}

LIBRARY int vsnprintf(char *out, size room, const char *text, __builtin_va_list list) { return format(out, room, 0, text, list); }
LIBRARY int vsprintf(char *out, const char *text, __builtin_va_list list) { return format(out, (size)1 << 30, 0, text, list); }
LIBRARY int vprintf(const char *text, __builtin_va_list list) { return format(0, 0, 1, text, list); }
LIBRARY int vfprintf(void *file, const char *text, __builtin_va_list list) { return (void)file, format(0, 0, 1, text, list); }
LIBRARY int vdprintf(int file, const char *text, __builtin_va_list list) { return (void)file, format(0, 0, 1, text, list); }

LIBRARY int vasprintf(char **out, const char *text, __builtin_va_list list) {
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    int length = format(0, 0, 0, text, again);
    __builtin_va_end(again);
    *out = (char *)malloc((size)length + 1);
    return format(*out, (size)length + 1, 0, text, list);
}

LIBRARY int asprintf(char **out, const char *text, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, text);
    int length = vasprintf(out, text, list);
    __builtin_va_end(list);
    return length;
}

LIBRARY void err(int status, const char *text, ...) { (void)text, exit(status); }
LIBRARY void errx(int status, const char *text, ...) { (void)text, exit(status); }

/* Conversions that vsscanf does not have: reaching this ends the check. */
void unknown_conversion(void) __asm__("sscanf (a conversion that is not modelled)");

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

LIBRARY int vsscanf(const char *text, const char *form, __builtin_va_list list) {
    const char *start = text;
    int converted = 0;
    for (; *form; form++) {
        if (is_space(*form)) {
            while (is_space(*text)) text++;
            continue;
        }
        if (*form != '%' || form[1] == '%') {
            form += *form == '%';
            if (*text != *form) return *text || converted ? converted : -1;
            text++;
            continue;
        }
        int keep = 1, longs = 0, shorts = 0;
        form++;
        if (*form == '*') keep = 0, form++;
        long width = strtol(form, (char **)&form, 10);
        for (; *form == 'l' || *form == 'h' || *form == 'z' || *form == 'j'; form++) *form == 'h' ? shorts++ : longs++;
        if (*form == 'n') {
            *__builtin_va_arg(list, int *) = (int)(text - start);
            continue;
        }
        if (*form != 'c') while (is_space(*text)) text++;
        if (!*text) return converted ? converted : -1;
        if (*form == 's' || *form == 'c') {
            char *to = keep ? __builtin_va_arg(list, char *) : 0;
            if (width == 0) width = *form == 'c' ? 1 : 1 << 30;
            for (; width > 0 && *text && (*form == 'c' || !is_space(*text)); width--, text++) if (to) *to++ = *text;
            if (to && *form == 's') *to = 0;
        } else if (width == 0 && __builtin_strchr("diuxXo", *form)) {
            char *end;
            int base = *form == 'i' ? 0 : *form == 'o' ? 8 : *form == 'x' || *form == 'X' ? 16 : 10;
            long number = *form == 'd' || *form == 'i' ? strtol(text, &end, base) : (long)strtoul(text, &end, base);
            if (end == text) return converted;
            text = end;
            if (!keep) continue;
            if (longs) *__builtin_va_arg(list, long *) = number;
            else if (shorts == 1) *__builtin_va_arg(list, short *) = (short)number;
            else if (shorts == 2) *__builtin_va_arg(list, signed char *) = (signed char)number;
            else *__builtin_va_arg(list, int *) = (int)number;
        } else {
            unknown_conversion();
        }
        converted += keep;
    }
    return converted;
}

#define SCAN(name)                                        \
    LIBRARY int name(const char *text, const char *form, ...) { \
        __builtin_va_list list;                           \
        __builtin_va_start(list, form);                   \
        int converted = vsscanf(text, form, list);        \
        __builtin_va_end(list);                           \
        return converted;                                 \
    }
SCAN(sscanf)
SCAN(__isoc99_sscanf)
SCAN(__isoc23_sscanf)

#ifdef __cplusplus
}
#endif
