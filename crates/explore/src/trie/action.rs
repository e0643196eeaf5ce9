//! What threads do next, with locations resolved.

use std::num::NonZeroU32;

use selvedge_core::graph::Manner;
use selvedge_core::{
    Access, Action, Block, BlockReason, Content, Graph, Limit, LocId, Mode, Program, RmwOp, RmwOrdering, Spawn,
    ThreadId, Value, Width,
};

use super::Trie;

/// An action with its location resolved, small enough to copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ResolvedAction {
    Read {
        loc: LocId,
        width: Width,
        mode: Mode,
        /// If the thread leaves a barrier, the count it waits for.
        leaves: Option<Value>,
        /// Whether it may read what was never written.
        copies: bool,
    },
    Write {
        loc: LocId,
        width: Width,
        mode: Mode,
        value: Value,
    },
    Update {
        loc: LocId,
        width: Width,
        ordering: RmwOrdering,
        op: RmwOp,
        operand: Value,
        /// The value that keeps it from writing, if there is one.
        unless: Option<Value>,
        /// If the thread arrives at a barrier, how many meet there.
        arrives: Option<NonZeroU32>,
    },
    CompareExchange {
        loc: LocId,
        width: Width,
        expected: Value,
        desired: Value,
        success: RmwOrdering,
        failure: Mode,
    },
    Fence(Mode),
    Allocate {
        block: Block,
        size: u64,
        content: Content,
    },
    Free(Block),
    Spawn(Spawn),
    Join(ThreadId),
    Choose(u32),
    Block(BlockReason),
    /// Index into the failures.
    Fail(u32),
    /// Index into what is not supported.
    Unsupported(u32),
    Exceeds(Limit),
    /// Index into pairs of accesses that overlap, of which one has to be cut.
    Overlap(u32),
    Finish(Value),
    Exit(Value),
}

impl ResolvedAction {
    /// Whether the task starts with a read.
    #[inline]
    pub(crate) fn is_read(self) -> bool {
        matches!(
            self,
            ResolvedAction::Read { .. } | ResolvedAction::Update { .. } | ResolvedAction::CompareExchange { .. }
        )
    }

