//! The C programs of `corpus/c` against the answers of an established checker (`expected.tsv`), and against
//! ours where they differ (`differences.tsv`, each with its reason; see `corpus/DISPUTED.md`). Every row is
//! compared, or is in `left-out.tsv` with a reason, or is for a model that we do not have.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use selvedge_core::{Bound, StopReason, ViolationKind};
use selvedge_explore::{Liveness, Options, Reduce, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::{self, corpus, search_under};
use selvedge_vm::Machine;

/// Rows that took the other checker longer than this many seconds would be left to nobody.
const FULL_PATIENCE: f64 = 60.0;

/// Rows that took the other checker longer than this many seconds are for `./x test --full`.
fn patience() -> f64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { FULL_PATIENCE } else { 0.25 }
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
    /// As the first, and the orders in which threads arrive at barriers are told apart.
    Arrivals,
    /// As the first, and loops that go round for ever are an error.
    Liveness,
}

impl Mode {
    /// The name in `differences.tsv`.
    fn parse(name: &str) -> Mode {
        match name {
            "waits" => Mode::Waits,
            "every-round" => Mode::EveryRound,
            "arrivals" => Mode::Arrivals,
            "liveness" => Mode::Liveness,
            _ => Mode::Unroll(name.strip_prefix("unroll=").and_then(|n| n.parse().ok()).expect("a mode")),
        }
    }

    fn name(self) -> String {
        match self {
            Mode::Waits => "waits".to_owned(),
            Mode::EveryRound => "every-round".to_owned(),
            Mode::Unroll(rounds) => format!("unroll={rounds}"),
            Mode::Arrivals => "arrivals".to_owned(),
            Mode::Liveness => "liveness".to_owned(),
        }
    }
}

/// A row of `expected.tsv` as `left-out.tsv` names it: file, flags of the compiler, rounds, model, flags of
/// the checker.
type Name = [String; 5];

