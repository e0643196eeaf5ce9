//! The comparison that makes us believe the search: with the oracle, and with itself.

use std::collections::HashSet;
use std::fmt;

use selvedge_core::{Execution, Graph, Program, Searched, ViolationKind};
use selvedge_explore::{Finding, Finished, Observer, OnRace, Options, RunEnd, Schedule};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_models::Builtin;
use selvedge_oracle::{Axioms, Findings, TooLarge};

use crate::anything::Anything;
use crate::searched::Searchable;
use crate::texts;

/// How the search and the oracle disagree, or how the search contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The search found an execution twice.
    Duplicate(Box<Execution>),
    /// The search missed this execution, and so many in all.
    Missing(Box<Execution>, usize),
    /// The search found this execution, which is inconsistent, and so many in all.
    Extra(Box<Execution>, usize),
    /// The graph was not well-formed after some step.
    IllFormed(String),
    /// Going back did not restore the graph.
    NotRestored,
    /// Two searches do not agree on whether something goes wrong. This is what each found.
    Reduced([Option<ViolationKind>; 2]),
    /// The search found no violation, or one of the wrong kind.
    Findings {
        /// What the search found.
        found: Option<ViolationKind>,
        /// What the oracle found.
        expected: Findings,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Duplicate(execution) => write!(f, "found twice: {execution:#?}"),
            Difference::Missing(execution, all) => write!(f, "{all} executions missed, one of them: {execution:#?}"),
            Difference::Extra(execution, all) => write!(f, "{all} executions too many, one of them: {execution:#?}"),
            Difference::IllFormed(what) => write!(f, "the graph is ill-formed: {what}"),
            Difference::NotRestored => write!(f, "going back did not restore the graph"),
            Difference::Reduced([plain, reduced]) => write!(f, "found {reduced:?}, and {plain:?} without reductions"),
            Difference::Findings { found, expected } => write!(f, "found {found:?}, the oracle says {expected:?}"),
        }
    }
}

/// The axioms of a built-in model, if the oracle has them.
pub fn axioms(model: Builtin) -> Option<Axioms> {
    Axioms::ALL.into_iter().find(|axioms| axioms.name() == model.name())
}

/// The executions of a program under a model: by the oracle's axioms, or else those of all candidates that
/// the model's text allows by its definition.
fn expected<P: Program>(program: &P, model: Builtin) -> Result<HashSet<Execution>, TooLarge> {
    let found = match axioms(model) {
        Some(axioms) => selvedge_oracle::executions(program, axioms, ORACLE_LIMIT)?,
        None => {
            let text = texts::model(model.name());
            let evaluator = Evaluator::new(&text).expect("invariant: built-in models can be evaluated");
            let mut candidates = selvedge_oracle::executions(program, Anything, CANDIDATE_LIMIT)?;
            candidates.retain(|candidate| evaluator.forbids(&Frame::of_execution(candidate)).is_none());
            candidates
        }
    };
    Ok(found.into_iter().map(Execution::renumbered).collect())
}

/// How much work the oracle may do for one program.
const ORACLE_LIMIT: usize = 200_000;
/// How many candidates a program may have where each is judged by the text of a model.
const CANDIDATE_LIMIT: usize = 3_000;

/// Checks that the search finds exactly the executions the oracle finds, each once; that the graph is
/// well-formed after every step; and that going back restores it bit for bit. Returns the number of
/// executions.
pub fn same_executions<P: Searchable>(
    program: &P,
    model: Builtin,
    options: &Options,
) -> Result<Result<usize, TooLarge>, Difference> {
    let expected = match expected(program, model) {
        Ok(expected) => expected,
        Err(too_large) => return Ok(Err(too_large)),
    };
    let mut witness = Witness::default();
    let verdict = run_under(program, model, &Options { on_race: OnRace::Ignore, ..options.clone() }, &mut witness);
    if let Some(difference) = witness.difference {
        return Err(difference);
    }
    let found = witness.executions;
    let pick =
        |from: &HashSet<Execution>, other: &HashSet<Execution>| from.difference(other).min().cloned().map(Box::new);
    // A failed assertion ends the search before it has seen everything.
    if verdict.violation.is_none()
        && let Some(execution) = pick(&expected, &found)
    {
        return Err(Difference::Missing(execution, expected.difference(&found).count()));
    }
    if let Some(execution) = pick(&found, &expected) {
        return Err(Difference::Extra(execution, found.difference(&expected).count()));
    }
    Ok(Ok(found.len()))
}

