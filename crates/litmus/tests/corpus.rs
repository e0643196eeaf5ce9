//! Every test of the corpus is read, obeys the printing law and runs to its end.

use std::path::{Path, PathBuf};

use selvedge_core::{Action, Answer, Meaning, Telling, ThreadId, Value};
use selvedge_litmus::{Litmus, parse};

fn corpus() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/litmus");
    let entries = std::fs::read_dir(&folder).expect("the corpus is part of the repository");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "litmus"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("readable");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// Runs every thread to its end, answering `answer` to everything.
fn run(test: &Litmus, answer: Value) {
    for thread in test.initial_threads() {
        let mut state = test.start(ThreadId(0), thread);
        let mut reply = Answer::None;
        loop {
            let action = test.resume(&mut state, reply);
            let _ = test.site(&state);
            reply = match action {
                Action::Block(_)
                | Action::Fail { .. }
                | Action::Unsupported(_)
                | Action::Exceeds(_)
                | Action::Finish(_)
                | Action::Exit(_) => break,
                Action::Read { .. }
                | Action::Copy { .. }
                | Action::Rmw { .. }
                | Action::UpdateUnless { .. }
                | Action::Arrive { .. }
                | Action::Leave { .. }
                | Action::CompareExchange { .. }
                | Action::Choose(_)
                | Action::Spawn(_)
                | Action::Join(_) => Answer::Value(answer),
                Action::Write { .. } | Action::Fence(_) | Action::Allocate { .. } | Action::Free(_) => Answer::None,
            };
        }
    }
    let state = test.final_state(|_| answer, |_| None);
    let mut states = test.states();
    states.record(state);
    assert!(states.to_string().contains("Observation"));
}

#[test]
fn every_file_is_read_and_printed_back() {
    let corpus = corpus();
    assert!(corpus.len() >= 130, "only {} files", corpus.len());
    for (path, text) in corpus {
        let file = path.display().to_string();
        let test = parse(&file, &text).unwrap_or_else(|errors| {
            panic!("{}", errors.iter().map(|error| error.render(&file, &text)).collect::<Vec<_>>().join("\n"))
        });
        assert_eq!(Some(test.name()), path.file_stem().and_then(|stem| stem.to_str()), "file and test share a name");
        assert!(test.test().description.is_some(), "{file} has no description");
        let again = Litmus::from_ast(test.test()).expect("what is printed can be read");
        assert_eq!(again.test(), test.test(), "{file}");
        run(&test, Value(0));
        run(&test, Value(1));
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// Edits a few bytes: deletes, duplicates, moves and replaces pieces.
fn mutate(random: &mut Random, text: &str, other: &str) -> String {
    const SPICE: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        ";",
        ",",
        "*",
        "(*",
        "*)",
        "/*",
        "//",
        "\"",
        "int ",
        "if (1) ",
        "else ",
        "\0",
        "\u{e9}",
        "\u{1f9f5}",
        "99999999999999999999",
        "0x",
        "0xffffffff",
        "-",
        "~",
        "!",
        "P0",
        "P1",
        "r0",
        "x",
        "exists ",
        "spawn(P1)",
        "join(0);",
        "while (1) {",
        "memory_order_release",
        "atomic_load(x)",
        ":",
        "[",
        "]",
        "\\/",
        "=",
    ];
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(12)).min(bytes.len());
        match random.below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            2 => drop(bytes.splice(at..at, SPICE[random.below(SPICE.len())].bytes())),
            3 => {
                let from = random.below(other.len());
                let piece = &other.as_bytes()[from..(from + random.below(80)).min(other.len())];
                bytes.splice(at..end, piece.iter().copied());
            }
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.below(256) as u8),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_files_are_refused_without_panic() {
    let corpus = corpus();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let (_, text) = &corpus[random.below(corpus.len())];
        let (_, other) = &corpus[random.below(corpus.len())];
        let text = mutate(&mut random, text, other);
        match parse("damaged.litmus", &text) {
            Ok(test) => {
                accepted += 1;
                let again = Litmus::from_ast(test.test());
                assert!(again.is_ok_and(|again| again.test() == test.test()), "{text}");
                run(&test, Value(1));
            }
            Err(errors) => {
                refused += 1;
                assert!(!errors.is_empty());
                for error in errors {
                    assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{error:?}");
                    error.render("damaged.litmus", &text);
                }
            }
        }
    }
    assert!(accepted > 500 && refused > 5000, "{accepted} accepted, {refused} refused");
}
