//! Random C programs with loops: what waiting in loops must not lose.
//!
//! The virtual machine does not take rounds of loops that lead to nothing (`vm/src/waiting/idle_rounds.rs`).
//! The same program with every round taken has the same outcomes: what the global variables hold when all
//! threads have ended. And something goes wrong in one iff it does in the other. Loops that would go on for
//! ever stop after a few rounds on both sides; whoever goes round less often than that is compared.
//!
//! Many programs go into one file, because starting a compiler takes longer than all the rest.

mod pieces;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use selvedge_core::{Searched, StopReason, ViolationKind};
use selvedge_explore::{Limits, Liveness, Options};
use selvedge_models::Builtin;
use selvedge_vm::Machine;

use crate::c::{Outcome, Outcomes, compile, compile_text, search_under};
use crate::fuzz::trie_bytes;
use crate::random::Random;

/// How many programs go into one file.
const BATCH: u64 = 100;
/// Executions after which a program is given up: the comparison is about variety, not about size.
const MOST_EXECUTIONS: u64 = 20_000;

/// Rounds that a loop may begin in programs that are files.
const FILE_ROUNDS: u32 = 5;

/// A program, as C.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it was made from.
    pub seed: u64,
    /// Declarations and functions; it begins with `main{seed}`.
    pub text: String,
    /// Rounds that a loop may begin.
    pub rounds: u32,
}

/// Makes a program from a seed and nothing else.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let threads = if random.chance(70) { 2 } else { 3 };
    // The more threads, the more executions.
    let rounds = if threads == 2 { 4 } else { 3 };
    Program { seed, text: pieces::program(&mut random, seed, threads), rounds }
}

/// What a comparison covered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Programs that were compared.
    pub programs: u64,
    /// Their outcomes.
    pub outcomes: u64,
    /// Those in which something goes wrong.
    pub violations: u64,
    /// Those with fewer executions because of waiting.
    pub cut: u64,
    /// Programs that were too large.
    pub skipped: u64,
}

/// A program on which the two disagree.
#[derive(Debug)]
pub struct Disagreement {
    model: Builtin,
    program: Program,
    difference: Difference,
}

#[derive(Debug)]
enum Difference {
    Lost(Outcome),
    MadeUp(Outcome),
    Verdicts { waiting: Option<ViolationKind>, every: Option<ViolationKind> },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Program { seed, text, rounds } = &self.program;
        let model = self.model.name();
        writeln!(
            f,
            "{model}: waiting makes a difference (seed {seed}, {rounds} rounds) to\n{}{text}",
            pieces::PRELUDE
        )?;
        match &self.difference {
            Difference::Lost(outcome) => write!(f, "outcome lost: {outcome:?}"),
            Difference::MadeUp(outcome) => write!(f, "outcome made up: {outcome:?}"),
            Difference::Verdicts { waiting, every } => {
                let name = |kind: &Option<ViolationKind>| kind.map_or("nothing", ViolationKind::name);
                write!(f, "verdicts differ: {} with waiting, {} without", name(waiting), name(every))
            }
        }
    }
}

/// So many random programs, and a machine that can be started with `main{seed}` of each.
pub fn batch(programs: u64, seed: u64) -> (Vec<Program>, Machine) {
    let batch: Vec<Program> = (seed..seed + programs).map(generate).collect();
    let machine = compile_all(&batch);
    (batch, machine)
}

/// Compares so many random programs under some models. Program `i` is made from seed `seed + i` and nothing
/// else.
pub fn fuzz(models: &[Builtin], programs: u64, seed: u64) -> Result<Report, Box<Disagreement>> {
    let mut report = Report::default();
    let end = seed + programs;
    for first in (seed..end).step_by(BATCH as usize) {
        let (batch, mut machine) = batch(BATCH.min(end - first), first);
        for program in &batch {
            let entry = format!("main{}", program.seed);
            machine =
                machine.started_with(&entry).expect("invariant: the program was compiled").with_unroll(program.rounds);
            for &model in models {
                report
                    .add(compare(&mut machine, model, program).map_err(|difference| {
                        Box::new(Disagreement { model, program: program.clone(), difference })
                    })?);
            }
        }
    }
    Ok(report)
}

