//! The loop.
//!
//! ```text
//! verify(P): visit(G∅)
//! ```
//!
//! A graph is extended, one event at a time (`extend.rs`), until no thread can go on. Then the search returns
//! to the newest choice that has an alternative left, takes it, and goes on from there. Every execution is
//! met once, and when no alternative is left, all have been.
//!
//! Follows TruSt (POPL 2022) in the formulation of engine.md §2 and §5.2. It differs from the paper in that
//! nothing is copied: the graph is one mutable value with an undo log, and an alternative is applied to it in
//! place. What the paper does in a recursive call is an alternative of a choice here.

use selvedge_core::{Model, Program, Searched, StopReason};

use crate::choice::{Alternative, Kind};
use crate::observer::Observer;
use crate::options::Options;
use crate::search::Search;

/// Explores every execution of `program` that `model` allows, each exactly once.
pub fn explore<P, M, O>(program: &P, model: M, options: &Options, observer: &mut O) -> Searched
where
    P: Program,
    M: Model,
    O: Observer<P>,
{
    let (options, obstacle) = (&options.under(&model), options.obstacle(&model));
    let mut search = Box::new(Search::new(program, model, options, observer, options.clock.now()));
    let stop = obstacle.unwrap_or_else(|| search.go());
    let seconds = search.budget.elapsed(options).as_secs_f64();
    search.into_searched(stop, seconds)
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Runs to the end, or to the first reason to stop. The present run may be over already.
    pub(crate) fn visit(&mut self, goes_on: bool) -> StopReason {
        if !goes_on && !self.proceed() {
            return self.exhausted();
        }
        self.run.set_may_skip(self.may_skip_epilogues());
        loop {
            while let Some(thread) = self.next_thread() {
                self.extend(thread);
                if self.run.skipped() > 0 {
                    break;
                }
                self.hear_model(false);
                self.report_step();
            }
            self.finish_run();
            if let Some(stop) = self.must_stop() {
                return self.stopped(stop);
            }
            if self.run.restarts() {
                self.start_again();
            } else if let Some(stop) = self.cooperate() {
                return stop;
            } else if !self.proceed() {
                return self.exhausted();
            }
        }
    }

    /// Goes on with what is left. False when nothing is.
    fn proceed(&mut self) -> bool {
        self.backtrack() || self.next_piece()
    }

    /// Ends the search for this reason, unless it is over anyway.
    #[cold]
    fn stopped(&mut self, stop: StopReason) -> StopReason {
        if !stop.may_go_on() || self.worker.is_some() || self.model.gives_up(&self.graph) {
            return stop;
        }
        if self.run.restarts() {
            self.start_again();
            self.run.set_unfinished(true);
        }
        if self.run.is_unfinished() || self.is_open() { stop } else { self.exhausted() }
    }

    #[cold]
    fn exhausted(&mut self) -> StopReason {
        self.observer.tick(&self.counts, 1.0);
        StopReason::Exhausted
    }

    /// Returns to the newest choice that has a consistent alternative, and takes it. False when there is
    /// none.
    pub(crate) fn backtrack(&mut self) -> bool {
        while let Some(mark) = self.choices.newest_open() {
            self.graph.undo_to(mark);
            // Not before the graph is: what has just been counted would have to be waited for.
            self.remember_counts();
            let alternative = self.choices.next().expect("invariant: the choice has an alternative left");
            self.reopen(alternative);
            self.observer.restored(self.choices.depth(), &self.graph);
            self.run.begin();
            if self.take(alternative) && self.may_be_within() && !self.run.is_moot() {
                self.hear_model(false);
                self.report_step();
                return true;
            }
            if self.has_news() {
                // The search that it works for will see it too.
                self.run.interrupt();
                return true;
            }
        }
        false
    }

    fn report_step(&mut self) {
        if !self.run.is_moot() {
            self.observer.stepped(&self.graph);
        }
    }

    /// Applies an alternative to the graph in which its choice was made. False if that is inconsistent.
    pub(crate) fn apply(&mut self, alternative: Alternative) -> bool {
        self.reopen(alternative);
        self.take(alternative)
    }

    /// Opens the event that is to be bound or placed in another way.
    #[inline]
    fn reopen(&mut self, Alternative { kind, event, .. }: Alternative) {
        match kind {
            Kind::Source => self.reopen_read(event),
            Kind::Place => self.graph.reopen_write(event),
            Kind::Revisit | Kind::Way => {}
        }
    }

    fn take(&mut self, Alternative { kind, event, other }: Alternative) -> bool {
        match kind {
            Kind::Source => self.reread(event, other),
            Kind::Place => self.replace(event, other),
            Kind::Revisit => self.revisit(other, event),
            Kind::Way => self.take_way(event, other),
        }
    }
}
