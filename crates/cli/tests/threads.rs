//! Several workers, as a user has them.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Done, Folder};

/// Threads that each add one: their orders are the executions.
fn counter(threads: u32, condition: &str) -> String {
    let thread = |number| format!("P{number} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n");
    format!("C counter\n{{}}\n{}{condition}\n", (0..threads).map(thread).collect::<String>())
}

/// What a report says, but for how long it took and how many steps were interpreted.
fn lasting(done: &Done) -> Vec<String> {
    let lasts = |line: &&str| !line.starts_with("  search ") && !line.contains("witness");
    done.out.lines().filter(lasts).map(str::to_owned).collect()
}

#[test]
fn the_report_is_the_same_for_any_number() {
    let folder = Folder::new("threads-same");
    folder.write("c.litmus", counter(9, "exists (0:r=0)"));
    let alone = folder.run("check --threads 1 c.litmus");
    // Nine additions have 9! orders; in 8! of them the first thread is the first.
    assert!(alone.out.contains("362880 complete, 0 blocked"), "{}", alone.out);
    assert!(alone.out.contains("Observation counter Sometimes 40320 322560"), "{}", alone.out);
    for threads in ["--threads 2", "--threads 5", ""] {
        let together = folder.run(&format!("check {threads} c.litmus"));
        assert_eq!((lasting(&together), together.status), (lasting(&alone), alone.status), "{threads}");
    }
}

#[test]
fn the_violation_is_the_same_for_any_number() {
    let folder = Folder::new("threads-violation");
    // The last thread reads 0 in 7! of the orders, and one of them is the first that is met.
    folder.write("c.litmus", counter(8, "~exists (7:r=0 /\\ 6:r=1 /\\ 5:r=2 /\\ 4:r=3)"));
    let alone = folder.run("check --threads 1 c.litmus");
    assert_eq!(alone.status, 42, "{}", alone.out);
    // Four threads are where they are, the other four have 4! orders.
    assert!(alone.out.contains("Observation counter Sometimes 24 40296"), "{}", alone.out);
    let together = folder.run("check --threads 4 c.litmus");
    assert_eq!((lasting(&together), together.status), (lasting(&alone), alone.status));
}

#[test]
fn what_several_have_left_goes_on() {
    let folder = Folder::new("threads-resume");
    // 39,916,800 orders: nobody is through in a second.
    folder.write("c.litmus", counter(11, "exists (0:r=0)"));
    let first = folder.run("check --threads 3 --limit-time 1 --checkpoint rest c.litmus");
    assert_eq!(first.status, 3, "{}{}", first.out, first.err);
    let pieces = |text: String| text.lines().filter(|line| line.starts_with("search.path ")).count();
    assert!(pieces(folder.read("rest")) > 1);
    let count = |text: String| {
        let line = text.lines().find_map(|line| line.strip_prefix("search.count complete "));
        line.and_then(|count| count.parse::<u64>().ok()).expect("a number")
    };
    let before = count(folder.read("rest"));
    for threads in 1..=2 {
        let more = folder.run(&format!("check --threads {threads} --limit-executions 1000 --resume rest"));
        assert_eq!(more.status, 3, "{}{}", more.out, more.err);
        assert_eq!(count(folder.read("rest")), before + 1000 * threads);
    }
}

#[test]
fn there_is_at_least_one() {
    let folder = Folder::new("threads-none");
    folder.write("c.litmus", counter(2, "exists (0:r=0)"));
    assert_eq!(folder.run("check --threads 0 c.litmus").status, 2);
    assert_eq!(folder.run("check --threads 1 c.litmus").status, 0);
}
