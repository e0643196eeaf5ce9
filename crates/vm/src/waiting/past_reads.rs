//! What a thread has read since others could last notice a step of it.

use std::sync::Arc;

use selvedge_core::{Access, ReadOrdering};

use crate::state::thread::Thread;

/// A read since the last visible step, other than taking and giving back mutexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PastRead {
    pub(crate) at: Access,
    pub(crate) ordering: ReadOrdering,
    /// How many actions the thread had taken, this one included.
    pub(crate) number: u64,
    /// How many visible steps it had taken.
    pub(crate) visible_steps: u64,
    /// The thread that waits for the answer, and the answer, where there could be another one.
    pub(crate) asked: Option<Box<(Thread, u64)>>,
    pub(crate) earlier: Option<Arc<PastRead>>,
}

/// Reads without a visible step in between, other than taking and giving back mutexes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReadsSinceEffect {
    /// How many such steps the thread had taken then.
    steps: u64,
    count: u32,
    last: Option<Arc<PastRead>>,
}

impl ReadsSinceEffect {
    /// As many reads as are remembered.
    pub(crate) const MOST: u32 = 1_000;

    /// Forgets everything if such a step has been taken since.
    pub(crate) fn forget_before(&mut self, steps: u64) {
        if self.steps != steps {
            *self = ReadsSinceEffect { steps, ..ReadsSinceEffect::default() };
        }
    }

    /// Whether no read is remembered.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Whether the last read could have been answered in another way.
    pub(crate) fn remembers_answers(&self) -> bool {
        self.last.as_ref().is_some_and(|read| read.asked.is_some())
    }

    /// The reads, the last one first, if no such step has been taken since.
    pub(crate) fn since(&self, steps: u64) -> Vec<&PastRead> {
        let first = self.last.as_deref().filter(|_| self.steps == steps);
        std::iter::successors(first, |read| read.earlier.as_deref()).collect()
    }

    /// Adds one. False if there are too many to remember another.
    pub(super) fn push(&mut self, read: impl FnOnce(Option<Arc<PastRead>>) -> PastRead) -> bool {
        if self.count >= ReadsSinceEffect::MOST {
            return false;
        }
        let earlier = self.last.take();
        self.last = Some(Arc::new(read(earlier)));
        self.count += 1;
        true
    }
}
