//! All blocks of memory that only one thread can name.
//!
//! They lie in *shelves* of some, by address. Copies of a thread share shelves until a block on one of them
//! changes, and what is asked of all blocks is remembered for each shelf: a step costs what it touches,
//! however many blocks there are.

use std::sync::{Arc, OnceLock};

use crate::memory::address::{addresses_in, base_of};
use crate::memory::private::PrivateBlock;

/// As many blocks at most are on a shelf.
const MOST: usize = 32;

/// The private memory of a thread: blocks by the address of their first byte, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrivateMemory {
    shelves: Option<Arc<Vec<Arc<Shelf>>>>,
}

#[derive(Clone, Debug, Default)]
struct Shelf {
    /// Not empty.
    blocks: Vec<(u64, PrivateBlock)>,
    facts: OnceLock<Facts>,
}

/// What is asked of a shelf again and again.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// A number that shelves with the same content have in common.
    digest: u64,
    /// For each block that something on the shelf may point to, the bit that stands for it and others.
    points: u64,
}

impl Shelf {
    fn first(&self) -> u64 {
        self.blocks.first().map_or(0, |(base, _)| *base)
    }

    fn facts(&self) -> Facts {
        *self.facts.get_or_init(|| {
            let (mut digest, mut points) = (0_u64, 0);
            for (base, block) in &self.blocks {
                digest = digest.wrapping_add(mix(mix(*base).rotate_left(5) ^ block.digest()));
                block.for_each_word(&mut |word| {
                    points |= addresses_in(word).fold(0, |points, address| points | bit_of(base_of(address)));
                });
            }
            Facts { digest, points }
        })
    }

    /// The blocks, to be changed.
    fn blocks_mut(&mut self) -> &mut Vec<(u64, PrivateBlock)> {
        self.facts.take();
        &mut self.blocks
    }
}

