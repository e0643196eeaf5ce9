//! Random C programs under everything that can be switched: the same outcomes and the same conclusion.
//!
//! Each technique that saves executions is left out, alone and with all others; threads go in other orders;
//! several workers search; hardly any path is remembered; the check stops after every few executions and is
//! taken up again. The programs are those of `crates/testkit/src/variants.rs` and of
//! `crates/testkit/src/loops.rs`.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::BTreeSet;
use std::time::Duration;

use selvedge_check::{Conclusion, check_from};
use selvedge_core::{Limit, StopReason};
use selvedge_explore::{Limits, Liveness, Options, Reduce, Schedule};
use selvedge_models::Builtin;
use selvedge_testkit::any_model::AnyModel;
use selvedge_testkit::c::{Outcome, Outcomes};
use selvedge_testkit::loops;
use selvedge_testkit::variants::{self, Variant};
use selvedge_vm::Machine;

/// Programs with more executions are left out: the comparison is about variety, not about size.
const MOST_EXECUTIONS: u64 = 1_500;

/// Something that must make no difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Switch {
    Awaits,
    Barriers,
    Symmetry,
    Restored,
    Simplify,
    /// None of the five.
    Reductions,
    Schedule(Schedule),
    TrieBytes(usize),
    Workers(usize),
    /// Stop after so many executions, and go on, with as many each time.
    Parts(u64),
    /// All of the above.
    Everything,
}

const SWITCHES: [Switch; 15] = [
    Switch::Awaits,
    Switch::Barriers,
    Switch::Symmetry,
    Switch::Restored,
    Switch::Simplify,
    Switch::Reductions,
    Switch::Schedule(Schedule::LeftToRight),
    Switch::Schedule(Schedule::Random(1)),
    Switch::Schedule(Schedule::Random(2)),
    Switch::TrieBytes(1),
    Switch::TrieBytes(20_000),
    Switch::Workers(2),
    Switch::Parts(1),
    Switch::Parts(5),
    Switch::Everything,
];

impl Switch {
    fn options(self, usual: &Options) -> Options {
        let mut options = usual.clone();
        match self {
            Switch::Awaits => options.awaits = Reduce::Never,
            Switch::Barriers => options.barriers = Reduce::Never,
            Switch::Symmetry => options.symmetry = Reduce::Never,
            Switch::Restored => options.restored = Reduce::Never,
            Switch::Simplify => options.simplify = Reduce::Never,
            Switch::Reductions => {
                let reductions =
                    [Switch::Awaits, Switch::Barriers, Switch::Symmetry, Switch::Restored, Switch::Simplify];
                options = reductions.iter().fold(options, |options, one| one.options(&options));
            }
            Switch::Schedule(schedule) => options.schedule = schedule,
            Switch::TrieBytes(bytes) => options.trie_bytes = bytes,
            Switch::Workers(workers) => (options.workers, options.alone) = (workers, Duration::ZERO),
            Switch::Parts(executions) => options.limits.executions = Some(executions),
            Switch::Everything => {
                let switches = [
                    Switch::Reductions,
                    Switch::Schedule(Schedule::Random(3)),
                    Switch::TrieBytes(1),
                    Switch::Workers(2),
                    Switch::Parts(7),
                ];
                options = switches.iter().fold(options, |options, one| one.options(&options));
            }
        }
        options
    }
}

/// What a check says, as far as no switch may change it.
#[derive(PartialEq, Eq, Debug)]
struct Answer {
    conclusion: Conclusion,
    /// Not known of a program that is violated: the search stops there.
    outcomes: Option<BTreeSet<Outcome>>,
}

