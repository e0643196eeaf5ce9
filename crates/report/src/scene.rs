//! An execution, ready to be drawn: its story, how its steps are related, what memory holds after each, and
//! what is wrong.

use selvedge_core::execution::Source;
use selvedge_core::{Address, Execution, StepName, Violation, ViolationKind};

use crate::causes::Causes;
use crate::explain::Axiom;
use crate::relations::{Edge, Relations};
use crate::relevant::relevant;
use crate::story::{Story, What};

/// An execution to draw.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A few words above it.
    pub title: String,
    pub(crate) story: Story,
    pub(crate) relations: Relations,
    /// The steps that the violation is about.
    pub(crate) marked: Vec<StepName>,
    /// Steps that should be ordered and are not, or a thread that waits and whoever it waits for; with a word
    /// for it.
    pub(crate) conflicts: Vec<(Edge, &'static str)>,
    /// Steps each of which comes before the next, with the reason: what no interleaving can have, or an axiom
    /// forbids.
    pub(crate) circle: Vec<(Edge, String)>,
    /// The axioms that forbid it.
    pub(crate) reasons: Vec<Axiom>,
    /// For each step of the story, what it does to memory and what surprises about it.
    pub(crate) moments: Vec<Moment>,
    /// For each step of the story, whether it matters.
    pub(crate) matters: Vec<bool>,
}

/// What a step does to memory, where memory is the latest of the writes told so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moment {
    /// The location, by position in [`Story::locations`], and its new value.
    pub(crate) change: Option<(usize, String)>,
    /// For a read that does not see what memory holds: what it holds.
    pub(crate) stale: Option<String>,
}

impl Scene {
    /// An execution that is not a violation.
    pub fn new(title: impl Into<String>, story: Story, execution: &Execution, model: &str) -> Scene {
        let order: Vec<StepName> = story.steps.iter().map(|told| told.name).collect();
        let circle = if story.interleaving { Vec::new() } else { circle(execution) };
        Scene {
            title: title.into(),
            relations: Relations::new(execution, &order, model),
            marked: Vec::new(),
            conflicts: Vec::new(),
            circle,
            reasons: Vec::new(),
            moments: moments(&story, execution),
            matters: vec![true; story.steps.len()],
            story,
        }
    }

    /// The execution of a violation, which has been told.
    pub fn of(story: Story, violation: &Violation, model: &str) -> Scene {
        let matters = relevant(violation, &story, model);
        let mut scene = Scene::new("the execution", story, &violation.execution, model);
        scene.matters = matters;
        scene.marked = violation.steps.clone();
        scene.conflicts = conflicts(violation);
        // A race is not explained by a circle, even if there is one.
        if !scene.conflicts.is_empty() {
            scene.circle.clear();
        }
        scene
    }

    /// The number of the step in the story.
    pub(crate) fn position(&self, name: StepName) -> Option<usize> {
        self.story.steps.iter().position(|told| told.name == name)
    }
}

/// The shortest circle, each step with why it comes before the next.
fn circle(execution: &Execution) -> Vec<(Edge, String)> {
    let Some(circle) = Causes::new(execution).circle() else { return Vec::new() };
    let next = circle.iter().copied().cycle().skip(1);
    let edges = circle.iter().copied().zip(next);
    let kind = |(a, b): Edge| match execution.step(b).source() {
        _ if a.thread == b.thread && a.index < b.index => "po",
        Some(Source::Step(write)) if write == a => "rf",
        _ if execution.step(a).written().is_some()
            && execution.coherence.values().any(|writes| follows(writes, a, b)) =>
        {
            "co"
        }
        _ => "fr",
    };
    edges.map(|edge| (edge, kind(edge).to_owned())).collect()
}

fn follows(writes: &[StepName], a: StepName, b: StepName) -> bool {
    writes.windows(2).any(|pair| pair == [a, b])
}

fn conflicts(violation: &Violation) -> Vec<(Edge, &'static str)> {
    let execution = &violation.execution;
    match violation.kind {
        ViolationKind::Race
        | ViolationKind::UnorderedAccess
        | ViolationKind::UseAfterFree
        | ViolationKind::MixedSizeRace => match violation.steps[..] {
            [second, first, ..] if first.thread != second.thread => vec![((first, second), "no order")],
            _ => Vec::new(),
        },
        ViolationKind::DoubleFree => match violation.steps[..] {
            [second, first, ..] => vec![((first, second), "freed again")],
            _ => Vec::new(),
        },
        ViolationKind::Deadlock => {
            let waits = violation.steps.iter().filter_map(|&name| match execution.step(name).source()? {
                Source::Step(holder) => Some(((name, holder), "waits for")),
                Source::Init => None,
            });
            waits.collect()
        }
        _ => Vec::new(),
    }
}

/// Runs through the story with a memory in which the coherence-latest write told so far is what a location
/// holds.
pub(crate) fn moments(story: &Story, execution: &Execution) -> Vec<Moment> {
    let rank = |address: Address, write: Option<StepName>| {
        let writes = execution.coherence.get(&address).map_or(&[][..], Vec::as_slice);
        write.and_then(|write| writes.iter().position(|other| *other == write)).map_or(0, |at| at + 1)
    };
    let mut holds: Vec<(Option<StepName>, String)> = Vec::new();
    for location in &story.locations {
        holds.push((None, location.initial.clone().unwrap_or_else(|| "nothing".to_owned())));
    }
    let mut moments = Vec::with_capacity(story.steps.len());
    for told in &story.steps {
        let step = execution.step(told.name);
        let address = step.access().map(|at| at.address);
        let cell = address.and_then(|address| story.locations.iter().position(|cell| cell.address == address));
        let mut moment = Moment::default();
        if let (Some(cell), Some(address)) = (cell, address) {
            let source = step.source().map(|source| match source {
                Source::Init => None,
                Source::Step(name) => Some(name),
            });
            if let Some(source) = source
                && source != holds[cell].0
            {
                let writer = holds[cell].0.and_then(|name| story.step(name)).map_or("init", |told| &told.label);
                moment.stale = Some(format!("{} (from {writer})", holds[cell].1));
            }
            let written = match &told.what {
                What::Write { value, .. } | What::Update { new: value, .. } => Some(value),
                _ => None,
            };
            if let Some(value) = written
                && rank(address, Some(told.name)) > rank(address, holds[cell].0)
            {
                holds[cell] = (Some(told.name), value.clone());
                moment.change = Some((cell, value.clone()));
            }
        }
        moments.push(moment);
    }
    moments
}
