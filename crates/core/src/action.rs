//! What a thread asks of shared memory.

use std::sync::Arc;

use crate::ids::ThreadId;
use crate::ordering::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use crate::program::Spawn;
use crate::value::{Address, Block, RmwOp, Value, Width};
use crate::verdict::{Limit, ViolationKind};

/// The location an access touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// Where.
    pub address: Address,
    /// How much.
    pub width: Width,
}

/// The next thing a thread does that others may notice. See [`Meaning::resume`](crate::Meaning::resume) for
/// the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A load. Answer: the value read.
    Read {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: ReadOrdering,
    },
    /// A plain load of something that is only copied, so that it may be something that was never written, or
    /// that is undefined. Answer: the value read, or [`Value::NOTHING`].
    Copy {
        /// The location.
        at: Access,
    },
    /// A store.
    Write {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: WriteOrdering,
        /// The value stored. In a byte-addressed program a plain store may store [`Value::NOTHING`]: the
        /// location is undefined afterwards, as if it had never been written.
        value: Value,
    },
    /// A read-modify-write that always writes. Answer: the old value.
    Rmw {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: RmwOrdering,
        /// The operation.
        op: RmwOp,
        /// Its operand.
        operand: Value,
    },
    /// A read-modify-write that writes unless the old value is `unless`; then it is a relaxed load. Answer:
    /// the old value.
    UpdateUnless {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: RmwOrdering,
        /// The operation.
        op: RmwOp,
        /// Its operand.
        operand: Value,
        /// The value that keeps it from writing.
        unless: Value,
    },
    /// A compare-exchange that does not fail spuriously. Answer: the old value; it succeeded iff that is
    /// `expected`.
    CompareExchange {
        /// The location.
        at: Access,
        /// The value that lets it succeed.
        expected: Value,
        /// The value it then writes.
        desired: Value,
        /// The ordering when it succeeds.
        success: RmwOrdering,
        /// The ordering of the load that remains when it fails.
        failure: ReadOrdering,
    },
    /// Arrives at a barrier: adds one to the count of those who have, acquires and releases. Answer: the
    /// count before; a search that does not tell the arrivals of a round apart answers as if it were the last
    /// of its round. So the thread must do the same whichever of them it is; one that does not says
    /// [`Action::Rmw`] instead.
    Arrive {
        /// The count.
        at: Access,
        /// How many threads meet there, at least one.
        threads: Value,
    },
    /// Leaves a barrier: reads the count of arrivals, and acquires. Answer: the count, which may be too
    /// small; a search that does not tell the arrivals of a round apart does not let the thread go on before
    /// the count is reached.
    Leave {
        /// The count.
        at: Access,
        /// What the thread waits for.
        count: Value,
    },
    /// A fence.
    Fence(FenceOrdering),
    /// Makes a block of memory known to the other threads.
    Allocate {
        /// The block.
        block: Block,
        /// Its size in bytes.
        size: u64,
        /// What it contains before anything is written.
        content: Content,
    },
    /// Ends the life of a block.
    Free(Block),
    /// Starts a thread. Answer: its id, as a value.
    Spawn(Spawn),
    /// Waits for a thread to finish. Answer: the value it finished with.
    Join(ThreadId),
    /// Takes one of so many ways, at least one, all of which are explored. Answer: which, from 0.
    Choose(u32),
    /// Goes no further: this execution does not count as complete.
    Block(BlockReason),
    /// The program is wrong.
    Fail {
        /// What kind of wrong.
        kind: ViolationKind,
        /// In the words of the frontend.
        message: Arc<str>,
        /// The address that the failure is about, if it is about one.
        about: Option<Address>,
    },
    /// The program does something that the frontend does not model. Ends the search: what follows is unknown.
    Unsupported(Arc<str>),
    /// The thread needs more of something than the frontend gives it. Ends the search, without a verdict on
    /// the program.
    Exceeds(Limit),
    /// The thread ends.
    Finish(Value),
    /// The thread ends, and the program with it. Nobody can join it any more. Other threads may have got as
    /// far as they can by then, and those that wait are no longer waited for: the execution is complete.
    Exit(Value),
}

impl Action {
    /// The same without barriers: as the updates and reads that their steps are.
    pub fn without_barriers(self) -> Action {
        match self {
            Action::Arrive { at, .. } => {
                Action::Rmw { at, ordering: RmwOrdering::AcqRel, op: RmwOp::Add, operand: Value(1) }
            }
            Action::Leave { at, .. } => Action::Read { at, ordering: ReadOrdering::Acquire },
            other @ (Action::Read { .. }
            | Action::Copy { .. }
            | Action::Write { .. }
            | Action::Rmw { .. }
            | Action::UpdateUnless { .. }
            | Action::CompareExchange { .. }
            | Action::Fence(_)
            | Action::Allocate { .. }
            | Action::Free(_)
            | Action::Spawn(_)
            | Action::Join(_)
            | Action::Choose(_)
            | Action::Block(_)
            | Action::Fail { .. }
            | Action::Unsupported(_)
            | Action::Exceeds(_)
            | Action::Finish(_)
            | Action::Exit(_)) => other,
        }
    }
}

/// What a block contains before anything is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// Nothing: reading it is an error.
    Nothing,
    /// Zeros.
    Zeros,
}

/// How a thread that takes back what it has added comes to its next round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NextRound {
    /// At once.
    AtOnce,
    /// It waits until it sees some value where it added something ([`crate::Meaning::stops_waiting`]).
    AfterWait,
}

/// Why a thread goes no further.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockReason {
    /// An assumption of the user's does not hold.
    Assume,
    /// It waits for a lock that its last read found taken.
    Lock,
    /// It guessed wrong, or tried in vain: there is another execution that says the same. Does not count as
    /// an execution. In a loop, so many of its last actions may make up a round that it would take again, as
    /// in [`BlockReason::Spin`].
    Redundant(Option<u32>),
    /// It is in a loop that changed nothing in its last round, and waits for something to change. So many of
    /// its last actions make up that round: if they were told the same again, it would stand here again.
    /// Nothing if that is not known.
    Spin(Option<u32>),
    /// It is in a loop, and would now take back what its last action has added, and begin the next round in
    /// the state in which this one began.
    TakesBack(NextRound),
    /// It has begun so many rounds of a loop and is not allowed another. This thread is no reason for an
    /// execution not to count as complete; a thread that joins it waits.
    Unroll(u32),
}
