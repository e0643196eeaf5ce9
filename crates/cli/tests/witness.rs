//! Witnesses, and what can be done with them. These tests compile: they need clang or zig.
//!
//! Two laws are about every program of `corpus/c/bugs`: a replay finds the violation that the check has
//! found, told in the same words; and of the programs that only go wrong under weak memory models, most can
//! be written as a litmus test that shows the same under that model, and cannot happen under sc.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Done, Folder, RACE, SB, WITNESS};

const RING: &str = include_str!("../../../examples/ring.c");

/// Two threads that print, and then an assertion that fails.
const TALKS: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>

static atomic_int x;
static char shared[] = "hello";

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static void *run(void *unused) {
    printf("before %d %s\n", 1, shared);
    atomic_store(&x, 1);
    say("after %s, %d", "the store", 2);
    puts("!");
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    putchar('x');
    fprintf(stderr, "joined\n");
    assert(x == 0);
    return 0;
}
"#;

#[test]
fn a_replay_tells_what_the_check_told() {
    let folder = Folder::new("w-ring");
    let checked = folder.write("ring.c", RING).run("check --full-trace --witness ring.witness ring.c");
    assert_eq!(checked.status, 42, "{}", checked.err);
    assert!(
        checked.out.ends_with("note: `selvedge replay ring.witness` shows this execution again\n"),
        "{}",
        checked.out
    );
    let replayed = folder.run("replay ring.witness");
    assert_eq!(replayed.status, 42, "{}", replayed.err);
    assert_eq!(evidence(&replayed.out), evidence(&checked.out));
    assert!(
        replayed.out.ends_with("replayed ring.witness: 14 steps of 3 threads, allowed by rc11\n"),
        "{}",
        replayed.out
    );
}

#[test]
fn so_does_one_of_a_litmus_test() {
    let folder = Folder::new("w-litmus");
    folder.write("race.litmus", RACE).write("sb.litmus", format!("{SB}~exists (0:r0=0 /\\ 1:r0=0)\n"));
    for test in ["race", "sb"] {
        let checked = folder.run(&format!("check --model tso --full-trace --witness {test}.witness {test}.litmus"));
        let expected = if test == "race" { 0 } else { 42 };
        assert_eq!(checked.status, expected, "{}{}", checked.out, checked.err);
        if expected == 42 {
            let replayed = folder.run(&format!("replay {test}.witness"));
            assert_eq!(replayed.status, 42, "{}", replayed.err);
            assert!(checked.out.contains(&evidence(&replayed.out)), "{}\n{}", checked.out, replayed.out);
        }
    }
}

#[test]
fn without_a_name_it_goes_to_a_folder_of_its_own() {
    let folder = Folder::new("w-somewhere");
    let state = folder.path().join("state");
    let _ = std::fs::remove_dir_all(&state);
    folder.write("ring.c", RING);
    let checked = folder.run("check ring.c");
    let kept: Vec<PathBuf> = std::fs::read_dir(state.join("selvedge/witnesses"))
        .expect("a folder")
        .map(|file| file.expect("a file").path())
        .collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(checked.out.contains(&format!("`selvedge replay {}`", kept[0].display())), "{}", checked.out);
    // The same violation is kept once, and nothing else is written.
    folder.run("check ring.c");
    folder.run("check --no-witness --format json ring.c");
    assert_eq!(std::fs::read_dir(state.join("selvedge/witnesses")).expect("a folder").count(), 1);
    let here: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(here.len(), 2, "{here:?}");
}

#[test]
fn what_the_program_prints_is_shown_in_the_order_of_the_execution() {
    let folder = Folder::new("w-output");
    folder.write("talks.c", TALKS);
    assert_eq!(folder.run("check --witness talks.witness talks.c").status, 42);
    let replayed = folder.run("replay talks.witness");
    let expected = "\
the program's output, in the order of this execution:

  T1 run  | before 1 hello
  T1 run  | after the store, 2!
  T0 main | xjoined
";
    assert!(replayed.out.contains(expected), "{}{}", replayed.out, replayed.err);
}

