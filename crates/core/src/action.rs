//! What a thread asks of shared memory.

use std::sync::Arc;

use crate::ids::ThreadId;
use crate::ordering::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use crate::program::Spawn;
use crate::value::{Address, RmwOp, Value, Width};
use crate::verdict::ViolationKind;

/// The location an access touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Access {
    /// Where.
    pub address: Address,
    /// How much.
    pub width: Width,
}

/// The next thing a thread does that others may notice. See [`Program::resume`](crate::Program::resume) for the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A load. Answer: the value read.
    Read {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: ReadOrdering,
    },
    /// A store.
    Write {
        /// The location.
        at: Access,
        /// The ordering.
        ordering: WriteOrdering,
        /// The value stored.
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
    /// A compare-exchange that does not fail spuriously. Answer: the old value; it succeeded iff that is `expected`.
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
    /// A fence.
    Fence(FenceOrdering),
    /// Starts a thread. Answer: its id, as a value.
    Spawn(Spawn),
    /// Waits for a thread to finish. Answer: the value it finished with.
    Join(ThreadId),
    /// Goes no further: this execution does not count as complete.
    Block(BlockReason),
    /// The program is wrong.
    Fail {
        /// What kind of wrong.
        kind: ViolationKind,
        /// In the words of the frontend.
        message: Arc<str>,
    },
    /// The thread ends.
    Finish(Value),
}

/// Why a thread goes no further.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockReason {
    /// An assumption of the user's does not hold.
    Assume,
}
