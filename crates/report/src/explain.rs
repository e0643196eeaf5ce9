//! Why an outcome is forbidden: each candidate execution that has it, the axiom that forbids it and the cycle
//! that closes.

use std::fmt::Write;

use selvedge_core::{Execution, StepName};
use serde_json::{Value, json};

use crate::json::trace;
use crate::paint::{BOLD, Page};
use crate::scene::Scene;
use crate::story::Story;
use crate::table::table;

/// What a model says about an outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The outcome, as the test has it.
    pub outcome: String,
    /// The memory model's name.
    pub model: String,
    /// Candidate executions with the outcome that the model allows.
    pub allowed: u64,
    /// Those that it forbids, as far as they were kept.
    pub forbidden: Vec<Candidate>,
    /// How many it forbids.
    pub count: u64,
    /// Whether all candidates were looked at.
    pub finished: bool,
}

/// A candidate execution that the model forbids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// What happens in it.
    pub story: Story,
    /// The execution itself.
    pub execution: Execution,
    /// The axioms that forbid it.
    pub axioms: Vec<Axiom>,
}

/// An axiom that forbids an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The file it is in, and the line.
    pub place: (String, usize),
    /// What it forbids, edge by edge.
    pub edges: Vec<Edge>,
    /// Whether the edges lead back to where they start.
    pub closed: bool,
}

/// Where an edge starts or ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Its label, as in the story; initial values are called `init`.
    pub label: String,
    /// The step; nothing if it is an initial value, or the start or end of a thread.
    pub step: Option<StepName>,
}

/// An edge of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: Point,
    /// The relation.
    pub relation: String,
    /// The step of the axiom's relation that it is part of, counted from 0.
    pub step: usize,
    /// The relation that this step is, if it has a name.
    pub part_of: Option<String>,
    /// Where it ends.
    pub to: Point,
}

/// An execution that stands for all that the same axioms forbid.
pub(crate) struct Example<'a> {
    pub(crate) candidate: &'a Candidate,
    /// How many it stands for.
    pub(crate) count: u64,
}

impl Example<'_> {
    /// Whom it is forbidden by.
    pub(crate) fn by(&self) -> String {
        self.candidate.axioms.iter().map(|axiom| axiom.name.as_str()).collect::<Vec<_>>().join(" and ")
    }

    fn title(&self) -> String {
        match self.count {
            1 => format!("1 execution is forbidden by {}", self.by()),
            count => format!("{count} executions are forbidden by {}, such as", self.by()),
        }
    }
}

impl Explanation {
    /// What it comes to, in one sentence.
    pub(crate) fn summary(&self) -> String {
        let Explanation { outcome, model, allowed, count, .. } = self;
        let executions = |count: u64| if count == 1 { "1 execution".to_owned() } else { format!("{count} executions") };
        let what = match (*allowed, *count) {
            (0, 0) => "no candidate has it, whatever the model: \
                       it needs a value that nobody writes, or a cycle of program order and reads-from"
                .to_owned(),
            (allowed, 0) => format!("{} with it, all allowed", executions(allowed)),
            (0, count) => format!("{} with it, all forbidden", executions(count)),
            (allowed, count) => format!("{} with it are allowed, {count} forbidden", executions(allowed)),
        };
        format!("Outcome {outcome} under {model}: {what}")
    }

    /// An execution for each set of axioms.
    pub(crate) fn examples(&self) -> Vec<Example<'_>> {
        let names = |candidate: &Candidate| candidate.axioms.iter().map(|axiom| axiom.name.clone()).collect::<Vec<_>>();
        let mut told: Vec<(Vec<String>, Example<'_>)> = Vec::new();
        for candidate in &self.forbidden {
            let by = names(candidate);
            match told.iter_mut().find(|(others, _)| *others == by) {
                Some((_, example)) => example.count += 1,
                None => told.push((by, Example { candidate, count: 1 })),
            }
        }
        told.into_iter().map(|(_, example)| example).collect()
    }

