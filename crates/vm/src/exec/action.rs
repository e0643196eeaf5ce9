//! What actions do, as far as this crate asks. All matches on their kinds are exhaustive, so that a new kind
//! must say what it is here.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::{Access, Action, BlockReason, NextRound, ReadOrdering, RmwOp};

/// What an action does to the memory that it is about.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    /// It reads.
    Reads(ReadOrdering),
    /// It writes.
    Writes,
    /// It reads and may write, or reads and writes.
    Updates(ReadOrdering),
    /// It is counted at a barrier.
    Arrives,
    /// It reads that all have arrived at a barrier.
    Leaves,
}

/// The memory that an action reads or writes, and what it does there.
pub(crate) fn effect_of(action: &Action) -> Option<(Access, Effect)> {
    Some(match action {
        Action::Read { at, ordering } => (*at, Effect::Reads(*ordering)),
        Action::Copy { at } => (*at, Effect::Reads(ReadOrdering::Plain)),
        Action::Write { at, .. } => (*at, Effect::Writes),
        Action::Rmw { at, .. } | Action::UpdateUnless { at, .. } => (*at, Effect::Updates(ReadOrdering::Relaxed)),
        Action::CompareExchange { at, failure, .. } => (*at, Effect::Updates(*failure)),
        Action::Arrive { at, .. } => (*at, Effect::Arrives),
        Action::Leave { at, .. } => (*at, Effect::Leaves),
        Action::Fence(_)
        | Action::Allocate { .. }
        | Action::Free(_)
        | Action::Spawn(_)
        | Action::Join(_)
        | Action::Choose(_) => return None,
        Action::Block(_)
        | Action::Fail { .. }
        | Action::Unsupported(_)
        | Action::Exceeds(_)
        | Action::Finish(_)
        | Action::Exit(_) => return None,
    })
}

/// What an action reads, and how.
pub(crate) fn read_by(action: &Action) -> Option<(Access, ReadOrdering)> {
    let (at, effect) = effect_of(action)?;
    match effect {
        Effect::Reads(ordering) | Effect::Updates(ordering) => Some((at, ordering)),
        Effect::Leaves => Some((at, ReadOrdering::Acquire)),
        Effect::Writes | Effect::Arrives => None,
    }
}

/// The memory that an action of the program's own accesses, and whether it may write.
pub(crate) fn accessed(action: &Action) -> Option<(Access, bool)> {
    let (at, effect) = effect_of(action)?;
    match effect {
        Effect::Reads(_) => Some((at, false)),
        Effect::Writes | Effect::Updates(_) => Some((at, true)),
        Effect::Arrives | Effect::Leaves => None,
    }
}

/// What an action adds where.
pub(crate) fn addition(action: &Action) -> Option<(Access, u64)> {
    let Action::Rmw { at, op, operand, .. } = action else { return None };
    match op {
        RmwOp::Add => Some((*at, operand.0)),
        RmwOp::Sub => Some((*at, at.width.truncate(operand.0.wrapping_neg()))),
        RmwOp::Exchange
        | RmwOp::And
        | RmwOp::Nand
        | RmwOp::Or
        | RmwOp::Xor
        | RmwOp::Max
        | RmwOp::Min
        | RmwOp::UMax
        | RmwOp::UMin => None,
    }
}

/// Whether the thread goes no further with an action, and why.
pub(crate) enum Onward {
    /// It waits for an answer.
    Goes,
    /// It is blocked.
    Blocked,
    /// Nothing follows.
    Ended,
}

pub(crate) fn onward(action: &Action) -> Onward {
    match action {
        // It is asked what the thread would do after that.
        Action::Block(BlockReason::TakesBack(NextRound::AfterWait)) => Onward::Ended,
        Action::Block(_) => Onward::Blocked,
        Action::Fail { .. } | Action::Unsupported(_) | Action::Exceeds(_) | Action::Finish(_) | Action::Exit(_) => {
            Onward::Ended
        }
        Action::Read { .. }
        | Action::Copy { .. }
        | Action::Write { .. }
        | Action::Rmw { .. }
        | Action::UpdateUnless { .. }
        | Action::CompareExchange { .. }
        | Action::Arrive { .. }
        | Action::Leave { .. }
        | Action::Fence(_)
        | Action::Allocate { .. }
        | Action::Free(_)
        | Action::Spawn(_)
        | Action::Join(_)
        | Action::Choose(_) => Onward::Goes,
    }
}
