//! Signals at every stage of a check, and what is left behind.

#![cfg(unix)]

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Done, Folder};

/// Threads that each add one: their orders are the executions.
fn counter(threads: u32) -> String {
    let thread = |number| format!("P{number} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n");
    format!("C counter\n{{}}\n{}exists (0:r=0)\n", (0..threads).map(thread).collect::<String>())
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{signal} {}", child.id())]).status();
    assert!(sent.expect("the shell runs").success());
}

fn wait_for(what: impl Fn() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

/// A search of 9! executions, as it is when it has gone on for a while.
fn searching(folder: &Folder) -> Child {
    folder.write("c.litmus", counter(9));
    let _ = std::fs::remove_file(folder.path().join("rest"));
    let mut command = folder.command("check --threads 1 --checkpoint rest --checkpoint-every 0.02 c.litmus");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("selvedge runs");
    wait_for(|| folder.path().join("rest").exists());
    child
}

fn goes_on_to_the_end(folder: &Folder) {
    let done = folder.run("check --resume rest");
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(done.out.contains("362880 complete") && done.out.contains("Sometimes 40320 322560"), "{}", done.out);
}

#[test]
fn signals_stop_a_search_and_keep_what_is_left() {
    let folder = Folder::new("signals-search");
    for signal in ["INT", "TERM", "HUP"] {
        let child = searching(&folder);
        send(signal, &child);
        let done: Done = child.wait_with_output().expect("it ends").into();
        // It may have been quicker.
        if done.status != 0 {
            assert_eq!(done.status, 3, "{signal}: {}{}", done.out, done.err);
            assert!(done.out.contains("`selvedge check --resume rest` goes on from here"), "{}", done.out);
            goes_on_to_the_end(&folder);
        }
    }
}

/// `timeout` sends one to the process and then one to its group.
#[test]
fn two_signals_at_once_are_one() {
    let folder = Folder::new("signals-twice");
    for signal in ["INT", "TERM"] {
        let child = searching(&folder);
        let line = format!("kill -{signal} {0}; sleep 0.05; kill -{signal} {0}", child.id());
        // It may have ended between the two.
        let _ = Command::new("sh").args(["-c", &line]).stderr(Stdio::null()).status();
        let done: Done = child.wait_with_output().expect("it ends").into();
        if done.status != 0 {
            assert_eq!(done.status, 3, "{signal}: {}{}", done.out, done.err);
            assert!(done.out.contains("`selvedge check --resume rest` goes on from here"), "{}", done.out);
            goes_on_to_the_end(&folder);
        }
    }
}

#[test]
fn a_search_that_is_killed_loses_little() {
    let folder = Folder::new("signals-kill");
    let mut child = searching(&folder);
    std::thread::sleep(Duration::from_millis(50));
    child.kill().expect("it runs, or has ended by itself");
    let status = child.wait().expect("it ends");
    if status.signal().is_some() {
        let rest = folder.read("rest");
        let counted = rest.lines().find_map(|line| line.strip_prefix("search.count complete "));
        let counted: u64 = counted.expect("a count").parse().expect("a number");
        assert!(counted > 0);
        goes_on_to_the_end(&folder);
    }
    // What is over leaves nothing behind that was not there before.
    let _ = std::fs::remove_file(folder.path().join("rest"));
    folder.write("c.litmus", counter(7));
    let done = folder.run("check --checkpoint rest --checkpoint-every 0.001 c.litmus");
    assert!(done.status == 0 && done.out.contains("5040 complete"), "{}{}", done.out, done.err);
    let here = entries(folder.path());
    assert!(!here.iter().any(|name| name == "rest" || name.ends_with(".part")), "{here:?}");
}

#[test]
fn how_often_it_is_kept_makes_no_difference() {
    let folder = Folder::new("signals-pauses");
    folder.write("ring.c", include_str!("../../../examples/ring.c"));
    let lasting = |done: Done| {
        let lines = done.out.lines().filter(|line| !line.starts_with("  search "));
        (done.status, lines.map(|line| format!("{line}\n")).collect::<String>())
    };
    for (file, flags) in [("ring.c", " -- -DFIXED"), ("ring.c", ""), ("c.litmus", "")] {
        folder.write("c.litmus", counter(6));
        let whole = lasting(folder.run(&format!("check --no-witness {file}{flags}")));
        for workers in [1, 2] {
            let often = format!("check --threads {workers} --checkpoint rest --checkpoint-every 0.0005 {file}{flags}");
            let (status, out) = lasting(folder.run(&often));
            let out: String = out
                .lines()
                .filter(|line| !line.starts_with("note: `selvedge replay"))
                .map(|line| format!("{line}\n"))
                .collect();
            assert_eq!((status, out), whole, "{often}");
        }
    }
}

#[test]
fn a_wish_to_go_on_when_the_terminal_closes_is_respected() {
    let folder = Folder::new("signals-nohup");
    folder.write("c.litmus", counter(9));
    let _ = std::fs::remove_file(folder.path().join("rest"));
    let line = "trap '' HUP; exec \"$0\" check --threads 1 --checkpoint rest --checkpoint-every 0.02 c.litmus";
    let mut command = Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_selvedge")]).current_dir(folder.path());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a shell");
    wait_for(|| folder.path().join("rest").exists());
    send("HUP", &child);
    let done: Done = child.wait_with_output().expect("it ends").into();
    assert!(done.status == 0 && done.out.contains("362880 complete"), "{}{}", done.out, done.err);
}