    /// Pictures of these: the axiom's path is marked.
    pub fn scenes(&self) -> Vec<Scene> {
        let scene = |example: &Example<'_>| {
            let Candidate { story, execution, axioms } = example.candidate;
            let edges = axioms.iter().flat_map(|axiom| &axiom.edges);
            let path = edges.filter_map(|edge| Some(((edge.from.step?, edge.to.step?), edge.relation.clone())));
            let mut scene = Scene::new(example.title(), story.clone(), execution, &self.model);
            scene.circle = Vec::new();
            for edge in path.filter(|((a, b), _)| a != b) {
                if !scene.circle.contains(&edge) {
                    scene.circle.push(edge);
                }
            }
            scene.reasons = axioms.clone();
            scene
        };
        self.examples().iter().map(scene).collect()
    }
}

/// The explanation as text: an execution for each set of axioms.
pub fn text(explanation: &Explanation, page: impl Into<Page>) -> String {
    let page = page.into();
    let mut out = format!("{}\n", explanation.summary());
    if !explanation.finished {
        let _ = writeln!(out, "{UNFINISHED}");
    }
    for example in explanation.examples() {
        let title = example.title().replacen(&example.by(), &page.colour.paint(BOLD, example.by()), 1);
        let _ = writeln!(out, "\n{title}\n");
        out.push_str(&table(&example.candidate.story, &[], page));
        for axiom in &example.candidate.axioms {
            let _ = write!(out, "\n{}", axiom_text(axiom, &example.candidate.story));
        }
    }
    out
}

/// What is said if not all candidates are known.
pub(crate) const UNFINISHED: &str = "Not all candidates were looked at: a limit was reached.";

/// An axiom: its text, then its path, a line per edge.
fn axiom_text(axiom: &Axiom, story: &Story) -> String {
    let mut out = format!("{} ({}:{}): {}\n", axiom.name, axiom.place.0, axiom.place.1, axiom.text);
    let describe = |Point { label, .. }: &Point| {
        let told = story.steps.iter().find(|told| told.label == *label);
        told.map_or_else(|| label.clone(), |told| format!("{label} {}", told.what))
    };
    let width = axiom.edges.iter().map(|edge| edge.relation.chars().count()).max().unwrap_or(0);
    if let Some(first) = axiom.edges.first() {
        let _ = writeln!(out, "  {:width$}    {}", "", describe(&first.from));
    }
    for (at, edge) in axiom.edges.iter().enumerate() {
        let is_last = axiom.closed && at + 1 == axiom.edges.len();
        let to = if is_last { format!("{}, where it began", edge.to.label) } else { describe(&edge.to) };
        // A step with a name is named where it ends.
        let ends = axiom.edges.get(at + 1).is_none_or(|next| next.step != edge.step);
        let part = edge.part_of.as_ref().filter(|_| ends).map_or(String::new(), |name| format!("   ({name})"));
        let _ = writeln!(out, "  {:width$} -> {to}{part}", edge.relation);
    }
    out
}

/// The explanation as data, for pictures.
pub fn data(explanation: &Explanation) -> Value {
    let axiom = |axiom: &Axiom| {
        let edges = axiom.edges.iter().map(
            |edge| json!({ "from": edge.from.label, "relation": edge.relation, "to": edge.to.label, "step": edge.step, "part_of": edge.part_of }),
        );
        json!({
            "name": axiom.name,
            "text": axiom.text,
            "file": axiom.place.0,
            "line": axiom.place.1,
            "closed": axiom.closed,
            "edges": edges.collect::<Vec<_>>(),
        })
    };
    let candidate = |candidate: &Candidate| {
        let axioms: Vec<Value> = candidate.axioms.iter().map(axiom).collect();
        json!({ "trace": trace(&candidate.story), "axioms": axioms })
    };
    json!({
        "outcome": explanation.outcome,
        "model": explanation.model,
        "allowed": explanation.allowed,
        "forbidden": explanation.count,
        "finished": explanation.finished,
        "executions": explanation.forbidden.iter().map(candidate).collect::<Vec<_>>(),
    })
}