/// Compares the programs of `crates/vm/tests/retry`, each of which is about one way to get it wrong.
pub fn compare_files(models: &[Builtin]) -> Result<Report, Box<Disagreement>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vm/tests/retry");
    let entries = std::fs::read_dir(&folder).expect("invariant: the folder is part of the workspace");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|suffix| suffix == "c"));
    files.sort();
    let mut report = Report::default();
    for file in files {
        let mut machine = compile(&file, "", None).unwrap_or_else(|why| panic!("{why}"));
        let program = Program { seed: 0, text: format!("{}\n", file.display()), rounds: FILE_ROUNDS };
        for &model in models {
            report.add(compare(&mut machine, model, &program).map_err(|difference| {
                let program = program.clone();
                Box::new(Disagreement { model, program, difference })
            })?);
        }
    }
    Ok(report)
}

fn compile_all(batch: &[Program]) -> Machine {
    let mut text = pieces::PRELUDE.to_owned();
    batch.iter().for_each(|program| text.push_str(&program.text));
    text.push_str(&format!("int main(void) {{ return main{}(); }}\n", batch[0].seed));
    compile_text(&text, "-Wno-everything").unwrap_or_else(|why| panic!("{why}"))
}

/// Outcomes, whether something goes wrong, and whether there were fewer executions. Nothing if there are too
/// many.
type Covered = Option<(usize, bool, bool)>;

/// What one side found.
struct Side {
    verdict: Searched,
    outcomes: BTreeSet<Outcome>,
}

impl Side {
    fn run(machine: &mut Machine, model: Builtin, waits: bool, rounds: u32, trie_bytes: usize) -> Side {
        let limits = Limits { executions: Some(MOST_EXECUTIONS), ..Limits::default() };
        machine.set_waiting(waits);
        machine.set_unroll(rounds);
        // Whether loops go round for ever shows only where they wait.
        let options = Options { limits, trie_bytes, liveness: Liveness::Ignore, ..Options::default() };
        let (verdict, outcomes) = search_under(machine, model, &options, Outcomes::default);
        Side { verdict, outcomes: outcomes.seen }
    }

    fn kind(&self) -> Option<ViolationKind> {
        self.verdict.violation.as_ref().map(|violation| violation.kind)
    }

    fn is_whole(&self) -> bool {
        self.verdict.violation.is_some() || self.verdict.stop == StopReason::Exhausted
    }

    fn executions(&self) -> u64 {
        self.verdict.counts.complete + self.verdict.counts.blocked
    }

    /// What this side misses that the other one has.
    fn misses(&self, other: &Side) -> Option<Difference> {
        match (self.kind(), other.kind()) {
            (None, None) => other.outcomes.difference(&self.outcomes).next().cloned().map(Difference::Lost),
            (None, every) => Some(Difference::Verdicts { waiting: None, every }),
            (Some(_), _) => None,
        }
    }
}

fn compare(machine: &mut Machine, model: Builtin, program: &Program) -> Result<Covered, Difference> {
    let Program { rounds, seed, .. } = *program;
    let every = Side::run(machine, model, false, rounds, Options::default().trie_bytes);
    let mut waiting = Side::run(machine, model, true, rounds, trie_bytes(seed));
    if !every.is_whole() || !waiting.is_whole() {
        return Ok(None);
    }
    // Whatever is found with waiting happens with every round taken, too.
    match (waiting.kind(), every.kind()) {
        (waiting @ Some(_), None) => return Err(Difference::Verdicts { waiting, every: None }),
        (None, None) => {
            if let Some(made_up) = waiting.outcomes.difference(&every.outcomes).next() {
                return Err(Difference::MadeUp(made_up.clone()));
            }
        }
        _ => {}
    }
    let cut = waiting.executions() < every.executions();
    // What remains when a round of an outer loop is left out may have more rounds of an inner one, not more
    // in all.
    if !waiting.verdict.bounds.is_empty() && waiting.misses(&every).is_some() {
        waiting = Side::run(machine, model, true, rounds * rounds, trie_bytes(seed));
        if !waiting.is_whole() {
            return Ok(None);
        }
    }
    match waiting.misses(&every) {
        Some(difference) => Err(difference),
        None => Ok(Some((every.outcomes.len(), every.kind().is_some(), cut))),
    }
}

impl Report {
    fn add(&mut self, covered: Covered) {
        let Some((outcomes, violation, cut)) = covered else {
            self.skipped += 1;
            return;
        };
        self.programs += 1;
        self.outcomes += outcomes as u64;
        self.violations += u64::from(violation);
        self.cut += u64::from(cut);
    }
}
