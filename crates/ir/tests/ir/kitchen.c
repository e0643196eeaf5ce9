// One of everything that C and its extensions make clang emit. Not meant to be run.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <complex.h>
typedef int v4 __attribute__((vector_size(16)));
struct big { char b[100]; int x; } ; struct pk { char c; int i; } __attribute__((packed));
struct bf { unsigned a:3, b:7; int c:20; };
union u { int i; double d; char c[16]; };
_Thread_local int t1; static _Thread_local int t2 = 4; int common; extern int ext; __attribute__((weak)) int weakv = 3;
int al_target(int x){return x;} int al(int) __attribute__((alias("al_target")));
struct pk arr[3] = {{1,2},{3,4}}; union u un = {.d = 2.0}; const char *names[] = {"a\"b\\c\n", 0, "z"};
int (*fns[2])(int) = { al_target, al };
intptr_t off = (intptr_t)&((struct big*)0)->x; char *mid = (char*)&arr[1] + 2;
__attribute__((constructor)) static void ctor(void){ common = 1; }
int va(int n, ...) { va_list ap; va_start(ap, n); int s=0; for(int i=0;i<n;i++) s+=va_arg(ap,int); double d=va_arg(ap,double); va_end(ap); return s+(int)d; }
struct big byval(struct big b) { b.x++; return b; }
v4 vec(v4 a, v4 b) { v4 c = a*b+a; c[2] = b[1]; return __builtin_shufflevector(c, a, 0, 4, 1, 5); }
float fl(float a, double b, long double c) { return a < b ? (float)(b*c) : -a + (float)(int)b; }
_Bool bl(int *p) { return p && *p > 3; }
int asmf(int x) { int r; __asm__ volatile("addl $1, %0" : "=r"(r) : "0"(x) : "memory", "cc"); __asm__ volatile("" ::: "memory"); return r; }
int gotof(int x) { static void *tab[] = { &&a, &&b }; goto *tab[x & 1]; a: return 1; b: return 2; }
int asmgoto(int x) { __asm__ goto("testl %0, %0; jne %l1" : : "r"(x) : : lab); return 0; lab: return 1; }
int sw(long x) { switch (x) { case 1: return 3; case -5: return 4; case 7 ... 9: return 5; default: return 0; } }
int ov(int a, int b) { int r; if (__builtin_add_overflow(a,b,&r)) abort(); return r; }
unsigned bits(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x|1) + __builtin_bswap32(x); }
void atom(int *p, long *q, char *c, double *d) { __atomic_fetch_add(p,1,__ATOMIC_RELAXED); __atomic_fetch_nand(p,1,5); __atomic_exchange_n(q,3,4); long e=1; __atomic_compare_exchange_n(q,&e,4,1,2,0); __atomic_thread_fence(5); __atomic_signal_fence(5); __sync_fetch_and_max(p,3); __sync_fetch_and_umin((unsigned*)p,3); __atomic_store_n(c,1,3); *(volatile int*)p = 1; __atomic_test_and_set(c, 5); }
double complex cx(double complex a) { return a * a; }
int vla(int n) { int a[n]; memset(a, 0, sizeof a); for (int i=0;i<n;i++) a[i]=i; return a[n/2]; }
struct bf bff(struct bf x) { x.a = 3; x.c = -4; return x; }
__int128 w(__int128 a, unsigned __int128 b) { return a / (__int128)b + ((__int128)0x1234567890abcdefULL << 64); }
long double ldg = 3.14159L; __float128 q128 = 1.0; float ff = 1e10f; double inf = __builtin_inf(); 
int unreach(int x) { if (x) __builtin_unreachable(); return __builtin_expect(x, 0); }
int addrsp(int __attribute__((address_space(257))) *p) { return *p; }
int main(int argc, char **argv) { struct big b = {{0}}; b = byval(b); printf("%d %d\n", va(2, 1, 2, 3.0), b.x); return fns[argc&1](t1 + t2); }
