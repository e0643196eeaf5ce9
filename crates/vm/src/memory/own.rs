//! The memory that only one thread can name, and how it comes and goes.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::Content;
use selvedge_ir::GlobalId;

use crate::memory::address;
use crate::memory::private::{PrivateBlock, Storage};
use crate::memory::private_memory::PrivateMemory;
use crate::state::thread::Thread;

/// The memory that no other thread can name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Memory {
    private: PrivateMemory,
    /// Blocks that are shared, with what the thread has written to them, and whose addresses are known to no
    /// other thread.
    hidden: PrivateMemory,
    /// The number of the next block.
    next_block: u32,
}

impl Memory {
    #[inline]
    pub(crate) fn get(&self, base: u64) -> Option<&PrivateBlock> {
        self.private.get(base)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, base: u64) -> Option<&mut PrivateBlock> {
        self.private.get_mut(base)
    }

    pub(crate) fn insert(&mut self, base: u64, block: PrivateBlock) {
        self.private.insert(base, block);
    }

    pub(crate) fn remove(&mut self, base: u64) -> Option<PrivateBlock> {
        self.private.remove(base)
    }

    /// The private blocks.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &PrivateBlock)> {
        self.private.iter()
    }

    /// The memory that no other thread can name: private blocks, and shared ones that are hidden.
    pub(crate) fn own(&self, base: u64) -> Option<&PrivateBlock> {
        self.private.get(base).or_else(|| self.hidden.get(base))
    }

    /// A block that is shared and hidden.
    pub(crate) fn hidden(&self, base: u64) -> Option<&PrivateBlock> {
        self.hidden.get(base)
    }

    pub(crate) fn hidden_mut(&mut self, base: u64) -> Option<&mut PrivateBlock> {
        self.hidden.get_mut(base)
    }

    /// Where hidden blocks begin.
    pub(crate) fn hidden_bases(&self) -> impl Iterator<Item = u64> {
        self.hidden.bases()
    }

    /// A block becomes shared, and no other thread knows it yet.
    pub(super) fn hide(&mut self, base: u64, block: PrivateBlock) {
        self.hidden.insert(base, block);
    }

    /// A hidden block is hidden no more.
    pub(crate) fn reveal(&mut self, base: u64) -> Option<PrivateBlock> {
        self.hidden.remove(base)
    }

    /// The number of the next block.
    pub(crate) fn next_block(&self) -> u32 {
        self.next_block
    }

    /// Where blocks begin that the other may not have, or not with the same contents.
    pub(crate) fn bases_beside(&self, other: &Memory) -> impl Iterator<Item = u64> {
        self.private.bases_beside(&other.private).chain(self.hidden.bases_beside(&other.hidden))
    }

    /// Whether two states of a thread have the same future, as far as that is not a matter of what is in
    /// blocks.
    pub(crate) fn goes_on_like(&self, other: &Memory) -> bool {
        let Memory { next_block, private: _, hidden: _ } = self;
        *next_block == other.next_block
    }

    /// The same with other addresses: hidden blocks stay as they are.
    pub(crate) fn map_words(&self, map: &impl Fn(u64) -> u64) -> Memory {
        Memory { private: self.private.map_words(map), hidden: self.hidden.clone(), next_block: self.next_block }
    }

    /// Forgets all blocks.
    pub(crate) fn let_go(&mut self) {
        (self.private, self.hidden) = Default::default();
    }

    /// How many bytes the private blocks take that are not shared with a copy, about.
    pub(crate) fn weight(&self) -> usize {
        self.private.weight()
    }

    /// A number that equal private blocks have in common.
    pub(crate) fn digest(&self) -> u64 {
        self.private.digest()
    }
}

/// What few threads have of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ColdMemory {
    /// Blocks that were freed before any other thread knew them.
    freed: BTreeSet<u64>,
    /// This thread's copies of thread-local variables.
    thread_locals: BTreeMap<GlobalId, u64>,
    /// Bytes of shared memory that the present instruction has read; it is run again until it has all it
    /// needs.
    seen: BTreeMap<u64, u8>,
    /// Copies of arguments of the present call that lie in shared memory; it is run again when they have been
    /// made.
    passed: BTreeMap<usize, u64>,
}

impl ColdMemory {
    pub(crate) const NONE: ColdMemory = ColdMemory {
        freed: BTreeSet::new(),
        thread_locals: BTreeMap::new(),
        seen: BTreeMap::new(),
        passed: BTreeMap::new(),
    };

    /// Whether two states of a thread have the same future, as far as this decides it.
    pub(crate) fn goes_on_like(&self, other: &ColdMemory) -> bool {
        self == other
    }

    /// Whether a block was freed that no other thread has known.
    #[inline]
    pub(crate) fn has_freed(&self, base: u64) -> bool {
        self.freed.contains(&base)
    }

