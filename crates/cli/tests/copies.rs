//! Bytes that were never written, on their way through copies, registers and shared memory.
//!
//! To copy them is no error, to use them is. But to copy them *is* a write: what was there before is gone,
//! and another thread's access races with it.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// Checks a program and gives its status and the first line of the report.
fn check(folder: &Folder, name: &str, text: &str) -> (i32, String) {
    let done = folder.write(&format!("{name}.c"), text).run(&format!("check {name}.c"));
    (done.status, done.out.lines().next().unwrap_or_default().to_owned())
}

/// How something gets from a local variable to a global one.
const WAYS: [(&str, &str); 4] = [
    ("load", "static void take(struct S s) { x = s; }\nstatic void move(void) { take(make()); }"),
    ("memcpy", "static void move(void) { struct S l = make(); memcpy(&x, &l, sizeof l); }"),
    ("register", "static void move(void) { x = make(); }"),
    ("assign", "static void move(void) { struct S l; l.c = 1; x = l; }"),
];

/// What of it was never written: padding, or a member. How that is named.
const GAPS: [(&str, &str, &str); 2] =
    [("padding", "struct S { char c; int i; };", "((char *)&x)[2]"), ("member", "struct S { char c; int i; };", "x.i")];

fn program(types: &str, gap: &str, way: &str, is_member: bool, body: &str) -> String {
    let fill = if is_member { "" } else { "s.i = 2; " };
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <string.h>\n{types}\nstruct S x = {{7, 7}};\n\
         static struct S make(void) {{ struct S s; s.c = 1; {fill}return s; }}\n{way}\n\
         static void *other(void *a) {{ (void)a; {gap} = 3; return 0; }}\n\
         static void *idle(void *a) {{ return a; }}\nint main(void) {{ pthread_t t; {body} }}\n"
    )
}

#[test]
fn a_copy_of_what_was_never_written_is_a_write() {
    let folder = Folder::new("copies");
    for (way, move_text) in WAYS {
        for (gap, types, place) in GAPS {
            let text = |body: &str| program(types, place, move_text, gap == "member", body);
            let case = |what: &str, body: &str| check(&folder, &format!("{way}-{gap}-{what}"), &text(body));
            let create = |function: &str| format!("pthread_create(&t, 0, {function}, 0);");

            let unused = format!("{} move(); assert(x.c == 1); pthread_join(t, 0);", create("idle"));
            let (status, line) = case("unused", &unused);
            assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"), "{way} {gap}");

            let used = format!("{} move(); assert({place} == 7); pthread_join(t, 0);", create("idle"));
            let (status, line) = case("used", &used);
            // The local variable of the fourth way has all of it unwritten.
            let says = |text: &str| status == 42 && line.contains(text);
            // A byte may be read, to be copied.
            assert!(says("is read before it is written") || says("never written"), "{way} {gap}: {line}");

            let raced = format!("{} move(); pthread_join(t, 0);", create("other"));
            let (status, line) = case("raced", &raced);
            assert!(status == 42 && line.starts_with("violated: data race on x"), "{way} {gap}: {line}");
        }
    }
}

/// The two programs that were verified although they are wrong.
#[test]
fn copying_a_struct_races_and_forgets() {
    let folder = Folder::new("copies-known");
    let head = "#include <pthread.h>\n#include <assert.h>\n";
    let text = "struct S { int data, data2; } s; void *t(void *a) { s.data = 1; return a; }\n\
                int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); struct S s2; s = s2; pthread_join(id, 0); }";
    let (status, line) = check(&folder, "race", &format!("{head}{text}"));
    assert!(status == 42 && line.starts_with("violated: data race on s.data"), "{line}");
    let text = "struct S { int a, b; } g = {0, 7}; void *t(void *a) { return a; }\n\
                int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); struct S l; l.a = 1; g = l;\n\
                assert(g.b == 7); pthread_join(id, 0); }";
    let done = folder.write("old.c", format!("{head}{text}")).run("check old.c");
    assert!(done.out.starts_with("violated: g.b is read before it is written\n"), "{}", done.out);
    assert!(done.out.contains("T0 main writes g.b = undefined"), "{}", done.out);
    assert!(done.out.contains("W g.b = undefined"), "{}", done.out);
}