/// Checks a program, in as many parts as it takes. Nothing if it is too large.
fn check(machine: &mut Machine, model: Builtin, options: &Options) -> Option<Answer> {
    let (mut outcomes, mut from) = (Outcomes::default(), None);
    loop {
        let model = AnyModel::from(model);
        let checked = check_from(machine, model, options, &mut outcomes, from.as_ref(), None).expect("it goes on");
        let verdict = checked.verdict;
        let executions = verdict.counts().complete + verdict.counts().blocked;
        match (verdict.stop(), checked.left) {
            // Without reductions there are more, and they are all wanted where the usual search is small.
            (StopReason::Limit(Limit::Executions(_)), Some(left)) if executions < 40 * MOST_EXECUTIONS => {
                from = Some(left);
            }
            (StopReason::Limit(_), _) => return None,
            _ => {
                let is_violated = verdict.violation().is_some();
                let outcomes = (!is_violated).then_some(outcomes.seen);
                return Some(Answer { conclusion: verdict.conclusion(), outcomes });
            }
        }
    }
}

/// What was compared.
#[derive(Default, Debug)]
struct Report {
    programs: usize,
    violated: usize,
    outcomes: usize,
    too_large: usize,
    /// Pairs of checks.
    pairs: usize,
}

impl Report {
    /// Compares a program under a model with all that can be switched.
    fn compare(&mut self, name: &str, machine: &mut Machine, model: Builtin, liveness: Liveness) {
        let like = Reduce::WherePossible;
        let limits = Limits { executions: Some(MOST_EXECUTIONS), ..Limits::default() };
        let usual = Options { symmetry: like, restored: like, liveness, limits, ..Options::default() };
        let mut whole = usual.clone();
        whole.limits.executions = None;
        let Some(expected) = once(machine, model, &usual) else {
            self.too_large += 1;
            return;
        };
        for switch in SWITCHES {
            let Some(found) = check(machine, model, &switch.options(&whole)) else { continue };
            self.pairs += 1;
            assert_eq!(found, expected, "{name} {} {liveness:?} {switch:?}", model.name());
        }
        self.programs += 1;
        self.violated += usize::from(expected.outcomes.is_none());
        self.outcomes += expected.outcomes.map_or(0, |outcomes| outcomes.len());
    }
}

/// The same in one part only.
fn once(machine: &mut Machine, model: Builtin, options: &Options) -> Option<Answer> {
    let mut outcomes = Outcomes::default();
    let checked = check_from(machine, AnyModel::from(model), options, &mut outcomes, None, None).expect("it begins");
    let verdict = checked.verdict;
    let is_violated = verdict.violation().is_some();
    let outcomes = (!is_violated).then_some(outcomes.seen);
    (!matches!(verdict.stop(), StopReason::Limit(_))).then(|| Answer { conclusion: verdict.conclusion(), outcomes })
}

/// Half of them are of either kind.
fn programs() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 400 } else { 50 }
}

fn model(seed: u64) -> Builtin {
    Builtin::MAIN[seed as usize % Builtin::MAIN.len()]
}

fn liveness(seed: u64) -> Liveness {
    if seed.is_multiple_of(2) { Liveness::Check } else { Liveness::Ignore }
}

#[test]
fn no_switch_changes_what_comes_out() {
    let mut report = Report::default();
    let (batch, mut machine) = variants::batch(programs() / 2, 9_000, Variant::Plain);
    for program in &batch {
        machine = machine.started_with(&program.entry()).expect("it was compiled");
        report.compare(&program.entry(), &mut machine, model(program.seed), liveness(program.seed / 4));
    }
    println!("{report:?}");
    assert!(report.programs > batch.len() * 2 / 3 && report.violated < report.programs / 2, "{report:?}");
    assert!(report.outcomes > 4 * report.programs && report.pairs > 14 * report.programs, "{report:?}");
}

#[test]
fn no_switch_changes_what_comes_out_of_loops() {
    let mut report = Report::default();
    let (batch, mut machine) = loops::batch(programs() / 2, 9_000);
    for program in &batch {
        let entry = format!("main{}", program.seed);
        machine = machine.started_with(&entry).expect("it was compiled").with_unroll(program.rounds);
        report.compare(&entry, &mut machine, model(program.seed), liveness(program.seed / 4));
    }
    println!("{report:?}");
    assert!(report.programs > batch.len() * 2 / 3 && report.violated < report.programs * 2 / 3, "{report:?}");
    assert!(report.outcomes > report.programs && report.pairs > 14 * report.programs, "{report:?}");
}
