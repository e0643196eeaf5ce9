//! The address space of a program under test.
//!
//! Addresses are a function of what a thread has done and of nothing else, so that they are the same in every execution in
//! which the thread gets that far:
//!
//! * below 4096: no object, so that null pointers and small offsets from them are recognised;
//! * globals, from [`GLOBALS`] on, in the order of the module, with gaps between them; far up, so that a report can tell
//!   a pointer from a number;
//! * functions, from [`FUNCTIONS`] on, 16 bytes each;
//! * variable arguments, from [`ARGUMENTS`] on: a list of them can be passed on, but what it leads to is not modelled;
//! * words of the library's own: [`EXIT_HANDLERS`], for each word that threads wait for, [`waiters_of`], and [`size_of`] blocks;
//! * blocks that a thread allocates, on its stack or on the heap: one gigantic slot each, so that running over the end of
//!   a block never reaches another: bit 62, then the thread (15 bits), the number of the allocation (17), what allocated it
//!   (2, see [`Storage`](super::private::Storage)), the offset (28).

use selvedge_core::{Block, ThreadId};

/// Where globals start.
pub(super) const GLOBALS: u64 = 0x5000_0000_0000;
/// Where functions start.
pub(super) const FUNCTIONS: u64 = 0x4000_0000_0000;
/// Whether a thread is in an atomic section.
pub(super) const ATOMIC_SECTION: u64 = 0x3000_0000_1000;
/// The head of the list of exit handlers.
pub(super) const EXIT_HANDLERS: u64 = 0x3000_0000_0000;
/// Where lists of variable arguments lead to. The lower half is zero, and so is a list's offset into it.
pub(super) const ARGUMENTS: u64 = 0x2000_0000_0000;
/// Of a word that threads wait for, this bit leads to the set of those threads; see [`waiters_of`].
const WAKES: u64 = 1 << 63;
const DYNAMIC: u64 = 1 << 62;
const OFFSET_BITS: u32 = 28;
const FORM_BITS: u32 = 2;
const NUMBER_BITS: u32 = 17;
const THREAD_BITS: u32 = 15;

/// The largest block.
pub(super) const MAX_BLOCK: u64 = 1 << OFFSET_BITS;
/// How many blocks a thread can allocate.
pub(super) const MAX_BLOCKS: u32 = 1 << NUMBER_BITS;

/// The address of the first byte of a thread's block.
pub(super) fn block_base(thread: ThreadId, number: u32, form: u32) -> u64 {
    let thread = u64::from(thread.0) & ((1 << THREAD_BITS) - 1);
    let number = u64::from(number) << FORM_BITS | u64::from(form);
    DYNAMIC | thread << (OFFSET_BITS + FORM_BITS + NUMBER_BITS) | number << OFFSET_BITS
}

/// The block that an address lies in, and the offset.
pub(super) fn block_of(address: u64) -> Option<(Block, u64)> {
    let dynamic = address & DYNAMIC != 0 && address >> 63 == 0;
    dynamic.then_some((Block(address >> OFFSET_BITS), address & (MAX_BLOCK - 1)))
}

/// The first byte of the block that an address lies in.
pub(super) fn base_of(address: u64) -> u64 {
    address & !(MAX_BLOCK - 1)
}

/// The same place in the block of the same number of another thread.
pub(super) fn in_thread(address: u64, thread: ThreadId) -> u64 {
    let shift = OFFSET_BITS + FORM_BITS + NUMBER_BITS;
    let mask = (1 << THREAD_BITS) - 1;
    address & !(mask << shift) | (u64::from(thread.0) & mask) << shift
}

/// Where the set of the threads is that wait for a word of four bytes; it has eight. Nothing for a word far into a gigantic
/// block.
pub(super) fn waiters_of(word: u64) -> Option<u64> {
    match block_of(word) {
        Some((_, offset)) if 2 * offset >= MAX_BLOCK - 8 => None,
        Some((_, offset)) => Some(WAKES | base_of(word) | (2 * offset)),
        None => Some(WAKES | (2 * word)),
    }
}

/// The word that the threads in the set at an address wait for.
pub(super) fn waited_for(address: u64) -> Option<u64> {
    let set = address & !WAKES;
    (address & WAKES != 0).then(|| block_of(set).map_or(set / 2, |(_, offset)| base_of(set) | (offset / 2)))
}

/// Where the size of a shared block is kept, in programs that ask for it. No futex is there: no block is that large.
pub(super) fn size_of(address: u64) -> u64 {
    WAKES | base_of(address) | (MAX_BLOCK - 8)
}

/// The block whose size is kept at an address.
pub(super) fn sized_by(address: u64) -> Option<Block> {
    let (block, offset) = block_of(address & !WAKES)?;
    (address & WAKES != 0 && offset == MAX_BLOCK - 8).then_some(block)
}

/// The first byte of a block.
pub(super) fn base_of_block(block: Block) -> u64 {
    block.0 << OFFSET_BITS
}

/// The thread and the number of a block.
pub(super) fn owner_of(block: Block) -> (ThreadId, u32) {
    let number = block.0 >> FORM_BITS & ((1 << NUMBER_BITS) - 1);
    let thread = block.0 >> (FORM_BITS + NUMBER_BITS) & ((1 << THREAD_BITS) - 1);
    (ThreadId(thread as u32), number as u32)
}

/// What allocated a block, as a number.
pub(super) fn form_of(block: Block) -> u32 {
    (block.0 & ((1 << FORM_BITS) - 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_again() {
        let base = block_base(ThreadId(3), 77, 2);
        let (block, offset) = block_of(base + 12).expect("a dynamic address");
        assert_eq!((offset, owner_of(block), form_of(block)), (12, (ThreadId(3), 77), 2));
        assert_eq!(base_of(base + 12), base);
        assert_eq!(in_thread(base + 12, ThreadId(9)), block_base(ThreadId(9), 77, 2) + 12);
        assert_eq!(block_of(GLOBALS), None);
        for word in [base + 12, GLOBALS + 4] {
            assert_eq!(waiters_of(word).and_then(waited_for), Some(word));
            assert_eq!(waiters_of(word + 4), waiters_of(word).map(|set| set + 8));
        }
        assert_eq!(sized_by(size_of(base + 12)), Some(block));
        assert_eq!(block_of(0), None);
    }
}
