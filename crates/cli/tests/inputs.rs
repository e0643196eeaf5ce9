//! Answers from outside that are fixed: a verdict is bounded where they decide anything, and only there.
//!
//! These tests compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const HEADERS: &str = "#define _GNU_SOURCE\n#include <assert.h>\n#include <errno.h>\n#include <limits.h>\n#include <pthread.h>\n#include <signal.h>\n#include <stdint.h>\n\
                       #include <stdio.h>\n#include <stdlib.h>\n#include <sys/time.h>\n#include <time.h>\n#include <unistd.h>\n\
                       #include <sys/sysinfo.h>\nint __VERIFIER_nondet_int(void);\n";

/// Checks each program, and says which of them are not what they should be: the status, and a word of the
/// report.
fn wrong(name: &str, suffix: &str, headers: &str, programs: &[(&str, i32, &str)]) -> Vec<String> {
    let folder = Folder::new(name);
    let file = format!("p.{suffix}");
    let check = |&(program, status, word): &(&str, i32, &str)| {
        folder.write(&file, format!("{headers}{program}\n"));
        let done = folder.run(&format!("check {file}"));
        let fits = done.status == status && (done.out.contains(word) || done.err.contains(word));
        (!fits).then(|| format!("{program}\n{}\n{}{}", done.status, done.out, done.err))
    };
    programs.iter().filter_map(check).collect()
}

