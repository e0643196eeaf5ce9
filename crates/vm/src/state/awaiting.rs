//! What a thread does with the answer to its last action.

use selvedge_core::{Access, ReadOrdering, RmwOp, RmwOrdering, Width};
use selvedge_ir::{Type, ValueId};

use crate::library::Step;
use crate::memory::private::PrivateBlock;

/// What the answer to the last action is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Awaiting {
    /// Nothing.
    Nothing,
    /// A value of at most eight bytes in one piece, and how many bits it has.
    Word { to: ValueId, from: u64, bits: u32 },
    /// Pieces of memory, read into a block of their own; see [`Gathered`].
    Pieces(Box<Gathered>),
    /// The old value of an update.
    Old { to: ValueId, width: Width, op: RmwOp, operand: u64 },
    /// The value that a compare-exchange reads which fails although it need not.
    Spurious { to: ValueId, width: Width, expected: u64 },
    /// The old value of a compare-exchange.
    Exchange { to: ValueId, at: Access, expected: u64, new: u64, success: RmwOrdering, failure: ReadOrdering },
    /// A byte that the present instruction needs when it is run again.
    Byte(u64),
    /// The way that the present instruction takes when it is run again.
    Way,
    /// What a function of the library needs to go on; its result goes to a register.
    Library { to: ValueId, step: Step },
}

impl Awaiting {
    /// Whether the answer may be that there is nothing.
    pub(crate) fn may_be_nothing(&self) -> bool {
        match self {
            Awaiting::Pieces(gathered) => match &gathered.purpose {
                Purpose::Library { step, .. } => step.takes_partial(),
                Purpose::Load { .. } | Purpose::Copy { .. } | Purpose::Print => true,
            },
            // A byte may be copied that was never written.
            Awaiting::Word { bits, .. } => *bits <= 8,
            _ => false,
        }
    }
}

/// Memory that is being read piece by piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Gathered {
    /// Offset and size of the next piece, and of those after it, the last one first.
    pub(crate) piece: (u64, u64),
    pub(crate) more: Vec<(u64, u64)>,
    pub(crate) from: u64,
    pub(crate) so_far: PrivateBlock,
    pub(crate) purpose: Purpose,
}

/// What memory is read for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// A value for a register.
    Load { to: ValueId, ty: Type },
    /// A copy to another place.
    Copy { to: u64, size: u64 },
    /// A word for a function of the library.
    Library { to: ValueId, step: Step },
    /// Output, as it is.
    Print,
}
