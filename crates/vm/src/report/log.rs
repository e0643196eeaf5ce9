//! What is noted while a program is searched. No thread depends on it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::report::influence::Influence;
use crate::report::search_log::SearchLog;
use crate::report::verdict_facts::VerdictFacts;

/// What is noted during a search.
pub(crate) struct Log {
    facts: VerdictFacts,
    /// What threads did that is of interest after the search.
    search: Mutex<SearchLog>,
    /// What answers from outside decide.
    pub(super) influence: Mutex<Influence>,
}

impl Log {
    /// For a program with so many functions.
    pub(crate) fn new(functions: usize) -> Log {
        Log { facts: VerdictFacts::new(functions), search: Mutex::default(), influence: Mutex::default() }
    }

    /// What a verdict must not keep quiet about.
    #[inline]
    pub(crate) fn facts(&self) -> &VerdictFacts {
        &self.facts
    }

    /// What threads did that is of interest after the search.
    pub(crate) fn search(&self) -> MutexGuard<'_, SearchLog> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what threads did, and gives it back.
    pub(crate) fn take_search(&self) -> SearchLog {
        std::mem::take(&mut *self.search())
    }

    /// Forgets everything that was noted in a search: it starts again.
    pub(crate) fn clear(&mut self) {
        self.facts.clear();
        self.take_search();
    }
}
