//! Witnesses and checkpoints may come from anywhere: damaged, cut short, or written by somebody who means
//! harm. None of them makes Selvedge run a program, write a file or read one that it does not list; and none
//! leads to another verdict. These tests compile: they need clang or zig.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::os::unix::fs::PermissionsExt;

use common::{CHECKPOINT, Done, Folder, RACE, WITNESS};
use selvedge_core::{Digest, Seal};

const RING: &str = include_str!("../../../examples/ring.c");

fn refused(done: &Done) -> &str {
    assert_eq!((done.status, done.out.as_str()), (2, ""), "{}", done.err);
    &done.err
}

/// A folder with a program that goes wrong, its witness, and what is left of a search that stopped.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("ring.c", RING);
    assert_eq!(folder.run("check --witness ring.witness ring.c").status, 42);
    assert_eq!(folder.run("check --limit-executions 4 --checkpoint ring.rest ring.c -- -DFIXED").status, 3);
    folder
}

/// A program that leaves a trace when it is run.
fn trap(folder: &Folder) -> String {
    let (trap, trace) = (folder.path().join("trap"), folder.path().join("trace"));
    let _ = std::fs::remove_file(&trace);
    folder.write("trap", format!("#!/bin/sh\ntouch {}\nexit 1\n", trace.display()));
    std::fs::set_permissions(&trap, std::fs::Permissions::from_mode(0o755)).expect("it is there");
    trap.display().to_string()
}

const FILES: [(&str, Seal, &str); 2] =
    [("ring.witness", WITNESS, "replay ring.witness"), ("ring.rest", CHECKPOINT, "check --resume ring.rest")];

#[test]
fn a_file_names_no_program_and_no_file_to_write() {
    let folder = folder("trust-words");
    let trap = trap(&folder);
    for (file, seal, command) in FILES {
        let good = folder.read(file);
        let words = [
            format!("--compiler={trap}"),
            "--html=page".into(),
            "--dot=graph".into(),
            "--certificate=paper".into(),
            "--witness=other".into(),
            "--checkpoint=other".into(),
        ];
        for word in words {
            folder.write(file, &good);
            folder.forge(seal, file, |lines| lines.replacen("word ", &format!("word {word}\nword "), 1));
            let done = folder.run(command);
            assert!(refused(&done).contains("that is not for a file to say"), "{}", done.err);
        }
        // As older versions wrote it: the word and its value, and the compiler that was found.
        folder.write(file, &good).forge(seal, file, |lines| format!("word --compiler\nword {trap}\n{lines}"));
        refused(&folder.run(command));
        folder.write(file, &good).forge(seal, file, |lines| format!("compiler {trap}\n{lines}"));
        folder.run(command);
        for name in ["trace", "page", "graph", "paper", "other"] {
            assert!(!folder.path().join(name).exists(), "{command} made {name}");
        }
    }
}

#[test]
fn flags_that_do_more_than_say_what_the_program_means_are_said_by_the_user() {
    let folder = folder("trust-flags");
    let _ = std::fs::remove_file(folder.path().join("out"));
    for (file, seal, command) in FILES {
        let good = folder.read(file);
        for flag in ["-fplugin=./evil.so", "-Xclang", "-include", "-I/etc", "@flags", "-oout", "-MFout", "-save-temps"]
        {
            let flag = format!("flag {flag}\n");
            folder.write(file, &good).forge(seal, file, |lines| format!("{lines}{flag}"));
            let done = folder.run(command);
            assert!(refused(&done).contains("give all flags yourself: -- "), "{}", done.err);
        }
    }
    assert!(!folder.path().join("out").exists());
    // Who has typed such a flag is told to type it again.
    folder.write("more.h", "#define NOTHING\n");
    let flags = "-- -include more.h -DX";
    let checked = folder.run(&format!("check --witness more.witness ring.c {flags}"));
    assert!(checked.out.contains(&format!("`selvedge replay more.witness {flags}` shows")), "{}", checked.out);
    let done = folder.run("replay more.witness");
    assert!(refused(&done).contains(&format!("give all flags yourself: {flags}")), "{}", done.err);
    assert_eq!(folder.run(&format!("replay more.witness {flags}")).status, 42);
    let checked = folder.run(&format!("check --limit-executions 4 --checkpoint more.rest ring.c {flags} -DFIXED"));
    assert!(checked.out.contains(&format!("--resume more.rest {flags} -DFIXED` goes on")), "{}", checked.out);
    refused(&folder.run("check --resume more.rest"));
    assert_eq!(folder.run(&format!("check --resume more.rest --limit-executions 90 {flags} -DFIXED")).status, 0);
}