#[test]
fn steps_are_walked_with_a_line_each() {
    let folder = Folder::new("w-step");
    folder.write("talks.c", TALKS);
    assert_eq!(folder.run("check --witness talks.witness talks.c").status, 42);
    let walk = |input: &str| -> Done {
        let mut command = folder.command("replay --step talks.witness");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("selvedge runs");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
        child.wait_with_output().expect("it ends").into()
    };
    let all = walk(&"\n".repeat(10));
    assert_eq!(all.status, 42, "{}", all.err);
    assert!(
        all.out.contains("\nstep 8 of 10  T1 run  talks.c:20\n    atomic_store(&x, 1);\n    W x = 1 (sc)\n"),
        "{}",
        all.out
    );
    assert!(all.out.contains("    T1 run prints: before 1 hello\n"), "{}", all.out);
    assert!(all.out.contains("\nviolated: assertion `x == 0` failed"), "{}", all.out);
    let steps = |done: &Done| done.out.lines().filter(|line| line.starts_with("step ")).count();
    // What is printed is read: six of them are the bytes of `shared`.
    assert_eq!(steps(&all), 10);
    // Two steps, one back, and then the pipe is closed.
    assert_eq!(steps(&walk("\nb\n")), 3);
    assert_eq!(steps(&walk("q\n")), 1);
    assert_eq!(steps(&walk("")), 1);
}

#[test]
fn a_changed_program_is_refused_with_the_reason() {
    let folder = Folder::new("w-changed");
    let source = "#include \"ring.h\"\n";
    folder.write("ring.h", RING).write("ring.c", source);
    assert_eq!(folder.run("check --witness ring.witness ring.c").status, 42);
    folder.write("ring.c", format!("{source}\n"));
    let done = folder.run("replay ring.witness");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.contains("ring.c has changed since the witness was written"), "{}", done.err);
    folder.write("ring.c", source).write("ring.h", RING.replace("tail + 1, PUBLISH", "tail + 1, memory_order_release"));
    let done = folder.run("replay ring.witness");
    assert_eq!(done.status, 2);
    assert!(done.err.contains("the files are the same, but what clang"), "{}", done.err);
    std::fs::remove_file(folder.path().join("ring.c")).expect("a file");
    let done = folder.run("replay ring.witness");
    assert_eq!(done.status, 2);
    assert!(done.err.contains("ring.c: "), "{}", done.err);
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let folder = Folder::new("w-bad");
    folder.write("ring.c", RING).write("bad.witness", "hello\n").write("new.witness", "selvedge-witness 9\n");
    for (file, why) in [("bad", "does not begin with"), ("new", "version 9"), ("missing", "No such file")] {
        let done = folder.run(&format!("replay {file}.witness"));
        assert_eq!(done.status, 2);
        assert!(done.err.contains(&format!("error: cannot replay {file}.witness: ")), "{}", done.err);
        assert!(done.err.contains(why), "{}", done.err);
    }
    // Decisions that the memory model does not allow, or that the program does not take.
    assert_eq!(folder.run("check --witness ring.witness ring.c").status, 42);
    let good = folder.read("ring.witness");
    for (line, other) in [
        ("init 1.7 1.2", "init 1.7 1.6"),
        ("init 1.7 1.2", "init 1.7"),
        (": . .\n", ": . . .\n"),
        ("1.3 1.7\n", "1.7 1.3\n"),
    ] {
        assert!(good.contains(line), "{good}");
        folder.write("ring.witness", &good).forge(WITNESS, "ring.witness", |lines| lines.replace(line, other));
        let done = folder.run("replay ring.witness");
        assert_eq!(done.status, 2, "{other}: {}", done.out);
        assert!(done.err.contains("cannot replay"), "{}", done.err);
    }
    // A search that broke down is done again.
    let context = |lines: &str| lines.split_once("violation ").expect("an execution").0.to_owned();
    folder.write("ring.witness", &good).forge(WITNESS, "ring.witness", context);
    assert_eq!(folder.run("replay ring.witness").status, 42);
}

#[test]
fn what_is_no_litmus_test_is_said() {
    let folder = Folder::new("w-nolitmus");
    let text = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); free(p); return 0; }\n";
    folder.write("twice.c", text);
    assert_eq!(folder.run("check --witness twice.witness twice.c").status, 42);
    let done = folder.run("replay --litmus twice.litmus twice.witness");
    assert_eq!(done.status, 4, "{}", done.out);
    assert!(done.err.contains("cannot be written as a litmus test: it is about memory"), "{}", done.err);
    assert!(!folder.path().join("twice.litmus").exists());
}

