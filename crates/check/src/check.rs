//! The check itself: see the top of the crate.

use std::time::Duration;

use selvedge_core::{Again, Limit, Model, Property, Searched, StopReason, Subject, Warning};
use selvedge_explore::{Checkpoint, Observer, OnRace, OnViolation, Options, Reduce};
use selvedge_models::simplify::Simpler;

use crate::deepen::{Deeper, deepen, is_endless};
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

/// Called now and then with the program, the observer and what is left of a check that goes on: whoever keeps
/// it loses little if the process is killed.
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

/// As [`check`], from where another check of the same program, under the same model and with the same
/// options, has stopped. An error says why it cannot go on there. Limits are those of this part; all else is
/// counted together.
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
    let task = Task { model: &model, options, started: options.clock.now() };
    let mut simpler = task.simpler();
    let from = match from {
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
    let mut first = options.clone();
    // Most executions that grow so long have no end, and it is better to look into their loops than to follow
    // them.
    if from.is_none() {
        first.limits.graph_size = first.limits.graph_size.min(LONG);
    }
    let (mut found, mut left) =
        settled(subject, &Task { options: &first, ..task }, eyes, &mut simpler, from, keeper.as_mut())?;
    let mut safe = None;
    if is_endless(&found) {
        match deepen::<S, M, O>(subject, &Task { options: &first, ..task }) {
            Deeper::Found(deeper) => (found, left) = (*deeper, None),
            Deeper::Nothing(rounds) if first.limits.graph_size < options.limits.graph_size => {
                safe = rounds;
                let done = executions(&found) - from.map_or(0, |from| from.counts.complete + from.counts.blocked);
                let mut rest = options.clone();
                rest.limits.executions = rest.limits.executions.map(|limit| limit.saturating_sub(done).max(1));
                let task = Task { options: &rest, ..task };
                (found, left) = settled(subject, &task, eyes, &mut simpler, left.as_ref(), keeper.as_mut())?;
                // What is reported is the limit of the whole.
                if let (StopReason::Limit(Limit::Executions(reached)), Some(limit)) =
                    (&mut found.stop, options.limits.executions)
                {
                    *reached = limit;
                }
            }
            Deeper::Nothing(rounds) => safe = rounds,
        }
    }
    let rounds = safe.filter(|_| is_endless(&found));
    let left = left
        .filter(|search| !search.has_answer())
        .map(|search| Left::new((subject, &model, options), search, simpler.first().copied()));
    Ok(Checked { verdict: conclude(found, subject, &model).with_safe_rounds(rounds), left })
}

/// How many events an execution may have before it is worth looking into its loops.
const LONG: usize = 10_000;

fn executions(found: &Searched) -> u64 {
    found.counts.complete + found.counts.blocked
}

/// What to search under, and since when: the limit of time is that of the whole check.
pub(crate) struct Task<'a, M> {
    pub model: &'a M,
    pub options: &'a Options,
    pub started: Duration,
}

impl<M> Clone for Task<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Task<'_, M> {}

impl<M: Model> Task<'_, M> {
    /// The simpler models to try.
    pub fn simpler(&self) -> Vec<Simpler> {
        match (self.options.simplify, self.options.on_violation) {
            (Reduce::WherePossible, OnViolation::Stop) => {
                // A simpler model is as good only up to the first race, if that does not end the search.
                let stops = self.options.on_race == OnRace::Report && self.options.properties.has(Property::Race);
                Simpler::of(self.model.licences(), stops)
            }
            (Reduce::Never, _) | (_, OnViolation::GoOn) => Vec::new(),
        }
    }

    /// How much time is left, if there is a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let spent = self.options.clock.now().saturating_sub(self.started);
        self.options.limits.time.map(|time| time.saturating_sub(spent))
    }
}

/// Searches until neither a simpler model is left that does not suit the program, nor the program asks for
/// another search.
pub(crate) fn settled<S: Subject, M: Model, O: Observer<S>>(
    subject: &mut S,
    task: &Task<'_, M>,
    eyes: &mut Eyes<'_, O>,
    simpler: &mut Vec<Simpler>,
    mut from: Option<&Checkpoint>,
    mut keeper: Option<&mut Keeper<'_, S, O>>,
) -> Result<(Searched, Option<Checkpoint>), String> {
    loop {
        let request = Request { subject: &*subject, simpler: simpler.first().copied(), task: *task };
        match search(&request, eyes, from.take(), keeper.as_deref_mut())? {
            Some((found, left)) if subject.again(&found) == Again::Settled => return Ok((found, left)),
            Some(_) => {}
            // The simpler model does not suit the program.
            None => _ = simpler.remove(0),
        }
        Observer::<S>::started_again(eyes);
    }
}

/// The verdict of what the last search has found: with all that the program has left out, and what is to be
/// known.
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
