//! A thread of the program: a value that can be copied and compared.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use selvedge_core::{Action, Content, RmwOp, ThreadId, Width};

use super::address;
use super::library::{Held, Keys, Running, Step};
use super::lifetime::{Handlers, Stage};
use super::private::{PrivateBlock, PrivateMemory, Storage};
use super::value::Val;
use crate::ir::{BlockId, FunctionId, GlobalId, Type, ValueId};

/// A call in progress.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Frame {
    pub(super) function: FunctionId,
    pub(super) block: BlockId,
    /// Index of the next instruction.
    pub(super) next: u32,
    pub(super) registers: Vec<Val>,
    /// First bytes of its local variables.
    pub(super) locals: Vec<u64>,
    /// Where the caller wants the result.
    pub(super) result: Option<ValueId>,
    /// Where each loop stood when its present round began.
    pub(super) rounds: BTreeMap<BlockId, Arc<Round>>,
}

/// The state of a thread at the beginning of a round of a loop, as far as it can matter later.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Round {
    /// How many steps with an effect the thread had taken.
    pub(super) effects: u64,
    pub(super) registers: Vec<Val>,
    pub(super) memory: PrivateMemory,
    pub(super) next_block: u32,
    pub(super) held: Vec<u64>,
}

/// What the answer to the last action is for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Awaiting {
    /// Nothing.
    Nothing,
    /// Pieces of memory, read into a block of their own; see [`Gathered`].
    Pieces(Box<Gathered>),
    /// The old value of an update.
    Old { to: ValueId, width: Width, op: RmwOp, operand: u64 },
    /// The value that a compare-exchange reads which fails although it need not.
    Spurious { to: ValueId, expected: u64 },
    /// The old value of a compare-exchange.
    Exchange { to: ValueId, expected: u64 },
    /// The way that the present instruction takes when it is run again.
    Way,
    /// What a function of the library needs to go on; its result goes to a register.
    Library { to: ValueId, step: Step },
}

/// Memory that is being read piece by piece.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Gathered {
    /// Offset and size of the pieces that are still to come, the next one last.
    pub(super) pieces: Vec<(u64, u64)>,
    pub(super) from: u64,
    pub(super) so_far: PrivateBlock,
    pub(super) purpose: Purpose,
}

/// What memory is read for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Purpose {
    /// A value for a register.
    Load { to: ValueId, ty: Type },
    /// A copy to another place.
    Copy { to: u64, size: u64 },
}

/// A thread.
#[derive(Clone, PartialEq, Debug)]
pub struct Thread {
    pub(super) id: ThreadId,
    pub(super) stage: Stage,
    pub(super) frames: Vec<Frame>,
    pub(super) memory: PrivateMemory,
    /// Blocks that were freed before anybody else knew them.
    pub(super) freed: BTreeSet<u64>,
    /// The number of the next block.
    pub(super) next_block: u32,
    /// This thread's copies of thread-local variables.
    pub(super) thread_locals: BTreeMap<GlobalId, u64>,
    /// The mutexes it holds; a recursive one as often as it has been locked.
    pub(super) held: Vec<u64>,
    /// The read-write locks it holds, in either way.
    pub(super) rwlocks: Vec<Held>,
    /// The calls to be made once whose routines it is running.
    pub(super) once: Vec<Running>,
    /// What it runs at the end.
    pub(super) handlers: Handlers,
    /// Whether it has created a thread.
    pub(super) has_spawned: bool,
    /// What its clock shows, in hours: whenever it sleeps or a time-out ends, one has passed.
    pub(super) hours: u64,
    /// Its values for keys.
    pub(super) keys: Keys,
    /// Actions to take before anything else.
    pub(super) queue: VecDeque<Action>,
    pub(super) awaiting: Awaiting,
    pub(super) effects: u64,
    /// How many values it has been given from outside of the program.
    pub(super) draws: u64,
    /// How often it has woken up although nobody woke it.
    pub(super) whims: u32,
    /// The way that the present instruction has chosen, once it has: it is then run again.
    pub(super) way: Option<u64>,
}

impl Thread {
    pub(super) fn new(id: ThreadId, stage: Stage) -> Thread {
        Thread {
            id,
            stage,
            frames: Vec::new(),
            memory: PrivateMemory::default(),
            freed: BTreeSet::new(),
            next_block: 0,
            thread_locals: BTreeMap::new(),
            held: Vec::new(),
            rwlocks: Vec::new(),
            once: Vec::new(),
            handlers: Handlers::default(),
            has_spawned: false,
            hours: 0,
            keys: Keys::default(),
            queue: VecDeque::new(),
            awaiting: Awaiting::Nothing,
            effects: 0,
            draws: 0,
            whims: 0,
            way: None,
        }
    }

    pub(super) fn frame(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("invariant: a running thread has a frame")
    }

    /// Sets a register of the present frame.
    pub(super) fn set(&mut self, register: ValueId, value: Val) {
        self.frame().registers[register.index()] = value;
    }

    /// A new block of private memory, or nothing if there is no room for another.
    pub(super) fn allocate(&mut self, storage: Storage, content: Content, size: u64) -> Option<u64> {
        // The lowest bit of the number tells heap blocks, for whoever frees them.
        let number = self.next_block * 2 + u32::from(storage == Storage::Heap);
        if size >= address::MAX_BLOCK || number >= address::MAX_BLOCKS {
            return None;
        }
        self.next_block += 1;
        let base = address::block_base(self.id, number);
        self.memory.insert(base, PrivateBlock::new(storage, content, size));
        Some(base)
    }

    /// Forgets a private block. Its number is used again if it was the last one.
    pub(super) fn forget(&mut self, base: u64) {
        self.memory.remove(base);
        let last = self.next_block.wrapping_sub(1);
        if (0..2).any(|bit| address::block_base(self.id, last.wrapping_mul(2) | bit) == base) && self.next_block > 0 {
            self.next_block = last;
        }
    }
}

/// Whether a block is on the heap.
pub(super) fn is_heap(base: u64) -> bool {
    address::block_of(base).is_some_and(|(block, _)| address::owner_of(block).1 & 1 == 1)
}
