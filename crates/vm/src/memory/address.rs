//! The address space of a program under test.
//!
//! Addresses are a function of what a thread has done and of nothing else, so that they are the same in every
//! execution in which the thread gets that far. They are those of a user on x86-64 and 64-bit ARM: 47 bits,
//! so that programs can keep other things in the highest sixteen, and in the lowest as far as what they point
//! to is aligned.
//!
//! * below 4096: no object, so that null pointers and small offsets from them are recognised;
//! * globals, from [`GLOBALS`] on, in the order of the module, with gaps between them; far up, so that a
//!   report can tell a pointer from a number;
//! * functions, from [`FUNCTIONS`] on, 16 bytes each;
//! * variable arguments, from [`ARGUMENTS`] on: a list of them can be passed on, but what it leads to is not
//!   modelled;
//! * blocks that a thread allocates, on its stack or on the heap: each lies at the beginning of a slot of its
//!   own, which is larger than the block. A slot is named by the thread, the number of the allocation and
//!   what allocated it (two bits, see [`Storage`](crate::memory::private::Storage)). The first blocks of the
//!   first threads have slots so large that running over the end of one never reaches another; see
//!   [`REGIONS`].
//!
//! No program can use more bits than those. Above them are words of the library's own: [`EXIT_HANDLERS`], for
//! each thread, [`claim_on`], for each word that threads wait for, [`waiters_of`], and for each block,
//! [`size_of`].

use selvedge_core::{Block, ThreadId};

/// Where globals start.
pub(crate) const GLOBALS: u64 = 0x5000_0000_0000;
/// Where functions start.
pub(crate) const FUNCTIONS: u64 = 0x4000_0000_0000;
/// Whether a thread is in an atomic section.
pub(crate) const ATOMIC_SECTION: u64 = 0x3000_0000_1000;
/// What has been done with each thread: see [`claim_on`].
const CLAIMS: u64 = 0x3001_0000_0000;
/// The head of the list of exit handlers.
pub(crate) const EXIT_HANDLERS: u64 = 0x3000_0000_0000;
/// Where lists of variable arguments lead to. The lower half is zero, and so is a list's offset into it.
pub(crate) const ARGUMENTS: u64 = 0x2000_0000_0000;
/// Of a word that threads wait for, this bit leads to the set of those threads; see [`waiters_of`].
const WAKES: u64 = 1 << 63;
/// Of a block, this bit leads to its size; see [`size_of`].
const SIZES: u64 = 1 << 62;

/// How many bits an address has.
const ADDRESS_BITS: u32 = 47;
/// How many of them are below those that say which region it is in.
const REGION_BITS: u32 = 43;
const FORM_BITS: u32 = 2;
const NUMBER_BITS: u32 = 17;

/// How many blocks a thread can allocate.
pub(crate) const MAX_BLOCKS: u32 = 1 << NUMBER_BITS;

/// A part of the address space with slots of one size: how many bits name the thread, and the allocation.
#[derive(Clone, Copy)]
struct Region {
    /// The highest bits of its addresses.
    at: u64,
    thread: u32,
    number: u32,
}

impl Region {
    const fn new(at: u64, thread: u32, number: u32) -> Region {
        Region { at, thread, number }
    }

    /// How many bits an offset has.
    const fn offset(self) -> u32 {
        REGION_BITS - self.thread - self.number - FORM_BITS
    }
}

/// The first one with room is taken: for the thread, the number, and the block. Where there are few threads
/// and few blocks, slots are large: the first 64 threads have their first 512 blocks in slots of 64 MB each.
/// The last three are for blocks that fit nowhere else.
const REGIONS: [Region; 10] = [
    Region::new(15, 6, 9),
    Region::new(14, 8, 12),
    Region::new(13, 12, 8),
    Region::new(12, 9, 15),
    Region::new(9, 15, 10),
    Region::new(7, 14, 13),
    Region::new(5, 15, 17),
    Region::new(3, 15, 2),
    Region::new(2, 6, 4),
    Region::new(1, 3, 2),
];

