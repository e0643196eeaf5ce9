//! `selvedge check` as a user sees it, in text.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::process::Stdio;

use common::{Folder, RACE, SB};

/// The text with the time taken out.
fn timeless(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(" added in ") {
        Some((before, _)) => format!("{before} added\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn a_claim_that_holds_is_verified() {
    let folder = Folder::new("verified");
    folder.write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check --model sc sb.litmus");
    let expected = "\
Test SB Forbidden
States 3
1:>0:r0=0; 1:r0=1;
1:>0:r0=1; 1:r0=0;
1:>0:r0=1; 1:r0=1;
Ok
Witnesses
Positive: 0 Negative: 3
Condition ~exists (0:r0=0 /\\ 1:r0=0)
Observation SB Never 0 3

verified: no execution goes wrong
  model       sc
  checked     data races, assertions, final condition
  executions  3 complete, 0 blocked
  search      exhausted; ";
    assert!(done.out.starts_with(expected), "{}", done.out);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
}

#[test]
fn a_claim_that_fails_is_violated_and_all_states_are_counted() {
    let folder = Folder::new("condition");
    folder.write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check sb.litmus");
    assert_eq!(done.status, 42);
    let expected = "\
Observation SB Sometimes 1 3

violated: final state 0:r0=0; 1:r0=0; is forbidden by ~exists (0:r0=0 /\\ 1:r0=0)
 --> sb.litmus:4:3
  |
4 |   atomic_store_explicit(x, 1, memory_order_relaxed);
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P0 writes x = 1 (relaxed)
5 |   int r0 = atomic_load_explicit(y, memory_order_relaxed);
  |   ------------------------------------------------------ P0 reads y = 0 (relaxed)
...
8 |   atomic_store_explicit(y, 1, memory_order_relaxed);
  |   ------------------------------------------------- P1 writes y = 1 (relaxed)
9 |   int r0 = atomic_load_explicit(x, memory_order_relaxed);
  |   ------------------------------------------------------ P1 reads x = 0 (relaxed)
why: this execution is not sequentially consistent: each of these steps comes before the next, and the last before the first
       P0 writes x = 1 (line 4)
       P0 reads y = 0, not yet 1 (line 5)
       P1 writes y = 1 (line 8)
       P1 reads x = 0, not yet 1 (line 9)
help: a seq_cst fence between the two steps of P0 and of P1 forbids this, and so does making all of them seq_cst

the execution, from top to bottom:

  line  P0                        P1                        source
     4  #1 W x = 1 (rlx)                                    atomic_store_explicit(x, 1, memory_order_relaxed);
     5  #2 R y = 0 (rlx) <- init                            int r0 = atomic_load_explicit(y, memory_order_relaxed);
     8                            #1 W y = 1 (rlx)          atomic_store_explicit(y, 1, memory_order_relaxed);
     9                            #2 R x = 0 (rlx) <- init  int r0 = atomic_load_explicit(x, memory_order_relaxed);
final memory: x = 1, y = 1

  model       rc11
  checked     data races, assertions, final condition
  executions  4 complete, 0 blocked
  reduced     explored as ra, since nothing is seq_cst
  search      exhausted; ";
    assert!(done.out.contains(expected), "{}", done.out);

    folder.write("sb.litmus", format!("{SB}forall (0:r0=1)\n"));
    let done = folder.run("check sb.litmus");
    assert_eq!(done.status, 42);
    assert!(done.out.contains(" does not satisfy forall (0:r0=1)\n"), "{}", done.out);
}

#[test]
fn a_question_is_never_a_violation() {
    let folder = Folder::new("question");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0 /\\ 1:r0=0)\n"));
    let done = folder.run("check sb.litmus");
    assert_eq!(done.status, 0);
    assert!(done.out.contains("Observation SB Sometimes 1 3\n"), "{}", done.out);
    assert!(
        done.out.contains("note: `exists` asks and claims nothing: it holds in 1 of 4 executions\n"),
        "{}",
        done.out
    );
}

#[test]
fn a_race_stops_the_search_and_nothing_is_concluded_about_states() {
    let folder = Folder::new("race");
    folder.write("mp.litmus", RACE);
    let done = folder.run("check mp.litmus");
    assert_eq!(done.status, 42);
    let out = timeless(&done.out);
    assert!(out.contains("Observation MP incomplete: search stopped; so far "), "{out}");
    assert!(!out.contains("Ok\n") && !out.contains("No\n") && !out.contains("Witnesses"), "{out}");
    assert!(out.contains("violated: data race on x"), "{out}");
    assert!(out.contains(" 4 |   *x = 1;\n   |   ------ P0 writes x = 1 (not atomic)\n"), "{out}");
    assert!(out.contains("10 |     int r1 = *x;\n"), "{out}");
    assert!(out.contains("\n>    4  #1 W x = 1 (na)  "), "{out}");

    let done = folder.run("check --no-race-detection mp.litmus");
    assert_eq!(done.status, 0);
    assert!(done.out.contains("  checked     assertions\n"), "{}", done.out);
    assert!(done.out.contains("note: data races were not looked for (--no-race-detection)\n"), "{}", done.out);
}

#[test]
fn an_assertion_is_shown_where_it_fails() {
    let folder = Folder::new("assertion");
    let text = "C A\n{}\nP0 (atomic_int* x) {\n  int r = atomic_load(x);\n  assert(r == 1);\n}\n";
    let done = folder.write("a.litmus", text).run("check a.litmus");
    assert_eq!(done.status, 42);
    assert!(done.out.contains("5 |   assert(r == 1);\n"), "{}", done.out);
    assert!(done.out.contains("P0 fails here\n"), "{}", done.out);
    assert!(done.out.contains("\n>    5  fails                    assert(r == 1);\n"), "{}", done.out);
}

#[test]
fn spawned_threads_show_their_registers() {
    let folder = Folder::new("spawn");
    let text = "C S\n{}\nP0 (atomic_int* x) { int r = atomic_load(x); }\n\
                P1 (atomic_int* x) { atomic_store(x, 1); int t = spawn(P0); join(t); }\nforall (0:r=1)\n";
    let done = folder.write("s.litmus", text).run("check s.litmus");
    assert_eq!(done.status, 0, "{}", done.out);
    assert!(done.out.contains("1*>0:r=1;\n"), "{}", done.out);
}

#[test]
fn nothing_complete_is_inconclusive() {
    let folder = Folder::new("vacuous");
    let text = "C V\n{}\nP0 (atomic_int* x) {\n  int r = atomic_load(x);\n  assume(r == 1);\n}\nforall (0:r=1)\n";
    let done = folder.write("v.litmus", text).run("check v.litmus");
    assert_eq!(done.status, 3);
    assert!(done.out.contains("inconclusive: no execution is complete, so nothing was checked\n"), "{}", done.out);
    assert!(done.out.contains("  executions  0 complete, 1 blocked\n"), "{}", done.out);
    assert!(done.out.contains("warning: no execution is complete"), "{}", done.out);
}

#[test]
fn limits_are_inconclusive() {
    let folder = Folder::new("limits");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let done = folder.run("check --limit-executions 2 sb.litmus");
    assert_eq!(done.status, 3);
    assert!(done.out.contains("inconclusive: limit of 2 executions reached; executions remain\n"), "{}", done.out);
    assert!(done.out.contains("Observation SB incomplete"), "{}", done.out);
    let done = folder.run("check --limit-events 3 sb.litmus");
    assert_eq!(done.status, 3);
    assert!(done.out.contains("limit of 3 events in one execution reached"), "{}", done.out);
}

#[test]
fn schedules_agree() {
    let folder = Folder::new("schedules");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let states = |schedule: &str| {
        let done = folder.run(&format!("check --schedule {schedule} sb.litmus"));
        let (block, _) = done.out.split_once("\n\n").expect("a block");
        block.to_owned()
    };
    for schedule in ["ltr", "random", "random:5"] {
        assert_eq!(states(schedule), states("wf"), "{schedule}");
    }
}

#[test]
fn executions_are_printed_on_request() {
    let folder = Folder::new("executions");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let done = folder.run("check --model sc --print-executions sb.litmus");
    assert_eq!(done.status, 0);
    assert_eq!(done.out.matches("\n  line  P0  ").count(), 3, "{}", done.out);
    assert!(done.out.starts_with("execution 1\n\n"), "{}", done.out);
    assert!(!done.out.contains("no interleaving"), "{}", done.out);
}

#[test]
fn colours_only_when_asked() {
    let folder = Folder::new("colours");
    folder.write("mp.litmus", RACE);
    assert!(!folder.run("check mp.litmus").out.contains('\u{1b}'));
    assert!(folder.run("check --color always mp.litmus").out.contains('\u{1b}'));
}

#[test]
fn a_closed_pipe_is_no_bug() {
    let folder = Folder::new("pipe");
    folder.write("sb.litmus", format!("{SB}exists (0:r0=0)\n"));
    let mut command = folder.command("check --print-executions sb.litmus");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("selvedge runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_ne!(output.status.code(), Some(101));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_what_it_has() {
    let folder = Folder::new("interrupt");
    let mut text = "C big\n{}\n".to_owned();
    for thread in 0..14 {
        text += &format!("P{thread} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n");
    }
    folder.write("big.litmus", text);
    let mut command = folder.command("check --limit-time 60 big.litmus");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("selvedge runs");
    std::thread::sleep(std::time::Duration::from_millis(500));
    // By the shell: not every machine has the program `kill`.
    let killed = std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(killed.expect("the shell runs").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.contains("inconclusive: interrupted; executions remain\n"), "{out}");
    assert!(!out.contains("executions  0 complete"), "{out}");
}
