//! What is accounted for while a thread runs, and decides nothing that it does.

use crate::report::notes::Notes;
use crate::state::thread::Thread;

/// What is accounted for while a thread runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Trace {
    /// Only while an execution is told again.
    pub(super) notes: Option<Box<Notes>>,
    /// How many threads it has started, and how many joined.
    pub(super) children: (u32, u32),
}

impl Trace {
    /// Whether the execution is told again.
    #[inline]
    pub(crate) fn is_retold(&self) -> bool {
        self.notes.is_some()
    }

    /// The notes, while the execution is told again.
    pub(crate) fn notes(&self) -> Option<&Notes> {
        self.notes.as_deref()
    }

    pub(crate) fn take_notes(&mut self) -> Option<Box<Notes>> {
        self.notes.take()
    }

    pub(crate) fn begin_notes(&mut self, notes: Notes) {
        self.notes = Some(Box::new(notes));
    }

    pub(crate) fn has_started_thread(&mut self) {
        self.children.0 += 1;
    }

    pub(crate) fn has_joined_thread(&mut self) {
        self.children.1 += 1;
    }

    /// Whether it has started none.
    pub(crate) fn has_no_children(&self) -> bool {
        self.children.0 == 0
    }

    /// Whether two states of a thread count the same from here on.
    pub(crate) fn goes_on_like(&self, other: &Trace) -> bool {
        let Trace { children, notes: _ } = self;
        *children == other.children
    }
}

impl Thread {
    /// Whether what the thread does now is neither imagined nor told again: then it counts.
    #[inline]
    pub(crate) fn is_first_run(&self) -> bool {
        !self.is_imagined() && self.trace.notes.is_none()
    }
}
