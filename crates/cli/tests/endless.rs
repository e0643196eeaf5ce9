//! Inputs that are no files, are too large, or ask for too much: an error that says so, soon.

#![cfg(unix)]

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::process::Command;

use common::{Done, Folder, RACE};

fn refused(done: &Done, why: &str) {
    assert_eq!((done.status, done.out.as_str()), (2, ""), "{}", done.err);
    assert!(done.err.contains(why), "{}", done.err);
    assert!(done.err.len() < 100_000, "{} bytes of complaints", done.err.len());
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = Folder::new("endless-devices");
    for suffix in ["litmus", "c", "ll", "kat", "witness", "rest"] {
        for (name, target) in [("zero", "/dev/zero"), ("tty", "/dev/tty")] {
            let link = folder.path().join(format!("{name}.{suffix}"));
            let _ = std::fs::remove_file(&link);
            std::os::unix::fs::symlink(target, link).expect("a link");
        }
        let pipe = folder.path().join(format!("pipe.{suffix}"));
        let _ = std::fs::remove_file(&pipe);
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo").success());
        let _ = std::fs::create_dir(folder.path().join(format!("folder.{suffix}")));
    }
    folder.write("race.litmus", RACE);
    for name in ["zero", "pipe", "tty"] {
        for command in [
            format!("check {name}.litmus"),
            format!("check {name}.c"),
            format!("check {name}.ll"),
            format!("check --model {name}.kat race.litmus"),
            format!("models check {name}.kat"),
            format!("replay {name}.witness"),
            format!("check --resume {name}.rest"),
        ] {
            refused(&folder.run(&command), "it is a device or a pipe, and no file");
        }
    }
    for command in ["check folder.litmus", "check folder.c", "check folder.ll", "replay folder.witness"] {
        refused(&folder.run(command), "it is a directory");
    }
    // Debug information names a file that has no end.
    let text = "#include <assert.h>\n#line 1 \"/dev/zero\"\nint main(void) { assert(0); }\n";
    let done = folder.write("line.c", text).run("check --html page.html line.c");
    assert_eq!(done.status, 42, "{}{}", done.out, done.err);
}

#[test]
fn what_is_too_large_is_refused() {
    let folder = Folder::new("endless-large");
    folder.write("large.litmus", format!("C a\n{{}}\nP0 (int* x) {{ {} }}\n", "*x = 1; ".repeat(1 << 18)));
    refused(&folder.run("check large.litmus"), "it has more than 1048576 bytes");
    folder.write("race.litmus", RACE).write("large.kat", format!("let a = {}po\n", "po|".repeat(1 << 19)));
    refused(&folder.run("check --model large.kat race.litmus"), "1048576");
    folder.write("signs.kat", format!("let a = {}po\n", "~".repeat(100_000)));
    refused(&folder.run("check --model signs.kat race.litmus"), "signs.kat");
    folder.write("large.ll", format!("define i32 @main() {{\n{}  ret i32 0\n}}\n", "; a comment\n".repeat(20_000)));
    refused(&folder.run("check --limit-memory 1 large.ll"), "limit on memory");
    assert_eq!(folder.run("check large.ll").status, 0);
    // More workers than any machine has are no more than it can use.
    let done = folder.run("check --threads 20000 race.litmus");
    assert_eq!(done.status, 42, "{}", done.err);
}
