//! Why an outcome is forbidden: each candidate execution that has it, the axiom that forbids it and the cycle that closes.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::json::trace;
use crate::paint::{BOLD, Page};
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

/// An edge of an execution. Events have labels, as in the story; initial values are called `init`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: String,
    /// The relation.
    pub relation: String,
    /// The step of the axiom's relation that it is part of, counted from 0.
    pub step: usize,
    /// The relation that this step is, if it has a name.
    pub part_of: Option<String>,
    /// Where it ends.
    pub to: String,
}

/// The explanation as text: an execution for each set of axioms.
pub fn text(explanation: &Explanation, page: impl Into<Page>) -> String {
    let page = page.into();
    let Explanation { outcome, model, allowed, count, .. } = explanation;
    let executions = |count: u64| if count == 1 { "1 execution".to_owned() } else { format!("{count} executions") };
    let mut out = format!("Outcome {outcome} under {model}: ");
    out.push_str(&match (*allowed, *count) {
        (0, 0) => "no candidate has it, whatever the model: \
                   it needs a value that nobody writes, or a cycle of program order and reads-from\n"
            .to_owned(),
        (allowed, 0) => format!("{} with it, all allowed\n", executions(allowed)),
        (0, count) => format!("{} with it, all forbidden\n", executions(count)),
        (allowed, count) => format!("{} with it are allowed, {count} forbidden\n", executions(allowed)),
    });
    if !explanation.finished {
        out.push_str("Not all candidates were looked at: a limit was reached.\n");
    }
    let names = |candidate: &Candidate| candidate.axioms.iter().map(|axiom| axiom.name.clone()).collect::<Vec<_>>();
    let mut told: Vec<Vec<String>> = Vec::new();
    for candidate in &explanation.forbidden {
        let by = names(candidate);
        if told.contains(&by) {
            continue;
        }
        let same = explanation.forbidden.iter().filter(|other| names(other) == by).count() as u64;
        let which = if same == 1 { "1 execution is".to_owned() } else { format!("{same} executions are") };
        let like = if same == 1 { "" } else { ", such as" };
        let _ = writeln!(out, "\n{which} forbidden by {}{like}\n", page.colour.paint(BOLD, by.join(" and ")));
        out.push_str(&table(&candidate.story, &[], page));
        for axiom in &candidate.axioms {
            out.push('\n');
            axiom_text(&mut out, axiom, &candidate.story);
        }
        told.push(by);
    }
    out
}

fn axiom_text(out: &mut String, axiom: &Axiom, story: &Story) {
    let _ = writeln!(out, "{} ({}:{}): {}", axiom.name, axiom.place.0, axiom.place.1, axiom.text);
    let describe = |label: &str| {
        let told = story.steps.iter().find(|told| told.label == label);
        told.map_or_else(|| label.to_owned(), |told| format!("{label} {}", told.what))
    };
    let width = axiom.edges.iter().map(|edge| edge.relation.chars().count()).max().unwrap_or(0);
    if let Some(first) = axiom.edges.first() {
        let _ = writeln!(out, "  {:width$}    {}", "", describe(&first.from));
    }
    for (at, edge) in axiom.edges.iter().enumerate() {
        let is_last = axiom.closed && at + 1 == axiom.edges.len();
        let to = if is_last { format!("{}, where it began", edge.to) } else { describe(&edge.to) };
        // A step with a name is named where it ends.
        let ends = axiom.edges.get(at + 1).is_none_or(|next| next.step != edge.step);
        let part = edge.part_of.as_ref().filter(|_| ends).map_or(String::new(), |name| format!("   ({name})"));
        let _ = writeln!(out, "  {:width$} -> {to}{part}", edge.relation);
    }
}

/// The explanation as data, for pictures.
pub fn data(explanation: &Explanation) -> Value {
    let axiom = |axiom: &Axiom| {
        let edges = axiom.edges.iter().map(
            |edge| json!({ "from": edge.from, "relation": edge.relation, "to": edge.to, "step": edge.step, "part_of": edge.part_of }),
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