/// For each value of the highest bits how many bits an offset has there; 0 where there are no blocks.
const OFFSETS: [u32; 16] = {
    let mut offsets = [0; 16];
    let mut at = 0;
    while at < REGIONS.len() {
        offsets[REGIONS[at].at as usize] = REGIONS[at].offset();
        at += 1;
    }
    offsets
};

/// So many bytes at least are between two blocks.
const ROOM: u64 = 16;

/// The address of the first byte of a thread's block, of this size and aligned like that. Nothing if there is
/// no room for it.
pub(crate) fn block_base(thread: ThreadId, number: u32, form: u32, size: u64, align: u64) -> Option<u64> {
    let needed = size.checked_add(ROOM)?.max(align);
    let fits = |region: &&Region| {
        u64::from(thread.0) < 1 << region.thread
            && u64::from(number) < 1 << region.number
            && needed <= 1 << region.offset()
    };
    REGIONS.iter().find(fits).map(|region| slot(*region, thread, number, form))
}

fn slot(region: Region, thread: ThreadId, number: u32, form: u32) -> u64 {
    let name = (u64::from(thread.0) << region.number | u64::from(number)) << FORM_BITS | u64::from(form);
    region.at << REGION_BITS | name << region.offset()
}

/// How many bits an offset has in the slot that an address lies in, if it lies in one.
#[inline]
fn offset_bits(address: u64) -> Option<u32> {
    let bits = if address >> ADDRESS_BITS == 0 { OFFSETS[(address >> REGION_BITS) as usize] } else { 0 };
    (bits > 0).then_some(bits)
}

/// The block that an address lies in, and the offset.
#[inline]
pub(crate) fn block_of(address: u64) -> Option<(Block, u64)> {
    let bits = offset_bits(address)?;
    let offset = address & ((1 << bits) - 1);
    Some((Block(address - offset), offset))
}

/// The first byte of the block that an address lies in.
#[inline]
pub(crate) fn base_of(address: u64) -> u64 {
    block_of(address).map_or(address, |(block, _)| block.0)
}

/// Where the slot ends that a block lies in.
pub(crate) fn end_of_slot(base: u64) -> u64 {
    base + offset_bits(base).map_or(0, |bits| 1 << bits)
}

/// The addresses that a word may stand for: itself, without what is kept in its highest sixteen bits, and
/// what is above its lowest sixteen.
#[inline]
pub(crate) fn addresses_in(word: u64) -> impl Iterator<Item = u64> {
    [word & ((1 << 48) - 1), word >> 16].into_iter().filter(|&address| offset_bits(address).is_some())
}

/// Whether a word may stand for an address of a block.
#[inline]
pub(crate) fn may_point(word: u64) -> bool {
    addresses_in(word).next().is_some()
}

/// The same place in the block of the same number of another thread, if that has slots of the same size.
pub(crate) fn in_thread(address: u64, thread: ThreadId) -> Option<u64> {
    let (block, offset) = block_of(address)?;
    let region = REGIONS.into_iter().find(|region| region.at == block.0 >> REGION_BITS)?;
    let fits = u64::from(thread.0) < 1 << region.thread;
    fits.then(|| slot(region, thread, owner_of(block).1, form_of(block)) + offset)
}

/// Where it is kept whether a thread has been joined or detached.
pub(crate) fn claim_on(thread: ThreadId) -> u64 {
    CLAIMS + 8 * u64::from(thread.0)
}

/// The thread of which it is kept at an address whether it has been joined or detached.
pub(crate) fn claimed_at(address: u64) -> Option<ThreadId> {
    let number = address.checked_sub(CLAIMS)? / 8;
    u32::try_from(number).ok().map(ThreadId)
}

/// Where the set of the threads is that wait for a word of four bytes; it has eight. Nothing for a word where
/// no address is.
pub(crate) fn waiters_of(word: u64) -> Option<u64> {
    (word >> ADDRESS_BITS == 0).then_some(WAKES | (2 * word))
}

/// The word that the threads in the set at an address wait for.
pub(crate) fn waited_for(address: u64) -> Option<u64> {
    (address >> (ADDRESS_BITS + 1) == WAKES >> (ADDRESS_BITS + 1)).then_some((address & !WAKES) / 2)
}

