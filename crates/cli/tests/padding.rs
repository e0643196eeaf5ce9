//! Gaps between the members of structs, in what is accessed atomically and in what is copied byte by byte.
//!
//! What is in them is undefined, and no error unless it is used. A compare-exchange does not look at them.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n\
                    struct P { char c; int i; }; struct T { int *p; unsigned tag; };\n\
                    _Atomic struct P small; _Atomic struct T large; struct P plain; int x;\n\
                    struct P pair(int c, int i) { struct P p; p.c = c; p.i = i; return p; }\n\
                    struct T tagged(int *q, unsigned tag) { struct T t; t.p = q; t.tag = tag; return t; }\n";
const VERIFIED: &str = "verified: no execution goes wrong";

/// Checks a program with these functions and this body of `main`, and gives its status and the first line of
/// the report.
fn check(name: &str, functions: &str, body: &str) -> (i32, String) {
    let text = format!("{HEAD}{functions}\nint main(void) {{ {body} return 0; }}\n");
    let done = Folder::new(&format!("padding-{name}"))
        .write(&format!("{name}.c"), text)
        .run(&format!("check {name}.c -- -Wno-everything"));
    (done.status, done.out.lines().next().unwrap_or_default().to_owned())
}

#[track_caller]
fn verified(name: &str, functions: &str, body: &str) {
    let (status, line) = check(name, functions, body);
    assert_eq!((status, line.as_str()), (0, VERIFIED), "{name}");
}

#[track_caller]
fn violated(name: &str, functions: &str, body: &str, message: &str) {
    let (status, line) = check(name, functions, body);
    assert!(status == 42 && line.contains(message), "{name}: {status} {line}");
}

#[test]
fn atomic_structs_have_gaps() {
    verified(
        "store",
        "",
        "atomic_store(&small, pair(1, 2)); struct P p = atomic_load(&small); assert(p.c == 1 && p.i == 2);",
    );
    verified(
        "large",
        "",
        "atomic_store(&large, tagged(&x, 2)); struct T t = atomic_load(&large); assert(t.p == &x && t.tag == 2);",
    );
    let swap = "struct P p = atomic_exchange(&small, pair(1, 2)); assert(p.i == 0); p = atomic_exchange(&small, pair(3, 4)); assert(p.i == 2);";
    verified("exchange", "", swap);
    let local = "_Atomic struct P l; atomic_init(&l, pair(0, 0)); atomic_store_explicit(&l, pair(1, 2), memory_order_relaxed);\n\
                 struct P p = atomic_exchange_explicit(&l, pair(3, 4), memory_order_relaxed); assert(p.i == 2);\n\
                 assert(atomic_compare_exchange_strong_explicit(&l, &(struct P){3, 4}, pair(5, 6), memory_order_relaxed, memory_order_relaxed));\n\
                 p = pair(3, 4); assert(!atomic_compare_exchange_strong_explicit(&l, &p, p, memory_order_relaxed, memory_order_relaxed) && p.i == 6);";
    verified("local", "", local);
    // Others find in a pointer what was written before.
    let reader =
        "void *run(void *a) { struct T t = atomic_load(&large); if (t.p) assert(*t.p == 1 && t.tag == 3); return a; }";
    let body = "pthread_t h; pthread_create(&h, 0, run, 0); int *q = malloc(4); *q = 1; atomic_store(&large, tagged(q, 3)); pthread_join(h, 0); free(q);";
    verified("pointer", reader, body);
    // A member alone.
    verified(
        "member",
        "",
        "atomic_store(&small, pair(1, 2)); int i; memcpy(&i, (char *)&small + 4, 4); assert(i == 2);",
    );
}

#[test]
fn what_was_never_written_is_found_where_it_is_used() {
    let unset = "struct T w; w.p = 0; atomic_store(&large, w); struct T t = atomic_load(&large); if (t.tag) x = 1;";
    violated("unset", "", unset, "a value that was never written");
    let gap = "atomic_store(&small, pair(1, 2)); struct P p = atomic_load(&small); if (((char *)&p)[2]) x = 1;";
    violated("gap", "", gap, "never written");
    violated("shared-gap", "", "atomic_store(&small, pair(1, 2)); if (((char *)&small)[2]) x = 1;", "never written");
    violated("nothing", "", "struct P p; atomic_store(&small, p);", "never written");
}