#[test]
fn only_listed_files_are_read() {
    let folder = folder("trust-files");
    for (file, seal, command) in FILES {
        let good = folder.read(file);
        let forged = |change: &dyn Fn(&str) -> String| -> Done {
            folder.write(file, &good).forge(seal, file, change);
            folder.run(command)
        };
        let done = forged(&|lines| lines.replacen("word ring.c\n", "word ring.c\nword /etc/passwd\n", 1));
        assert!(refused(&done).contains("it speaks of /etc/passwd, and does not say what is in it"), "{}", done.err);
        let done = forged(&|lines| lines.replacen("word --model=rc11", "word --model=/etc/passwd.kat", 1));
        assert!(refused(&done).contains("it speaks of /etc/passwd.kat"), "{}", done.err);
        // A device has no end; of a file that is listed, more must be known than its name.
        for other in ["/dev/zero", "/etc/passwd", "."] {
            let done = forged(&|lines| lines.replace("ring.c", other));
            assert!(!refused(&done).contains("root:"), "{}", done.err);
        }
        folder.write(file, &good);
    }
}

#[test]
fn damage_is_noticed_through_the_command() {
    let folder = folder("trust-damage");
    for (file, _, command) in FILES {
        let good = folder.read(file);
        for at in (0..good.len()).step_by(good.len() / 8) {
            folder.write(file, &good[..at]);
            refused(&folder.run(command));
            let mut damaged = good.clone().into_bytes();
            damaged[at] ^= 1 << (at % 8);
            folder.write(file, damaged);
            refused(&folder.run(command));
        }
        // A path that is lost: what is left would soon be searched, and nothing found.
        let paths = good.lines().filter(|line| !line.starts_with("search.path ") && !line.starts_with("coherence "));
        folder.write(file, paths.map(|line| format!("{line}\n")).collect::<String>());
        let done = folder.run(command);
        assert!(refused(&done).contains("it is damaged or cut short"), "{}", done.err);
        folder.write(
            file,
            format!(
                "{} 1\nword ring.c\n",
                if file == "ring.rest" { "selvedge-checkpoint" } else { "selvedge-witness" }
            ),
        );
        let done = folder.run(command);
        assert!(refused(&done).contains("it has version 1 of the format"), "{}", done.err);
        folder.write(file, good);
    }
}

#[test]
fn a_model_that_has_changed_is_noticed() {
    let folder = Folder::new("trust-model");
    let model = folder.run("models show rc11").out;
    let (_, text) = model.split_once("\n\n").expect("a text");
    folder.write("mine.kat", text).write("race.litmus", RACE);
    assert_eq!(folder.run("check --model mine.kat --witness race.witness race.litmus").status, 42);
    assert_eq!(folder.run("replay race.witness").status, 42);
    folder.write("mine.kat", format!("{text}\n"));
    let done = folder.run("replay race.witness");
    assert!(refused(&done).contains("mine.kat has changed since the witness was written"), "{}", done.err);
    // Somebody corrects the digest of the file, but not that of the model.
    let digest = Digest::of(format!("{text}\n").as_bytes());
    folder.forge(WITNESS, "race.witness", |lines| {
        let mended = |line: &str| match line.ends_with(" mine.kat") {
            true => format!("file {digest} mine.kat\n"),
            false => format!("{line}\n"),
        };
        lines.lines().map(mended).collect()
    });
    let done = folder.run("replay race.witness");
    assert!(refused(&done).contains("the model mine.kat has changed"), "{}", done.err);
}

#[test]
fn a_disk_that_is_full_leaves_the_old_file() {
    let folder = folder("trust-full");
    let good = folder.read("ring.rest");
    // No file may have more than one block of 512 bytes: what is left of a search does not fit.
    let line = "ulimit -f 1; trap '' XFSZ; exec \"$0\" check --resume ring.rest --limit-executions 1";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_selvedge")]).current_dir(folder.path());
    let done: Done = command.env("XDG_STATE_HOME", folder.path().join("state")).output().expect("a shell").into();
    // The compiler's output has no room either on some systems; then there is no search.
    assert!([2, 3].contains(&done.status), "{}{}", done.out, done.err);
    assert!(done.status == 2 || done.out.contains("what is left could not be written to ring.rest: "), "{}", done.out);
    assert_eq!(folder.read("ring.rest"), good);
    let here = std::fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    assert!(here.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));
}
