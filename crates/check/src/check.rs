//! The check itself: see the top of the crate.

use std::time::Duration;

use selvedge_core::{Again, Model, Property, Searched, StopReason, Subject, Warning};
use selvedge_explore::{Observer, OnRace, OnViolation, Options, Reduce};
use selvedge_models::simplify::Simpler;

use crate::eyes::Eyes;
use crate::left::Left;
use crate::search::{Request, search};
use crate::verdict::Verdict;

/// What a check came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// The verdict.
    pub verdict: Verdict,
    /// What is left to search, if it stopped early and has no answer yet.
    pub left: Option<Left>,
}

/// Called now and then with the program, the observer and what is left of a check that goes on: whoever keeps it loses little
/// if the process is killed.
pub struct Keeper<'k, S, O> {
    /// How often.
    pub every: Duration,
    /// What is done.
    pub keep: &'k mut dyn FnMut(&S, &O, Left),
}

/// Checks a program: everything that the model allows it to do.
pub fn check<S, M, O>(subject: &mut S, model: M, options: &Options, observer: &mut O) -> Verdict
where
    S: Subject,
    M: Model,
    O: Observer<S>,
{
    match check_from(subject, model, options, observer, None, None) {
        Ok(checked) => checked.verdict,
        Err(why) => unreachable!("invariant: only a search that goes on can go astray: {why}"),
    }
}

/// As [`check`], from where another check of the same program, under the same model and with the same options, has stopped.
/// An error says why it cannot go on there. Limits are those of this part; all else is counted together.
pub fn check_from<S, M, O>(
    subject: &mut S,
    model: M,
    options: &Options,
    observer: &mut O,
    from: Option<&Left>,
    keeper: Option<Keeper<'_, S, O>>,
) -> Result<Checked, String>
where
    S: Subject,
    M: Model,
    O: Observer<S>,
{
    let mut eyes = Eyes::open(subject, observer);
    whole(subject, model, options, &mut eyes, from, keeper)
}

/// The whole check.
pub(crate) fn whole<S: Subject, M: Model, O: Observer<S>>(
    subject: &mut S,
    model: M,
    options: &Options,
    eyes: &mut Eyes<'_, O>,
    from: Option<&Left>,
    mut keeper: Option<Keeper<'_, S, O>>,
) -> Result<Checked, String> {
    let options = &options.under(&model);
    let mut simpler = match (options.simplify, options.on_violation) {
        (Reduce::WherePossible, OnViolation::Stop) => {
            // Whether the first race ends the search.
            let stops = options.on_race == OnRace::Report && options.properties.has(Property::Race);
            Simpler::of(model.licences(), stops)
        }
        // A simpler model is as good only up to the first race.
        (Reduce::Never, _) | (_, OnViolation::GoOn) => Vec::new(),
    };
    let mut from = match from {
        None => {
            subject.start_over();
            None
        }
        Some(left) => {
            let (search, under) = left.take_up(subject, &model, options)?;
            let tried = simpler.iter().position(|simpler| Some(*simpler) == under).unwrap_or(simpler.len());
            simpler.drain(..tried);
            Some(search)
        }
    };
    let started = options.clock.now();
    let (found, left) = loop {
        let request =
            Request { subject: &*subject, model: &model, simpler: simpler.first().copied(), options, started };
        match search(&request, eyes, from.take(), keeper.as_mut())? {
            Some((found, left)) if subject.again(&found) == Again::Settled => break (found, left),
            Some(_) => {}
            // The simpler model does not suit the program.
            None => _ = simpler.remove(0),
        }
        Observer::<S>::started_again(eyes);
    };
    let left = left
        .filter(|search| !search.has_answer())
        .map(|search| Left::new((subject, &model, options), search, simpler.first().copied()));
    Ok(Checked { verdict: conclude(found, subject, &model), left })
}

/// The verdict of what the last search has found: with all that the program has left out, and what is to be known.
pub(crate) fn conclude<S: Subject, M: Model>(mut found: Searched, subject: &S, model: &M) -> Verdict {
    if let Some(doubt) = found.violation.as_ref().and_then(|violation| subject.doubt(violation)) {
        (found.violation, found.stop) = (None, StopReason::Unsupported(doubt));
        found.more_violations.clear();
    }
    found.more_violations.retain(|violation| subject.doubt(violation).is_none());
    found.bounds.extend(subject.bounds());
    let doubts = model.doubts();
    if !doubts.is_empty() {
        found.warnings.push(Warning::DoubtfulModel(doubts));
    }
    if found.stop == StopReason::Exhausted && found.violation.is_none() {
        found.warnings.extend(subject.warnings());
    }
    Verdict::of(found)
}
