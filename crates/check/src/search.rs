//! One of the searches of a check: under a simpler model or the model itself, with the guess how long it will
//! take.
//!
//! Samples are not taken before the search but when it has gone on for a while: most searches end before
//! that, and what it takes to guess is then no time lost to anybody. The search stops for it, and goes on
//! from its checkpoint.
//!
//! In the same way it stops now and then, so that what is left can be kept.
//!
//! An error that a sample meets ends the check, if it is one: the execution is run again under the model of
//! the check, as a witness of it would be, and what that finds is reported.

use std::time::Duration;

use selvedge_core::witness::Decisions;
use selvedge_core::{Counts, Limit, Model, Reduction, Searched, StopReason, Subject, Violation, Warning};
use selvedge_explore::{Checkpoint, Estimate, Observer, Options, Samples, Within, estimate, explore_from, replay};
use selvedge_models::Visit;
use selvedge_models::simplify::Simpler;

use crate::check::{Keeper, Task};
use crate::eyes::Eyes;
use crate::left::Left;

/// How long a search goes on before it is worth a guess.
const TRIAL: Duration = Duration::from_millis(200);
/// How long guessing may take.
const GUESSING: Duration = Duration::from_millis(1000);

/// What to search.
pub(crate) struct Request<'a, S, M> {
    pub subject: &'a S,
    /// What to search under instead.
    pub simpler: Option<Simpler>,
    pub task: Task<'a, M>,
}

/// What a search has found, and what is left of it.
type Part = (Searched, Option<Checkpoint>);

/// Searches. Nothing if the simpler model does not suit the program; an error if the search cannot begin
/// where it should.
pub(crate) fn search<S: Subject, M: Model, O: Observer<S>>(
    request: &Request<'_, S, M>,
    eyes: &mut Eyes<'_, O>,
    from: Option<&Checkpoint>,
    mut keeper: Option<&mut Keeper<'_, S, O>>,
) -> Result<Option<Part>, String> {
    let whole = &request.task.options.limits;
    let time_left = || request.task.time_left();
    let met = |counts: Counts| counts.complete + counts.blocked;
    let before = from.map_or(0, |from| met(from.counts));
    let mut options = request.task.options.clone();
    // What is drawn at random is not a part of anything, and cannot go on.
    let goes_on = !matches!(options.within, Within::Samples { .. });
    let mut guesses = Observer::<S>::wants_estimate(eyes) && options.within == Within::Everything;
    let mut reached: Option<Checkpoint> = None;
    let check = (request.subject, request.task.model, request.task.options);
    let to_keep = |checkpoint: &Checkpoint| Left::new(check, checkpoint.clone(), request.simpler);
    let searched = loop {
        let pause = if guesses { Some(TRIAL) } else { keeper.as_ref().map(|keeper| keeper.every) };
        options.limits.time = pause.filter(|_| goes_on).into_iter().chain(time_left()).min();
        let Some((found, left)) = part(request, &options, eyes, reached.as_ref().or(from))? else { break None };
        let is_over = time_left().is_some_and(|left| left.is_zero());
        let checkpoint = match (&found.stop, left) {
            (StopReason::Limit(Limit::Seconds(_)), Some(checkpoint)) if !is_over => checkpoint,
            (_, left) => break Some((found, left)),
        };
        if std::mem::take(&mut guesses) {
            // Half of the time that is left is for the search.
            let time = time_left().map_or(GUESSING, |left| GUESSING.min(left / 2));
            match request.subject.aside(|| guess::<S, M, O>(request, time)) {
                Guess::Executions(estimate) => Observer::<S>::expect(eyes, &estimate),
                Guess::Violation(violation) => {
                    let mut found = Searched { stop: StopReason::Violation, violation: Some(violation), ..found };
                    found.warnings.retain(|warning| *warning != Warning::NoCompleteExecution);
                    return Ok(Some((found, None)));
                }
                Guess::Nothing => {}
            }
        } else if let (Some(keeper), Some(observer)) = (&mut keeper, eyes.watch())
            && !checkpoint.has_answer()
        {
            (keeper.keep)(request.subject, observer, to_keep(&checkpoint));
        }
        let done = met(found.counts).saturating_sub(before);
        options.limits.executions = whole.executions.map(|limit| limit.saturating_sub(done).max(1));
        if reached.is_some_and(|before| before.pieces == checkpoint.pieces) {
            // One run takes longer than that: it must not be begun again and again.
            keeper = None;
        }
        reached = Some(checkpoint);
    };
    Ok(searched.map(|(mut found, left)| {
        // What is reported is the limit of the whole.
        found.stop = match found.stop {
            StopReason::Limit(Limit::Seconds(_)) => {
                StopReason::Limit(Limit::Seconds(whole.time.unwrap_or_default().as_secs()))
            }
            StopReason::Limit(Limit::Executions(_)) => {
                StopReason::Limit(Limit::Executions(whole.executions.unwrap_or_default()))
            }
            stop => stop,
        };
        (found, left)
    }))
}