    /// The copy of a thread-local variable.
    pub(crate) fn thread_local(&self, variable: GlobalId) -> Option<u64> {
        self.thread_locals.get(&variable).copied()
    }

    /// Where the copies of thread-local variables begin.
    pub(crate) fn thread_locals(&self) -> impl Iterator<Item = u64> {
        self.thread_locals.values().copied()
    }

    /// A byte of shared memory, if the present instruction has read it.
    pub(crate) fn seen(&self, address: u64) -> Option<u8> {
        self.seen.get(&address).copied()
    }

    /// The copy of an argument of the present call, if it has been made.
    pub(super) fn passed(&self, number: usize) -> Option<u64> {
        self.passed.get(&number).copied()
    }
}

impl Thread {
    /// A block that no other thread has known is gone.
    pub(crate) fn frees(&mut self, base: u64) {
        self.cold.memory.freed.insert(base);
    }

    /// It has made its copy of a thread-local variable.
    pub(super) fn keeps_thread_local(&mut self, variable: GlobalId, base: u64) {
        self.cold.memory.thread_locals.insert(variable, base);
    }

    /// The present instruction has read a byte of shared memory.
    pub(crate) fn sees(&mut self, address: u64, byte: u8) {
        self.cold.memory.seen.insert(address, byte);
    }

    /// The present instruction is done with the bytes that it has read.
    pub(crate) fn forget_seen(&mut self) {
        if !self.cold.memory.seen.is_empty() {
            self.cold.memory.seen.clear();
        }
    }

    /// The copy of an argument of the present call has been made.
    pub(super) fn passes(&mut self, number: usize, copy: u64) {
        self.cold.memory.passed.insert(number, copy);
    }

    /// The present call has all its arguments.
    pub(crate) fn forget_passed(&mut self) {
        if !self.cold.memory.passed.is_empty() {
            self.cold.memory.passed.clear();
        }
    }

    /// The same thread with other addresses of what it has freed and of its thread-local variables.
    pub(crate) fn map_cold_memory(&mut self, map: &impl Fn(u64) -> u64) {
        let ColdMemory { freed, thread_locals, .. } = &self.cold.memory;
        if freed.is_empty() && thread_locals.is_empty() {
            return;
        }
        let freed = freed.iter().map(|&base| map(base)).collect();
        let thread_locals = thread_locals.iter().map(|(&variable, &base)| (variable, map(base))).collect();
        let memory = &mut self.cold.memory;
        (memory.freed, memory.thread_locals) = (freed, thread_locals);
    }

    /// A new block of private memory, or nothing if there is no room for another.
    pub(crate) fn allocate(&mut self, storage: Storage, content: Content, size: u64, align: u64) -> Option<u64> {
        let base = address::block_base(self.id(), self.memory.next_block, storage.form(), size, align)?;
        self.memory.next_block += 1;
        // Whatever an allocator returns is aligned for every type.
        let align = if storage.is_heap() { align.max(16) } else { align };
        let aligned = align.checked_ilog2().unwrap_or(0) as u8;
        let mut block = PrivateBlock::new(storage, content, size);
        block.aligned = aligned;
        self.memory.private.insert(base, block);
        self.note_birth(base, storage, size);
        Some(base)
    }

    /// Forgets private blocks, the last one first. Their numbers are used again, so that a loop comes back to
    /// the state it was in; but not if a pointer to one is left. `simple` says of which blocks there is none.
    pub(crate) fn forget(&mut self, bases: &[u64], simple: &[u64]) {
        for &base in bases {
            self.memory.private.remove(base);
            self.note_death(base);
        }
        let suspects: Vec<u64> = bases.iter().copied().filter(|base| !simple.contains(base)).collect();
        let dangling = if suspects.is_empty() { Vec::new() } else { self.pointed_to(suspects) };
        for &base in bases {
            let number = address::block_of(base).map(|(block, _)| address::owner_of(block).1);
            if dangling.contains(&base) {
                self.frees(base);
            } else if number.is_some_and(|number| number + 1 == self.memory.next_block) {
                self.memory.next_block -= 1;
            }
        }
    }

    /// Those blocks that something in a register or in private memory points into.
    fn pointed_to(&self, mut bases: Vec<u64>) -> Vec<u64> {
        let (mut found, wanted) = (Vec::new(), bases.clone());
        let mut meet = |word: u64| {
            for address in address::addresses_in(word) {
                if let Some(at) = bases.iter().position(|base| *base == address::base_of(address)) {
                    found.push(bases.swap_remove(at));
                }
            }
        };
        for frame in self.calls() {
            frame.registers.for_each_word(&mut meet);
            frame.variadic.iter().for_each(|value| value.for_each_word(&mut meet));
        }
        self.memory.private.for_each_word_to(&wanted, &mut meet);
        self.memory.hidden.for_each_word_to(&wanted, &mut meet);
        found
    }
}
