//! Where memory lies, how much of it there can be, and when it ends.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// Checks a program and gives its status and the first line of the report.
fn check(folder: &Folder, name: &str, text: &str) -> (i32, String) {
    let done = folder.write(name, text).run(&format!("check {name}"));
    (done.status, done.out.lines().next().unwrap_or_default().to_owned())
}

const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdint.h>\n#include <stdlib.h>\n\
                    #include <string.h>\n";

#[track_caller]
fn verified(name: &str, text: &str) {
    let (status, line) = check(&Folder::new("storage"), &format!("{name}.c"), &format!("{HEAD}{text}\n"));
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"), "{text}");
}

#[track_caller]
fn violated(name: &str, text: &str, message: &str) {
    let (status, line) = check(&Folder::new("storage"), &format!("{name}.c"), &format!("{HEAD}{text}\n"));
    assert!(status == 42 && line.contains(message), "{line}\n{text}");
}

/// Addresses have 47 bits: whatever is kept in the others, and in the lowest, does not hide them.
#[test]
fn pointers_can_be_tagged() {
    let tags = "struct N { int v; }; _Atomic uintptr_t slot; _Atomic uint64_t packed;\n\
        void *t(void *a) { uintptr_t w = slot; if (w) { assert((w >> 48) == 1);\n\
        struct N *n = (struct N *)(w & ~(0xffffULL << 48) & ~1ULL); assert(n->v == 7); }\n\
        uint64_t q = packed; if (q) { struct N *n = (struct N *)(q >> 16); assert(n->v == 8 && (q & 0xffff) == 42); }\n\
        return a; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); struct N *n = malloc(sizeof *n); n->v = 7;\n\
        uintptr_t p = (uintptr_t)n; assert((p & 15) == 0 && (p >> 47) == 0);\n\
        assert(p == (uintptr_t)((int64_t)((p | 1ULL << 50) << 16) >> 16));\n\
        slot = p | (1ULL << 48) | 1; struct N *m = malloc(sizeof *m); m->v = 8;\n\
        packed = (uint64_t)(uintptr_t)m << 16 | 42; assert(n + 1 != m && m + 1 != n);\n\
        pthread_join(id, 0); free(n); free(m); }";
    verified("tags", tags);
    violated(
        "left",
        "int x; int main(void) { int *p = (int *)((uintptr_t)&x | 1ULL << 48); return *p; }",
        "no address",
    );
}

#[test]
fn blocks_are_aligned_as_asked() {
    let text = "_Alignas(2048) static char g[8]; int main(void) { _Alignas(1024) char l[4]; l[0] = 1;\n\
        void *a = aligned_alloc(64, 96), *b = aligned_alloc(8192, 8192), *c = aligned_alloc(48, 96), *d;\n\
        assert(((uintptr_t)a & 63) == 0 && ((uintptr_t)b & 8191) == 0 && c == 0);\n\
        assert(posix_memalign(&d, 4096, 8) == 0 && ((uintptr_t)d & 4095) == 0);\n\
        assert(((uintptr_t)g & 2047) == 0 && ((uintptr_t)l & 1023) == 0); free(a); free(b); free(d); }";
    verified("aligned", text);
}

/// What no machine has room for is refused, and large blocks cost what is touched.
#[test]
fn memory_is_refused_or_lazy() {
    let text = "int main(void) { volatile size_t huge = (size_t)-1; assert(malloc(huge) == 0);\n\
        assert(calloc(huge / 2, 4) == 0); void *p = malloc(8); assert(realloc(p, huge) == 0);\n\
        assert(aligned_alloc(64, huge) == 0); void *q = 0; assert(posix_memalign(&q, 64, huge) == 12);\n\
        assert(reallocarray(p, huge, 2) == 0); free(p); char *r = malloc((size_t)1 << 32); assert(r);\n\
        r[(size_t)1 << 31] = 3; memset(r, 1, 1 << 26); assert(r[1 << 25] == 1); free(r); }";
    verified("refused", text);
    let text = "#include <new>\n#include <cassert>\nint main() { volatile long n = -1; assert(!new (std::nothrow) char[n]); }\n";
    let (status, line) = check(&Folder::new("storage"), "nothrow.cpp", text);
    assert_eq!((status, line.as_str()), (0, "verified: no execution goes wrong"));
    let folder = Folder::new("storage");
    let done = folder.write("vast.c", "#include <stdlib.h>\nint main(void) { char *p = malloc(1L << 45); free(p); }\n");
    let done = done.run("check vast.c");
    assert!(done.status == 4 && done.out.contains("a block of 35184372088832 bytes"), "{}", done.out);
    let text = "char g[8]; int main(void) { volatile size_t n = (size_t)-1; memset(g, 0, n); }";
    violated("filled", text, "g");
    let text = "char *h; int main(void) { h = malloc(8); volatile size_t n = (size_t)-1; memset(h, 0, n); }";
    let (status, _) = check(&Folder::new("storage"), "filled-heap.c", &format!("{HEAD}{text}\n"));
    assert_eq!(status, 4);
}

