//! The nouns of Selvedge and its two contracts.
//!
//! Everything that more than one part of the project speaks about lives here: ids, orderings, events, clocks,
//! the execution graph with its undo log, the contracts of a [`Program`] and of a [`Subject`] (what a
//! frontend gives us), the contract of a [`Model`] (what a memory model decides), and the facts that a search
//! finds ([`Searched`]). There is no search, no parsing and no input or output in this crate.

// A new kind of event or action has to be thought about wherever kinds are told apart.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod action;
pub mod clock;
pub mod cursor;
pub mod digest;
pub mod event;
pub mod execution;
pub mod graph;
pub mod hash;
pub mod ids;
pub mod model;
pub mod ordering;
pub mod past;
pub mod program;
pub mod property;
pub mod seal;
pub mod source;
pub mod subject;
pub mod unseen;
pub mod value;
pub mod verdict;
pub mod walk;
pub mod witness;

pub use action::{Access, Action, BlockReason, Content, NextRound};
pub use clock::Clock;
pub use cursor::{Cursor, Generation};
pub use digest::Digest;
pub use event::{Event, EventKind, NewEvent};
pub use execution::{Execution, Step, StepName, ThreadName};
pub use graph::Graph;
pub use ids::{EventId, EventName, LocId, ThreadId};
pub use model::{Complaint, Licence, Licences, Model};
pub use ordering::{FenceOrdering, Mode, ReadOrdering, RmwOrdering, WriteOrdering};
pub use program::{Answer, Hints, Lifetime, Meaning, Prediction, Program, Spawn, Telling};
pub use property::{Properties, Property};
pub use seal::Seal;
pub use source::{Frame, Site, Span};
pub use subject::{Again, Ending, Fault, Subject};
pub use value::{Address, Block, RmwOp, Value, Width};
pub use verdict::{Bound, Counts, Limit, Reduction, Searched, StopReason, Violation, ViolationKind, Warning};
pub use witness::Witness;