#[test]
fn codes_are_explained() {
    let folder = Folder::new("w-explain");
    let race = folder.run("explain race");
    assert!(race.status == 0 && race.out.starts_with("# race: "), "{}", race.out);
    assert_eq!(folder.run("explain data-race").out, race.out);
    assert!(folder.run("explain 42").out.starts_with("# violated: "));
    assert!(folder.run("explain").out.contains("\ndeadlock "));
    let unknown = folder.run("explain raec");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("did you mean `race`?"), "{}", unknown.err);
}

#[test]
fn completions_and_the_manual_know_every_command() {
    let folder = Folder::new("w-manual");
    for shell in ["bash", "zsh", "fish"] {
        let done = folder.run(&format!("completions {shell}"));
        assert_eq!(done.status, 0);
        for word in ["replay", "explain", "witness", "litmus"] {
            assert!(done.out.contains(word), "{shell}: {word}");
        }
    }
    let manual = folder.run("man").out;
    assert!(manual.contains(".TH selvedge 1"), "{manual}");
    for word in ["SELVEDGE CHECK", "SELVEDGE REPLAY", "\\-\\-witness", "\\-\\-unroll", "Exit status"] {
        assert!(manual.contains(word), "{word}");
    }
}

/// The report up to what the search was, or to what a replay adds.
fn evidence(out: &str) -> String {
    let end = ["\n  model   ", "\nthe program's output", "\nreplayed "].iter().filter_map(|line| out.find(line)).min();
    out[..end.unwrap_or(out.len())].to_owned()
}

/// A row of the table of expectations: a file, flags and `--unroll`.
struct Row {
    file: String,
    flags: String,
    unroll: String,
    model: String,
}

fn rows() -> Vec<Row> {
    let table = std::fs::read_to_string(corpus().join("expected.tsv")).expect("the table is there");
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let mut rows: Vec<Row> = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("bugs/")) {
        let [file, flags, unroll, model, ..] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let [file, flags, unroll, model] = [file, flags, unroll, model].map(str::to_owned);
        let known = rows.iter().any(|row| row.file == file && row.flags == flags && row.model == model);
        if !known && (model == "rc11" || full && ["sc", "tso", "ra"].contains(&model.as_str())) {
            rows.push(Row { file, flags, unroll, model });
        }
    }
    rows
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c")
}

fn selvedge(words: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
    command.args(words).current_dir(corpus()).env_remove("CLICOLOR_FORCE").output().expect("selvedge runs").into()
}

#[test]
fn every_violation_of_the_corpus_is_reproduced() {
    let folder = Folder::new("w-law");
    let (mut violated, mut weak, mut exported) = (0, 0, 0);
    for (number, Row { file, flags, unroll, model }) in rows().into_iter().enumerate() {
        let at = |suffix: &str| folder.path().join(format!("{number}.{suffix}")).display().to_string();
        let (witness, litmus) = (at("witness"), at("litmus"));
        let mut words = vec!["check", "--model", &model, "--full-trace", "--witness", &witness];
        words.extend((unroll != "-").then_some(["--unroll", &unroll]).into_iter().flatten());
        words.push(&file);
        words.extend((flags != "-").then(|| std::iter::once("--").chain(flags.split(' '))).into_iter().flatten());
        let checked = selvedge(&words);
        if checked.status != 42 {
            continue;
        }
        violated += 1;
        let replayed = selvedge(&["replay", &witness]);
        assert_eq!(replayed.status, 42, "{file} {flags} {model}: {}", replayed.err);
        assert_eq!(evidence(&replayed.out), evidence(&checked.out), "{file} {flags} {model}");
        if !file.starts_with("bugs/weak-") || !checked.out.starts_with("violated: assertion") {
            continue;
        }
        weak += 1;
        if selvedge(&["replay", "--litmus", &litmus, &witness]).status == 0 {
            exported += 1;
            let under = |model: &str| selvedge(&["check", "--model", model, &litmus]).out;
            assert!(under(&model).contains(" Sometimes "), "{file} {model}: {}", under(&model));
            assert!(under("sc").contains(" Never "), "{file} {model}: {}", under("sc"));
        }
    }
    assert!(violated >= 80, "only {violated} programs go wrong");
    assert!(weak >= 15 && 2 * exported >= weak, "{exported} of {weak} are litmus tests");
}
