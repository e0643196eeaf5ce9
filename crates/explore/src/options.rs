//! What a caller can decide about a search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use selvedge_core::{Licence, Model, Properties, StopReason};

use crate::bound::Within;
use crate::check::stuck::Liveness;
use crate::clock::Clock;
use crate::schedule::Schedule;

/// Whether conflicting accesses without ordering are an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnRace {
    /// Report the race and stop.
    Report,
    /// Let plain accesses behave like relaxed ones that never synchronise.
    Ignore,
}

/// Whether the search goes on after a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnViolation {
    /// The first one ends it.
    Stop,
    /// It goes on, and keeps one violation for each kind and place. An access that is not ordered with others
    /// goes on as if it were; a thread that fails stands still, as one does whose assumption fails. So what
    /// is found later may follow from what was found before: the first violation is as good a proof as
    /// without.
    GoOn,
}

/// When to give up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Complete plus blocked executions.
    pub executions: Option<u64>,
    /// Events in one graph. A program that never ends is caught by this one.
    pub graph_size: usize,
    /// Bytes held by the search (graph, choices, path trie).
    pub memory: usize,
}

/// Whether a technique that saves executions is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduce {
    /// Where it applies.
    WherePossible,
    /// Nowhere.
    Never,
}

/// Everything a caller can decide. What a model does not [license](selvedge_core::Licence) is not done in any
/// case.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which thread goes next. No influence on which executions are found.
    pub schedule: Schedule,
    /// What to do about races.
    pub on_race: OnRace,
    /// What to look for, beside races and loops that go round for ever: those have options of their own.
    pub properties: Properties,
    /// Whether to go on after a violation.
    pub on_violation: OnViolation,
    /// Whether loops that go round for ever are an error.
    pub liveness: Liveness,
    /// Whether threads that would only wait go last, and let go of a lock that they lose.
    pub awaits: Reduce,
    /// Whether the orders in which threads arrive at a barrier are not told apart.
    pub barriers: Reduce,
    /// Which executions to explore.
    pub within: Within,
    /// Whether threads that were started in the same way are not told apart. They are by default: then every
    /// execution counts.
    pub symmetry: Reduce,
    /// Whether they are not told apart, once they have become different, after a barrier at which they meet
    /// in the same state.
    pub restored: Reduce,
    /// Whether a simpler model that allows the same is tried first. Only a whole check does that
    /// (`selvedge-check`).
    pub simplify: Reduce,
    /// When to give up.
    pub limits: Limits,
    /// How many bytes the path trie of a worker may take, threads included, before unused nodes are evicted.
    pub trie_bytes: usize,
    /// How many workers search at the same time. No influence on what is found, nor on what is reported.
    pub workers: usize,
    /// How long a search goes on alone before others help: most are over by then.
    pub alone: Duration,
    /// Where the time comes from.
    pub clock: Clock,
    /// Set from outside to stop the search.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Options {
    /// What is left of them under a model.
    #[must_use]
    pub fn under<M: Model>(&self, model: &M) -> Options {
        let licences = model.licences();
        let only_if = |licence, wanted| if licences.has(licence) { wanted } else { Reduce::Never };
        // Where the order of threads counts, they may not change places.
        let alike = |licence, wanted| match self.within {
            Within::Everything => only_if(licence, wanted),
            Within::Contexts(_) | Within::Rounds(_) | Within::Samples { .. } => Reduce::Never,
        };
        Options {
            on_race: if model.defines_races() { self.on_race } else { OnRace::Ignore },
            barriers: only_if(Licence::Barriers, self.barriers),
            symmetry: alike(Licence::Symmetry, self.symmetry),
            restored: alike(Licence::Restored, self.restored),
            ..self.clone()
        }
    }

    /// Everything in them that decides which executions there are and in which order they are met: each a
    /// name and what it is.
    pub fn conditions(&self) -> Vec<String> {
        let Options {
            schedule,
            on_race,
            properties,
            on_violation,
            liveness,
            awaits,
            barriers,
            symmetry,
            restored,
            simplify,
            within,
            limits: _,
            trie_bytes: _,
            workers: _,
            alone: _,
            clock: _,
            interrupt: _,
        } = self;
        vec![
            format!("simpler models {simplify:?}"),
            format!("schedule {schedule:?}"),
            format!("races {on_race:?}"),
            format!("looks for {properties:?}"),
            format!("after a violation {on_violation:?}"),
            format!("liveness {liveness:?}"),
            format!("awaits {awaits:?}"),
            format!("barriers {barriers:?}"),
            format!("symmetry {symmetry:?}"),
            format!("restored symmetry {restored:?}"),
            format!("within {within:?}"),
        ]
    }

    /// Why nothing can be searched with these options under the model, if that is so.
    pub(crate) fn obstacle<M: Model>(&self, model: &M) -> Option<StopReason> {
        let counts_schedules = self.within.bounds_schedules() && !model.licences().has(Licence::Interleavings);
        let name = model.name();
        counts_schedules.then(|| {
            let what = "bounds on preemptions and rounds are about schedules";
            StopReason::Unsupported(format!("{what}, and executions under {name} need not have one"))
        })
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, executions: None, graph_size: 10_000, memory: 2 << 30 }
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            schedule: Schedule::WritesFirst,
            on_race: OnRace::Report,
            properties: Properties::default(),
            on_violation: OnViolation::Stop,
            liveness: Liveness::Check,
            awaits: Reduce::WherePossible,
            barriers: Reduce::WherePossible,
            within: Within::Everything,
            symmetry: Reduce::Never,
            restored: Reduce::Never,
            simplify: Reduce::WherePossible,
            limits: Limits::default(),
            trie_bytes: 24 << 20,
            workers: 1,
            alone: Duration::from_millis(5),
            clock: Clock::default(),
            interrupt: None,
        }
    }
}
