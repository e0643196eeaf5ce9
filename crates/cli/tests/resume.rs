//! Searches that stop and go on, as a user runs them. Those of C programs compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{CHECKPOINT, Done, Folder, SB};

const RING: &str = include_str!("../../../examples/ring.c");

/// Threads that each add one: their orders are the executions.
fn counter(threads: u32) -> String {
    let thread = |number| format!("P{number} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n");
    format!("C counter\n{{}}\n{}exists (0:r=0)\n", (0..threads).map(thread).collect::<String>())
}

/// The file that a report says to go on with.
fn file(done: &Done) -> String {
    assert_eq!(done.status, 3, "{}{}", done.out, done.err);
    let (_, rest) = done.out.split_once("`selvedge check --resume ").unwrap_or_else(|| panic!("{}", done.out));
    rest.split_once('`').expect("the note ends").0.to_owned()
}

/// What a report says, but for how long it took, how many steps were taken and what was done before.
fn lasting(done: &Done) -> Vec<String> {
    let lasts = |line: &&str| !line.contains("explored before") && !line.starts_with("  search ");
    done.out.lines().filter(lasts).map(str::to_owned).collect()
}

#[test]
fn a_litmus_test_goes_on_until_it_is_done() {
    let folder = Folder::new("resume-litmus");
    folder.write("c.litmus", counter(4));
    let whole = folder.run("check c.litmus");
    // Four additions have 4! orders.
    assert!(whole.out.contains("24 complete"), "{}", whole.out);
    let mut done = folder.run("check --limit-executions 5 --checkpoint c.rest c.litmus");
    for part in 2..=4 {
        assert_eq!(file(&done), "c.rest");
        done = folder.run("check --resume c.rest");
        let before = format!("{} executions were explored before", 5 * (part - 1));
        assert!(done.out.contains(&before), "{}", done.out);
    }
    // 20 executions lie behind, and the last part has no limit.
    file(&done);
    let done = folder.run("check --resume c.rest --limit-executions 100");
    assert_eq!(done.status, whole.status, "{}{}", done.out, done.err);
    assert!(done.out.contains("Observation counter Sometimes 6 18"), "{}", done.out);
    assert_eq!(lasting(&done), lasting(&whole));
}

#[test]
fn a_program_goes_on_until_it_is_done() {
    let folder = Folder::new("resume-c");
    folder.write("ring.c", RING);
    let whole = folder.run("check ring.c -- -DFIXED");
    assert!(whole.out.contains("9 complete"), "{}", whole.out);
    let rest = file(&folder.run("check --limit-executions 4 ring.c -- -DFIXED"));
    let rest = file(&folder.run(&format!("check --resume {rest}")));
    let done = folder.run(&format!("check --resume {rest}"));
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("8 executions were explored before"), "{}", done.out);
    assert_eq!(lasting(&done), lasting(&whole));
}

#[test]
fn what_is_not_the_same_is_refused() {
    let folder = Folder::new("resume-refused");
    folder.write("c.litmus", counter(3)).write("d.litmus", counter(3)).write("ring.c", RING);
    file(&folder.run("check --limit-executions 2 --checkpoint rest c.litmus"));
    let refusal = |arguments: &str| {
        let done = folder.run(&format!("check --resume {arguments}"));
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{}", done.err);
        done.err
    };
    let other = refusal("rest --model sc");
    assert!(other.contains("it was a search with `model rc11`, and this one is with `model sc`"), "{other}");
    assert!(refusal("rest --schedule ltr").contains("`schedule WritesFirst`"));
    assert!(refusal("rest d.litmus").contains("the search was of c.litmus, and not of d.litmus"));
    assert!(refusal("nowhere").contains("cannot go on with nowhere"));
    assert!(refusal("c.litmus").contains("it does not begin with"));
    folder.write("c.litmus", counter(4));
    assert!(refusal("rest").contains("c.litmus has changed since"));
    file(&folder.run("check --limit-executions 4 --checkpoint rest ring.c -- -DFIXED"));
    assert!(refusal("rest ring.c").contains("what the compiler makes of them is not"));
    // A file that somebody has meddled with, and sealed again.
    let text = folder.read("rest");
    folder.write("wrong", &text).forge(CHECKPOINT, "wrong", |lines| lines.replace("\nbuild ", "\nbuild 9"));
    assert!(refusal("wrong").contains("another build of Selvedge wrote it"));
    folder.write("wrong", &text).forge(CHECKPOINT, "wrong", |lines| {
        let start = lines.find("\nsearch.path ").expect("a path") + 13;
        let end = start + lines[start..].find('\n').expect("a line");
        format!("{}1/9{}", &lines[..start], &lines[end..])
    });
    assert!(refusal("wrong").contains("the program does not come to where the search was: choice 1 has"));
    assert_eq!(folder.run("estimate --resume rest").status, 2);
}

#[test]
fn nothing_is_left_of_a_search_that_is_over() {
    let folder = Folder::new("resume-over");
    folder.write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n")).write("c.litmus", counter(3));
    // All six executions, and no more: it is over when the limit is reached.
    let done = folder.run("check --limit-executions 6 c.litmus");
    assert_eq!(done.status, 0, "{}", done.out);
    let done = folder.run("check --no-witness --limit-executions 2 sb.litmus");
    assert_eq!(done.status, 3, "{}", done.out);
    assert!(!done.out.contains("--resume"), "{}", done.out);
    // What is violated has its answer.
    let done = folder.run("check sb.litmus");
    assert_eq!(done.status, 42, "{}", done.out);
    assert!(!done.out.contains("--resume"), "{}", done.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_goes_on() {
    let folder = Folder::new("resume-interrupted");
    folder.write("c.litmus", counter(9));
    let whole = folder.run("check c.litmus");
    // 9! orders.
    assert!(whole.out.contains("362880 complete"), "{}", whole.out);
    let mut command = folder.command("check --checkpoint rest c.litmus");
    let child = command.stdout(std::process::Stdio::piped()).spawn().expect("selvedge runs");
    std::thread::sleep(std::time::Duration::from_millis(60));
    let killed = std::process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(killed.expect("the shell runs").success());
    let done: Done = child.wait_with_output().expect("it ends").into();
    // On a fast machine it may have ended before; on a slow one it has not begun, and nobody listens yet.
    if done.status == 3 {
        assert_eq!(file(&done), "rest");
        let done = folder.run("check --resume rest");
        assert_eq!(done.status, whole.status, "{}{}", done.out, done.err);
        assert_eq!(lasting(&done), lasting(&whole));
    }
}
