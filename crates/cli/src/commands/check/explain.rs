//! `--explain`: why the model forbids, or allows, the outcome in a litmus test's condition.
//!
//! The search lists all candidate executions under a model that forbids nothing; those with the outcome are
//! judged by the model's definition, and whatever axiom fails shows the shortest path that breaks it.

use selvedge_check::check;
use selvedge_core::{Execution, StopReason};
use selvedge_explore::{Finding, Finished, Observer, OnRace, Options, RunEnd, Within};
use selvedge_kat::evaluate::{Evaluator, Frame, Origin, Reason};
use selvedge_kat::{Compiled, Unrestricted};
use selvedge_litmus::{Litmus, Quantifier};
use selvedge_report::explain::{Axiom, Candidate, Edge, Explanation, Point};
use selvedge_report::{Problem, Story};

use crate::eyes::Eyes;

/// The most executions that are kept for the report.
const KEPT: usize = 100;

struct Collect {
    with_outcome: Vec<Execution>,
}

impl Observer<Litmus> for Collect {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        if run.end() == RunEnd::Complete {
            let litmus = run.program();
            let holds = litmus.holds(&litmus.state_at(run));
            // What a `forall` is about is where it fails.
            if holds != (litmus.quantifier() == Some(Quantifier::Forall)) {
                self.with_outcome.push(run.execution());
            }
        }
        None
    }

    fn started_again(&mut self) {
        self.with_outcome.clear();
    }
}

/// Explains the outcome of the test.
pub fn explain(litmus: &mut Litmus, compiled: &Compiled, options: &Options) -> Result<Explanation, Problem<'static>> {
    let Some(outcome) = litmus.test().condition.as_ref().map(ToString::to_string) else {
        let problem = Problem::input("the test has no condition, so there is no outcome to explain");
        return Err(problem.with_help("add `exists (…)` at its end, or leave out `--explain`"));
    };
    let Some(model) = &compiled.model else { return Err(Problem::input("the model has no text that can be read")) };
    let evaluator = Evaluator::new(model).map_err(|unsupported| Problem::input(unsupported.to_string()))?;
    let mut collect = Collect { with_outcome: Vec::new() };
    let options = Options { on_race: OnRace::Ignore, within: Within::Everything, ..options.clone() };
    let verdict = check(litmus, Unrestricted, &options, &mut Eyes::Other(&mut collect));
    let mut explanation = Explanation {
        outcome,
        model: model.name.clone(),
        allowed: 0,
        forbidden: Vec::new(),
        count: 0,
        finished: *verdict.stop() == StopReason::Exhausted,
    };
    for execution in &collect.with_outcome {
        let frame = Frame::of_execution(execution);
        let reasons = evaluator.reasons(&frame);
        if reasons.is_empty() {
            explanation.allowed += 1;
            continue;
        }
        explanation.count += 1;
        if explanation.forbidden.len() < KEPT {
            let story = Story::new(litmus, execution);
            let axioms = reasons.iter().map(|reason| axiom(reason, model, compiled, &frame, &story)).collect();
            explanation.forbidden.push(Candidate { story, execution: execution.clone(), axioms });
        }
    }
    Ok(explanation)
}

fn axiom(reason: &Reason, model: &selvedge_kat::Model, compiled: &Compiled, frame: &Frame, story: &Story) -> Axiom {
    let check = &model.checks[reason.check];
    let source = compiled.sources.get(check.place.file);
    let place = source.map_or((String::new(), 0), |source| {
        (source.name.clone(), check.place.span.line_column(&source.text).0 as usize)
    });
    let text = compiled.sources.text(check.place).split_whitespace().collect::<Vec<_>>().join(" ");
    let point = |event: usize| match frame.origins[event] {
        Origin::Step(name) => {
            let told = story.steps.iter().find(|told| told.name == name);
            Point { label: told.map_or_else(|| "?".to_owned(), |told| told.label.clone()), step: Some(name) }
        }
        Origin::Start(thread) => Point { label: format!("start of {}", story.threads[thread]), step: None },
        Origin::End(thread) => Point { label: format!("end of {}", story.threads[thread]), step: None },
        Origin::Initial(_) | Origin::Event(_) => Point { label: "init".to_owned(), step: None },
    };
    let point = &point;
    let edges = reason.links.iter().enumerate().flat_map(|(step, link)| {
        link.edges.iter().map(move |edge| Edge {
            step,
            from: point(edge.from),
            relation: edge.relation.clone(),
            part_of: link.name.clone(),
            to: point(edge.to),
        })
    });
    // The two halves of an update are one step to a reader.
    let edges = edges.filter(|edge| edge.from != edge.to || edge.from.step.is_none()).collect();
    Axiom { name: check.name.clone(), text, place, edges, closed: reason.closed }
}
