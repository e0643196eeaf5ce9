//! The actions that a thread is about to take.

use std::collections::VecDeque;

use selvedge_core::Action;

/// Actions in order. Mostly there is one at a time, which needs no memory of its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Queue {
    first: Option<Action>,
    /// Empty if there is no first one.
    others: VecDeque<Action>,
}

impl Queue {
    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.others.len()
    }

    pub(crate) fn front(&self) -> Option<&Action> {
        self.first.as_ref()
    }

    pub(crate) fn push_back(&mut self, action: Action) {
        match self.first {
            None => self.first = Some(action),
            Some(_) => self.others.push_back(action),
        }
    }

    pub(crate) fn extend(&mut self, actions: Vec<Action>) {
        actions.into_iter().for_each(|action| self.push_back(action));
    }

    pub(crate) fn pop_front(&mut self) -> Option<Action> {
        let next = self.others.pop_front();
        std::mem::replace(&mut self.first, next)
    }

    pub(crate) fn clear(&mut self) {
        *self = Queue::default();
    }
}
