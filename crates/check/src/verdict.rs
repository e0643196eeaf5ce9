//! What a check comes to, and what may be concluded from it.
//!
//! There is exactly one road to *verified*: [`Verdict::conclusion`] takes it only for an exhausted search
//! without violation, without bounds and with at least one complete execution. And a [`Verdict`] is made only
//! by this crate, after the whole check: what a single search has found ([`Searched`]) cannot be concluded
//! from.

use std::fmt;

use selvedge_core::unseen::visible_line;
use selvedge_core::{Bound, Counts, Reduction, Searched, StopReason, Violation, Warning};

/// The outcome of a check.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    found: Searched,
    safe_rounds: Option<u32>,
}

/// What may be concluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// No execution goes wrong.
    Verified,
    /// One does.
    Violated,
    /// None of those explored does, and a bound left some out.
    Bounded,
    /// None of those explored does; the search did not finish.
    Inconclusive,
    /// The program cannot be checked.
    Unsupported,
}

impl Verdict {
    /// What the last search of a check has found is what the check comes to.
    pub(crate) fn of(mut found: Searched) -> Verdict {
        // A program can say anything in its messages; they are told on one line.
        for violation in found.violation.iter_mut().chain(&mut found.more_violations) {
            violation.message = visible_line(&violation.message).into_owned();
        }
        if let StopReason::Unsupported(what) = &mut found.stop {
            *what = visible_line(what).into_owned();
        }
        Verdict { found, safe_rounds: None }
    }

    /// The same verdict, with what is known of rounds of loops.
    pub(crate) fn with_safe_rounds(self, safe_rounds: Option<u32>) -> Verdict {
        Verdict { safe_rounds, ..self }
    }

    /// A verdict of no check, for tests of what writes verdicts down.
    #[cfg(feature = "by-hand")]
    pub fn by_hand(found: Searched) -> Verdict {
        Verdict { found, safe_rounds: None }
    }

    /// Why the search stopped.
    pub fn stop(&self) -> &StopReason {
        &self.found.stop
    }

    /// The first violation found.
    pub fn violation(&self) -> Option<&Violation> {
        self.found.violation.as_ref()
    }

    /// All that were found: several if the search went on after the first. Each is of another kind or in
    /// another place.
    pub fn violations(&self) -> impl Iterator<Item = &Violation> {
        self.found.violation.iter().chain(&self.found.more_violations)
    }

    /// What was counted.
    pub fn counts(&self) -> &Counts {
        &self.found.counts
    }

    /// What was left out.
    pub fn bounds(&self) -> &[Bound] {
        &self.found.bounds
    }

    /// What made the search meet fewer executions.
    pub fn reductions(&self) -> &[Reduction] {
        &self.found.reductions
    }

    /// What to know before trusting the conclusion.
    pub fn warnings(&self) -> &[Warning] {
        &self.found.warnings
    }

    /// If the search stopped in an execution that was too long: nothing goes wrong with at most so many
    /// rounds of each loop.
    pub fn safe_rounds(&self) -> Option<u32> {
        self.safe_rounds
    }

    /// Wall-clock time.
    pub fn seconds(&self) -> f64 {
        self.found.seconds
    }

    /// What may be concluded. A violation counts even if the search did not finish.
    pub fn conclusion(&self) -> Conclusion {
        let Searched { stop, violation, counts, bounds, .. } = &self.found;
        if violation.is_some() {
            return Conclusion::Violated;
        }
        match stop {
            StopReason::Unsupported(_) | StopReason::Overlap(..) => Conclusion::Unsupported,
            StopReason::Limit(_) | StopReason::Interrupted => Conclusion::Inconclusive,
            StopReason::Violation => unreachable!("invariant: a search that stops for a violation carries it"),
            // Whatever was left out: nothing that counts was seen either.
            StopReason::Exhausted if counts.complete == 0 => Conclusion::Inconclusive,
            StopReason::Exhausted if !bounds.is_empty() => Conclusion::Bounded,
            StopReason::Exhausted => Conclusion::Verified,
        }
    }
}

impl Conclusion {
    /// The name in the JSON contract.
    pub fn name(self) -> &'static str {
        match self {
            Conclusion::Verified => "verified",
            Conclusion::Violated => "violated",
            Conclusion::Bounded => "bounded",
            Conclusion::Inconclusive => "inconclusive",
            Conclusion::Unsupported => "unsupported",
        }
    }

    /// The exit status of the command.
    pub fn exit_status(self) -> u8 {
        match self {
            Conclusion::Verified => 0,
            Conclusion::Violated => 42,
            Conclusion::Bounded | Conclusion::Inconclusive => 3,
            Conclusion::Unsupported => 4,
        }
    }
}

/// Its name.
impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use selvedge_core::Limit;

    use super::*;

    fn concluded(stop: StopReason, complete: u64, bounds: Vec<Bound>) -> Conclusion {
        let counts = Counts { complete, ..Counts::default() };
        let (violation, reductions, warnings) = (None, vec![], vec![]);
        let more_violations = vec![];
        let found = Searched { stop, violation, more_violations, counts, bounds, reductions, warnings, seconds: 0.0 };
        Verdict::of(found).conclusion()
    }

    #[test]
    fn only_an_exhausted_unbounded_search_verifies() {
        assert_eq!(concluded(StopReason::Exhausted, 1, vec![]), Conclusion::Verified);
        assert_eq!(concluded(StopReason::Exhausted, 0, vec![]), Conclusion::Inconclusive);
        assert_eq!(concluded(StopReason::Limit(Limit::Seconds(1)), 1, vec![]), Conclusion::Inconclusive);
        assert_eq!(concluded(StopReason::Interrupted, 1, vec![]), Conclusion::Inconclusive);
        let cut = Bound::Unroll { rounds: 3, loops: vec![] };
        assert_eq!(concluded(StopReason::Exhausted, 1, vec![cut]), Conclusion::Bounded);
    }

    #[test]
    fn a_conclusion_is_shown_by_its_name() {
        assert_eq!(format!("{:>10}|", Conclusion::Verified), "  verified|");
    }
}
