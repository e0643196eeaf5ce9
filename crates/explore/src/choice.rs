//! The stack of choices: where the search will come back to.
//!
//! A choice remembers the state of the graph in which it was made and the alternatives that are left. Choices
//! nest, so all alternatives lie on one stack too, and nothing is allocated for a choice.

use selvedge_core::EventId;
use selvedge_core::graph::Mark;

use crate::resume::path::{Decision, Path};

/// What the alternatives of a choice are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Other writes that the read may read from.
    Source,
    /// Other writes after which the write may be placed.
    Place,
    /// Older reads that the write may revisit.
    Revisit,
    /// Other ways that the thread may take; its last event is remembered, and the ways are numbers dressed as
    /// ids.
    Way,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
struct Choice {
    kind: Kind,
    event: EventId,
    mark: Mark,
    /// Where its alternatives begin.
    base: usize,
    /// How many there were.
    count: u32,
    /// How many belong to another piece of the tree, and are not here.
    missing: u32,
}

/// An alternative to try, in the state of the graph in which the choice was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alternative {
    pub(crate) kind: Kind,
    /// The event that was added when the choice was made.
    pub(crate) event: EventId,
    /// The other write to read from, the write to be placed after, the read to revisit, or the number of the
    /// way.
    pub(crate) other: EventId,
}

/// All choices on the way to the present state.
#[derive(Default)]
pub(crate) struct Choices {
    stack: Vec<Choice>,
    alternatives: Vec<EventId>,
}

impl Choices {
    /// Remembers alternatives, if there are any. The last one will be tried first.
    #[inline]
    pub(crate) fn push(&mut self, kind: Kind, event: EventId, mark: Mark, alternatives: &[EventId]) -> bool {
        if alternatives.is_empty() {
            return false;
        }
        let (base, count) = (self.alternatives.len(), alternatives.len() as u32);
        self.stack.push(Choice { kind, event, mark, base, count, missing: 0 });
        self.alternatives.extend_from_slice(alternatives);
        true
    }

    /// How many choices are open.
    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The state in which the newest choice was made.
    #[inline]
    pub(crate) fn newest(&self) -> Option<Mark> {
        self.stack.last().map(|choice| choice.mark)
    }

    /// The state in which the newest choice was made that has an alternative left. Newer ones are forgotten.
    #[inline]
    pub(crate) fn newest_open(&mut self) -> Option<Mark> {
        while let Some(&Choice { mark, base, .. }) = self.stack.last() {
            if self.alternatives.len() > base {
                return Some(mark);
            }
            self.stack.pop();
        }
        None
    }

    /// The next alternative of the newest choice, if one is left.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Alternative> {
        let &Choice { kind, event, base, .. } = self.stack.last()?;
        if self.alternatives.len() == base {
            return None;
        }
        self.alternatives.pop().map(|other| Alternative { kind, event, other })
    }

    /// Whether any alternative is left.
    pub(crate) fn is_open(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// Where the alternatives of the choice at this depth end.
    fn end(&self, depth: usize) -> usize {
        self.stack.get(depth + 1).map_or(self.alternatives.len(), |next| next.base)
    }

    /// The way to the present state, and all that is left.
    pub(crate) fn path(&self) -> Path {
        let decision = |(depth, choice): (usize, &Choice)| {
            let left = (self.end(depth) - choice.base) as u32;
            let of = choice.count + 1;
            let until = of - choice.missing;
            Decision { taken: until - 1 - left, until, of }
        };
        Path(self.stack.iter().enumerate().map(decision).collect())
    }

    /// Takes an option of the choice at this depth, of which none has been taken yet, and keeps only those
    /// alternatives that the decision leaves. The alternative to apply, unless the option is the one that
    /// needs no change; newer choices are then forgotten.
    pub(crate) fn decide(&mut self, depth: usize, decision: Decision) -> Result<Option<Alternative>, String> {
        match self.prepare(depth, decision)? {
            true => Ok(self.next()),
            false => Ok(None),
        }
    }

    /// As [`Self::decide`], but the alternative is left to be taken next. Says whether there is one.
    pub(crate) fn prepare(&mut self, depth: usize, decision: Decision) -> Result<bool, String> {
        let Decision { taken, until, of } = decision;
        let Choice { base, count, .. } = self.stack[depth];
        if count + 1 != of {
            return Err(format!("choice {} has {} options and not {of}", depth + 1, count + 1));
        }
        self.withhold(depth, (of - until) as usize);
        if taken > 0 {
            self.stack.truncate(depth + 1);
            // The last one is the first to be tried.
            self.alternatives.truncate(base + (until - taken) as usize);
        }
        Ok(taken > 0)
    }

    /// The alternatives of the choice at this depth, none of which has been taken yet.
    pub(crate) fn alternatives(&self, depth: usize) -> Option<Vec<Alternative>> {
        let &Choice { kind, event, base, count, .. } = self.stack.get(depth)?;
        let others = self.alternatives[base..base + count as usize].iter();
        Some(others.map(|&other| Alternative { kind, event, other }).collect())
    }

    /// Forgets the choice at this depth and those after it. Says in which state it was made.
    pub(crate) fn forget_from(&mut self, depth: usize) -> Mark {
        let Choice { mark, .. } = self.stack[depth];
        self.keep(depth);
        mark
    }

    /// Forgets all choices but so many.
    pub(crate) fn keep(&mut self, depth: usize) {
        self.alternatives.truncate(self.stack.get(depth).map_or(self.alternatives.len(), |choice| choice.base));
        self.stack.truncate(depth);
    }

    /// How much of the search lies ahead, the present run included, if all options of a choice lead to
    /// equally much.
    pub(crate) fn ahead(&self) -> f64 {
        let (mut ahead, mut share) = (0.0, 1.0);
        for (depth, &Choice { base, count, .. }) in self.stack.iter().enumerate() {
            share /= f64::from(count + 1);
            ahead += share * (self.end(depth) - base) as f64;
        }
        ahead + share
    }

    /// Gives a part of what is left away: the oldest alternatives, which lead to most. Nothing if too little
    /// is left.
    pub(crate) fn split(&mut self) -> Option<Path> {
        let depth = (0..self.stack.len()).find(|&depth| self.end(depth) > self.stack[depth].base)?;
        let left = self.end(depth) - self.stack[depth].base;
        // Something should be left for whoever gives.
        let given = if self.alternatives.len() > left { left } else { left / 2 };
        if given == 0 {
            return None;
        }
        let mut path = self.path();
        path.0.truncate(depth + 1);
        for decision in &mut path.0[..depth] {
            decision.until = decision.taken + 1;
        }
        path.0[depth].taken += (left - given) as u32 + 1;
        self.withhold(depth, given);
        Some(path)
    }

    /// Leaves the last so many alternatives of the choice at this depth to another piece of the tree.
    fn withhold(&mut self, depth: usize, given: usize) {
        let Choice { base, .. } = self.stack[depth];
        self.stack[depth].missing += given as u32;
        self.alternatives.drain(base..base + given);
        for choice in &mut self.stack[depth + 1..] {
            choice.base -= given;
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.stack.capacity() * size_of::<Choice>() + self.alternatives.capacity() * size_of::<EventId>()
    }
}
