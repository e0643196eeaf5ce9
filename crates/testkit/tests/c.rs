//! The C programs of `corpus/c` against the answers of an established checker (`expected.tsv`), and against ours where
//! they differ (`differences.tsv`, each with its reason; see `corpus/DISPUTED.md`).
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use selvedge_core::{StopReason, ViolationKind};
use selvedge_llvm::vm::Machine;
use selvedge_models::Builtin;
use selvedge_testkit::c::{self, corpus, search};

/// Rows that took the other checker longer than this many seconds are for `./x test --full`.
fn patience() -> f64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 60.0 } else { 0.25 }
}

/// How a program is run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Mode {
    /// Rounds of loops that change nothing wait.
    Waits,
    /// Every round of every loop is taken.
    EveryRound,
    /// As the first, and no loop begins more rounds than that.
    Unroll(u32),
}

impl Mode {
    /// The name in `differences.tsv`.
    fn parse(name: &str) -> Mode {
        match name {
            "waits" => Mode::Waits,
            "every-round" => Mode::EveryRound,
            _ => Mode::Unroll(name.strip_prefix("unroll=").and_then(|n| n.parse().ok()).expect("a mode")),
        }
    }

    fn name(self) -> String {
        match self {
            Mode::Waits => "waits".to_owned(),
            Mode::EveryRound => "every-round".to_owned(),
            Mode::Unroll(rounds) => format!("unroll={rounds}"),
        }
    }
}

/// One run of the other checker.
#[derive(Clone, Debug)]
struct Row {
    file: String,
    cflags: String,
    model: Builtin,
    complete: String,
    verdict: String,
    mode: Mode,
}

