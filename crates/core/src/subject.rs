//! The contract of a program that is checked, beside what it does.
//!
//! A [`Program`] says what threads do, and that is all that a search needs. A check needs more: a search may
//! have found out that the program must be searched again, in smaller pieces or with less left out; the
//! program itself knows what it has left out; and it may have something to say of how an execution ends.
//! Whoever forgets to ask concludes too much, so only `selvedge-check` asks.

use crate::action::Access;
use crate::digest::Digest;
use crate::graph::Graph;
use crate::ids::ThreadId;
use crate::program::Program;
use crate::value::Value;
use crate::verdict::{Bound, Searched, Violation, ViolationKind, Warning};

/// Whether a search was the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Again {
    /// It was.
    Settled,
    /// What it found does not count: the program has changed, and is to be searched again from the beginning.
    Search,
}

/// A complete execution, at its end.
pub trait Ending<P: Program> {
    /// The graph. It may lack steps that can have no other outcome, unless the subject [judges
    /// ends](Subject::judges_ends).
    fn graph(&self) -> &Graph;

    /// What a location holds.
    fn final_value(&self, at: Access) -> Value;

    /// The state in which a thread has ended. Nothing if it was never started.
    fn thread(&self, id: ThreadId) -> Option<&P::Thread>;
}

/// What is wrong with how an execution ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong.
    pub kind: ViolationKind,
    /// One sentence.
    pub message: String,
}

/// A program that can be checked. No method has a default: one that is forgotten would be answered wrongly in
/// silence.
pub trait Subject: Program + Sized {
    /// Forgets what earlier checks have found out and noted down.
    fn start_over(&mut self);

    /// What tells it from any other program, and from the same one made ready in another way. What searches
    /// find out is none of it.
    fn identity(&self) -> Digest;

    /// What searches have found out and noted down, as keys and texts.
    fn facts(&self) -> Vec<(&'static str, String)>;

    /// Takes the place of the same program with these facts. An error if one means nothing.
    fn recall<'f>(&mut self, facts: impl Iterator<Item = (&'f str, &'f str)>) -> Result<(), String>;

    /// Learns from a search that has ended. Says whether the program has to be searched again because of it.
    fn again(&mut self, searched: &Searched) -> Again;

    /// Whether it [judges](Subject::judge) complete executions by what threads and locations hold in the end.
    fn judges_ends(&self) -> bool;

    /// Looks at the end of a complete execution. What is wrong with it does not end the search, and is told
    /// of the first one only.
    fn judge(&self, end: &impl Ending<Self>) -> Option<Fault>;

    /// Why a violation may be none of the program's own, if that is so: then it is none, and nothing is
    /// proved either.
    fn doubt(&self, violation: &Violation) -> Option<String>;

    /// What the searches since the last start have left out.
    fn bounds(&self) -> Vec<Bound>;

    /// What the user should know about a program none of whose executions goes wrong.
    fn warnings(&self) -> Vec<Warning>;

    /// Lets no loop begin more than so many rounds, or as many as it likes. False if there are none, or the
    /// user has said how many: then nothing changes.
    fn limit_rounds(&mut self, rounds: Option<u32>) -> bool;

    /// Runs threads to no purpose of the check: whatever is noted down meanwhile is forgotten.
    fn aside<T>(&self, run: impl FnOnce() -> T) -> T;
}
