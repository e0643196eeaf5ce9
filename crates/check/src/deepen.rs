//! Looking into loops without an end, round by round.
//!
//! A loop that was not recognised as one that waits makes executions without an end, and a search that
//! follows the first of them meets nothing else: it stops at the limit of events, and has seen nothing of an
//! error in the first round. So when that happens the program is searched again with at most one round of
//! each loop, then with two, four, and so on, as long as that is quick.
//!
//! An error that is found so is run again without a limit on rounds, as a witness of it would be, and what
//! that finds is reported: a thread that was stopped is none that waits for ever. If none is found nothing is
//! proved, but up to a number of rounds.

use std::time::Duration;

use selvedge_core::witness::Decisions;
use selvedge_core::{Bound, Limit, Model, Searched, StopReason, Subject, Violation};
use selvedge_explore::{Observer, Options, Within, replay};

use crate::check::{Task, settled};
use crate::eyes::Eyes;

/// How long that may take.
const QUICK: Duration = Duration::from_secs(10);

/// More rounds than a limit of events lets any loop go.
const MOST_ROUNDS: u32 = 1 << 20;

/// Whether a search went on and on in one execution.
pub(crate) fn is_endless(found: &Searched) -> bool {
    found.violation.is_none() && matches!(found.stop, StopReason::Limit(Limit::GraphSize(_)))
}

/// What comes of it.
pub(crate) enum Deeper {
    /// An error.
    Found(Box<Searched>),
    /// Nothing goes wrong with at most so many rounds of each loop, if that much is known.
    Nothing(Option<u32>),
}

/// Searches again, with one round of each loop, two, four. The program is as it was then, unless an error is
/// found.
pub(crate) fn deepen<S: Subject, M: Model, O: Observer<S>>(subject: &mut S, task: &Task<'_, M>) -> Deeper {
    let mut safe = None;
    if matches!(task.options.within, Within::Samples { .. }) {
        return Deeper::Nothing(safe);
    }
    let known = subject.facts();
    let begun = task.options.clock.now();
    let mut rounds = 1;
    while rounds <= MOST_ROUNDS && subject.limit_rounds(Some(rounds)) {
        let spent = task.options.clock.now().saturating_sub(begun);
        let time = QUICK.saturating_sub(spent).min(task.time_left().unwrap_or(QUICK));
        if time.is_zero() {
            break;
        }
        subject.start_over();
        let mut options = task.options.clone();
        options.limits.time = Some(time);
        let started = options.clock.now();
        let mut eyes = Eyes::<O>::judging(subject);
        let part = Task { options: &options, started, ..*task };
        let Ok((found, _)) = settled(subject, &part, &mut eyes, &mut part.simpler(), None, None) else {
            unreachable!("invariant: only a search that goes on can go astray");
        };
        subject.limit_rounds(None);
        let confirmed: Vec<Violation> =
            found.violations().filter_map(|violation| confirm::<S, M, O>(subject, task, violation)).collect();
        let mut confirmed = confirmed.into_iter();
        if let Some(violation) = confirmed.next() {
            let bounds = found.bounds.iter().filter(|bound| !matches!(bound, Bound::Unroll { .. })).cloned().collect();
            let (stop, violation, more_violations) = (StopReason::Violation, Some(violation), confirmed.collect());
            return Deeper::Found(Box::new(Searched { stop, violation, more_violations, bounds, ..found }));
        }
        let cut = |bound: &Bound| matches!(bound, Bound::Unroll { .. });
        let is_whole = found.stop == StopReason::Exhausted && found.violation.is_none() && found.counts.complete > 0;
        // It is known only if nothing else was left out.
        if !is_whole || found.bounds.is_empty() || !found.bounds.iter().chain(&subject.bounds()).all(cut) {
            break;
        }
        safe = Some(rounds);
        rounds *= 2;
    }
    subject.limit_rounds(None);
    let known = known.iter().map(|(key, text)| (*key, text.as_str()));
    let recalled = subject.recall(known);
    debug_assert!(recalled.is_ok(), "{recalled:?}");
    Deeper::Nothing(safe)
}

/// The same execution, without a limit on rounds.
fn confirm<S: Subject, M: Model, O: Observer<S>>(
    subject: &S,
    task: &Task<'_, M>,
    violation: &Violation,
) -> Option<Violation> {
    let eyes = &mut Eyes::<O>::judging(subject);
    let options = Options { interrupt: None, ..task.options.clone() };
    let again = replay(subject, task.model.clone(), &options, eyes, &Decisions::of(violation)).ok()?;
    subject.doubt(&again).is_none().then_some(again)
}
