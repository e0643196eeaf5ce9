//! Nodes.

use selvedge_core::{Cursor, Generation, Value};

use super::action::{ResolvedAction, StepKind};
use super::edges::Edges;

/// What every step of an execution looks at. It fits into a line of the processor's cache.
#[repr(align(64))]
pub(super) struct Node {
    pub(super) task: ResolvedAction,
    pub(super) step: StepKind,
    /// The answer that was given last: what would happen is often asked just before it does. 0 for a task
    /// without answer.
    pub(super) recent: Value,
    /// The way on from there, or [`Cursor::NONE`] if there is none yet.
    pub(super) next: Cursor,
}

const _: () = assert!(cfg!(debug_assertions) || size_of::<Node>() == 64);

impl Node {
    /// The way on that was taken last.
    #[inline]
    pub(super) fn way(&self) -> Option<(Value, Cursor)> {
        (self.next != Cursor::NONE).then_some((self.recent, self.next))
    }

    #[inline]
    pub(super) fn set_way(&mut self, (answer, next): (Value, Cursor)) {
        self.recent = answer;
        self.next = next;
    }
}

/// The rest of a node.
pub(super) struct Rest<T> {
    /// When it was made.
    pub(super) generation: Generation,
    /// How many threads were spawned on the way here.
    pub(super) spawned: u32,
    /// How much memory the thread takes.
    pub(super) weight: u32,
    /// All ways on, if there are several.
    pub(super) ways: Edges,
    /// The thread just after it was resumed here. Kept where it may be needed again.
    pub(super) state: Option<Box<T>>,
    /// A way on, if only the value that is written next depends on the answer.
    pub(super) pattern: Option<Cursor>,
}

impl<T> Rest<T> {
    /// That of a node that no thread has stood at.
    pub(super) fn new(spawned: u32) -> Rest<T> {
        Rest { generation: Generation::FIRST, spawned, weight: 0, ways: Edges::default(), state: None, pattern: None }
    }
}