/// Structs that are passed in memory, from wherever they lie.
#[test]
fn large_arguments_are_copied() {
    let text = "struct L { long a[5]; char c; } g = {{1, 2, 3}, 4}; static const struct L k = {{5}, 6}; struct L *h;\n\
        long f(struct L x, int n, struct L y) { x.a[0] += n; return x.a[0] + y.c; }\n\
        void *t(void *a) { assert(f(*h, 1, g) == 1 + 8 + 4); return a; }\n\
        int main(void) { assert(f(g, 1, k) == 8); h = malloc(sizeof *h); h->a[0] = 8; pthread_t id;\n\
        pthread_create(&id, 0, t, 0); assert(f(g, 2, *h) == 3 || 1); pthread_join(id, 0); assert(g.a[0] == 1); free(h); }";
    // One member of what is passed was never written, and is used.
    violated("passed-unwritten", text, "never written");
    verified("passed", &text.replace("assert(f(g, 2, *h) == 3 || 1);", ""));
}

/// A step costs what it touches: it took over a minute with blocks of 10⁶ bytes.
#[test]
fn large_private_blocks_are_not_copied() {
    let text = "atomic_int x; void *a(void *p) { char *b = malloc(1000000); memset(b, 1, 1000000); int s = 0;\n\
        for (int i = 0; i < 6; i++) s += atomic_load_explicit(&x, memory_order_relaxed); b[s] = 2; free(b); return p; }\n\
        void *c(void *p) { char *b = malloc(1000000); memset(b, 1, 1000000);\n\
        for (int i = 0; i < 6; i++) atomic_store_explicit(&x, i, memory_order_relaxed); b[3] = 2; free(b); return p; }\n\
        struct L { char c[1 << 26]; }; struct L make(void) { struct L l; l.c[5] = 7; return l; }\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, c, 0);\n\
        pthread_join(s, 0); pthread_join(t, 0); struct L l = make(); assert(l.c[5] == 7); }";
    let done = Folder::new("storage").write("large.c", format!("{HEAD}{text}\n")).run("check --limit-time 60 large.c");
    assert!(done.status == 0 && done.out.contains("924 complete"), "{}", done.out);
}

/// The same for many blocks: a list of a thousand took half a minute.
#[test]
fn many_private_blocks_are_not_copied() {
    let text = "atomic_int x; struct n { struct n *next; long v; };\n\
        void *a(void *p) { struct n *h = 0; for (int i = 0; i < 3000; i++) { struct n *k = malloc(sizeof *k); k->next = h;\n\
        k->v = i; h = k; } int s = 0;\n\
        for (int i = 0; i < 6; i++) { s += atomic_load_explicit(&x, memory_order_relaxed); h->v = s; } return p; }\n\
        void *c(void *p) { for (int i = 0; i < 6; i++) atomic_store_explicit(&x, i, memory_order_relaxed); return p; }\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, c, 0);\n\
        pthread_join(s, 0); pthread_join(t, 0); }";
    let done = Folder::new("storage").write("many.c", format!("{HEAD}{text}\n")).run("check --limit-time 60 many.c");
    assert!(done.status == 0 && done.out.contains("924 complete"), "{}", done.out);
}

