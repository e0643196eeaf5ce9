//! What a search may use: time, executions, memory. And when it looks at that, which costs time itself.

use std::sync::atomic::Ordering;
use std::time::Duration;

use selvedge_core::{Limit, Model, Program, StopReason};

use crate::observer::Observer;
use crate::options::Options;
use crate::resume::path::Path;
use crate::search::Search;

/// Runs between two looks at the memory.
const RUNS_PER_CHECK: u32 = 256;

/// Events between two looks at the clock: one run can take long.
pub(crate) const EVENTS_PER_CHECK: u64 = 1024;

/// What has been used, and when to look again.
pub(crate) struct Budget {
    /// When the search began, by its clock.
    started: Duration,
    /// How many executions had been met before the search was taken up again.
    executions_before: u64,
    /// How much of the search lies behind, as far as was ever guessed.
    fraction: f64,
    runs_until_check: u32,
    /// When to ask for other workers, if ever, and whether that is now.
    asks_for_help_at: Option<Duration>,
    asks_for_help: bool,
}

impl Budget {
    pub(crate) fn new(options: &Options, started: Duration) -> Budget {
        Budget {
            started,
            executions_before: 0,
            fraction: 0.0,
            runs_until_check: 0,
            asks_for_help_at: (options.workers > 1).then_some(options.alone),
            asks_for_help: false,
        }
    }

    /// When the search began, by its clock.
    pub(crate) fn started(&self) -> Duration {
        self.started
    }

    /// How long the search has taken.
    pub(crate) fn elapsed(&self, options: &Options) -> Duration {
        options.clock.now().saturating_sub(self.started)
    }

    /// Whether the search should ask for other workers.
    #[inline]
    pub(crate) fn asks_for_help(&self) -> bool {
        self.asks_for_help
    }

    /// Asks for other workers when so much time has passed since the beginning.
    pub(crate) fn ask_for_help_at(&mut self, when: Duration) {
        (self.asks_for_help, self.asks_for_help_at) = (false, Some(when));
    }

    /// How much of the search lies behind.
    pub(crate) fn fraction(&self) -> f64 {
        self.fraction
    }

    /// At most so much of the search lies ahead.
    pub(crate) fn note_ahead(&mut self, ahead: f64) {
        self.fraction = self.fraction.max(1.0 - ahead);
    }

    /// The search was taken up again after so many executions, with so much behind it.
    pub(crate) fn take_up(&mut self, executions: u64, fraction: f64) {
        (self.executions_before, self.fraction) = (executions, fraction);
    }

    /// All that was found must be found again.
    pub(crate) fn start_again(&mut self) {
        self.executions_before = 0;
    }

    /// Looks at everything after the present run.
    pub(crate) fn look_soon(&mut self) {
        self.runs_until_check = 0;
    }
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// How many executions have been met since the search began, or was taken up again.
    pub(crate) fn executions_met(&self) -> u64 {
        self.counts.complete + self.counts.blocked - self.budget.executions_before
    }

    /// Whether anything is left, beside the present run.
    pub(crate) fn is_open(&self) -> bool {
        self.choices.is_open() || !self.later.pieces().is_empty()
    }

    /// How much lies ahead, the present run included, if all options of a choice lead to equally much.
    fn ahead(&self) -> f64 {
        self.choices.ahead() + self.later.pieces().iter().map(Path::share).sum::<f64>()
    }

    /// Whether there is a reason to stop although alternatives may be left.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> Option<StopReason> {
        if let Some(stop) = self.run.take_stop() {
            return Some(stop);
        }
        if let Some(limit) = self.options.limits.executions
            && self.executions_met() >= limit
            && self.is_open()
        {
            return Some(StopReason::Limit(Limit::Executions(limit)));
        }
        if self.budget.runs_until_check == 0 || self.trie.is_over_budget() {
            self.budget.runs_until_check = RUNS_PER_CHECK;
            return self.check_resources();
        }
        self.budget.runs_until_check -= 1;
        None
    }

    #[cold]
    fn check_resources(&mut self) -> Option<StopReason> {
        self.budget.note_ahead(self.ahead());
        self.observer.tick(&self.counts, self.budget.fraction);
        if self.trie.is_over_budget() {
            self.trie.evict(&self.graph);
        }
        self.share_facts();
        self.check_clock();
        self.run.take_stop()
    }

    /// Stops the search if it holds more than it may.
    fn check_memory(&mut self) {
        let bytes = self.graph.bytes() + self.trie.bytes() + self.choices.bytes();
        self.counts.peak_bytes = self.counts.peak_bytes.max(bytes as u64);
        if self.is_too_much(bytes) && !self.run.stops() {
            self.run.stop_for(StopReason::Limit(Limit::Memory(self.options.limits.memory)));
        }
    }

    /// Stops the search if its time is over, it holds too much, somebody asks for it, or it is not for this
    /// model: one run can take long.
    #[cold]
    pub(crate) fn check_clock(&mut self) {
        self.check_memory();
        let elapsed = self.budget.elapsed(self.options);
        self.budget.asks_for_help = self.budget.asks_for_help_at.is_some_and(|at| elapsed >= at);
        let time_is_over = self.options.limits.time.filter(|time| elapsed >= *time);
        if self.run.stops() {
            // Whatever has been found comes first.
        } else if let Some(time) = time_is_over {
            self.run.stop_for(StopReason::Limit(Limit::Seconds(time.as_secs())));
        } else if self.options.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.model.gives_up(&self.graph)
        {
            self.run.stop_for(StopReason::Interrupted);
        }
    }
}