/// Where the size of a shared block is kept, in programs that ask for it.
pub(crate) fn size_of(address: u64) -> u64 {
    SIZES | base_of(address)
}

/// The block whose size is kept at an address.
pub(crate) fn sized_by(address: u64) -> Option<Block> {
    let is_size = address >> ADDRESS_BITS == SIZES >> ADDRESS_BITS;
    block_of(address & !SIZES).filter(|_| is_size).map(|(block, _)| block)
}

/// The first byte of a block.
pub(crate) fn base_of_block(block: Block) -> u64 {
    block.0
}

/// The thread and the number of a block.
pub(crate) fn owner_of(block: Block) -> (ThreadId, u32) {
    let Some(region) = REGIONS.into_iter().find(|region| region.at == block.0 >> REGION_BITS) else {
        return (ThreadId(0), 0);
    };
    let name = block.0 >> region.offset() >> FORM_BITS;
    let number = name & ((1 << region.number) - 1);
    let thread = name >> region.number & ((1 << region.thread) - 1);
    (ThreadId(thread as u32), number as u32)
}

/// What allocated a block, as a number.
pub(crate) fn form_of(block: Block) -> u32 {
    offset_bits(block.0).map_or(0, |bits| (block.0 >> bits) as u32 & ((1 << FORM_BITS) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_again() {
        for (thread, number, size) in
            [(3, 77, 40), (0, 0, 0), (300, 5_000, 100), (5_000, 100_000, 8), (31, 511, (1 << 26) - 16), (2, 3, 1 << 30)]
        {
            let base = block_base(ThreadId(thread), number, 2, size, 16).expect("there is room");
            assert!(base >> ADDRESS_BITS == 0 && base.is_multiple_of(512), "{base:#x}");
            let (block, offset) = block_of(base + 12).expect("a dynamic address");
            assert_eq!((offset, owner_of(block), form_of(block)), (12, (ThreadId(thread), number), 2));
            assert_eq!((base_of(base + 12), base_of_block(block)), (base, base));
            assert!(base + size < end_of_slot(base));
            for word in [base + 12, GLOBALS + 4] {
                assert_eq!(waiters_of(word).and_then(waited_for), Some(word));
                assert_eq!(waiters_of(word + 4), waiters_of(word).map(|set| set + 8));
                assert_eq!(sized_by(waiters_of(word).expect("an address")), None);
            }
            assert_eq!((sized_by(size_of(base + 12)), waited_for(size_of(base))), (Some(block), None));
            for tagged in [base, base | 0xffff << 48, base | 1 << 62 | 3, (base + 8) << 16 | 7] {
                assert!(addresses_in(tagged).any(|address| base_of(address) == base), "{tagged:#x}");
            }
        }
        for word in [0, 7, GLOBALS, FUNCTIONS, ARGUMENTS, u64::MAX, EXIT_HANDLERS, ATOMIC_SECTION] {
            assert!(block_of(word).is_none() && !may_point(word), "{word:#x}");
        }
    }

    #[test]
    fn slots_do_not_overlap() {
        let mut slots = Vec::new();
        for thread in [0, 1, 63, 64, 255, 256, 4_095, 4_096, 32_767] {
            for number in [0, 1, 511, 512, 4_095, 4_096, 131_071] {
                for size in [0, 8, 500, 65_000, 1 << 20, 1 << 29] {
                    let base = block_base(ThreadId(thread), number, 1, size, 1);
                    slots.extend(base.map(|base| (base, end_of_slot(base))));
                }
            }
        }
        slots.sort_unstable();
        slots.dedup();
        assert!(slots.windows(2).all(|pair| pair[0].1 <= pair[1].0));
    }

    #[test]
    fn another_thread_has_the_same_block() {
        let base = |thread| block_base(ThreadId(thread), 7, 1, 100, 8).expect("there is room");
        assert_eq!(in_thread(base(3) + 12, ThreadId(9)), Some(base(9) + 12));
        assert_eq!(in_thread(base(3), ThreadId(30_000)), None);
    }
}