/// A pointer to a variable of a block of the source that has ended, to a thread's own variable when the
/// thread has.
#[test]
fn what_has_ended_is_not_used() {
    let text = "int main(void) { int *p; { int x = 3; p = &x; } return *p; }";
    violated("scope", text, "use after scope: x was a variable of a block that has ended");
    let text = "int main(void) { int *p = 0, n = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) n += *p; p = &x; } return n; }";
    violated("round", text, "use after scope: x was a variable of a block that has ended");
    // What is kept elsewhere than in a simple variable is not looked through: the second lies where the first
    // one did.
    let text = "struct { int *p; } s; int main(void) { int n = 0; for (int i = 0; i < 2; i++) { int x = i; int *volatile *k = &(int *volatile){&x}; n += **k; } return n != 1; }";
    verified("rounds", text);
    let text = "int main(void) { int n = 0; for (int i = 0; i < 2; i++) { int x; int *p = &x; if (i == 0) *p = 7; n += *p; } if (n == 3) return 1; return 0; }";
    violated("stale", text, "never written");
    let text = "int *q; void *t(void *a) { *q = 1; return a; }\n\
        int main(void) { pthread_t id; { int x = 3; q = &x; pthread_create(&id, 0, t, 0); } pthread_join(id, 0); }";
    violated("shared-scope", text, "x");
    let text = "int *q; void *t(void *a) { *q = 1; return a; }\n\
        int main(void) { for (int i = 0; i < 2; i++) { pthread_t id; int x = 3; q = &x; pthread_create(&id, 0, t, 0);\n\
        pthread_join(id, 0); assert(x == 1); } }";
    verified("shared-rounds", text);
    let text = "static _Thread_local int x; int *q; void *t(void *a) { q = &x; return a; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); pthread_join(id, 0); *q = 1; }";
    violated("thread", text, "use after free");
}

/// An index into an array that is a member, wherever it lands.
#[test]
fn arrays_that_are_members_have_ends() {
    let head = "struct S { int a[4]; int b; } s; struct S *p = &s;\n";
    for (name, access) in
        [("constant", "s.a[4]"), ("variable", "s.a[i]"), ("pointer", "p->a[i]"), ("negative", "p->a[i - 5]")]
    {
        violated(
            name,
            &format!("{head}int main(void) {{ volatile int i = 4; return {access}; }}"),
            "into an array of 4 elements",
        );
    }
    violated(
        "rows",
        "int m[2][3]; int main(void) { volatile int i = 4; return m[0][i]; }",
        "index 4 into an array of 3 elements",
    );
    let legal = "#include <stddef.h>\nstruct F { int n; char a[]; }; struct O { int n; char a[1]; }; struct Z { int n; char a[0]; };\n\
        struct C { int x; int y[2]; }; int m[2][3];\n\
        int main(void) { struct F *f = malloc(sizeof *f + 4); struct O *o = malloc(sizeof *o + 4); struct Z *z = malloc(sizeof *z + 4);\n\
        f->a[3] = 1; o->a[3] = 1; z->a[3] = 1; int n = 0; for (int *q = s.a; q != &s.a[4]; q++) n += *q;\n\
        struct C c = {1, {2, 3}}; int *y = &c.y[1]; struct C *back = (struct C *)((char *)y - offsetof(struct C, y[1]));\n\
        assert(back->x == 1); int *row = m[0]; n += row[4]; memset(s.a, 0, sizeof s.a); free(f); free(o); free(z); return n; }";
    verified("legal", &format!("{head}{legal}"));
}

#[test]
fn accesses_are_aligned() {
    let text = "int main(void) { char *b = malloc(16); memset(b, 0, 16); int *p = (int *)(b + 2); int n = *p; free(b); return n; }";
    violated("load", text, "misaligned: an access of 4 bytes");
    let text = "char g[16]; int main(void) { long *p = (long *)(g + 4); *p = 1; }";
    violated("store", text, "misaligned: an access of 8 bytes");
    let text = "struct __attribute__((packed)) P { char c; int i; }; struct P g;\n\
        int main(void) { g.i = 3; struct P l = g; int n; memcpy(&n, (char *)&l + 1, 4); assert(n == 3 && l.i == 3); }";
    verified("packed", text);
}
