//! What the program is called with.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;

/// Two threads that race, if the number of arguments is right.
const GUARDED: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x;
void *run(void *arg) { x++; return 0; }
int main(int argc, char **argv) {
  if (argc != WANTED) exit(2);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, run, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
"#;

#[test]
fn programs_that_look_at_argc_are_run() {
    let folder = Folder::new("arguments-guarded");
    folder.write("guarded.c", GUARDED);
    // With no argument and no name, nothing happened here.
    let done = folder.run("check guarded.c -- -DWANTED=1");
    assert_eq!(done.status, 42, "{}", done.out);
    assert!(done.out.contains("run without arguments"), "{}", done.out);
    let done = folder.run("check guarded.c --args 7 up -- -DWANTED=3");
    assert_eq!(done.status, 42, "{}", done.out);
    assert!(done.out.contains(r#"run with the arguments "7" "up""#), "{}", done.out);
    assert_eq!(folder.run("check guarded.c --args 7 -- -DWANTED=3").status, 0);
}

#[test]
fn arguments_are_strings_that_end() {
    let folder = Folder::new("arguments-strings");
    let program = r#"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv, char **envp) {
  assert(argc == 3 && argv[3] == 0 && envp[0] == 0);
  assert(strcmp(argv[0], "strings") == 0 && strcmp(argv[1], "-n") == 0 && atoi(argv[2]) == -12);
  argv[0][0] = 'S';
  argv[1] = argv[0];
  assert(strcmp(argv[1], "Strings") == 0);
#ifdef BEYOND
  return argv[4] != 0;
#endif
}
"#;
    folder.write("strings.c", program);
    let done = folder.run("check strings.c --arg -n --arg -12");
    assert_eq!(done.status, 0, "{}", done.out);
    let done = folder.run("check strings.c --arg -n --arg -12 -- -DBEYOND");
    assert_eq!(done.status, 42, "{}", done.out);
    assert!(done.out.contains("out of bounds: 8 bytes right after the end"), "{}", done.out);
}

#[test]
fn a_name_and_other_threads() {
    let folder = Folder::new("arguments-shared");
    let program = r#"
#include <assert.h>
#include <pthread.h>
char **arguments;
void *run(void *arg) { assert(arguments[0][0] == 's' && ((char **)arg)[1] == 0); return 0; }
int main(int argc, char **argv) {
  arguments = argv;
  pthread_t t;
  pthread_create(&t, 0, run, argv);
  pthread_join(t, 0);
}
"#;
    folder.write("shared.c", program);
    let done = folder.run("check shared.c");
    assert_eq!(done.status, 0, "{}", done.out);
    assert!(done.out.contains("1 complete"), "{}", done.out);
}

#[test]
fn arguments_belong_to_what_was_checked() {
    let folder = Folder::new("arguments-identity");
    folder.write("guarded.c", GUARDED);
    let found = folder.run("check guarded.c --args 7 --witness w --certificate c.json -- -DWANTED=2");
    assert_eq!(found.status, 42, "{}", found.out);
    assert!(folder.read("c.json").contains(r#"run with the arguments \"7\""#), "{}", folder.read("c.json"));
    let again = folder.run("replay w");
    assert_eq!(again.status, 42, "{}{}", again.out, again.err);
    let stopped =
        folder.run("check guarded.c --no-race-detection --args 7 --limit-executions 1 --checkpoint k -- -DWANTED=2");
    assert_eq!(stopped.status, 3, "{}", stopped.out);
    let other = folder.run("check guarded.c --resume k --no-race-detection --args 8 -- -DWANTED=2");
    assert_eq!(other.status, 2, "{}", other.out);
    assert!(other.err.contains("must be the same"), "{}", other.err);
    assert_eq!(folder.run("check --resume k").status, 0);
}

#[test]
fn nothing_else_is_made_up() {
    let folder = Folder::new("arguments-refused");
    folder.write("entry.c", "int f(int x, int y) { return x / y; } int main(void) { return 0; }");
    let done = folder.run("check entry.c --entry f");
    assert_eq!(done.status, 2, "{}", done.out);
    assert!(done.err.contains("f takes arguments that only main can be given"), "{}", done.err);
    let constructor = "__attribute__((constructor)) void begin(int argc, char **argv) { if (!argc) __builtin_trap(); } int main(void) {}";
    folder.write("constructor.c", constructor);
    let done = folder.run("check constructor.c");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    assert!(done.out.contains("the constructor begin, which takes arguments"), "{}", done.out);
    folder.write("sb.litmus", format!("{}exists (x=1)\n", common::SB));
    let done = folder.run("check sb.litmus --args 1");
    assert_eq!((done.status, done.err.contains("not compiled")), (2, true), "{}", done.err);
}