/// Structs with gaps are passed and returned in registers, from wherever they lie.
#[test]
fn structs_with_gaps_go_through_registers() {
    let text = "#include <stdlib.h>\n#include <assert.h>\n#include <pthread.h>\n\
        struct P { char c; int i; }; struct Q { short s; long l; char c; };\n\
        struct P mk(int i) { struct P p; p.c = 'x'; p.i = i; return p; }\nint take(struct P p) { return p.i; }\n\
        struct Q mq(int i) { struct Q q; q.s = i; q.c = i; return q; }\nint taq(struct Q q) { return q.s + q.c; }\n\
        struct P g; struct P *h; struct Q gq;\n\
        void *t(void *a) { struct P l = *h; assert(l.i == 5); assert(take(*h) == 5); return a; }\n\
        int main(void) { struct P p = mk(3); assert(p.i == 3 && take(p) == 3 && take(mk(9)) == 9);\n\
        g = mk(4); assert(g.i == 4 && take(g) == 4); gq = mq(2); struct Q q = gq; assert(taq(q) == 4);\n\
        h = malloc(sizeof *h); h->c = 1; h->i = 5; pthread_t id; pthread_create(&id, 0, t, 0);\n\
        pthread_join(id, 0); free(h); return 0; }";
    let (status, line) = check(&Folder::new("copies-registers"), "registers", text);
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"));
}

/// What is undefined takes the place of zeros, too: of `calloc`, and of thread-local variables.
#[test]
fn zeros_are_forgotten() {
    let folder = Folder::new("copies-zeros");
    let head = "#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\nstruct S { int a, b; };\n";
    for (name, object) in [
        ("heap", "struct S *p = calloc(1, sizeof *p);"),
        ("local", "static _Thread_local struct S z; struct S *p = &z;"),
    ] {
        let used = "struct S l; l.a = 1; *p = l; assert(p->a == 1); if (p->b == 0) return 1;";
        let (status, line) = check(&folder, name, &format!("{head}int main(void) {{ {object} {used} return 0; }}"));
        assert!(status == 42 && line.contains("never written") || line.contains("before it is written"), "{line}");
        // The same when another thread gets to know it.
        let shared = "struct S *q; void *t(void *a) { (void)a; return (void *)(long)(q->b == 0); }";
        let body =
            "struct S l; l.a = 1; *p = l; q = p; pthread_t id; pthread_create(&id, 0, t, 0); pthread_join(id, 0);";
        let text = format!("{head}{shared}\nint main(void) {{ {object} {body} return 0; }}");
        let (status, line) = check(&folder, &format!("{name}-shared"), &text);
        assert!(status == 42 && line.contains("is read before it is written"), "{line}");
    }
}

/// A mutex that is initialised by stores of other sizes than its own: the witness is replayed.
#[test]
fn accesses_of_other_sizes_are_replayed() {
    let folder = Folder::new("copies-replay");
    let text = "#include <pthread.h>\n#include <assert.h>\nstatic pthread_mutex_t lock; int c;\n\
        void *t(void *a) { pthread_mutex_lock(&lock); c++; pthread_mutex_unlock(&lock); return a; }\n\
        int main(void) { long *p = (long *)&lock; for (int i = 0; i < (int)(sizeof lock / 8); i++) p[i] = 0;\n\
        pthread_t id; pthread_create(&id, 0, t, 0); pthread_mutex_lock(&lock); int r = c; pthread_mutex_unlock(&lock);\n\
        pthread_join(id, 0); assert(r == 0); }";
    let done = folder.write("mutex.c", text).run("check --witness mutex.witness mutex.c");
    assert_eq!(done.status, 42, "{}", done.out);
    let again = folder.run("replay mutex.witness");
    assert_eq!(again.status, 42, "{}{}", again.out, again.err);
}

/// A copy sees what others add and take back, as a read does: the rounds in which they do are not left out.
#[test]
fn a_copy_sees_what_is_taken_back() {
    let folder = Folder::new("copies-added");
    let text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <string.h>\natomic_int x;\n\
        void *a(void *p) { while (atomic_fetch_add(&x, 1) != 0) atomic_fetch_sub(&x, 1); return p; }\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, a, 0); int v;\n\
        memcpy(&v, (void *)&x, sizeof v); assert(v != 2); }\n";
    let done = folder.write("added.c", text).run("check --model sc --no-race-detection --no-liveness added.c");
    assert!(done.status == 42 && done.out.contains("v != 2"), "{}{}", done.out, done.err);
}
