//! The smallest executions that one model allows and another forbids.
//!
//! Programs are listed by size (`programs.rs`), their executions without orderings (`choices.rs`), and then
//! orderings are chosen one operation after the other. As long as some are open, the weakest ones must be
//! allowed by the one model and the strongest ones forbidden by the other; otherwise no choice of the rest
//! makes a difference (`modes.rs`). What one model allows is only asked about axioms of the other that do not
//! follow from its own (`implied.rs`).

use std::ops::ControlFlow;

use selvedge_core::Mode;

use super::bitgraph::{Bitgraph, op_bits};
use super::choices::{Coherence, executions};
use super::implied::without_implied;
use super::modes::{is_monotone, strongest, weakest};
use super::programs::programs;
use super::straightline::Registers;
use super::{Asked, Execution, Kind, Op, Straightline};
use crate::ast::Compare;
use crate::model::{CheckKind, Claim, Model};
use crate::prove::{Outcome, prove_claim};
use crate::term::Term;
use crate::vocabulary::Builtin;

/// An execution that only one of two models allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The execution.
    pub execution: Execution,
    /// Whether the first model allows it, and the second does not.
    pub first_allows: bool,
}

/// What to do when a difference has been found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// It is the one.
    Stop,
    /// Look for another.
    GoOn,
}

struct Side {
    straight: Straightline,
    registers: Registers,
    is_monotone: bool,
}

impl Side {
    fn new(model: &Model) -> Side {
        Side {
            straight: Straightline::new(model, Asked::All),
            registers: Registers::default(),
            is_monotone: is_monotone(model),
        }
    }

    fn allows(&mut self, bitgraph: &Bitgraph) -> bool {
        self.straight.forbids(bitgraph, &mut self.registers).is_none()
    }
}

/// Whether it is proved that two models allow the same executions: each axiom of one follows from one of the
/// other.
pub fn are_equal(models: [&Model; 2]) -> bool {
    let [first, second] = models;
    without_implied(first, second).checks.is_empty() && without_implied(second, first).checks.is_empty()
}

/// Lists executions of up to `size` operations that only one of two models allows, small ones first, until
/// told to stop. `tick` is called with each new size, and may end the search too.
pub fn differences(
    models: [&Model; 2],
    size: usize,
    tick: &mut impl FnMut(usize) -> Next,
    found: &mut impl FnMut(Difference) -> Next,
) {
    let coherence = match models.iter().all(|model| orders_locations(model)) {
        true => Coherence::ByLocation,
        false => Coherence::Any,
    };
    let [first, second] = models;
    // What the first allows and the second forbids, and the other way round.
    let directions = [(true, first, second), (false, second, first)];
    let directions = directions.map(|(first_allows, allowing, forbidding)| {
        let forbidding = without_implied(forbidding, allowing);
        (!forbidding.checks.is_empty()).then(|| (first_allows, Side::new(allowing), Side::new(&forbidding)))
    });
    let mut directions: Vec<_> = directions.into_iter().flatten().collect();
    if directions.is_empty() {
        return;
    }
    let stages: [(&[Kind], &[Kind]); 3] = [
        // Loads first: what a register shows is easier to read than what memory holds in the end.
        (&[Kind::Read, Kind::Write], &[]),
        (&[Kind::Read, Kind::Write, Kind::Fence], &[Kind::Fence]),
        (&[Kind::Read, Kind::Write, Kind::Fence, Kind::Update], &[Kind::Update]),
    ];
    for size in 2..=size {
        if tick(size) == Next::Stop {
            return;
        }
        for (kinds, needed) in stages {
            let end = programs(size, kinds, needed, &mut |ops| {
                executions(ops, coherence, &mut |execution, bitgraph| {
                    for (first_allows, allowing, forbidding) in &mut directions {
                        let mut modes = Vec::with_capacity(ops.len());
                        if choose_modes(ops, bitgraph, allowing, forbidding, &mut modes) {
                            let mut execution = execution.clone();
                            execution.ops.iter_mut().zip(modes).for_each(|(op, mode)| op.mode = mode);
                            if found(Difference { execution, first_allows: *first_allows }) == Next::Stop {
                                return ControlFlow::Break(());
                            }
                        }
                    }
                    ControlFlow::Continue(())
                })
            });
            if end.is_break() {
                return;
            }
        }
    }
}

/// Whether the model forbids what breaks coherence of a single location.
fn orders_locations(model: &Model) -> bool {
    model.checks.iter().any(|check| match check.kind {
        CheckKind::Coherence(view) => {
            let left = Term::builtin(Builtin::Po);
            let right = model.views[view].relation.clone();
            let claim = Claim { left, operator: Compare::Included, right, place: check.place };
            prove_claim(model, &claim) == Outcome::Proved
        }
        _ => false,
    })
}

/// Chooses orderings with which one model allows and the other forbids the execution. False if there are
/// none.
fn choose_modes(
    ops: &[Op],
    bitgraph: &mut Bitgraph,
    allowing: &mut Side,
    forbidding: &mut Side,
    modes: &mut Vec<Mode>,
) -> bool {
    let is_last = modes.len() == ops.len();
    let known = |modes: &[Mode], rest: fn(Kind) -> (u64, u64)| -> Vec<(u64, u64)> {
        let chosen = ops.iter().zip(modes).map(|(op, &mode)| op_bits(op.kind, mode));
        chosen.chain(ops[modes.len()..].iter().map(|op| rest(op.kind))).collect()
    };
    if is_last || forbidding.is_monotone {
        bitgraph.set_modes(known(modes, strongest).into_iter());
        if forbidding.allows(bitgraph) {
            return false;
        }
    }
    if is_last || allowing.is_monotone {
        bitgraph.set_modes(known(modes, weakest).into_iter());
        if !allowing.allows(bitgraph) {
            return false;
        }
    }
    if is_last {
        return true;
    }
    for &mode in ops[modes.len()].kind.modes() {
        modes.push(mode);
        if choose_modes(ops, bitgraph, allowing, forbidding, modes) {
            return true;
        }
        modes.pop();
    }
    false
}