/// A compiler that takes its time.
fn slow(folder: &Folder) -> String {
    let compiler = folder.path().join("clang-slow");
    let pid = folder.path().join("pid");
    let _ = std::fs::remove_file(&pid);
    folder
        .write("clang-slow", format!("#!/bin/sh\necho $$ > {0}.new\nmv {0}.new {0}\nexec sleep 100\n", pid.display()));
    std::fs::set_permissions(&compiler, std::fs::Permissions::from_mode(0o755)).expect("it is there");
    compiler.display().to_string()
}

fn compiling(folder: &Folder, temp: &Path) -> (Child, String) {
    let compiler = slow(folder);
    folder.write("a.c", "int main(void) { return 0; }\n");
    let mut command = folder.command(&format!("check --compiler {compiler} a.c"));
    let child = command.env("TMPDIR", temp).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("selvedge runs");
    let pid = folder.path().join("pid");
    wait_for(|| pid.exists());
    (child, std::fs::read_to_string(pid).expect("a number").trim().to_owned())
}

#[test]
fn a_signal_before_the_search_leaves_nothing_behind() {
    let folder = Folder::new("signals-early");
    let temp = folder.path().join("temp");
    let _ = std::fs::remove_dir_all(&temp);
    std::fs::create_dir(&temp).expect("a folder");
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let (mut child, compiler) = compiling(&folder, &temp);
        let folders = entries(&temp);
        assert_eq!(folders.len(), 1);
        let mode = std::fs::metadata(temp.join(&folders[0])).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        send(signal, &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(status), "{signal}");
        assert_eq!(entries(&temp), Vec::<String>::new(), "{signal}");
        assert!(!Path::new("/proc").join(compiler).exists(), "{signal}: the compiler runs on");
    }
}

#[test]
fn what_a_killed_process_left_is_removed_by_the_next() {
    let folder = Folder::new("signals-dead");
    let temp = folder.path().join("temp");
    let _ = std::fs::remove_dir_all(&temp);
    std::fs::create_dir_all(temp.join("selvedge-of-somebody-else")).expect("a folder");
    let (mut child, compiler) = compiling(&folder, &temp);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let _ = Command::new("sh").args(["-c", &format!("kill {compiler}")]).status();
    assert_eq!(entries(&temp).len(), 2);
    let mut command = folder.command("check a.c");
    let done: Done = command.env("TMPDIR", &temp).output().expect("selvedge runs").into();
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert_eq!(entries(&temp), ["selvedge-of-somebody-else"]);
    let mut command = folder.command("check a.c");
    let done: Done = command.env("TMPDIR", temp.join("nowhere")).output().expect("selvedge runs").into();
    assert!(done.status == 2 && done.err.contains("nowhere"), "{}{}", done.out, done.err);
}

#[test]
fn programs_that_lie_beside_the_one_that_is_checked_are_not_run() {
    let folder = Folder::new("signals-path");
    let trace = folder.path().join("trace");
    let _ = std::fs::remove_file(&trace);
    folder
        .write("clang", format!("#!/bin/sh\ntouch {}\nexit 1\n", trace.display()))
        .write("a.c", "int main(void) { return 0; }\n");
    std::fs::set_permissions(folder.path().join("clang"), std::fs::Permissions::from_mode(0o755)).expect("it is there");
    let path = format!(".:{}", std::env::var("PATH").expect("there are programs"));
    let done: Done = folder.command("check a.c").env("PATH", path).output().expect("selvedge runs").into();
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    assert!(!trace.exists());
}
