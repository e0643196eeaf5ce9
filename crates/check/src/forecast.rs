//! How long a check would take.
//!
//! The number of executions is guessed from samples ([`selvedge_explore::estimate`]). The time is that number
//! times what an execution takes at the beginning of a check. If the check ends before it has gone on for
//! long, there is nothing to guess.

use std::time::Duration;

use selvedge_core::{Again, Model, StopReason, Subject};
use selvedge_explore::{Estimate, Observer, Options, Reduce, Samples};

use crate::check::{conclude, whole};
use crate::eyes::Eyes;
use crate::search::Sample;
use crate::verdict::Verdict;

/// How long a check may go on to find out what an execution takes.
const TRIAL: Duration = Duration::from_millis(300);

/// What is to be expected of a check.
#[derive(Clone, PartialEq, Debug)]
pub enum Forecast {
    /// It is over already, or ends in this way.
    Over(Verdict),
    /// It takes longer.
    Guess {
        /// What came of its beginning.
        begun: Verdict,
        /// What samples say.
        estimate: Estimate,
    },
}

/// Begins a check, and guesses what the whole of it would take. The observer's type is that of the program's
/// checks, for which the search is compiled already; nothing is observed.
pub fn forecast<S, M, O>(subject: &mut S, model: M, options: &Options) -> Forecast
where
    S: Subject,
    M: Model,
    O: Observer<S>,
{
    // What is guessed is guessed of the model itself.
    let mut trial = Options { simplify: Reduce::Never, ..options.clone() };
    trial.limits.time = Some(TRIAL);
    loop {
        let mut eyes = Eyes::<O>::judging(subject);
        let begun = match whole(subject, model.clone(), &trial, &mut eyes, None, None) {
            Ok(checked) => checked.verdict,
            Err(why) => unreachable!("invariant: only a search that goes on can go astray: {why}"),
        };
        let stopped = matches!(begun.stop(), StopReason::Limit(_)) && begun.stop().may_go_on();
        if begun.violation().is_some() || !stopped {
            return Forecast::Over(begun);
        }
        match Sample::<S, O>::new(subject, options, Samples::default()).under(model.clone()) {
            Ok(estimate) => return Forecast::Guess { begun, estimate },
            Err(found) if subject.again(&found) == Again::Search => {}
            Err(found) => return Forecast::Over(conclude(*found, subject, &model)),
        }
    }
}
