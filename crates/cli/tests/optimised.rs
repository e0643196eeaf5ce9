//! Programs are checked as they are written: what an optimiser would do, and has done, to them.
//!
//! These tests compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::process::Command;

use common::Folder;

/// Right. An optimiser reads `x` before it looks whether it may, since a load does no harm on a machine.
const EARLY: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int f;
void *t(void *p) { x = 1; x = 2; atomic_store_explicit(&f, 1, memory_order_release); return 0; }
int main(void) {
  pthread_t h; pthread_create(&h, 0, t, 0);
  if (atomic_load_explicit(&f, memory_order_acquire)) assert(x == 2);
  pthread_join(h, 0);
}
"#;

/// A race. An optimiser leaves the load out.
const UNUSED: &str = r#"
#include <pthread.h>
int d;
void *t(void *p) { d = 1; d = 0; return 0; }
int main(void) {
  pthread_t h; pthread_create(&h, 0, t, 0);
  int r = d; (void)r;
  pthread_join(h, 0);
}
"#;

#[test]
fn optimisation_flags_are_left_out() {
    let folder = Folder::new("optimised-flags");
    folder.write("early.c", EARLY).write("unused.c", UNUSED);
    for flags in
        ["-O1", "-O2", "-O3", "-Os", "-Oz", "-O", "-Ofast", "-Xclang -O2", "-O2 -flto -Wall", "-fsanitize=thread"]
    {
        let early = folder.run(&format!("check early.c -- {flags}"));
        assert_eq!(early.status, 0, "{flags}: {}{}", early.out, early.err);
        let shown = flags.trim_end_matches(" -Wall");
        assert!(early.out.contains(&format!("note: compiled without {shown}: ")), "{}", early.out);
        let unused = folder.run(&format!("check unused.c -- {flags}"));
        assert_eq!(unused.status, 42, "{flags}: {}{}", unused.out, unused.err);
    }
    // What a flag means otherwise is kept.
    assert!(!folder.run("check early.c -- -Wall -O0").out.contains("compiled without -O1"));
}

#[test]
fn neither_does_the_compiler_bring_its_own() {
    let folder = Folder::new("optimised-compiler");
    folder.write("unused.c", UNUSED);
    let mut command = folder.command("check unused.c --compiler");
    let done: common::Done = command.arg("clang -O2").output().expect("selvedge runs").into();
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
    // Clang's environment can change every command line. What comes then was optimised, and says so.
    let mut command = folder.command("check unused.c");
    let done: common::Done = command.env("CCC_OVERRIDE_OPTIONS", "#x-O0 +-O2").output().expect("selvedge runs").into();
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    assert!(done.out.contains("a compiler has optimised unused.c"), "{}", done.out);
}

/// Writes IR for a program, as the user's build might do.
fn emit(folder: &Folder, file: &str, flags: &str, out: &str) {
    let flags = flags.split_whitespace().chain(["-S", "-emit-llvm", file, "-o", out]);
    let status = Command::new("clang").args(flags).current_dir(folder.path()).status().expect("clang runs");
    assert!(status.success());
}

#[test]
fn optimised_files_are_no_proof() {
    let folder = Folder::new("optimised-files");
    folder.write("early.c", EARLY).write("unused.c", UNUSED).write("main.c", "int main(void) { return 0; }");
    for flags in ["-O2", "-O2 -g", "-O1 -g0", "-O0 -g", "-O0 -g0"] {
        emit(&folder, "unused.c", flags, "unused.ll");
        let unused = folder.run("check unused.ll");
        let optimised = !flags.starts_with("-O0");
        assert_eq!(unused.status, if optimised { 3 } else { 42 }, "{flags}: {}{}", unused.out, unused.err);
        assert_eq!(optimised, unused.out.contains("a compiler has optimised unused.ll"), "{flags}: {}", unused.out);
        // The load that the optimiser has moved up races, and nobody can tell it from one of the author's.
        emit(&folder, "early.c", flags, "early.ll");
        let early = folder.run("check early.ll");
        assert_eq!(early.status, if optimised { 4 } else { 0 }, "{flags}: {}{}", early.out, early.err);
        assert_eq!(optimised, early.out.contains("may be one that the optimiser has moved"), "{flags}: {}", early.out);
    }
    // Of code that an optimiser may have been at, nothing is proved, even if it has left no traces.
    let right = "int main(void) { return 0; }";
    folder.write("right.c", right);
    for flags in ["-O0 -g -Xclang -disable-O0-optnone", "-O0 -g0 -Xclang -disable-O0-optnone"] {
        emit(&folder, "right.c", flags, "right.ll");
        let done = folder.run("check right.ll");
        let is_said = done.out.contains("a compiler has optimised right.ll");
        assert_eq!((done.status, is_said), (3, true), "{flags}: {}", done.out);
    }
    // One file of several is enough.
    emit(&folder, "unused.c", "-O2 -Dmain=other", "other.ll");
    let both = folder.run("check main.c other.ll");
    assert_eq!((both.status, both.out.contains("a compiler has optimised other.ll")), (3, true), "{}", both.out);
    // A race whose value decides something is one of the source.
    let used = UNUSED.replace("(void)r", "if (r) __builtin_trap()");
    folder.write("used.c", used);
    emit(&folder, "used.c", "-O2", "used.ll");
    let used = folder.run("check used.ll");
    assert_eq!((used.status, used.out.contains("data race")), (42, true), "{}", used.out);
}

#[test]
fn flags_for_other_output_are_refused() {
    let folder = Folder::new("optimised-refused");
    folder.write("early.c", EARLY).write("flags", "-O2");
    for flags in ["-c", "-E", "-S", "-M", "-MM", "-o x", "-x c++", "-###", "--version", "-fsyntax-only", "@flags"] {
        let done = folder.run(&format!("check early.c -- {flags}"));
        assert_eq!(done.status, 2, "{flags}: {}{}", done.out, done.err);
        assert!(done.err.contains(&format!("the compiler flag `{flags}`")) || flags.contains(' '), "{}", done.err);
        assert!(done.err.contains("cannot be used"), "{}", done.err);
        let json = folder.run(&format!("check early.c --format json -- {flags}"));
        assert!(json.out.contains("cannot be used") && json.err.is_empty(), "{}", json.out);
    }
    let done = folder.run("check early.c --compiler echo");
    assert_eq!((done.status, done.err.contains("wrote something else than LLVM IR")), (2, true), "{}", done.err);
}
