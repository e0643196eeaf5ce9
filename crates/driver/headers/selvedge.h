/* selvedge.h: what a program can tell Selvedge, and ask of it.
 *
 * No program needs this header: everything here is only about checking. It is part of the selvedge command,
 * which puts it on the include path. The names are those of the software verification competition, so that a program
 * that uses them can also be given to other checkers. */
#ifndef SELVEDGE_H
#define SELVEDGE_H

#ifdef __cplusplus
#define SELVEDGE_BOOL bool
extern "C" {
#else
#define SELVEDGE_BOOL _Bool
#endif

/* Executions in which the condition is false are not looked at. */
void __VERIFIER_assume(int condition);

/* It is an error if the condition is false. */
void __VERIFIER_assert(int condition);

/* It is an error to get here. */
void __VERIFIER_error(void);

/* A value from outside. Both values of a bool are explored; of the others, one fixed sequence of small numbers is used, and
 * the verdict is bounded. */
SELVEDGE_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned int __VERIFIER_nondet_unsigned(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);

/* What is between the two is one step to all other threads, as far as it touches what they touch; sections may be nested. So is a
 * function whose name begins with __VERIFIER_atomic_. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* A loop that waits, for those who want to mark one: the program waits at the end of a round in which the condition is
 * false. Loops that wait are found without this. */
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int condition);

/* Threads. The symmetric one promises that the new thread does the same as another; nothing is made of that yet. */
long __VERIFIER_spawn(void *(*routine)(void *), void *argument);
long __VERIFIER_spawn_symmetric(void *(*routine)(void *), void *argument, long other);
void *__VERIFIER_join(long thread);

#ifdef __cplusplus
}
#endif
#undef SELVEDGE_BOOL
#endif