/// A part of the search.
fn part<S: Subject, M: Model, O: Observer<S>>(
    request: &Request<'_, S, M>,
    options: &Options,
    eyes: &mut Eyes<'_, O>,
    from: Option<&Checkpoint>,
) -> Result<Option<Part>, String> {
    let explore = Explore { subject: request.subject, options, eyes, from };
    let Some(simpler) = request.simpler else { return explore.under(request.task.model.clone()).map(Some) };
    let Some((mut found, left)) = simpler.attempt(request.task.model, explore).transpose()? else { return Ok(None) };
    // What the simpler model does not say, the model itself may.
    if matches!(found.stop, StopReason::Unsupported(_)) {
        return Ok(None);
    }
    found.reductions.extend(match simpler {
        Simpler::Sc | Simpler::Volatile => Some(Reduction::AsSc),
        Simpler::Ra => Some(Reduction::AsRa),
        // It is the model itself, with less to look for.
        Simpler::Volatile19 => None,
    });
    Ok(Some((found, left)))
}

/// A part of a search, waiting for its model.
struct Explore<'a, 'o, S, O> {
    subject: &'a S,
    options: &'a Options,
    eyes: &'a mut Eyes<'o, O>,
    from: Option<&'a Checkpoint>,
}

impl<S: Subject, O: Observer<S>> Explore<'_, '_, S, O> {
    fn under<M: Model>(self, model: M) -> Result<Part, String> {
        explore_from(self.subject, model, self.options, self.eyes, self.from)
    }
}

impl<S: Subject, O: Observer<S>> Visit for Explore<'_, '_, S, O> {
    type Out = Result<Part, String>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        self.under(model)
    }
}

/// What samples say.
enum Guess {
    Executions(Estimate),
    /// One of them goes wrong.
    Violation(Violation),
    Nothing,
}

fn guess<S: Subject, M: Model, O: Observer<S>>(request: &Request<'_, S, M>, time: Duration) -> Guess {
    let samples = Samples { time, ..Samples::default() };
    let sample = Sample::<S, O>::new(request.subject, request.task.options, samples);
    let guessed = match request.simpler {
        Some(simpler) => simpler.attempt(request.task.model, sample),
        None => Some(sample.under(request.task.model.clone())),
    };
    match guessed {
        Some(Ok(estimate)) => Guess::Executions(estimate),
        Some(Err(found)) => {
            let decisions = found.violation.map(|violation| Decisions::of(&violation));
            let eyes = &mut Eyes::<O>::shut();
            let again =
                |decisions| replay(request.subject, request.task.model.clone(), request.task.options, eyes, &decisions);
            decisions.map(again).and_then(Result::ok).map_or(Guess::Nothing, Guess::Violation)
        }
        None => Guess::Nothing,
    }
}

/// Samples, waiting for their model.
pub(crate) struct Sample<'a, S, O> {
    subject: &'a S,
    options: &'a Options,
    eyes: Eyes<'a, O>,
    samples: Samples,
}

impl<'a, S: Subject, O: Observer<S>> Sample<'a, S, O> {
    pub fn new(subject: &'a S, options: &'a Options, samples: Samples) -> Self {
        Sample { subject, options, eyes: Eyes::shut(), samples }
    }

    pub fn under<M: Model>(mut self, model: M) -> Result<Estimate, Box<Searched>> {
        estimate(self.subject, model, self.options, &mut self.eyes, self.samples)
    }
}

impl<S: Subject, O: Observer<S>> Visit for Sample<'_, S, O> {
    type Out = Result<Estimate, Box<Searched>>;

    fn visit<M: Model>(self, model: M) -> Self::Out {
        self.under(model)
    }
}
