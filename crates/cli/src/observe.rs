//! What the command looks at during a search: final states, executions to show, progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use selvedge_core::{Counts, Program};
use selvedge_explore::{Estimate, Finding, Finished, Observer, RunEnd};
use selvedge_litmus::{Litmus, States};
use selvedge_report::{Detail, Executions, Page, Scene, Story, table, weakness};
use selvedge_vm::Machine;

use crate::flags::plan::Plan;
use crate::output::Output;
use crate::progress::Progress;
use crate::{guard, output};

/// What to do with each complete execution.
pub enum Show {
    /// Nothing.
    Nothing,
    /// Print it now.
    Print {
        /// How.
        page: Page,
        /// Whether one has been printed.
        has_begun: bool,
    },
    /// Keep it for the report.
    Keep(Vec<Story>),
}

impl Show {
    /// What the plan asks for.
    pub fn new(plan: &Plan, output: Output) -> Show {
        if !plan.print_executions {
            return Show::Nothing;
        }
        match output.format.executions() {
            Executions::Before => Show::Print { page: output.page(Detail::Everything), has_begun: false },
            Executions::Within => Show::Keep(Vec::new()),
            Executions::Nowhere => Show::Nothing,
        }
    }

    /// What another worker does with its executions. Nothing if they have to come one after the other.
    fn fork(&self) -> Option<Show> {
        match self {
            Show::Nothing => Some(Show::Nothing),
            Show::Keep(_) => Some(Show::Keep(Vec::new())),
            Show::Print { .. } => None,
        }
    }

    /// Adds the executions of another worker.
    fn merge(&mut self, piece: Show) {
        if let (Show::Keep(stories), Show::Keep(others)) = (self, piece) {
            stories.extend(others);
        }
    }

    /// What was shown will be shown again.
    fn start_again(&mut self) {
        match self {
            Show::Nothing => {}
            Show::Keep(stories) => stories.clear(),
            Show::Print { has_begun, .. } => {
                if std::mem::take(has_begun) {
                    // If nobody is left to print for, the next execution will tell.
                    _ = output::print("the search starts again: the executions above do not count\n\n");
                }
            }
        }
    }

    /// Shows the `number`-th execution. False when there is nobody left to print for.
    fn execution<P: Program>(&mut self, run: &Finished<'_, P>, number: u64) -> bool {
        if matches!(self, Show::Nothing) {
            return true;
        }
        let story = Story::new(run.program(), &run.execution());
        match self {
            Show::Nothing => true,
            Show::Keep(stories) => {
                stories.push(story);
                true
            }
            Show::Print { page, has_begun } => {
                *has_begun = true;
                let text = format!("execution {number}\n\n{}{}\n", table(&story, &[], *page), weakness(&story));
                output::print(&text).is_ok()
            }
        }
    }
}

/// The first executions, to be drawn.
pub struct Gallery {
    model: &'static str,
    room: usize,
    has_asked: bool,
    /// Those that were kept.
    pub scenes: Vec<Scene>,
}

impl Gallery {
    /// Keeps nothing.
    pub fn none() -> Gallery {
        Gallery { model: "", room: 0, has_asked: false, scenes: Vec::new() }
    }

    /// What the plan asks for.
    pub fn new(plan: &Plan) -> Gallery {
        Gallery { model: plan.model.name(), room: plan.files_out.gallery, has_asked: false, scenes: Vec::new() }
    }

    /// Keeps the execution if there is room, or if it is the first one that was `asked` for.
    fn add<P: Program>(&mut self, run: &Finished<'_, P>, asked: bool, title: impl FnOnce() -> String) {
        let first = asked && !std::mem::replace(&mut self.has_asked, true);
        if self.room == 0 || (self.scenes.len() >= self.room && !first) {
            return;
        }
        let execution = run.execution();
        let story = Story::new(run.program(), &execution);
        let scene = Scene::new(title(), story, &execution, self.model);
        if first {
            self.scenes.truncate(self.room - 1);
            self.scenes.insert(0, scene);
        } else {
            self.scenes.push(scene);
        }
    }

    /// Whether nothing will be added, if only the first executions count, or also the first one that was
    /// asked for.
    fn is_full(&self, asks: bool) -> bool {
        self.room == 0 || (self.scenes.len() >= self.room && (self.has_asked || !asks))
    }

    fn start_again(&mut self) {
        self.scenes.clear();
        self.has_asked = false;
    }
}

/// The observer of a search of a compiled program: it has no final states to look at.
pub struct Glance<'a> {
    show: Show,
    /// Executions to draw.
    pub gallery: Gallery,
    /// Nothing if this is another worker's.
    progress: Option<&'a mut Progress>,
    complete: u64,
    interrupt: Arc<AtomicBool>,
}

impl<'a> Glance<'a> {
    /// Looks at a search of the program, of which so many executions were complete before.
    pub fn new(
        show: Show,
        gallery: Gallery,
        progress: &'a mut Progress,
        complete: u64,
        interrupt: Arc<AtomicBool>,
    ) -> Glance<'a> {
        Glance { show, gallery, progress: Some(progress), complete, interrupt }
    }

    /// The check is over.
    pub fn done(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.done();
        }
    }

    /// The executions that were kept.
    pub fn kept(&self) -> Option<&[Story]> {
        match &self.show {
            Show::Keep(stories) => Some(stories),
            Show::Nothing | Show::Print { .. } => None,
        }
    }
}

