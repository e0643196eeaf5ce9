//! The search of a check: where it begins, and the guess how long it will take.
//!
//! Samples are not taken before the search but when it has gone on for a while: most searches end before that, and what it
//! takes to guess is then no time lost to anybody. The search stops for it, and goes on from its checkpoint.
//!
//! An error that a sample meets ends the check, if it is one: the execution is run again under the model of the check, as
//! `selvedge replay` would, and what that finds is reported.

use std::time::{Duration, Instant};

use selvedge_core::witness::Decisions;
use selvedge_core::{Limit, Model, Reduction, StopReason, Verdict, Violation, Warning};
use selvedge_explore::{Checkpoint, Estimate, Options, Samples, Within, estimate, explore_from, replay};
use selvedge_models::Visit;
use selvedge_models::simplify::Simpler;

use crate::eyes::{Checked, Eyes, Watching};
use crate::flags::plan::Plan;

/// How long a search goes on before it is worth a guess.
const TRIAL: Duration = Duration::from_millis(200);
/// How long guessing may take.
const GUESSING: Duration = Duration::from_millis(300);

/// What came of a search, and what is left of it.
pub type Searched = (Verdict, Option<Checkpoint>);

/// Searches under the first of the simpler models, or under the model itself if none is left. Nothing if the simpler model
/// does not suit the program; an error if the search cannot begin where it should.
pub fn search<P: Checked>(
    program: &P,
    plan: &Plan,
    watcher: &mut P::Watcher<'_>,
    from: Option<&Checkpoint>,
) -> Result<Option<Searched>, String> {
    let whole = &plan.options;
    let estimates = watcher.progress().estimates() && whole.within == Within::Everything;
    if !estimates || whole.limits.time.is_some_and(|time| time <= TRIAL) {
        return part(program, plan, whole, watcher, from);
    }
    let started = Instant::now();
    let mut options = whole.clone();
    options.limits.time = Some(TRIAL);
    let Some((verdict, left)) = part(program, plan, &options, watcher, from)? else { return Ok(None) };
    let checkpoint = match (&verdict.stop, left) {
        (StopReason::Limit(Limit::Seconds(_)), Some(checkpoint)) => checkpoint,
        (_, left) => return Ok(Some((verdict, left))),
    };
    match program.aside(|| guess(program, plan)) {
        Guess::Executions(estimate) => watcher.progress().expect(&estimate),
        Guess::Violation(violation) => {
            let mut verdict = Verdict { stop: StopReason::Violation, violation: Some(violation), ..verdict };
            verdict.warnings.retain(|warning| *warning != Warning::NoCompleteExecution);
            return Ok(Some((verdict, None)));
        }
        Guess::Nothing => {}
    }
    let met = |counts: selvedge_core::Counts| counts.complete + counts.blocked;
    let done = met(verdict.counts) - from.map_or(0, |from| met(from.counts));
    options.limits.time = whole.limits.time.map(|time| time.saturating_sub(started.elapsed()));
    options.limits.executions = whole.limits.executions.map(|limit| limit.saturating_sub(done).max(1));
    let searched = part(program, plan, &options, watcher, Some(&checkpoint))?;
    Ok(searched.map(|(mut verdict, left)| {
        // What is reported is the limit of the whole.
        verdict.stop = match (verdict.stop, &whole.limits) {
            (StopReason::Limit(Limit::Seconds(_)), limits) => {
                StopReason::Limit(Limit::Seconds(limits.time.unwrap_or_default().as_secs()))
            }
            (StopReason::Limit(Limit::Executions(_)), limits) => {
                StopReason::Limit(Limit::Executions(limits.executions.unwrap_or_default()))
            }
            (stop, _) => stop,
        };
        (verdict, left)
    }))
}

/// A part of the search.
fn part<P: Checked>(
    program: &P,
    plan: &Plan,
    options: &Options,
    watcher: &mut P::Watcher<'_>,
    from: Option<&Checkpoint>,
) -> Result<Option<Searched>, String> {
    let part = Part { program, options, eyes: Eyes::Check(watcher), from };
    let Some(&simpler) = plan.simpler.first() else { return plan.model.with(part).map(Some) };
    let Some((mut verdict, left)) = simpler.attempt(part).transpose()? else { return Ok(None) };
    // What the simpler model does not say, the model itself may.
    if matches!(verdict.stop, StopReason::Unsupported(_)) {
        return Ok(None);
    }
    verdict.reductions.extend(match simpler {
        Simpler::Sc | Simpler::Volatile => Some(Reduction::AsSc),
        Simpler::Ra => Some(Reduction::AsRa),
        // It is the model itself, with less to look for.
        Simpler::Volatile19 => None,
    });
    Ok(Some((verdict, left)))
}

/// A part of a search, waiting for its model.
struct Part<'a, 'w, P: Checked> {
    program: &'a P,
    options: &'a Options,
    eyes: Eyes<'a, 'w, P>,
    from: Option<&'a Checkpoint>,
}

impl<P: Checked> Visit for Part<'_, '_, P> {
    type Out = Result<Searched, String>;

    fn visit<M: Model>(mut self, model: M) -> Self::Out {
        explore_from(self.program, model, self.options, &mut self.eyes, self.from)
    }
}

/// What samples say.
enum Guess {
    Executions(Estimate),
    /// One of them goes wrong.
    Violation(Violation),
    Nothing,
}

fn guess<P: Checked>(program: &P, plan: &Plan) -> Guess {
    let sample = Sample { program, options: &plan.options };
    let guessed = match plan.simpler.first() {
        Some(simpler) => simpler.attempt(sample),
        None => Some(plan.model.with(sample)),
    };
    match guessed {
        Some(Ok(estimate)) => Guess::Executions(estimate),
        Some(Err(verdict)) => {
            let found = verdict.violation.map(|violation| Decisions::of(&violation));
            let rerun = found.map(|decisions| plan.model.with(Rerun { program, options: &plan.options, decisions }));
            rerun.and_then(Result::ok).map_or(Guess::Nothing, Guess::Violation)
        }
        None => Guess::Nothing,
    }
}

/// Samples, waiting for their model.
struct Sample<'a, P> {
    program: &'a P,
    options: &'a Options,
}

impl<P: Checked> Visit for Sample<'_, P> {
    type Out = Result<Estimate, Box<Verdict>>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        estimate(self.program, model, self.options, &mut Eyes::Shut, Samples { time: GUESSING, ..Samples::default() })
    }
}

/// An execution to be run again, waiting for its model.
struct Rerun<'a, P> {
    program: &'a P,
    options: &'a Options,
    decisions: Decisions,
}

impl<P: Checked> Visit for Rerun<'_, P> {
    type Out = Result<Violation, String>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        replay(self.program, model, self.options, &mut Eyes::Shut, &self.decisions)
    }
}