/// Checks that the search finds a violation iff the oracle does, and of a kind that the oracle has found too.
/// Of a model that the oracle does not know, nothing is checked.
pub fn same_findings<P: Searchable>(
    program: &P,
    model: Builtin,
    options: &Options,
) -> Result<Result<Findings, TooLarge>, Difference> {
    let Some(axioms) = axioms(model) else { return Ok(Ok(Findings::default())) };
    let expected = match selvedge_oracle::findings(program, axioms, ORACLE_LIMIT) {
        Ok(expected) => expected,
        Err(too_large) => return Ok(Err(too_large)),
    };
    let options = Options { on_race: OnRace::Report, ..options.clone() };
    let verdict = run_under(program, model, &options, &mut Witness::default());
    let found = verdict.violation.map(|violation| violation.kind);
    let agree = match found {
        None => expected == Findings::default(),
        Some(ViolationKind::Race) => expected.racy,
        Some(ViolationKind::Assertion) => expected.fails,
        Some(ViolationKind::InvalidJoin) => expected.invalid_join,
        Some(_) => false,
    };
    if agree { Ok(Ok(expected)) } else { Err(Difference::Findings { found, expected }) }
}

/// Runs the search with a model that is known only at run time.
pub fn run<P: Searchable>(
    program: &P,
    model: Builtin,
    schedule: Schedule,
    on_race: OnRace,
    observer: &mut dyn Observer<P>,
) -> Searched {
    run_under(program, model, &Options { schedule, on_race, ..Options::default() }, observer)
}

/// The same, with everything that a caller can decide. One worker searches.
pub fn run_under<P: Searchable>(
    program: &P,
    model: Builtin,
    options: &Options,
    observer: &mut dyn Observer<P>,
) -> Searched {
    program.search(model.into(), options, observer)
}

/// Looks at everything the search does.
#[derive(Default)]
pub(crate) struct Witness {
    pub(crate) executions: HashSet<Execution>,
    /// Fingerprints of the graphs in which the open choices were made.
    marks: Vec<u64>,
    pub(crate) difference: Option<Difference>,
}

impl Witness {
    fn note(&mut self, difference: Difference) {
        self.difference.get_or_insert(difference);
    }
}

impl<P: Program> Observer<P> for Witness {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        // A graph that is broken already cannot be written down.
        if run.end() == RunEnd::Complete && self.difference.is_none() {
            let execution = run.execution().renumbered();
            if let Some(twice) = self.executions.replace(execution) {
                self.note(Difference::Duplicate(Box::new(twice)));
            }
        }
        None
    }

    fn started_again(&mut self) {
        // That something was found twice may be what made the search start again.
        self.difference.take_if(|difference| matches!(difference, Difference::Duplicate(_)));
        self.executions.clear();
        self.marks.clear();
    }

    fn stepped(&mut self, graph: &Graph) {
        if let Err(what) = graph.verify() {
            self.note(Difference::IllFormed(what));
        }
    }

    fn marked(&mut self, depth: usize, graph: &Graph) {
        self.marks.truncate(depth - 1);
        self.marks.push(graph.fingerprint());
    }

    fn restored(&mut self, depth: usize, graph: &Graph) {
        if self.marks[depth - 1] != graph.fingerprint() {
            self.note(Difference::NotRestored);
        }
    }
}

/// All complete executions.
#[derive(Default, Debug)]
pub struct Complete {
    /// Those met so far.
    pub found: HashSet<Execution>,
    /// One of them was met twice.
    pub twice: bool,
}

impl<P: Program> Observer<P> for Complete {
    fn finished(&mut self, run: &Finished<'_, P>) -> Option<Finding> {
        if run.end() == RunEnd::Complete {
            self.twice |= !self.found.insert(run.execution().renumbered());
        }
        None
    }

    fn started_again(&mut self) {
        *self = Complete::default();
    }
}
