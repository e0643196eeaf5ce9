//! The rounds that a thread is in, and how they began.

use std::sync::Arc;

use selvedge_ir::BlockId;

use crate::state::thread::Thread;

/// The present rounds of the loops of all calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rounds {
    /// Sorted by the number of calls around the loop's, and the block where the loop begins.
    all: Option<Arc<Vec<Begun>>>,
}

/// Where a loop is, and its present round.
type Begun = ((usize, BlockId), Round);

impl Rounds {
    fn all(&self) -> &[Begun] {
        self.all.as_deref().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn get(&self, depth: usize, head: BlockId) -> Option<&Round> {
        let found = self.all().binary_search_by_key(&(depth, head), |(key, _)| *key).ok()?;
        Some(&self.all()[found].1)
    }

    pub(crate) fn insert(&mut self, depth: usize, head: BlockId, round: Round) {
        let found = self.all().binary_search_by_key(&(depth, head), |(key, _)| *key);
        let all = Arc::make_mut(self.all.get_or_insert_default());
        match found {
            Ok(found) => all[found].1 = round,
            Err(place) => all.insert(place, ((depth, head), round)),
        }
    }

    /// Forgets some; the depth of their call and where they begin decides.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize, BlockId) -> bool) {
        if self.iter().all(|(depth, head, _)| keep(depth, head)) {
            return;
        }
        if let Some(all) = self.all.as_mut().map(Arc::make_mut) {
            all.retain(|((depth, head), _)| keep(*depth, *head));
            if all.is_empty() {
                self.all = None;
            }
        }
    }

    /// Forgets how rounds began where it will not be asked for. Whether any is left.
    pub(crate) fn forget_beginnings(&mut self, is_over: impl Fn(&Thread) -> bool) -> bool {
        let is_over = |round: &Round| round.before.as_deref().is_some_and(&is_over);
        if self.iter().any(|(.., round)| is_over(round))
            && let Some(all) = self.all.as_mut().map(Arc::make_mut)
        {
            all.iter_mut().filter(|(_, round)| is_over(round)).for_each(|(_, round)| round.before = None);
        }
        self.iter().any(|(.., round)| round.before.is_some())
    }

    /// The threads as they were when the present rounds began, as far as that may be asked for.
    pub(crate) fn beginnings(&self) -> impl Iterator<Item = &Thread> {
        self.iter().filter_map(|(.., round)| round.before.as_deref())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, BlockId, &Round)> {
        self.all().iter().map(|((depth, head), round)| (*depth, *head, round))
    }
}

/// A round of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    /// How many rounds have begun since the loop was entered, this one included.
    pub(crate) begun: u32,
    /// The thread when this round began, or an earlier one if it has taken no action since. Nothing if it has
    /// taken a visible step since, so that it will not be asked for.
    pub(crate) before: Option<Arc<Thread>>,
    /// Whether the last round was taken although it was idle.
    pub(crate) spared: bool,
}