/// What identifies a run of ours.
type Key = (String, String, &'static str, Mode);

impl Row {
    fn key(&self) -> Key {
        (self.file.clone(), self.cflags.clone(), self.model.name(), self.mode)
    }

    /// A row that we can compare. Those are left out that are about liveness or barriers (issue 6: neither is there yet),
    /// about a model we do not have, in which the other checker ran out of time, or met a limit of its own techniques
    /// ("Unordered writes" is no property of the program).
    fn parse(line: &str) -> Option<Row> {
        let f: Vec<&str> = line.split('\t').collect();
        let later = f[8].contains("liveness") || f[8].contains("bam") || explodes(f[0], f[1]);
        let no_answer = f[6] == "timeout" || f[6] == "error:Unordered writes";
        let quick = f[7].parse().is_ok_and(|seconds: f64| seconds <= patience()) || f[7] == "-";
        (!later && !no_answer && quick).then_some(())?;
        let mode = match f[2] {
            "-" if f[8].contains("spin-assume") => Mode::EveryRound,
            "-" => Mode::Waits,
            rounds => Mode::Unroll(rounds.parse().expect("a number of rounds")),
        };
        Some(Row {
            file: f[0].into(),
            cflags: f[1].into(),
            model: Builtin::parse(f[3])?,
            complete: f[4].into(),
            verdict: f[6].into(),
            mode,
        })
    }

    /// What the other checker found, in our words: a count, or the kinds of violation that match.
    fn expected(&self) -> String {
        let Some(error) = self.verdict.strip_prefix("error:") else {
            return if self.verdict == "safe" { self.complete.clone() } else { self.verdict.clone() };
        };
        let kinds: &[ViolationKind] = match error {
            "Safety violation" => &[ViolationKind::Assertion],
            "Non-atomic race" => &[ViolationKind::Race],
            "Attempt to access freed memory" => &[ViolationKind::UseAfterFree],
            "Attempt to access non-allocated memory" => {
                &[ViolationKind::InvalidAccess, ViolationKind::NullAccess, ViolationKind::UnorderedAccess]
            }
            "Attempt to read from uninitialized memory" => {
                &[ViolationKind::UninitialisedRead, ViolationKind::InvalidLock, ViolationKind::InvalidBarrier]
            }
            "Invalid barrier_init() operation" => &[ViolationKind::InvalidBarrier],
            "Invalid unlock() operation" => &[ViolationKind::InvalidUnlock],
            _ => &[],
        };
        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join("|")
    }
}

/// Programs with barriers that have too many executions as long as arrival orders are not reduced.
fn explodes(file: &str, cflags: &str) -> bool {
    file.starts_with("bench/pbarrier") && !matches!((file, cflags), (_, "-DN=3") if !file.contains("closure"))
}

/// Ours, where it differs: by key, with the reason.
fn differences() -> BTreeMap<Key, (String, String)> {
    let text = std::fs::read_to_string(corpus().join("differences.tsv")).expect("differences.tsv can be read");
    let parse = |line: &str| {
        let f: Vec<&str> = line.split('\t').collect();
        let model = Builtin::parse(f[2]).expect("a model").name();
        ((f[0].into(), f[1].into(), model, Mode::parse(f[3])), (f[4].into(), f[5].into()))
    };
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(parse).collect()
}

/// Runs every row whose file is in the folder, and compares.
fn agree(folder: &str) {
    let differences = differences();
    let text = std::fs::read_to_string(corpus().join("expected.tsv")).expect("expected.tsv can be read");
    let rows = text.lines().skip(1).filter_map(Row::parse).filter(|row| row.file.starts_with(folder));
    let mut programs: BTreeMap<(String, String, Mode), BTreeMap<&'static str, Vec<Row>>> = BTreeMap::new();
    for row in rows {
        let program = programs.entry((row.file.clone(), row.cflags.clone(), row.mode)).or_default();
        program.entry(row.model.name()).or_default().push(row);
    }
    let mut wrong = Vec::new();
    let mut right = 0;
    for ((file, cflags, mode), models) in programs {
        let mut machine = compile(&corpus().join(&file), &cflags, mode);
        for rows in models.into_values() {
            let found = outcome(&mut machine, rows[0].model);
            let ours = differences.get(&rows[0].key()).map(|(ours, _)| ours.clone());
            // Where the other checker's answers depend on its settings, ours must be one of them, or in the list.
            let expected: BTreeSet<String> =
                ours.map_or_else(|| rows.iter().map(Row::expected).collect(), |ours| [ours].into());
            if expected.iter().flat_map(|expected| expected.split('|')).any(|expected| expected == found) {
                right += rows.len();
            } else {
                let (model, mode) = (rows[0].model.name(), mode.name());
                wrong.push(format!("{file}\t{cflags}\t{model}\t{mode}\t{found}\t(expected {expected:?})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{right} rows agree, these do not:\n{}", wrong.join("\n"));
    assert!(right > 100, "only {right} rows were compared");
}

fn compile(file: &Path, cflags: &str, mode: Mode) -> Machine {
    // To compare compilers: clang-14, zig cc, …
    let compiler = std::env::var("SELVEDGE_COMPILER").ok();
    let machine = c::compile(file, cflags, compiler.as_deref()).unwrap_or_else(|why| panic!("{why}"));
    match mode {
        Mode::Waits => machine,
        Mode::EveryRound => machine.without_waiting(),
        Mode::Unroll(rounds) => machine.with_unroll(rounds),
    }
}

/// What we find, in the words of [`Row::expected`].
fn outcome(machine: &mut Machine, model: Builtin) -> String {
    let verdict = search(machine, model);
    match (&verdict.violation, &verdict.stop) {
        (Some(violation), _) => violation.kind.name().to_owned(),
        (None, StopReason::Exhausted) => verdict.counts.complete.to_string(),
        (None, StopReason::Unsupported(_)) => "unsupported".to_owned(),
        (None, stop) => format!("{stop:?}"),
    }
}

#[test]
fn litmus_programs() {
    agree("litmus/");
}

#[test]
fn benchmarks() {
    agree("bench/");
}

#[test]
fn bugs() {
    agree("bugs/");
}
