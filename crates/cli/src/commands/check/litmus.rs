//! Litmus tests.

use selvedge_check::{Left, Verdict};
use selvedge_core::{Digest, Property, StopReason};
use selvedge_litmus::{Class, Diagnostic, Litmus, Quantifier};
use selvedge_report::diagnostic::Place;
use selvedge_report::explain::Explanation;
use selvedge_report::{Conditions, Other, Problem, ProblemClass, Report, SourceText, Story};

use super::deliver::Delivery;
use super::explain::explain;
use super::search::Search;
use super::{begin, limits, looked_for, misfit, others, races_note};
use crate::checkpoint::{self, Saved};
use crate::commands::models;
use crate::exit::Exit;
use crate::flags::plan::Plan;
use crate::input::{self, Input};
use crate::observation;
use crate::observe::{Gallery, Show, Watch};
use crate::output::Output;
use crate::progress::Progress;
use crate::witness::{self, Identity, Kept};

/// Reads a litmus test.
pub fn prepare(plan: &Plan, output: Output) -> Result<(Litmus, Input), Exit> {
    let model = plan.model.name();
    let input = input::read(&plan.files[0]).map_err(|problem| output.refuse(&[problem], Some(model)))?;
    let litmus = selvedge_litmus::parse(&input.file, &input.text)
        .map_err(|diagnostics| output.refuse(&problems(&diagnostics, &input), Some(model)))?;
    Ok((litmus, input))
}

/// Checks a litmus test.
pub fn check(mut plan: Plan, output: Output) -> Result<Exit, Exit> {
    let model = plan.model.name();
    let (mut litmus, input) = prepare(&plan, output)?;
    let identity = Identity::of(&plan).map_err(|problem| output.refuse(&[problem], Some(model)))?;
    let refuse = |problem| output.refuse(&[problem], Some(model));
    let resumed = plan.resume.take();
    if let Some(saved) = &resumed {
        saved.check(&plan, &identity).map_err(refuse)?;
    }
    let interrupt = begin(&mut plan, &identity, output);
    let mut progress = Progress::new(&plan, output);
    resumed.iter().for_each(|saved| progress.take_up(saved.left.search()));
    let mut watch = Watch::new(&litmus, Show::new(&plan, output), Gallery::new(&plan), &mut progress, interrupt);
    if let Some(saved) = &resumed {
        watch.recall(saved.seen()).ok_or_else(|| refuse(saved.refuse("its states are of another test")))?;
    }
    let from = resumed.as_ref().map(|saved| &saved.left);
    let mut kept_so_far = checkpoint::Kept::default();
    let keep = &mut |_: &Litmus, watch: &Watch<'_>, left: Left| {
        kept_so_far.keep(&plan, &identity, watch.facts(), &left);
    };
    let search = Search { program: &mut litmus, plan: &plan, watcher: &mut watch, from, keep };
    let checked = plan.model.with(search).map_err(|why| misfit(resumed.as_ref(), &why, output))?;
    let (verdict, left) = (checked.verdict, checked.left);
    watch.done();

    let explanation = match &plan.explain {
        Some(typed) => {
            let compiled = models::compiled(typed).map_err(refuse)?;
            Some(explain(&mut litmus, &compiled, &plan.options).map_err(refuse)?)
        }
        None => None,
    };
    let kept = verdict.violation().map(|violation| witness::keep(&plan, &identity, violation, 1)).unwrap_or_default();
    let (more, unwritten) = others(&litmus, &verdict, &plan, &identity);
    let left = match left {
        Some(left) => kept_so_far.keep(&plan, &identity, watch.facts(), &left),
        None => kept_so_far.remove(),
    };
    let notes: Vec<String> = resumed.iter().map(Saved::note).chain(unwritten).chain(left).collect();
    let found = Found { verdict: &verdict, others: &more, kept, notes };
    Ok(tell(&plan, &input, &litmus, &watch, found, explanation, output))
}

/// What was found.
struct Found<'a> {
    verdict: &'a Verdict,
    others: &'a [Other<'a>],
    /// The witness of the first violation.
    kept: Kept,
    notes: Vec<String>,
}

/// Tells what came of it.
fn tell(
    plan: &Plan,
    input: &Input,
    litmus: &Litmus,
    watch: &Watch<'_>,
    Found { verdict, others, kept, notes }: Found<'_>,
    explanation: Option<Explanation>,
    output: Output,
) -> Exit {
    let story = verdict.violation().map(|violation| Story::of(litmus, violation));
    let finished = *verdict.stop() == StopReason::Exhausted && verdict.bounds().is_empty();
    let first = [races_note(plan), observation::note(litmus, &watch.states, finished), kept.note].into_iter().flatten();
    let notes: Vec<String> = first.chain(notes).collect();
    let report = Report {
        model: plan.model.name(),
        verdict,
        story: story.as_ref(),
        sources: &[source(input)],
        checks: &checks(plan, litmus),
        notes: &notes,
        witness: kept.file.as_deref(),
        others,
    };
    let executions = match &watch.show {
        Show::Keep(stories) => Some(stories.as_slice()),
        Show::Nothing | Show::Print { .. } => None,
    };
    let observation = observation::data(litmus, &watch.states, finished);
    let states = observation::text(litmus, &watch.states, finished);
    let conditions =
        Conditions { digest: Digest::of(input.text.as_bytes()), limits: limits(plan), ..Conditions::default() };
    let gallery = &watch.gallery.scenes;
    Delivery { report, observation: Some((observation, states)), executions, explanation, gallery, conditions }
        .deliver(plan, output)
}

/// What would have been a violation.
pub fn checks(plan: &Plan, litmus: &Litmus) -> Vec<&'static str> {
    let found = [Property::Race, Property::Assertion].into_iter().filter_map(|property| looked_for(plan, property));
    let condition = match litmus.quantifier() {
        Some(Quantifier::NotExists | Quantifier::Forall) => plan.options.properties.has(Property::Assertion),
        Some(Quantifier::Exists) | None => false,
    };
    found.chain(condition.then_some("final condition")).collect()
}

pub fn source(input: &Input) -> SourceText<'_> {
    SourceText { file: &input.file, text: &input.text }
}

pub fn problems<'a>(diagnostics: &[Diagnostic], input: &'a Input) -> Vec<Problem<'a>> {
    let problem = |diagnostic: &Diagnostic| Problem {
        class: match diagnostic.class {
            Class::Input => ProblemClass::Input,
            Class::Unsupported => ProblemClass::Unsupported,
        },
        message: diagnostic.message.clone(),
        place: Some(Box::new(Place { source: source(input), span: diagnostic.span, label: diagnostic.label.clone() })),
        help: diagnostic.help.clone(),
    };
    diagnostics.iter().map(problem).collect()
}