    /// The location that it reads, and with which ordering if it does no more than that.
    #[inline]
    pub(crate) fn first_read(self) -> (LocId, Mode) {
        match self {
            ResolvedAction::Read { loc, mode, .. } => (loc, mode),
            ResolvedAction::CompareExchange { loc, failure, .. } => (loc, failure),
            ResolvedAction::Update { loc, ordering, .. } => (loc, ordering.read().into()),
            ResolvedAction::Write { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => unreachable!("invariant: the task begins with a read"),
        }
    }

    /// What it is to the schedule.
    pub(super) fn step(self) -> StepKind {
        match self {
            ResolvedAction::Block(_) => StepKind::Blocks,
            ResolvedAction::Finish(_) | ResolvedAction::Exit(_) => StepKind::Ends,
            ResolvedAction::Fail(_) | ResolvedAction::Join(_) => StepKind::Depends,
            ResolvedAction::Read { leaves: Some(_), .. } | ResolvedAction::Update { arrives: Some(_), .. } => {
                StepKind::Depends
            }
            _ if self.is_read() => StepKind::Reads,
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Update { .. }
            | ResolvedAction::CompareExchange { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_) => StepKind::Goes,
        }
    }

    /// Whether the thread waits: nothing can follow that could not follow if it had not come here. A thread
    /// that is not allowed to go on does not wait, and the execution may be complete all the same.
    pub(super) fn waits(self) -> bool {
        matches!(self, ResolvedAction::Block(reason) if !matches!(reason, BlockReason::Unroll(_)))
    }

    /// What the task writes if this is what it reads.
    pub(crate) fn written_after_reading(self, seen: Value) -> Option<Value> {
        match self {
            ResolvedAction::CompareExchange { desired, .. } => self.writes_after_reading(seen).then_some(desired),
            ResolvedAction::Update { width, op, operand, .. } => {
                self.writes_after_reading(seen).then(|| op.apply(width, seen, operand))
            }
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => None,
        }
    }

    /// Whether the task writes something if this is what it reads.
    #[inline]
    pub(crate) fn writes_after_reading(self, value: Value) -> bool {
        match self {
            ResolvedAction::CompareExchange { expected, .. } => value == expected,
            ResolvedAction::Update { unless, .. } => unless != Some(value),
            ResolvedAction::Read { .. }
            | ResolvedAction::Write { .. }
            | ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => false,
        }
    }

    /// Whether the thread is answered with a value, so that there is more than one way on.
    pub(super) fn returns_value(self) -> bool {
        self.is_read() || matches!(self, ResolvedAction::Spawn(_) | ResolvedAction::Join(_) | ResolvedAction::Choose(_))
    }

    /// The size of the access.
    pub(crate) fn width(self) -> Width {
        match self {
            ResolvedAction::Read { width, .. }
            | ResolvedAction::Write { width, .. }
            | ResolvedAction::Update { width, .. }
            | ResolvedAction::CompareExchange { width, .. } => width,
            ResolvedAction::Fence(_)
            | ResolvedAction::Allocate { .. }
            | ResolvedAction::Free(_)
            | ResolvedAction::Spawn(_)
            | ResolvedAction::Join(_)
            | ResolvedAction::Choose(_)
            | ResolvedAction::Block(_)
            | ResolvedAction::Fail(_)
            | ResolvedAction::Unsupported(_)
            | ResolvedAction::Exceeds(_)
            | ResolvedAction::Overlap(_)
            | ResolvedAction::Finish(_)
            | ResolvedAction::Exit(_) => unreachable!("invariant: only accesses have a width"),
        }
    }
}

/// What a task is to the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    /// A read.
    Reads,
    /// Something else that can be done at any time.
    Goes,
    /// The end of the thread, at any time.
    Ends,
    /// Nothing.
    Blocks,
    /// It depends on what others have done.
    Depends,
}

impl<P: Program> Trie<P> {
    /// The id of the location that is accessed.
    pub(crate) fn locate(&self, program: &P, graph: &mut Graph, at: Access) -> LocId {
        let loc = graph.intern(extent::<P>(at), program.initial_value(at));
        if let Some((block, _)) = program.block(at.address) {
            graph.assign(loc, block);
        }
        loc
    }

    /// Adds where accesses lie. False if one of them would have to be cut.
    pub(crate) fn add_extents(
        &self,
        program: &P,
        graph: &mut Graph,
        locations: &[Access],
        occupied: &[(Access, Manner)],
    ) -> bool {
        let fit = occupied.iter().all(|&(at, manner)| graph.occupy(at, manner).is_none());
        for &at in locations {
            self.locate(program, graph, at);
        }
        fit
    }

