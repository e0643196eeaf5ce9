//! Undefined behaviour, one small program each: what is reported, and what is not.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// Checks a program and gives the first line of the report.
fn headline(name: &str, body: &str) -> (i32, String) {
    let text = format!("#include <limits.h>\n#include <stdatomic.h>\n#include <stdint.h>\n{body}\n");
    let done = Folder::new("undefined").write(&format!("{name}.c"), text).run(&format!("check {name}.c"));
    (done.status, done.out.lines().next().unwrap_or_default().to_owned())
}

#[track_caller]
fn violated(name: &str, body: &str, message: &str) {
    let (status, line) = headline(name, body);
    assert_eq!((status, line.as_str()), (42, format!("violated: {message}").as_str()));
}

#[test]
fn division() {
    violated("zero", "int main(void) { volatile int n = 0; return 1 / n; }", "division by zero");
    let text = "int main(void) { volatile int n = INT_MIN, d = -1; return n / d; }";
    violated("quotient", text, "the quotient does not fit its type");
}

#[test]
fn poison_matters_where_it_is_used() {
    let because = "signed overflow: 2147483647 + 1 does not fit into 32 bits";
    let text = "int main(void) { volatile int n = INT_MAX; int m = n + 1;\nif (m > 0) return 1; return 0; }";
    violated("branch", text, &format!("{because} (branch.c:4), and a branch depends on the result"));
    let text = "int a[2]; int main(void) { volatile int n = INT_MAX;\nreturn a[n + 1]; }";
    violated("address", text, &format!("{because} (address.c:5), and an address depends on the result"));
    let text = "int g; int main(void) { volatile int n = INT_MAX;\ng = n + 1; return 0; }";
    violated("write", text, &format!("{because} (write.c:5), and a write to shared memory depends on the result"));
    // A result that nobody looks at does no harm, and unsigned numbers wrap.
    let text = "int main(void) { volatile int n = INT_MAX; int m = n + 1; unsigned u = UINT_MAX; u++; (void)m; return u ? 1 : 0; }";
    let (status, line) = headline("unused", text);
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"));
}

#[test]
fn shifts_and_conversions() {
    let text = "int main(void) { volatile int n = 40; if (1 << n) return 1; return 0; }";
    let because = "shift out of range: 1 << 40 on a number of 32 bits";
    violated("shift", text, &format!("{because} (shift.c:4), and a branch depends on the result"));
    let text = "int main(void) { volatile double d = 1e10; if ((int)d) return 1; return 0; }";
    let because = "conversion out of range: 10000000000 does not fit into 32 bits";
    violated("conversion", text, &format!("{because} (conversion.c:4), and a branch depends on the result"));
}

#[test]
fn what_was_never_written() {
    let text = "int main(void) { int n; if (n) return 1; return 0; }";
    violated("unwritten", text, "a branch depends on a value that was never written");
}

#[test]
fn calls() {
    let text = "int main(void) { int (*volatile f)(void) = 0; return f(); }";
    violated("null-call", text, "a call through a null pointer");
    let text = "int g; int main(void) { int (*volatile f)(void) = (int (*)(void))&g; return f(); }";
    violated("data-call", text, "a call of g, which is no function");
    let (status, line) = headline("unreachable", "int main(void) { __builtin_unreachable(); }");
    assert_eq!(status, 42);
    assert!(line.starts_with("violated: a place is reached that the program says cannot be reached"), "{line}");
}

#[test]
fn a_stack_has_an_end_and_recursion_may_have_one() {
    let endless = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }";
    let done = Folder::new("undefined").write("endless.c", endless).run("check endless.c");
    assert_eq!(done.status, 3, "{}", done.out);
    assert!(done.out.starts_with("inconclusive: the calls of a thread need more than 8 MiB of stack"), "{}", done.out);
    assert!(
        done.out.contains("calls within calls, the last one of f, at endless.c:1: endless recursion?"),
        "{}",
        done.out
    );
    // Beside another way out, it is still no proof.
    let other = "#include <pthread.h>\natomic_int x; int f(int n) { return f(n + 1) + 1; }\n\
                 void *run(void *a) { atomic_store(&x, 1); return a; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); if (x) f(0); pthread_join(t, 0); return 0; }";
    assert_eq!(headline("sometimes", other).0, 3);
    let legal = "int f(int n) { int a[4]; a[n % 4] = n; return n == 0 ? 0 : f(n - 1) + a[n % 4] - n + 1; }\n\
                 int main(void) { return f(5000) != 5000; }";
    assert_eq!(headline("legal", legal), (0, "verified: no execution goes wrong".to_owned()));
    let deep = "int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }\nint main(void) { return f(100000) != 100000; }";
    assert_eq!(headline("deep", deep), (0, "verified: no execution goes wrong".to_owned()));
}

#[test]
fn atomics_are_aligned_and_small() {
    // A compiler that sees the alignment calls a function instead.
    let text = "char g[8]; int main(void) { _Atomic int *volatile p = (void *)&g[1]; return atomic_load(p); }";
    let message = "misaligned: an atomic access of 4 bytes to g[1], which is not at a multiple of 4";
    violated("misaligned", text, message);
    let text = "_Atomic uint8_t a; _Atomic uint16_t b; _Atomic uint64_t c;\n\
                int main(void) { atomic_fetch_add(&a, 255); atomic_fetch_add(&a, 2); atomic_store(&b, 65535);\n\
                atomic_fetch_add(&b, 1); atomic_fetch_sub(&c, 1); return a == 1 && b == 0 && c == UINT64_MAX ? 0 : 1 / (int)b; }";
    let (status, line) = headline("widths", text);
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"));
}

#[test]
fn sizes_may_differ_where_accesses_are_ordered() {
    let text = "#include <pthread.h>\n#include <string.h>\nunion { uint32_t word; uint8_t byte[4]; } u;\n\
                void *run(void *a) { u.byte[1] = 2; return a; }\n\
                int main(void) { pthread_t t; u.word = 0x01010101; pthread_create(&t, 0, run, 0); pthread_join(t, 0);\n\
                uint16_t half; memcpy(&half, &u.byte[1], 2); return 1 / (u.word == 0x01010201 && half == 0x0102); }";
    let (status, line) = headline("ordered", text);
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"));
    let text = "#include <pthread.h>\n_Atomic uint32_t word;\n\
                void *run(void *a) { *((uint8_t *)&word + 1) = 2; return a; }\n\
                int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); atomic_store(&word, 1); pthread_join(t, 0); return 0; }";
    let (status, line) = headline("racy", text);
    assert_eq!(status, 42, "{line}");
    assert!(line.contains(" bytes to word overlap, and are not ordered"), "{line}");
}
