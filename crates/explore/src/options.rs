//! What a caller can decide about a search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::bound::Within;
use crate::schedule::Schedule;
use crate::stuck::Liveness;

/// Whether conflicting accesses without ordering are an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnRace {
    /// Report the race and stop.
    Report,
    /// Let plain accesses behave like relaxed ones that never synchronise.
    Ignore,
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

/// Everything a caller can decide.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which thread goes next. No influence on which executions are found.
    pub schedule: Schedule,
    /// What to do about races.
    pub on_race: OnRace,
    /// Whether loops that go round for ever are an error.
    pub liveness: Liveness,
    /// Whether threads that would only wait go last, and let go of a lock that they lose.
    pub awaits: Reduce,
    /// Whether the orders in which threads arrive at a barrier are not told apart.
    pub barriers: Reduce,
    /// Which executions to explore.
    pub within: Within,
    /// Whether threads that were started in the same way are not told apart. They are by default: then every execution counts.
    pub symmetry: Reduce,
    /// Whether they are not told apart, once they have become different, after a barrier at which they meet in the same
    /// state. Only for models in which it makes no difference who did what before (`reduce/restore.rs`): sc, tso, pso, ra, rc11.
    pub restored: Reduce,
    /// When to give up.
    pub limits: Limits,
    /// How many bytes the path trie of a worker may take, threads included, before unused nodes are evicted.
    pub trie_bytes: usize,
    /// How many workers search at the same time. No influence on what is found, nor on what is reported.
    pub workers: usize,
    /// How long a search goes on alone before others help: most are over by then.
    pub alone: Duration,
    /// Set from outside to stop the search.
    pub interrupt: Option<Arc<AtomicBool>>,
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
            liveness: Liveness::Check,
            awaits: Reduce::WherePossible,
            barriers: Reduce::WherePossible,
            within: Within::Everything,
            symmetry: Reduce::Never,
            restored: Reduce::Never,
            limits: Limits::default(),
            trie_bytes: 24 << 20,
            workers: 1,
            alone: Duration::from_millis(5),
            interrupt: None,
        }
    }
}
