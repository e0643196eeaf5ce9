//! Litmus tests.

use selvedge_core::{Model, StopReason, Verdict, Witness};
use selvedge_explore::{OnRace, Options, explore};
use selvedge_litmus::{Class, Diagnostic, Litmus, Quantifier};
use selvedge_models::Visit;
use selvedge_report::diagnostic::Place;
use selvedge_report::explain::Explanation;
use selvedge_report::{Conditions, Problem, ProblemClass, Report, SourceText, Story};

use super::deliver::Delivery;
use super::explain::explain;
use super::{attempt, begin, limits, races_note};
use crate::commands::models;
use crate::exit::Exit;
use crate::flags::plan::Plan;
use crate::input::{self, Input};
use crate::observation;
use crate::observe::{Gallery, Show, Watch};
use crate::output::Output;
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
    let (litmus, input) = prepare(&plan, output)?;
    let mut identity = Identity::default();
    identity.add_file(&plan.files[0]).map_err(|problem| output.refuse(&[problem], Some(model)))?;
    let interrupt = begin(&mut plan, &identity, output);
    let mut watch = Watch::new(&litmus, Show::new(&plan, output), Gallery::new(&plan), interrupt);
    let simple = plan.simpler.iter().find_map(|&simpler| {
        let verdict = attempt(simpler, Search { litmus: &litmus, options: &plan.options, watch: &mut watch });
        if verdict.is_none() {
            watch.forget();
        }
        verdict
    });
    let search = |watch| plan.model.with(Search { litmus: &litmus, options: &plan.options, watch });
    let mut verdict = simple.unwrap_or_else(|| search(&mut watch));
    verdict.warnings.extend(plan.model.warning());
    watch.done();

    let explanation = match &plan.explain {
        Some(typed) => {
            let refuse = |problem| output.refuse(&[problem], Some(model));
            let compiled = models::compiled(typed).map_err(refuse)?;
            Some(explain(&litmus, &compiled, &plan.options).map_err(refuse)?)
        }
        None => None,
    };
    let kept =
        verdict.violation.as_ref().map(|violation| witness::keep(&plan, &identity, violation)).unwrap_or_default();
    Ok(tell(&plan, &input, &litmus, &watch, (&verdict, kept), explanation, output))
}

/// A search, waiting for its model.
struct Search<'a, 'l> {
    litmus: &'a Litmus,
    options: &'a Options,
    watch: &'a mut Watch<'l>,
}

impl Visit for Search<'_, '_> {
    type Out = Verdict;

    fn visit<M: Model>(self, model: M) -> Verdict {
        explore(self.litmus, model, self.options, self.watch)
    }
}

/// Tells what came of it.
fn tell(
    plan: &Plan,
    input: &Input,
    litmus: &Litmus,
    watch: &Watch<'_>,
    (verdict, kept): (&Verdict, Kept),
    explanation: Option<Explanation>,
    output: Output,
) -> Exit {
    let story = verdict.violation.as_ref().map(|violation| Story::of(litmus, violation));
    let finished = verdict.stop == StopReason::Exhausted && verdict.bounds.is_empty();
    let notes: Vec<String> = [races_note(plan), observation::note(litmus, &watch.states, finished), kept.note]
        .into_iter()
        .flatten()
        .collect();
    let report = Report {
        model: plan.model.name(),
        verdict,
        story: story.as_ref(),
        sources: &[source(input)],
        checks: &checks(plan, litmus),
        notes: &notes,
        witness: kept.file.as_deref(),
    };
    let executions = match &watch.show {
        Show::Keep(stories) => Some(stories.as_slice()),
        Show::Nothing | Show::Print(_) => None,
    };
    let observation = observation::data(litmus, &watch.states, finished);
    let states = observation::text(litmus, &watch.states, finished);
    let conditions =
        Conditions { digest: Witness::digest(input.text.as_bytes()), limits: limits(plan), ..Conditions::default() };
    let gallery = &watch.gallery.scenes;
    Delivery { report, observation: Some((observation, states)), executions, explanation, gallery, conditions }
        .deliver(plan, output)
}

/// What would have been a violation.
pub fn checks(plan: &Plan, litmus: &Litmus) -> Vec<&'static str> {
    let races = (plan.options.on_race == OnRace::Report).then_some("data races");
    let condition = match litmus.quantifier() {
        Some(Quantifier::NotExists | Quantifier::Forall) => Some("final condition"),
        Some(Quantifier::Exists) | None => None,
    };
    [races, Some("assertions"), condition].into_iter().flatten().collect()
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