#[test]
fn gaps_are_not_compared() {
    let fits = "struct P e = atomic_load(&small); assert(atomic_compare_exchange_strong(&small, &e, pair(1, 2)));";
    verified("fits", "", fits);
    let again = "atomic_store(&small, pair(1, 2)); struct P e = pair(1, 2); assert(atomic_compare_exchange_strong(&small, &e, pair(3, 4)));\n\
                 e = pair(1, 2); assert(!atomic_compare_exchange_strong(&small, &e, pair(5, 6)) && e.i == 4);";
    verified("again", "", again);
    let push = "void *run(void *a) { struct T e = atomic_load(&large); while (!atomic_compare_exchange_weak(&large, &e, tagged(&x, e.tag + 1))); return a; }";
    let body = "pthread_t h; pthread_create(&h, 0, run, 0); run(0); pthread_join(h, 0); struct T t = atomic_load(&large); assert(t.tag == 2);";
    verified("push", push, body);
    let lost = "void *run(void *a) { struct T e = atomic_load(&large); atomic_store(&large, tagged(&x, e.tag + 1)); return a; }";
    violated("lost", lost, body, "assertion");
}

#[test]
fn atomics_of_structs_in_cpp_have_gaps() {
    let text = "#include <atomic>\n#include <thread>\n#include <cassert>\nstruct N { N *next; int v; }; struct T { N *p; unsigned tag; };\n\
                std::atomic<T> top{T{nullptr, 0}};\n\
                void push(N *n) { T o = top.load(), w; do { n->next = o.p; w.p = n; w.tag = o.tag + 1; } while (!top.compare_exchange_weak(o, w)); }\n\
                int main() { static N a, b; std::thread t([] { push(&a); }); push(&b); t.join(); T x = top.load(); assert(x.tag == 2); }\n";
    let folder = Folder::new("padding-cpp");
    let done = folder.write("stack.cpp", text).run("check stack.cpp -- -Wno-everything");
    assert_eq!((done.status, done.out.lines().next().unwrap_or_default()), (0, VERIFIED));
    let wrong = text.replace("while (!top.compare_exchange_weak(o, w))", "while (top.store(w), false)");
    let done = folder.write("wrong.cpp", wrong).run("check wrong.cpp -- -Wno-everything");
    assert_eq!(done.status, 42, "{}", done.out);
}

#[test]
fn bytes_are_copied_whatever_they_are() {
    let copy = "void copy(void *to, const void *from, unsigned n) { char *b = to; const char *a = from; while (n--) *b++ = *a++; }";
    verified(
        "there",
        copy,
        "struct P l = pair(1, 2); copy(&plain, &l, sizeof l); assert(plain.c == 1 && plain.i == 2);",
    );
    let back = "struct P l = pair(1, 2), k; copy(&plain, &l, sizeof l); copy(&k, &plain, sizeof k); assert(k.i == 2);";
    verified("back", copy, back);
    let heap =
        "struct P *p = malloc(sizeof *p), k; p->c = 1; p->i = 2; copy(&k, p, sizeof k); assert(k.i == 2); free(p);";
    verified("heap", copy, heap);
    let shared = "void *run(void *a) { struct P k; copy(&k, a, sizeof k); assert(k.i == 2); return 0; }";
    let body = "struct P *p = malloc(sizeof *p); p->c = 1; p->i = 2; pthread_t h; pthread_create(&h, 0, run, p); pthread_join(h, 0); free(p);";
    verified("thread", &format!("{copy}{shared}"), body);
    // To use one is an error, and to write one is a write.
    violated(
        "used",
        copy,
        "struct P l; l.c = 1; copy(&plain, &l, sizeof l); if (plain.i) x = 1;",
        "before it is written",
    );
    violated("byte", "", "char *p = malloc(2); p[0] = 1; if (p[1]) x = 1; free(p);", "never written");
    let race = "void *run(void *a) { ((char *)&plain)[2] = 3; return a; }";
    let body = "pthread_t h; pthread_create(&h, 0, run, 0); struct P l = pair(1, 2); copy(&plain, &l, sizeof l); pthread_join(h, 0);";
    violated("race", &format!("{copy}{race}"), body, "data race");
}
