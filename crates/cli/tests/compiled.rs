//! `selvedge check` on C programs. These tests compile: they need clang or zig, and `./x test` sees to that.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

const RING: &str = include_str!("../../../examples/ring.c");

#[test]
fn a_race_is_shown_at_both_places() {
    let done = Folder::new("c-race").write("ring.c", RING).run("check ring.c");
    assert_eq!(done.status, 42, "{}", done.err);
    let headline = "violated: data race on ring.slots[0]: a non-atomic write and a non-atomic read are not ordered\n";
    assert!(done.out.starts_with(headline), "{}", done.out);
    assert!(done.out.contains("28 |     r->slots[tail % SIZE] = value;"), "{}", done.out);
    assert!(done.out.contains("37 |     *value = r->slots[head % SIZE];"), "{}", done.out);
}

#[test]
fn flags_reach_the_compiler() {
    let done = Folder::new("c-fixed").write("ring.c", RING).run("check ring.c -- -DFIXED");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("verified: no execution goes wrong\n"), "{}", done.out);
    assert!(done.out.contains("executions  9 complete"), "{}", done.out);
}

#[test]
fn what_does_not_compile_is_told_in_the_compilers_words() {
    let done = Folder::new("c-broken").write("broken.c", "int main(void) { return x; }\n").run("check broken.c");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.contains("broken.c:1:25: error:"), "{}", done.err);
    assert!(done.err.contains("error: broken.c does not compile"), "{}", done.err);
}

#[test]
fn what_is_not_modelled_is_named() {
    let text = "int system(const char *);\nint main(void) { return system(\"ls\"); }\n";
    let done = Folder::new("c-unsupported").write("u.c", text).run("check u.c");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    assert!(done.out.contains("the external function system"), "{}", done.out);
}

#[test]
fn several_files_are_one_program() {
    let folder = Folder::new("c-several");
    folder.write("a.c", "int two(void);\n#include <assert.h>\nint main(void) { assert(two() == 3); }\n");
    folder.write("b.c", "int two(void) { return 2; }\n");
    let done = folder.run("check a.c b.c");
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("violated: assertion `two() == 3` failed\n"), "{}", done.out);
}

#[test]
fn an_endless_program_is_not_a_proof() {
    let text = "#include <stdatomic.h>\natomic_int x;\nint main(void) { for (;;) atomic_fetch_add(&x, 1); }\n";
    let done = Folder::new("c-endless").write("e.c", text).run("check e.c --limit-events 500");
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    assert!(done.out.starts_with("inconclusive: "), "{}", done.out);
}

#[test]
fn options_for_compiled_programs_do_not_fit_litmus_tests() {
    let folder = Folder::new("c-options");
    folder.write("sb.litmus", common::SB);
    let done = folder.run("check sb.litmus --no-spin-assume");
    assert_eq!(done.status, 2);
    assert!(done.err.starts_with("error: a litmus test is not compiled\n"), "{}", done.err);
}
