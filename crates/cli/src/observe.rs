//! What the command looks at during a search: final states, executions to show, progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use selvedge_core::{Counts, ThreadId, ViolationKind};
use selvedge_explore::{Finding, Finished, Observer, RunEnd};
use selvedge_litmus::{Litmus, Quantifier, State, States, Thread};
use selvedge_report::{Colour, Story, table};

use crate::progress::Progress;
use crate::{guard, output};

/// What to do with each complete execution.
pub enum Show {
    /// Nothing.
    Nothing,
    /// Print it now.
    Print(Colour),
    /// Keep it for the report.
    Keep(Vec<Story>),
}

/// The observer of a search.
pub struct Watch<'a> {
    litmus: &'a Litmus,
    /// The final states seen.
    pub states: States,
    /// The executions to show.
    pub show: Show,
    progress: Progress,
    complete: u64,
    violated: bool,
    interrupt: Arc<AtomicBool>,
}

impl<'a> Watch<'a> {
    /// Watches a search of the test. `interrupt` is set when there is nobody left to print for.
    pub fn new(litmus: &'a Litmus, show: Show, interrupt: Arc<AtomicBool>) -> Watch<'a> {
        let progress = Progress::new(!matches!(show, Show::Print(_)));
        Watch { litmus, states: litmus.states(), show, progress, complete: 0, violated: false, interrupt }
    }

    /// The search is over.
    pub fn done(&mut self) {
        self.progress.clear();
    }

    fn show(&mut self, run: &Finished<'_, Litmus>) {
        if matches!(self.show, Show::Nothing) {
            return;
        }
        let story = Story::new(self.litmus, &run.execution());
        match &mut self.show {
            Show::Nothing => {}
            Show::Keep(stories) => stories.push(story),
            Show::Print(colour) => {
                let text = format!("execution {}\n\n{}\n", self.complete, table(&story, &[], *colour));
                if output::print(&text).is_err() {
                    self.interrupt.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// The violation of the test's claim, the first time a state shows one.
    fn judge(&mut self, state: &State) -> Option<Finding> {
        if self.violated || !self.litmus.violates(state) {
            return None;
        }
        self.violated = true;
        let shown = self.litmus.show_state(state);
        let condition = self.litmus.test().condition.as_ref().map(ToString::to_string).unwrap_or_default();
        let message = match self.litmus.quantifier() {
            Some(Quantifier::Forall) => format!("final state {shown} does not satisfy {condition}"),
            Some(Quantifier::NotExists | Quantifier::Exists) | None => {
                format!("final state {shown} is forbidden by {condition}")
            }
        };
        // All final states are to be counted, so the search goes on.
        Some(Finding { kind: ViolationKind::FinalCondition, message, steps: vec![], go_on: true })
    }
}

/// The end of the thread of that number. Numbers and ids agree unless threads are spawned.
fn thread<'a>(run: &'a Finished<'_, Litmus>, number: u32) -> Option<&'a Thread> {
    let is_it = |thread: &&Thread| thread.number() == number;
    let same_id = run.thread(ThreadId(number)).filter(is_it);
    same_id.or_else(|| run.graph().thread_ids().filter_map(|id| run.thread(id)).find(is_it))
}

impl Observer<Litmus> for Watch<'_> {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        guard::progressed();
        if run.end() != RunEnd::Complete {
            return None;
        }
        self.complete += 1;
        self.show(run);
        let state = self.litmus.final_state(|address| run.final_value(address), |number| thread(run, number));
        let finding = self.judge(&state);
        self.states.record(state);
        finding
    }

    fn tick(&mut self, counts: &Counts) {
        self.progress.show(counts);
    }
}