impl Observer<Machine> for Glance<'_> {
    fn looks_at_graphs(&self) -> bool {
        self.gallery.room > 0 || !matches!(self.show, Show::Nothing)
    }

    fn finished(&mut self, run: &Finished<'_, Machine>) -> Option<Finding> {
        if self.progress.is_some() {
            guard::progressed();
        }
        if run.end() == RunEnd::Complete {
            self.complete += 1;
            self.gallery.add(run, false, || format!("execution {}", self.complete));
            if !self.show.execution(run, self.complete) {
                self.interrupt.store(true, Ordering::Relaxed);
            }
        }
        None
    }

    fn started_again(&mut self) {
        self.show.start_again();
        self.gallery.start_again();
        self.complete = 0;
    }

    fn tick(&mut self, counts: &Counts, fraction: f64) {
        if let Some(progress) = &mut self.progress {
            progress.show(counts, fraction);
        }
    }

    fn fork(&self) -> Option<Self> {
        let show = self.show.fork().filter(|_| self.gallery.is_full(false))?;
        let (gallery, interrupt) = (Gallery::none(), self.interrupt.clone());
        Some(Glance { show, gallery, progress: None, complete: 0, interrupt })
    }

    fn merge(&mut self, piece: Self) {
        self.show.merge(piece.show);
        self.complete += piece.complete;
    }

    fn wants_estimate(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.estimates())
    }

    fn expect(&mut self, estimate: &Estimate) {
        if let Some(progress) = &mut self.progress {
            progress.expect(estimate);
        }
    }
}

/// The observer of a search of a litmus test.
pub struct Watch<'a> {
    /// Whether the test asks about final states.
    asks: bool,
    /// The final states seen.
    pub states: States,
    /// The executions to show.
    pub show: Show,
    /// Executions to draw.
    pub gallery: Gallery,
    /// Nothing if this is another worker's.
    progress: Option<&'a mut Progress>,
    complete: u64,
    interrupt: Arc<AtomicBool>,
}

impl<'a> Watch<'a> {
    /// Watches a search of the test. `interrupt` is set when there is nobody left to print for.
    pub fn new(
        litmus: &Litmus,
        show: Show,
        gallery: Gallery,
        progress: &'a mut Progress,
        interrupt: Arc<AtomicBool>,
    ) -> Watch<'a> {
        let (asks, states, progress) = (litmus.quantifier().is_some(), litmus.states(), Some(progress));
        Watch { asks, states, show, gallery, progress, complete: 0, interrupt }
    }

    /// The check is over.
    pub fn done(&mut self) {
        if let Some(progress) = &mut self.progress {
            progress.done();
        }
    }

    /// Takes over the states that another search has seen. Nothing if they are not states of this test.
    pub fn recall<'s>(&mut self, states: impl Iterator<Item = (&'s str, &'s str)>) -> Option<()> {
        for (_, text) in states.filter(|(key, _)| *key == "state") {
            let (executions, values) = text.split_once(':')?;
            let values = values.split_whitespace().map(|value| value.parse().ok()).collect::<Option<Vec<i32>>>()?;
            let executions = executions.parse().ok()?;
            self.states.recall(values, executions).then_some(())?;
            self.complete += executions;
        }
        Some(())
    }

    /// The states that were seen, for another search.
    pub fn facts(&self) -> impl Iterator<Item = (String, String)> {
        self.states.iter().map(|(state, reached)| {
            let values: String = state.values().iter().map(|value| format!(" {value}")).collect();
            ("state".to_owned(), format!("{}:{values}", reached.executions))
        })
    }
}

impl Observer<Litmus> for Watch<'_> {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        if self.progress.is_some() {
            guard::progressed();
        }
        if run.end() != RunEnd::Complete {
            return None;
        }
        self.complete += 1;
        if !self.show.execution(run, self.complete) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        let litmus = run.program();
        let state = litmus.state_at(run);
        self.gallery.add(run, litmus.holds(&state), || {
            let shown = litmus.show_state(&state);
            let holds = if litmus.holds(&state) { ": the condition holds" } else { "" };
            format!("execution {}, {}{holds}", self.complete, shown.trim_end_matches(';'))
        });
        self.states.record(state);
        None
    }

    fn started_again(&mut self) {
        self.show.start_again();
        self.gallery.start_again();
        self.states = self.states.emptied();
        self.complete = 0;
    }

    fn tick(&mut self, counts: &Counts, fraction: f64) {
        if let Some(progress) = &mut self.progress {
            progress.show(counts, fraction);
        }
    }

    fn fork(&self) -> Option<Self> {
        let show = self.show.fork().filter(|_| self.gallery.is_full(self.asks))?;
        let (states, gallery, interrupt) = (self.states.emptied(), Gallery::none(), self.interrupt.clone());
        Some(Watch { asks: self.asks, states, show, gallery, progress: None, complete: 0, interrupt })
    }

    fn merge(&mut self, piece: Self) {
        self.states.merge(&piece.states);
        self.show.merge(piece.show);
        self.complete += piece.complete;
    }

    fn wants_estimate(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| progress.estimates())
    }

    fn expect(&mut self, estimate: &Estimate) {
        if let Some(progress) = &mut self.progress {
            progress.expect(estimate);
        }
    }
}