/// A program in which both threads wait for each other, or race, if the answer is another.
#[test]
fn answers_that_decide_bound_the_verdict() {
    let programs = [
        ("int x; int main(void) { if (rand() % 2) x = 1; }", 3, "rand returns one fixed"),
        ("int x[8]; int main(void) { x[rand() & 7] = 1; }", 3, "rand returns"),
        ("int x; int main(void) { x = rand(); }", 3, "rand returns"),
        ("int main(void) { int y = rand(); int z = y * 2; switch (z) { case 3: abort(); } }", 3, "rand returns"),
        ("static int die(void) { return rand() % 6; } int main(void) { assert(die() < 6); }", 3, "rand returns"),
        ("static int big(int n) { return n > 1000; } int main(void) { return big(rand()) && 1; }", 3, "rand returns"),
        ("int main(void) { int n = rand(); int *p = &n; if (*p == 77) abort(); }", 3, "rand returns"),
        ("int main(void) { int n = 100 / (rand() + 1); (void)n; }", 3, "rand returns"),
        (
            "int main(void) { struct { int a, b; } s, t; s.a = rand(); t = s; if (t.a == 1) abort(); }",
            3,
            "rand returns",
        ),
        (
            "void *run(void *a) { return (void *)(long)(a == 0); } int main(void) { pthread_t t; pthread_create(&t, 0, run, \
          (void *)(long)rand()); pthread_join(t, 0); }",
            3,
            "rand returns",
        ),
        ("int main(void) { unsigned s = 1; if (rand_r(&s) == 3) abort(); }", 3, "rand_r returns"),
        ("int main(void) { if (time(0) == 7) abort(); }", 3, "time returns"),
        ("int main(void) { time_t t; time(&t); if (t == 7) abort(); }", 3, "time returns"),
        (
            "int main(void) { struct timespec a; clock_gettime(CLOCK_MONOTONIC, &a); if (a.tv_sec == 7) abort(); }",
            3,
            "clock_gettime returns",
        ),
        (
            "static long now(struct timespec *t) { clock_gettime(CLOCK_MONOTONIC, t); return t->tv_sec; } int main(void) { \
          struct timespec a; if (now(&a) == 7) abort(); }",
            3,
            "clock_gettime returns",
        ),
        ("int main(void) { struct timeval a; gettimeofday(&a, 0); if (a.tv_sec == 7) {} }", 3, "gettimeofday returns"),
        (
            "int main(void) { struct timespec a; timespec_get(&a, TIME_UTC); if (a.tv_sec == 7) abort(); }",
            3,
            "timespec_get",
        ),
        ("int main(void) { if (clock() > 5) abort(); }", 42, ""),
        ("int main(void) { if (clock() > 1000000000) abort(); }", 3, "clock returns"),
        ("int main(void) { if (getenv(\"DEBUG\")) abort(); }", 3, "getenv returns"),
        ("int main(void) { if (getpid() % 2) abort(); }", 3, "getpid returns"),
        ("int main(void) { if (isatty(1)) abort(); }", 3, "isatty returns"),
        ("int main(void) { for (int i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) {} }", 3, "sysconf returns"),
        ("int main(void) { for (int i = 0; i < get_nprocs(); i++) {} }", 3, "get_nprocs returns"),
        ("int main(void) { if (fopen(\"x\", \"r\")) abort(); }", 3, "fopen returns"),
        ("int main(void) { if (getchar() == 'q') abort(); }", 3, "getchar returns"),
        ("int main(void) { char c[4]; if (read(0, c, 4) > 0) abort(); }", 3, "read returns"),
        ("int main(void) { if (__VERIFIER_nondet_int() == 99) abort(); }", 3, "__VERIFIER_nondet_int returns"),
        ("int main(void) { if (printf(\"%d\", rand()) == 30) abort(); }", 3, "rand returns"),
        (
            "int main(void) { char c[12]; snprintf(c, 12, \"%d\", rand()); if (c[1] == 'x') abort(); }",
            3,
            "rand returns",
        ),
        ("void stop(int s) { abort(); } int main(void) { signal(SIGINT, stop); }", 3, "arrival of signals"),
        // Which of two objects is first in memory, and where it is.
        ("int main(void) { void *p = malloc(1), *q = malloc(1); if (p < q) abort(); free(p); free(q); }", 42, ""),
        (
            "int main(void) { void *p = malloc(1), *q = malloc(1); if (p > q) abort(); free(p); free(q); }",
            3,
            "addresses",
        ),
        ("int a, b; int main(void) { int *p = &a, *q = &b; if (p > q) abort(); }", 3, "addresses"),
        ("int main(void) { void *p = malloc(1); int t[61] = {0}; t[(uintptr_t)p % 61]++; free(p); }", 3, "addresses"),
        (
            "static int hash(void *p) { uintptr_t n = (uintptr_t)p; return n >> 4 & 63; } int x[64]; int main(void) { void *p = \
          malloc(1); x[hash(p)] = 1; free(p); }",
            3,
            "addresses",
        ),
        ("int x[7]; int main(void) { x[(unsigned long)pthread_self() % 7] = 1; }", 3, "pthread_self returns"),
        ("int main(void) { if (gettid() > 4000) abort(); }", 3, "gettid returns"),
    ];
    let wrong = wrong("inputs-decide", "c", HEADERS, &programs);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn others_do_no_harm() {
    let programs = [
        ("int main(void) { srand(time(0)); }", 0, "time returns fixed values here, which decided nothing"),
        (
            "int main(void) { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); clock_gettime(CLOCK_MONOTONIC, &b);\n\
          double s = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9; printf(\"%f s\\n\", s); }",
            0,
            "decided nothing",
        ),
        (
            "static double now(void) { struct timespec a; clock_gettime(CLOCK_MONOTONIC, &a); return a.tv_sec + 1e-9 * a.tv_nsec; }\n\
          int main(void) { double start = now(); printf(\"%f\", now() - start); }",
            0,
            "decided nothing",
        ),
        ("int main(void) { int n = rand(); printf(\"%d %d\", rand(), n); }", 0, "decided nothing"),
        ("int main(void) { usleep(rand() % 100); return rand(); }", 0, "decided nothing"),
        (
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int main(void) { struct timespec t; clock_gettime(CLOCK_REALTIME, &t);\n\
          t.tv_sec += 5; if (!pthread_mutex_timedlock(&m, &t)) pthread_mutex_unlock(&m); }",
            0,
            "decided nothing",
        ),
        ("int main(void) { signal(SIGPIPE, SIG_IGN); }", 0, ""),
        // Where a number does not fit, that is no matter of chance.
        (
            "int main(void) { errno = 0; assert(strtol(\"7\", 0, 10) == 7 && errno == 0);\n\
          assert(strtol(\"-99999999999999999999\", 0, 10) == LONG_MIN && errno == ERANGE); errno = 0;\n\
          assert(strtoul(\"99999999999999999999\", 0, 10) == ULONG_MAX && errno == ERANGE); }",
            0,
            "",
        ),
        (
            "pthread_t owner; int main(void) { owner = pthread_self(); assert(pthread_equal(owner, pthread_self()));\n\
          assert(owner == pthread_self()); printf(\"%lu\", (unsigned long)pthread_self()); }",
            0,
            "",
        ),
        // What stays in one object, tags, and how things are aligned.
        ("int x[4]; int main(void) { for (int *p = x; p < x + 4; p++) *p = 1; }", 0, ""),
        ("int main(void) { int *p = malloc(16); for (int *q = p; q < p + 4; q++) *q = 1; free(p); }", 0, ""),
        (
            "int main(void) { int *p = malloc(4); uintptr_t t = (uintptr_t)p | 1; assert(t & 1); assert((uintptr_t)p % 8 == 0);\n\
          int *q = (int *)(t & ~(uintptr_t)1); *q = 1; assert(q == p && (char *)(q + 1) - (char *)p == 4); free(p); }",
            0,
            "",
        ),
        (
            "void *run(void *a) { int n[3] = {0}; n[(int)(long)a] = 1; return (void *)(long)((long)a > 1); }\n\
          int main(void) { pthread_t t; pthread_create(&t, 0, run, (void *)2L); pthread_join(t, 0); }",
            0,
            "",
        ),
    ];
    let wrong = wrong("inputs-harmless", "c", HEADERS, &programs);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Bits of addresses, and of the ids of threads, whatever memory they have come through.
#[test]
fn what_is_made_of_addresses_decides() {
    let decides = [
        r#"static uintptr_t g; int main(){g=(uintptr_t)malloc(9); if(g>>4&1) assert(0);}"#,
        r#"static uintptr_t g; void*t(void*a){ if((g>>4)&1) assert(0); return 0;} int main(){g=(uintptr_t)malloc(9); pthread_t h; pthread_create(&h,0,t,0); pthread_join(h,0);}"#,
        r#"static _Atomic uintptr_t g; void*t(void*a){ if((g>>4)&1) assert(0); return 0;} int main(){pthread_t h; pthread_create(&h,0,t,0); g=(uintptr_t)malloc(9); pthread_join(h,0);}"#,
        r#"static void* _Atomic g; int b[16]; void*t(void*a){ void*p=g; b[(uintptr_t)p>>4&15]=1; return 0;} int main(){pthread_t h; pthread_create(&h,0,t,0); g=malloc(9); pthread_join(h,0);}"#,
        r#"int main(){void*p=malloc(9); uint32_t h[2]; memcpy(h,&p,8); if(h[0]&16) assert(0);}"#,
        r#"int main(){void*p=malloc(9); unsigned char*c=(unsigned char*)&p; if(c[1]==7) assert(0);}"#,
        r#"static void*g; int main(){g=malloc(9); unsigned char*c=(unsigned char*)&g; if(c[1]==7) assert(0);}"#,
        r#"static _Atomic uintptr_t g; int main(){g=(uintptr_t)malloc(9); atomic_fetch_and(&g,0x3f0); if(g&0x10) assert(0);}"#,
        r#"int x; static unsigned h(void*p){return (unsigned)(((uintptr_t)p*2654435761u)>>20);} int main(){ if(h(&x)%8==3) assert(0);}"#,
        r#"int a,b; int main(){ if(&a>&b) assert(0);}"#,
        r#"int main(){ if(gettid()&1) assert(0);}"#,
        r#"static int g; int main(){ g=gettid(); if(g&1) assert(0);}"#,
        r#"struct s{int v;}; int main(){ struct s*q=malloc(sizeof*q); q->v=gettid(); if(q->v&1) assert(0);}"#,
        r#"int main(){ if(pthread_self()==5) assert(0);}"#,
        r#"static void*t(void*a){return 0;} int main(){ pthread_t h; pthread_create(&h,0,t,0); if(h&2) assert(0); pthread_join(h,0);}"#,
        r#"static pthread_t h; static void*t(void*a){return 0;} int main(){ pthread_create(&h,0,t,0); if(h%4==3) assert(0); pthread_join(h,0);}"#,
        r#"int main(){ void*p=malloc(1); char s[30]; snprintf(s,30,"%p",p); if(s[5]=='7') assert(0);}"#,
        r#"int main(){ void*p=malloc(1); if(__builtin_popcountl((uintptr_t)p)==7) assert(0);}"#,
        r#"int main(){ void*p=malloc(1); if(__builtin_bswap64((uintptr_t)p)&1) assert(0);}"#,
        r#"int main(){ void*p=malloc(1),*q=malloc(1); if(memcmp(&p,&q,8)>0) assert(0);}"#,
        r#"int main(){ void*p=malloc(1); if((double)(uintptr_t)p>1e20) assert(0);}"#,
        r#"int main(){ void*p=malloc(1); if((uintptr_t)p==0x7fff1000) assert(0);}"#,
        r#"int main(){ char c; if((uintptr_t)&c&8) assert(0);}"#,
        r#"int x; int main(){ if(((uintptr_t)&x>>4)&1) {assert(1);} }"#,
        r#"int f(int a){return a;} int main(){ if(((uintptr_t)f>>4)&1) {assert(1);} }"#,
        r#"int x,y; int main(){ if(((uintptr_t)&x^(uintptr_t)&y)&64) {assert(1);} }"#,
        r#"int main(){ unsigned __int128 w=(uintptr_t)malloc(1); if((unsigned)(w>>5)&1) assert(0);}"#,
        r#"_Atomic uintptr_t w; int main(){ uintptr_t e=7; atomic_compare_exchange_strong(&w,&e,(uintptr_t)malloc(1)>>5); }"#,
        r#"_Thread_local int x; int main(){ if(((uintptr_t)&x>>12)&1) {assert(1);} }"#,
        r#"int main(){ void*p=malloc(1); switch((uintptr_t)p){case 0x55550000: assert(0);} }"#,
        r#"int main(){ void*p=malloc(100); if(((uintptr_t)p & 0xfff) == 0) {} else assert(0); }"#,
        r#"int main(){ void*p=malloc(100),*q=malloc(100); if((uintptr_t)p==(uintptr_t)q+112) assert(0); }"#,
        r#"int main(){ char*p=malloc(100),*q=malloc(100); if(q-p==112) assert(0); }"#,
        r#"int main(){ void*p=malloc(100),*q=malloc(100); if(((uintptr_t)p^(uintptr_t)q)==0x70) assert(0); }"#,
        r#"int main(){ void*p=malloc(100); switch((uintptr_t)p>>4&3){case 2: assert(0);} }"#,
        r#"int main(){ void*p=malloc(100),*q=malloc(100); if((uint32_t)(uintptr_t)p==(uint32_t)(uintptr_t)q+1) assert(0); }"#,
        r#"int main(){ void*p=malloc(100); uintptr_t h=(uintptr_t)p*0x9E3779B97F4A7C15ul>>60; if(h==3) assert(0); }"#,
        r#"int main(){ void*p=malloc(100); int b[16]={0}; b[((uintptr_t)p>>4)&15]=1; if(b[7]) assert(0); }"#,
    ];
    let harmless = [
        r#"int main(){ void*p=malloc(9); assert(((uintptr_t)p&15)==0 && ((uintptr_t)p&7)==0 && (uintptr_t)p%16==0); if(((uintptr_t)p>>47)) assert(0); if(!p) return 0; }"#,
        r#"static void* _Atomic g; void*t(void*a){ int*p=g; if(p) assert(*p==1); return 0;} int main(){pthread_t h; pthread_create(&h,0,t,0); int*q=malloc(4); *q=1; g=q; pthread_join(h,0);}"#,
        r#"struct n{struct n*next;int v;}; _Atomic(struct n*) top; void*t(void*a){ struct n*x=malloc(sizeof*x); x->v=1; x->next=top; while(!atomic_compare_exchange_weak(&top,&x->next,x)); return 0;} int main(){pthread_t h; pthread_create(&h,0,t,0); t(0); pthread_join(h,0); int n=0; for(struct n*p=top;p;p=p->next) n++; assert(n==2);}"#,
        r#"_Atomic uintptr_t w; int main(){ int*p=malloc(4); w=(uintptr_t)p; atomic_fetch_or(&w,1); uintptr_t v=w; assert(v&1); int*q=(int*)(v&~1ul); *q=3; assert(*p==3 && q==p); atomic_fetch_and(&w,~1ul); assert(w==(uintptr_t)p); }"#,
        r#"static pthread_t own; static int n; static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER; void lock(){ if(own!=pthread_self()){pthread_mutex_lock(&m); own=pthread_self();} n++; } int main(){ lock(); lock(); assert(n==2 && pthread_equal(own,pthread_self())); }"#,
        r#"static void*t(void*a){return 0;} int main(){ pthread_t h[2]; for(int i=0;i<2;i++) if(pthread_create(&h[i],0,t,0)!=0) return 1; for(int i=0;i<2;i++) pthread_join(h[i],0);}"#,
        r#"static void*t(void*a){return 0;} int main(){ pthread_t h[2]; int rc; for(int i=0;i<2;i++) if((rc=pthread_create(&h[i],0,t,0))<0) return 1; for(int i=0;i<2;i++) pthread_join(h[i],0);}"#,
        r#"int main(){ char b[100]; char*p=(char*)(((uintptr_t)b+7)&~(uintptr_t)7); *p=1; assert(p-b<8);}"#,
        r#"int main(){ uint64_t s=1; for(int i=0;i<20;i++){ s=s*48271%2147483647; if(s%7==3) s+=1; } return 0; }"#,
        r#"int main(){ uint64_t s=88172645463325252ul; for(int i=0;i<50;i++){ s^=s<<13; s^=s>>7; s^=s<<17; if(s%7==3) s+=1; } return 0; }"#,
        r#"int main(){ long n=-5; for(long i=-10000;i<-9990;i++) n+=i*3/2; if(n>>3&1) n=1; return 0; }"#,
        r#"int main(){ char*s="hello"; unsigned h=5381; for(char*p=s;*p;p++) h=h*33+*p; if(h&1) return 0; }"#,
        r#"struct s{int a;void*p;char b;}; int main(){ struct s x={1,0,2},y; x.p=&x; y=x; assert(y.a==1&&y.b==2&&y.p==&x); }"#,
        r#"struct s{int a;void*p;char b;} g; int main(){ struct s x={1,0,2}; x.p=&x; g=x; struct s y=g; assert(y.a==1&&y.b==2&&y.p==&x); }"#,
        r#"int a[4]; int main(){ int n=0; for(int*p=a+3;p>=a;p--) n++; assert(n==4); }"#,
        r#"int main(){ void*p=malloc(1); char s[30]; printf("%p",p); }"#,
        r#"typedef struct {_Alignas(16) void*p; uintptr_t t;} D; _Atomic D d; int main(){ D x={malloc(4),1}; d=x; D y=d; assert(y.t==1 && y.p==x.p); D e=y,n={y.p,y.t+1}; assert(atomic_compare_exchange_strong(&d,&e,n)); }"#,
        r#"int main(){ char s[]="ab:cd"; char*p=strchr(s,58); if(p-s>3) return 1; }"#,
        r#"static size_t dist(const char*b,const char*e){ return e-b; } int main(){ if(dist("abc","abc"+3)>3) return 1; const char*s="hello"; if(dist(s,s+strlen(s))>15) return 1; }"#,
        r#"int main(){ char*p=malloc(10),*e=p+10; int r=(size_t)(e-p)<5; free(p); return r; }"#,
        r#"int main(){ const char*volatile s="abc"; const char*b=s; const char*e=memchr(b,99,3); ptrdiff_t n=e-b; if(n>15) return 1; }"#,
    ];
    let headers = format!("{HEADERS}#include <stdatomic.h>\n#include <stddef.h>\n#include <string.h>\n");
    let of =
        |programs: &[&'static str], status| programs.iter().map(|&program| (program, status, "")).collect::<Vec<_>>();
    let mut wrong = wrong("addresses", "c", &headers, &of(&decides, 3));
    wrong.extend(self::wrong("addresses", "c", &headers, &of(&harmless, 0)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn so_it_is_in_cpp() {
    let headers = "#include <chrono>\n#include <cstdio>\n#include <functional>\n#include <iostream>\n#include <map>\n#include <mutex>\n#include <string>\n#include <thread>\n#include <unordered_map>\n";
    let programs = [
        (
            "int main() { unsigned n = std::thread::hardware_concurrency(); if (n > 64) std::abort(); }",
            3,
            "std::thread::hardware_concurrency returns",
        ),
        (
            "int main() { if (std::chrono::steady_clock::now().time_since_epoch().count() % 3 == 1) return 1; return 0; }",
            3,
            "::now returns",
        ),
        (
            "int main() { auto a = std::chrono::steady_clock::now(); auto b = std::chrono::steady_clock::now();\n\
          std::printf(\"%ld\", (long)(b - a).count()); }",
            0,
            "decided nothing",
        ),
        ("int main() { std::string s = \"abc\", t = std::move(s); t += \"d\"; return t.size() - 4; }", 0, ""),
        ("int main() { std::map<std::string, int> m; m[\"a\"] = 2; return m[\"a\"] - 2; }", 0, ""),
        ("int a; int main() { std::unordered_map<int *, int> m; m[&a] = 2; return m[&a] - 2; }", 3, "addresses"),
        ("int a, b; int main() { std::map<int *, int> m; m[&a] = 2; m[&b] = 3; return m[&a] - 2; }", 3, "addresses"),
        ("int x[5]; int main() { int *p = new int(1); x[std::hash<int *>()(p) % 5] = 1; delete p; }", 3, "addresses"),
        (
            "int main() { int *p = new int(1), *q = new int(2); if (std::less<int *>()(q, p)) std::abort(); delete p; delete q; }",
            3,
            "addresses",
        ),
    ];
    let wrong = wrong("inputs-cpp", "cpp", headers, &programs);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