fn mix(word: u64) -> u64 {
    word.wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The bit that stands for a block and others.
fn bit_of(base: u64) -> u64 {
    1 << (mix(base) >> 58)
}

impl PartialEq for PrivateMemory {
    fn eq(&self, other: &PrivateMemory) -> bool {
        match (&self.shelves, &other.shelves) {
            (None, None) => true,
            (Some(one), Some(other)) if Arc::ptr_eq(one, other) => true,
            (Some(one), Some(others)) => {
                // Equal blocks need not be on equal shelves.
                let are_equal = |(a, b): (&Arc<Shelf>, &Arc<Shelf>)| Arc::ptr_eq(a, b) || a.blocks == b.blocks;
                one.len() == others.len() && one.iter().zip(others.iter()).all(are_equal)
                    || self.iter().eq(other.iter())
            }
            _ => false,
        }
    }
}

impl Eq for PrivateMemory {}

impl PrivateMemory {
    fn shelves(&self) -> &[Arc<Shelf>] {
        self.shelves.as_deref().map_or(&[], Vec::as_slice)
    }

    /// How many bytes it takes that nothing else shares, about.
    pub(crate) fn weight(&self) -> usize {
        let own = self.shelves().iter().filter(|shelf| Arc::strong_count(shelf) == 1);
        let blocks = |shelf: &Arc<Shelf>| shelf.blocks.iter().map(|(_, block)| block.weight()).sum::<usize>();
        8 * self.shelves().len() + own.map(|shelf| size_of_val(&shelf.blocks[..]) + blocks(shelf)).sum::<usize>()
    }

    /// A number that memory with the same content has in common, whatever shelves it lies on.
    pub(crate) fn digest(&self) -> u64 {
        self.shelves().iter().fold(0, |digest, shelf| digest.wrapping_add(shelf.facts().digest))
    }

    /// The shelf where a block is, or where it would be.
    fn shelf(&self, base: u64) -> usize {
        let shelves = self.shelves();
        match shelves.len() {
            0 | 1 => 0,
            _ => shelves.partition_point(|shelf| shelf.first() <= base).saturating_sub(1),
        }
    }

    /// Where a block is.
    fn find(&self, base: u64) -> Option<(usize, usize)> {
        let shelf = self.shelf(base);
        let at = self.shelves().get(shelf)?.blocks.binary_search_by_key(&base, |(base, _)| *base).ok()?;
        Some((shelf, at))
    }

    fn shelf_mut(&mut self, shelf: usize) -> &mut Vec<(u64, PrivateBlock)> {
        let shelves = Arc::make_mut(self.shelves.get_or_insert_default());
        if shelves.is_empty() {
            shelves.push(Arc::default());
        }
        Arc::make_mut(&mut shelves[shelf]).blocks_mut()
    }

    pub(crate) fn insert(&mut self, base: u64, block: PrivateBlock) {
        let shelf = self.shelf(base);
        let blocks = self.shelf_mut(shelf);
        match blocks.binary_search_by_key(&base, |(base, _)| *base) {
            Ok(at) => blocks[at].1 = block,
            Err(at) => blocks.insert(at, (base, block)),
        }
        if blocks.len() > MOST {
            // Most blocks are added at the end.
            let at = if blocks.last().is_some_and(|(last, _)| *last == base) { MOST } else { MOST / 2 };
            let blocks = blocks.split_off(at);
            let shelves = Arc::make_mut(self.shelves.get_or_insert_default());
            shelves.insert(shelf + 1, Arc::new(Shelf { blocks, facts: OnceLock::new() }));
        }
    }

    pub(crate) fn remove(&mut self, base: u64) -> Option<PrivateBlock> {
        let (shelf, at) = self.find(base)?;
        let blocks = self.shelf_mut(shelf);
        let (_, block) = blocks.remove(at);
        if blocks.is_empty() {
            let shelves = Arc::make_mut(self.shelves.as_mut()?);
            shelves.remove(shelf);
            if shelves.is_empty() {
                self.shelves = None;
            }
        }
        Some(block)
    }

    /// The same memory with other addresses. They are in the same order.
    pub(crate) fn map_words(&self, map: &impl Fn(u64) -> u64) -> PrivateMemory {
        let mut mapped = PrivateMemory::default();
        for (base, block) in self.iter() {
            let mut block = block.clone();
            block.map_words(map);
            mapped.insert(map(base), block);
        }
        mapped
    }

    /// All blocks, with their first bytes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &PrivateBlock)> {
        self.shelves().iter().flat_map(|shelf| shelf.blocks.iter().map(|(base, block)| (*base, block)))
    }

    /// The first bytes of all blocks.
    pub(crate) fn bases(&self) -> impl Iterator<Item = u64> {
        self.iter().map(|(base, _)| base)
    }

    /// The first bytes of the blocks that two copies do not share.
    pub(crate) fn bases_beside(&self, other: &PrivateMemory) -> impl Iterator<Item = u64> {
        let is_shared = |shelf: &Arc<Shelf>| {
            let there = other.shelves().get(other.shelf(shelf.first()));
            there.is_some_and(|there| Arc::ptr_eq(shelf, there))
        };
        let own = self.shelves().iter().filter(move |shelf| !is_shared(shelf));
        own.flat_map(|shelf| shelf.blocks.iter().map(|(base, _)| *base))
    }

    /// Calls a function for each word that may point to one of some blocks, and for others.
    pub(crate) fn for_each_word_to(&self, bases: &[u64], visit: &mut impl FnMut(u64)) {
        let wanted = bases.iter().fold(0, |bits, &base| bits | bit_of(base));
        for shelf in self.shelves().iter().filter(|shelf| shelf.facts().points & wanted != 0) {
            shelf.blocks.iter().for_each(|(_, block)| block.for_each_word(visit));
        }
    }

    pub(crate) fn get(&self, base: u64) -> Option<&PrivateBlock> {
        self.find(base).map(|(shelf, at)| &self.shelves()[shelf].blocks[at].1)
    }

    pub(crate) fn get_mut(&mut self, base: u64) -> Option<&mut PrivateBlock> {
        let (shelf, at) = self.find(base)?;
        Some(&mut self.shelf_mut(shelf)[at].1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use selvedge_core::Content;

    use super::super::private::Storage;
    use super::*;

    /// Whatever is added, changed and removed: it is what a map would be, and equal to itself built in
    /// another order.
    #[test]
    fn memory_is_a_map() {
        let (mut memory, mut map) = (PrivateMemory::default(), BTreeMap::new());
        let mut seed = 1_u64;
        for round in 0..4_000_u64 {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let base = (seed >> 40) % 300;
            let mut block = PrivateBlock::new(Storage::Stack, Content::Nothing, 8);
            match seed >> 33 & 3 {
                0 => assert_eq!(memory.remove(base), map.remove(&base)),
                1 => {
                    let found = [memory.get_mut(base), map.get_mut(&base)];
                    found.into_iter().flatten().for_each(|block| block.write(0, 8, Some(round.into())));
                }
                _ => {
                    block.write(0, 8, Some(round.into()));
                    memory.insert(base, block.clone());
                    map.insert(base, block);
                }
            }
            assert_eq!(memory.get(base), map.get(&base));
            if round % 100 == 0 {
                assert!(memory.iter().eq(map.iter().map(|(base, block)| (*base, block))));
                let mut again = PrivateMemory::default();
                map.iter().rev().for_each(|(base, block)| again.insert(*base, block.clone()));
                assert_eq!(memory, again);
            }
        }
    }

    #[test]
    fn a_copy_shares_what_is_not_touched() {
        let bases = |one: &PrivateMemory, other: &PrivateMemory| one.bases_beside(other).collect::<Vec<u64>>();
        let mut memory = PrivateMemory::default();
        (0..1_000).for_each(|base| memory.insert(base, PrivateBlock::new(Storage::Stack, Content::Nothing, 300)));
        let mut copy = memory.clone();
        copy.get_mut(500).expect("it is there").write(0, 8, Some(7));
        assert!(copy.weight() < 10_000, "{}", copy.weight());
        assert_ne!((copy.digest(), &copy), (memory.digest(), &memory));
        let beside = bases(&copy, &memory);
        assert!(beside.len() <= MOST && beside.contains(&500), "{beside:?}");
        assert!(bases(&memory, &memory).is_empty() && bases(&memory, &PrivateMemory::default()).len() == 1_000);
    }
}
