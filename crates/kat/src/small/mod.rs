//! Small executions without a program: what one model allows and another forbids ([`difference`]), and what a
//! model must not do if the search is to rely on it ([`hazard`]).
//!
//! An execution here is a handful of accesses and fences in threads, with where each read reads from and the
//! order of the writes to each location. Millions of them are looked at, so a model is compiled to straight
//! code over rows of bits (`straightline.rs`) instead of being evaluated term by term
//! ([`mod@crate::evaluate`] remains the definition; the tests compare the two).

mod bitgraph;
mod choices;
pub mod difference;
pub mod hazard;
mod implied;
mod modes;
mod programs;
mod straightline;
#[cfg(test)]
mod tests;

use std::fmt;

use selvedge_core::Mode;

pub use straightline::{Asked, Straightline};

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// A fence.
    Fence,
    /// An exchange: it reads and writes.
    Update,
}

impl Kind {
    /// Whether it writes.
    pub fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::Update)
    }

    /// Whether it reads.
    pub fn reads(self) -> bool {
        matches!(self, Kind::Read | Kind::Update)
    }

    /// The orderings that C11 has for it, from weak to strong.
    pub fn modes(self) -> &'static [Mode] {
        use Mode::{AcqRel, Acquire, Relaxed, Release, SeqCst};
        match self {
            Kind::Write => &[Relaxed, Release, SeqCst],
            Kind::Read => &[Relaxed, Acquire, SeqCst],
            Kind::Fence => &[Acquire, Release, AcqRel, SeqCst],
            Kind::Update => &[Relaxed, Acquire, Release, AcqRel, SeqCst],
        }
    }
}

/// An operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Op {
    /// The thread.
    pub thread: u8,
    /// What it does.
    pub kind: Kind,
    /// Where; 0 for a fence.
    pub location: u8,
    /// Its ordering.
    pub mode: Mode,
}

/// A small execution. Operations of a thread come in program order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Execution {
    /// The operations.
    pub ops: Vec<Op>,
    /// For each operation that reads, the write it reads from; nothing for the initial value.
    pub sources: Vec<Option<usize>>,
    /// For each location, its writes in coherence order, without the initial one.
    pub coherence: Vec<Vec<usize>>,
}

/// Names of locations.
const LOCATIONS: [char; 8] = ['x', 'y', 'z', 'w', 'v', 'u', 't', 's'];

impl Execution {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.ops.iter().map(|op| op.thread as usize + 1).max().unwrap_or(0)
    }

    /// What a location is called.
    pub fn location_name(location: u8) -> char {
        LOCATIONS[location as usize % LOCATIONS.len()]
    }

    /// The value that a write writes: those of a location are told apart by it.
    pub fn written(&self, write: usize) -> u32 {
        let location = self.ops[write].location;
        let earlier = self.ops[..write].iter().filter(|op| op.kind.writes() && op.location == location);
        1 + earlier.count() as u32
    }

    /// The value that a read reads.
    pub fn read(&self, read: usize) -> u32 {
        self.sources[read].map_or(0, |write| self.written(write))
    }

    /// An operation as short text.
    fn name(&self, at: usize) -> String {
        let op = self.ops[at];
        let location = Execution::location_name(op.location);
        let mode = match op.mode {
            Mode::Plain => "na",
            Mode::Relaxed => "rlx",
            Mode::Acquire => "acq",
            Mode::Release => "rel",
            Mode::AcqRel => "acq_rel",
            Mode::SeqCst => "sc",
        };
        match op.kind {
            Kind::Write => format!("{location} := {} ({mode})", self.written(at)),
            Kind::Read => format!("{location} = {} ({mode})", self.read(at)),
            Kind::Update => format!("{location} = {}, := {} ({mode})", self.read(at), self.written(at)),
            Kind::Fence => format!("fence ({mode})"),
        }
    }
}

/// A column for each thread, then the coherence orders that can be in doubt.
impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<Vec<String>> = (0..self.threads())
            .map(|thread| {
                let ops = (0..self.ops.len()).filter(|&at| self.ops[at].thread as usize == thread);
                std::iter::once(format!("P{thread}")).chain(ops.map(|at| self.name(at))).collect()
            })
            .collect();
        let widths: Vec<usize> =
            columns.iter().map(|column| column.iter().map(String::len).max().unwrap_or(0)).collect();
        let height = columns.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..height {
            let cells = columns.iter().zip(&widths).map(|(column, width)| {
                let cell = column.get(row).map_or("", String::as_str);
                format!("{cell:width$}")
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  |  ").trim_end())?;
        }
        for (location, order) in self.coherence.iter().enumerate().filter(|(_, order)| order.len() > 1) {
            let values: Vec<String> = order.iter().map(|&write| self.written(write).to_string()).collect();
            writeln!(f, "{} takes the values {}", Execution::location_name(location as u8), values.join(", then "))?;
        }
        Ok(())
    }
}