/// The rows that are not compared.
fn left_out() -> BTreeSet<Name> {
    let text = std::fs::read_to_string(corpus().join("left-out.tsv")).expect("left-out.tsv can be read");
    let parse = |line: &str| {
        let f: Vec<&str> = line.split('\t').collect();
        assert!(f.len() == 6 && !f[5].is_empty(), "no reason in {line:?}");
        [f[0], f[1], f[2], f[3], f[4]].map(str::to_owned)
    };
    text.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

fn name_of(line: &str) -> Name {
    let f: Vec<&str> = line.split('\t').collect();
    [f[0], f[1], f[2], f[3], f[8]].map(str::to_owned)
}

/// The lines of `expected.tsv`.
fn expected() -> Vec<String> {
    let text = std::fs::read_to_string(corpus().join("expected.tsv")).expect("expected.tsv can be read");
    text.lines().skip(1).map(str::to_owned).collect()
}

/// One run of the other checker.
#[derive(Clone, Debug)]
struct Row {
    file: String,
    cflags: String,
    model: Builtin,
    complete: String,
    blocked: Option<u64>,
    verdict: String,
    seconds: f64,
    mode: Mode,
}

/// What identifies a run of ours.
type Key = (String, String, &'static str, Mode);

impl Row {
    fn key(&self) -> Key {
        (self.file.clone(), self.cflags.clone(), self.model.name(), self.mode)
    }

    /// A row, unless it is for a model that we do not have.
    fn parse(line: &str) -> Option<Row> {
        let f: Vec<&str> = line.split('\t').collect();
        let mode = match f[2] {
            "-" if f[8].contains("spin-assume") => Mode::EveryRound,
            "-" if f[8].contains("disable-bam") => Mode::Arrivals,
            "-" if f[8].contains("check-liveness") => Mode::Liveness,
            "-" => Mode::Waits,
            rounds => Mode::Unroll(rounds.parse().expect("a number of rounds")),
        };
        Some(Row {
            file: f[0].into(),
            cflags: f[1].into(),
            model: Builtin::parse(f[3])?,
            complete: f[4].into(),
            blocked: f[5].parse().ok(),
            verdict: f[6].into(),
            seconds: f[7].parse().unwrap_or(0.0),
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
            "Liveness violation" => &[ViolationKind::Liveness],
            "Invalid unlock() operation" => &[ViolationKind::InvalidUnlock],
            _ => &[],
        };
        kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join("|")
    }
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
    let left_out = left_out();
    let lines = expected().into_iter().filter(|line| line.starts_with(folder) && !left_out.contains(&name_of(line)));
    let rows = lines.filter_map(|line| Row::parse(&line)).filter(|row| row.seconds <= patience());
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
            let (found, blocked) = outcome(&mut machine, rows[0].model, mode, &file);
            let ours = differences.get(&rows[0].key()).map(|(ours, _)| ours.clone());
            // Where the other checker's answers depend on its settings, ours must be one of them, or in the
            // list.
            let expected: BTreeSet<String> =
                ours.map_or_else(|| rows.iter().map(Row::expected).collect(), |ours| [ours].into());
            if expected.iter().flat_map(|expected| expected.split('|')).any(|expected| expected == found) {
                right += rows.len();
                let text = std::fs::read_to_string(corpus().join(&file)).expect("the program can be read");
                let allowed = match mode {
                    Mode::Waits => most_blocked(&rows, &found, &text),
                    // Not what is to be compared: those have other loops, or the older barriers.
                    Mode::EveryRound | Mode::Unroll(_) | Mode::Arrivals | Mode::Liveness => None,
                };
                if allowed.is_some_and(|allowed| blocked > allowed) {
                    let model = rows[0].model.name();
                    wrong.push(format!("{file}\t{cflags}\t{model}\t{blocked} blocked\t(at most {allowed:?})"));
                }
            } else {
                let (model, mode) = (rows[0].model.name(), mode.name());
                wrong.push(format!("{file}\t{cflags}\t{model}\t{mode}\t{found}\t(expected {expected:?})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{right} rows agree, these do not:\n{}", wrong.join("\n"));
    assert!(right > 100, "only {right} rows were compared");
}

/// Programs that have more blocked executions than the other checker sees, which revisits some reads in
/// place.
const MORE_BLOCKED: [(&str, &str, u64); 4] = [
    ("bench/rwlock-bias.c", "-DW=1 -DR=2", 67),
    ("bench/rwlock-bias.c", "-DW=2 -DR=1", 197),
    ("bench/seqlock.c", "-DW=2 -DR=3", 8_786),
    ("bench/szymanski.c", "-", 5),
];

/// How many executions may be blocked where this many are complete: none if threads wait for mutexes and
/// assume nothing, else no more than the other checker sees where it finds the same. Nothing if there is
/// nothing to compare.
fn most_blocked(rows: &[Row], found: &str, text: &str) -> Option<u64> {
    if text.contains("pthread_mutex_lock") && text.matches("assume(").count() < 2 && found.parse::<u64>().is_ok() {
        return Some(0);
    }
    let theirs = rows.iter().filter(|row| row.complete == found).filter_map(|row| row.blocked).min()?;
    let known = MORE_BLOCKED.iter().find(|(file, cflags, _)| *file == rows[0].file && *cflags == rows[0].cflags);
    Some(known.map_or(theirs, |(_, _, ours)| *ours))
}

fn compile(file: &Path, cflags: &str, mode: Mode) -> Machine {
    // To compare compilers: clang-14, zig cc, …
    let compiler = std::env::var("SELVEDGE_COMPILER").ok();
    let machine = c::compile(file, cflags, compiler.as_deref()).unwrap_or_else(|why| panic!("{why}"));
    match mode {
        Mode::Waits | Mode::Arrivals | Mode::Liveness => machine,
        Mode::EveryRound => machine.without_waiting(),
        Mode::Unroll(rounds) => machine.with_unroll(rounds),
    }
}

/// What we find, in the words of [`Row::expected`], and how many executions are blocked.
fn outcome(machine: &mut Machine, model: Builtin, mode: Mode, file: &str) -> (String, u64) {
    let barriers = if mode == Mode::Arrivals { Reduce::Never } else { Reduce::WherePossible };
    let options = Options { barriers, ..Options::default() };
    let (mut verdict, _) = search_under(machine, model, &options, || Silent);
    let hangs = verdict.violation.as_ref().is_some_and(|violation| violation.kind == ViolationKind::Liveness);
    let undecided = verdict.bounds.iter().any(|bound| matches!(bound, Bound::UndecidedLoops(_)));
    assert!(!undecided, "{file} under {}: {:?}", model.name(), verdict.bounds);
    if hangs && mode != Mode::Liveness {
        // The other checker did not look for loops that go round for ever.
        assert!(HANGS.iter().any(|(known, _)| *known == file), "{file} under {}: {verdict:?}", model.name());
        let options = Options { liveness: Liveness::Ignore, ..options };
        (verdict, _) = search_under(machine, model, &options, || Silent);
    }
    let outcome = match (&verdict.violation, &verdict.stop) {
        (Some(violation), _) => violation.kind.name().to_owned(),
        (None, StopReason::Exhausted) => verdict.counts.complete.to_string(),
        (None, StopReason::Unsupported(_)) => "unsupported".to_owned(),
        (None, stop) => format!("{stop:?}"),
    };
    (outcome, verdict.counts.blocked)
}

/// Programs in which loops really go round for ever, and why. The other checker says so only when it is
/// asked.
const HANGS: [(&str, &str); 6] = [
    ("bugs/live-lock-leak.c", "a thread returns without giving the spinlock back"),
    ("bugs/live-lost-wakeup.c", "the permit is taken back before the other thread has looked"),
    ("bugs/live-mutual-wait.c", "each thread waits for the flag that the other sets afterwards"),
    ("bugs/live-no-setter.c", "nothing sets the flag"),
    ("bugs/live-ticket-skip.c", "the owner's number passes the ticket that a thread waits for"),
    ("bugs/live-wrong-value.c", "the flag is set to something else"),
];

#[test]
fn litmus_programs() {
    agree("litmus/");
}

#[test]
fn benchmarks() {
    agree("bench/");
}

/// Sizes that the other checker was not asked about. The numbers of complete executions are those of a slow
/// model of the search, written from engine.md in another language.
#[test]
fn benchmarks_of_two_rounds() {
    for (name, expected) in [("szymanski", [1522, 1522, 1522]), ("dekker", [71, 71, 99])] {
        let file = corpus().join(format!("bench/{name}.c"));
        let mut machine = c::compile(&file, "-DK=2", None).unwrap_or_else(|why| panic!("{why}"));
        let found = [Builtin::Sc, Builtin::Tso, Builtin::Rc11].map(|model| {
            let verdict = c::search(&mut machine, model);
            assert_eq!((verdict.stop, verdict.violation), (StopReason::Exhausted, None), "{name}");
            verdict.counts.complete
        });
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn bugs() {
    agree("bugs/");
}

/// What is left out exists, and so does what differs; what is not left out is compared by `./x test --full`
/// at the latest.
#[test]
fn every_row_is_compared_or_left_out_for_a_reason() {
    let (lines, left_out) = (expected(), left_out());
    let names: BTreeSet<Name> = lines.iter().map(|line| name_of(line)).collect();
    let stale: Vec<&Name> = left_out.difference(&names).collect();
    assert!(stale.is_empty(), "left-out.tsv has rows that expected.tsv has not: {stale:?}");
    let compared = lines.iter().filter(|line| !left_out.contains(&name_of(line)));
    let rows: Vec<Row> = compared.clone().filter_map(|line| Row::parse(line)).collect();
    let slow: Vec<&Row> = rows.iter().filter(|row| row.seconds > FULL_PATIENCE).collect();
    assert!(slow.is_empty(), "never compared: {slow:?}");
    let unknown = compared.filter(|line| Row::parse(line).is_none()).all(|line| name_of(line)[3] == "imm");
    assert!(unknown, "a row has a model that is neither ours nor imm");
    let keys: BTreeSet<Key> = rows.iter().map(Row::key).collect();
    let stale: Vec<Key> = differences().into_keys().filter(|key| !keys.contains(key)).collect();
    assert!(stale.is_empty(), "differences.tsv has rows that are not compared: {stale:?}");
}