    pub(super) fn resolve(&mut self, program: &P, graph: &mut Graph, action: Action) -> ResolvedAction {
        if P::BYTE_ADDRESSED
            && let Some((at, manner)) = accessed(&action, self.plain)
            && let Some(other) = graph.occupy(at, manner)
        {
            return ResolvedAction::Overlap(number_of(&mut self.overlaps, (other, at)));
        }
        let mut locate = |at: Access| (self.locate(program, graph, at), at.width);
        match action {
            Action::Read { at, ordering } => {
                let (loc, width) = locate(at);
                // A byte that was never written may be read, to be copied: what uses it is wrong.
                let copies = P::BYTE_ADDRESSED && width == Width::W8 && Mode::from(ordering) == Mode::Plain;
                ResolvedAction::Read { loc, width, mode: ordering.into(), leaves: None, copies }
            }
            Action::Copy { at } => {
                let (loc, width) = locate(at);
                ResolvedAction::Read { loc, width, mode: Mode::Plain, leaves: None, copies: true }
            }
            Action::Leave { at, count } => {
                let (loc, width) = locate(at);
                ResolvedAction::Read { loc, width, mode: Mode::Acquire, leaves: Some(count), copies: false }
            }
            Action::Write { at, ordering, value } => {
                let (loc, width) = locate(at);
                ResolvedAction::Write { loc, width, mode: ordering.into(), value }
            }
            Action::Rmw { at, ordering, op, operand } => {
                let (loc, width) = locate(at);
                ResolvedAction::Update { loc, width, ordering, op, operand, unless: None, arrives: None }
            }
            Action::Arrive { at, threads } => {
                let (loc, width) = locate(at);
                let arrives = u32::try_from(threads.0).ok().and_then(NonZeroU32::new);
                let (ordering, op, operand) = (RmwOrdering::AcqRel, RmwOp::Add, Value(1));
                ResolvedAction::Update { loc, width, ordering, op, operand, unless: None, arrives }
            }
            Action::UpdateUnless { at, ordering, op, operand, unless } => {
                let (loc, width) = locate(at);
                ResolvedAction::Update { loc, width, ordering, op, operand, unless: Some(unless), arrives: None }
            }
            Action::CompareExchange { at, expected, desired, success, failure } => {
                let (loc, width) = locate(at);
                ResolvedAction::CompareExchange { loc, width, expected, desired, success, failure: failure.into() }
            }
            Action::Fence(ordering) => ResolvedAction::Fence(ordering.into()),
            Action::Allocate { block, size, content } => ResolvedAction::Allocate { block, size, content },
            Action::Free(block) => ResolvedAction::Free(block),
            Action::Spawn(spawn) => ResolvedAction::Spawn(spawn),
            Action::Join(thread) => ResolvedAction::Join(thread),
            Action::Choose(ways) => ResolvedAction::Choose(ways),
            Action::Block(reason) => ResolvedAction::Block(reason),
            Action::Fail { kind, message, .. } => ResolvedAction::Fail(number_of(&mut self.failures, (kind, message))),
            Action::Unsupported(what) => ResolvedAction::Unsupported(number_of(&mut self.unsupported, what)),
            Action::Exceeds(limit) => ResolvedAction::Exceeds(limit),
            Action::Finish(value) => ResolvedAction::Finish(value),
            Action::Exit(value) => ResolvedAction::Exit(value),
        }
    }
}

/// The place of something in a list, to which it is added if it is not there yet: what a thread does may be
/// interpreted again and again.
fn number_of<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let known = list.iter().rposition(|known| *known == item);
    known.unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    }) as u32
}

/// What an action accesses, and how, if this is how plain accesses are treated.
fn accessed(action: &Action, plain: Manner) -> Option<(Access, Manner)> {
    let manner = |mode: Mode| if mode.is_atomic() { Manner::Atomic } else { plain };
    match action {
        Action::Read { at, ordering } => Some((*at, manner((*ordering).into()))),
        Action::Write { at, ordering, .. } => Some((*at, manner((*ordering).into()))),
        // Each piece has been written or not.
        Action::Copy { at } => Some((*at, Manner::Cut)),
        Action::Rmw { at, .. }
        | Action::UpdateUnless { at, .. }
        | Action::CompareExchange { at, .. }
        | Action::Arrive { at, .. }
        | Action::Leave { at, .. } => Some((*at, Manner::Atomic)),
        Action::Fence(_)
        | Action::Allocate { .. }
        | Action::Free(_)
        | Action::Spawn(_)
        | Action::Join(_)
        | Action::Choose(_)
        | Action::Block(_)
        | Action::Fail { .. }
        | Action::Unsupported(_)
        | Action::Exceeds(_)
        | Action::Finish(_)
        | Action::Exit(_) => None,
    }
}

/// The bytes of a location. If addresses do not count bytes, locations have no size, and one address each.
pub(crate) fn extent<P: Program>(at: Access) -> Access {
    if P::BYTE_ADDRESSED { at } else { Access { width: Width::W8, ..at } }
}
