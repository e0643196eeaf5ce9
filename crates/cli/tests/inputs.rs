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

#[test]
fn so_it_is_in_cpp() {
    let headers = "#include <chrono>\n#include <cstdio>\n#include <functional>\n#include <iostream>\n#include <mutex>\n#include <thread>\n";
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
