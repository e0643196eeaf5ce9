//! Memory that no other thread can name yet.
//!
//! A block lives inside the thread that allocated it until its address escapes. Accesses to it make no events. Each byte
//! knows whether it has been written and whether a write started there: when the block is published, its contents become
//! ordinary writes of the same extents.

use std::collections::BTreeMap;
use std::sync::Arc;

use selvedge_core::Content;

use super::address::{block_of, form_of};
use super::value::Poison;

/// Why the block exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Storage {
    /// A local variable.
    Stack,
    /// From the heap.
    Heap(Allocator),
    /// A thread-local variable.
    ThreadLocal,
}

/// What allocates on the heap. Each has its own way of freeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Allocator {
    /// `malloc` and its kin.
    Malloc,
    /// `new`.
    New,
    /// `new[]`.
    NewArray,
}

impl Allocator {
    pub(super) fn name(self) -> &'static str {
        match self {
            Allocator::Malloc => "malloc",
            Allocator::New => "new",
            Allocator::NewArray => "new[]",
        }
    }

    /// How to free what it allocates.
    pub(super) fn opposite(self) -> &'static str {
        match self {
            Allocator::Malloc => "free",
            Allocator::New => "delete",
            Allocator::NewArray => "delete[]",
        }
    }
}

impl Storage {
    /// As part of an address, so that whoever frees a block knows.
    pub(super) fn form(self) -> u32 {
        match self {
            Storage::Stack | Storage::ThreadLocal => 0,
            Storage::Heap(Allocator::Malloc) => 1,
            Storage::Heap(Allocator::New) => 2,
            Storage::Heap(Allocator::NewArray) => 3,
        }
    }

    pub(super) fn is_heap(self) -> bool {
        matches!(self, Storage::Heap(_))
    }
}

/// What allocated the block that starts there, if it is on the heap.
pub(super) fn allocator_of(base: u64) -> Option<Allocator> {
    match form_of(block_of(base)?.0) {
        1 => Some(Allocator::Malloc),
        2 => Some(Allocator::New),
        3 => Some(Allocator::NewArray),
        _ => None,
    }
}

/// What is known of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Byte {
    Unwritten,
    /// The first byte of a write.
    First(u8),
    /// Another byte of the same write.
    Rest(u8),
}

/// Few enough bytes to lie in the block itself: most local variables are that small.
const FEW: usize = 8;

/// As many bytes as copies of a large block share or do not share together. An array of ten thousand thread ids, say, is
/// changed one at a time, and each step of the thread that does so is kept.
const CHUNK: usize = 256;

/// The bytes of a block. What is large is shared between copies, chunk by chunk, until one of them is written to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Bytes {
    Few(u8, [Byte; FEW]),
    Many(usize, Arc<Vec<Arc<[Byte; CHUNK]>>>),
}

impl Bytes {
    fn new(size: u64) -> Bytes {
        match u8::try_from(size) {
            Ok(few) if few as usize <= FEW => Bytes::Few(few, [Byte::Unwritten; FEW]),
            _ => {
                let size = size as usize;
                let blank = Arc::new([Byte::Unwritten; CHUNK]);
                Bytes::Many(size, Arc::new(vec![blank; size.div_ceil(CHUNK)]))
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Bytes::Few(size, _) => *size as usize,
            Bytes::Many(size, _) => *size,
        }
    }

    /// A byte inside the block.
    #[inline]
    fn get(&self, at: usize) -> Byte {
        match self {
            Bytes::Few(_, bytes) => bytes[at],
            Bytes::Many(_, chunks) => chunks[at / CHUNK][at % CHUNK],
        }
    }

    #[inline]
    fn set(&mut self, at: usize, byte: Byte) {
        match self {
            Bytes::Few(_, bytes) => bytes[at] = byte,
            Bytes::Many(_, chunks) => Arc::make_mut(&mut Arc::make_mut(chunks)[at / CHUNK])[at % CHUNK] = byte,
        }
    }

    fn range(&self, offset: u64, size: u64) -> impl Iterator<Item = Byte> + '_ {
        (offset as usize..(offset + size) as usize).map(|at| self.get(at))
    }

    fn iter(&self) -> impl Iterator<Item = Byte> + '_ {
        (0..self.len()).map(|at| self.get(at))
    }

    /// What belonged to an older write and follows a newer one starts one of its own.
    fn cut(&mut self, at: usize) {
        if at < self.len()
            && let Byte::Rest(byte) = self.get(at)
        {
            self.set(at, Byte::First(byte));
        }
    }
}

/// A block of private memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PrivateBlock {
    pub(super) storage: Storage,
    pub(super) content: Content,
    /// Whether it may contain a pointer to a block.
    points: bool,
    bytes: Bytes,
    /// Bytes that are not known because of broken arithmetic. Mostly nothing.
    poison: Option<Arc<BTreeMap<u64, Arc<Poison>>>>,
}

/// The private memory of a thread: blocks by the address of their first byte, in order. Copies share it until one is changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct PrivateMemory {
    blocks: Option<Arc<Vec<(u64, PrivateBlock)>>>,
}

impl PrivateBlock {
    pub(super) fn new(storage: Storage, content: Content, size: u64) -> PrivateBlock {
        PrivateBlock { storage, content, points: false, bytes: Bytes::new(size), poison: None }
    }

    pub(super) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Whether nothing has been written to it.
    pub(super) fn is_blank(&self) -> bool {
        !self.points && self.poison.is_none() && self.bytes.iter().all(|byte| byte == Byte::Unwritten)
    }

    /// A number that blocks with the same content have in common.
    pub(super) fn digest(&self) -> u64 {
        let bytes = self.bytes.iter().take(64).map(|byte| match byte {
            Byte::Unwritten => 0,
            Byte::First(byte) | Byte::Rest(byte) => u64::from(byte) + 1,
        });
        bytes.fold(0, |digest, byte| digest.wrapping_mul(0x100_0000_01b3) ^ byte)
    }

    /// Whether the range lies inside.
    pub(super) fn holds(&self, offset: u64, size: u64) -> bool {
        offset.checked_add(size).is_some_and(|end| end <= self.size())
    }

    /// The poison in a range, if there is any.
    pub(super) fn poison_in(&self, offset: u64, size: u64) -> Option<&Arc<Poison>> {
        self.poison.as_ref()?.range(offset..offset + size).next().map(|(_, poison)| poison)
    }

    /// Makes a range unknown, because of broken arithmetic.
    pub(super) fn spoil(&mut self, offset: u64, size: u64, poison: &Arc<Poison>) {
        self.write(offset, size, None);
        let table = Arc::make_mut(self.poison.get_or_insert_default());
        table.extend((offset..offset + size).map(|at| (at, poison.clone())));
    }

    /// Bytes of a range, least significant first; nothing if one is not known.
    pub(super) fn read(&self, offset: u64, size: u64) -> Option<u128> {
        if self.poison.is_some() && self.poison_in(offset, size).is_some() {
            return None;
        }
        let mut value = 0u128;
        for (i, byte) in self.bytes.range(offset, size).enumerate() {
            let byte = match (byte, self.content) {
                (Byte::First(byte) | Byte::Rest(byte), _) => byte,
                (Byte::Unwritten, Content::Zeros) => 0,
                (Byte::Unwritten, Content::Nothing) => return None,
            };
            value |= u128::from(byte) << (8 * i);
        }
        Some(value)
    }

    /// Writes a range; nothing makes it unknown again.
    pub(super) fn write(&mut self, offset: u64, size: u64, value: Option<u128>) {
        if let Some(poison) = self.poison.as_mut().map(Arc::make_mut) {
            poison.retain(|at, _| !(offset..offset + size).contains(at));
            if poison.is_empty() {
                self.poison = None;
            }
        }
        self.points |= size >= 8 && value.is_some_and(|value| block_of(value as u64).is_some() || size > 8);
        let (start, end) = (offset as usize, (offset + size) as usize);
        self.bytes.cut(end);
        for (i, at) in (start..end).enumerate() {
            let byte = match value.map(|value| (value >> (8 * i)) as u8) {
                None => Byte::Unwritten,
                Some(first) if i == 0 => Byte::First(first),
                Some(rest) => Byte::Rest(rest),
            };
            self.bytes.set(at, byte);
        }
    }

    /// Forgets whatever was written.
    pub(super) fn clear(&mut self) {
        *self = PrivateBlock::new(self.storage, self.content, self.size());
    }

    /// Writes zeros where nothing has been written.
    pub(super) fn zero_unwritten(&mut self, offset: u64, size: u64) {
        for at in offset as usize..(offset + size) as usize {
            if self.bytes.get(at) == Byte::Unwritten {
                self.bytes.set(at, Byte::First(0));
            }
        }
    }

    /// Copies bytes as they are, known or not, from another range.
    pub(super) fn copy(&mut self, offset: u64, from: &[CopiedByte]) {
        let start = offset as usize;
        self.points |= from.len() >= 8;
        from.iter().zip(start..).for_each(|(byte, at)| self.bytes.set(at, byte.0));
        self.bytes.cut(start + from.len());
        if self.poison.is_none() && from.iter().all(|byte| byte.1.is_none()) {
            return;
        }
        let table = Arc::make_mut(self.poison.get_or_insert_default());
        for (at, byte) in (offset..).zip(from) {
            match &byte.1 {
                Some(poison) => _ = table.insert(at, poison.clone()),
                None => _ = table.remove(&at),
            }
        }
        if table.is_empty() {
            self.poison = None;
        }
    }

    /// The bytes of a range, to be copied.
    pub(super) fn bytes(&self, offset: u64, size: u64) -> Vec<CopiedByte> {
        let zero = self.content == Content::Zeros;
        self.bytes
            .range(offset, size)
            .zip(offset..)
            .map(|(byte, at)| {
                let poison = self.poison_in(at, 1).cloned();
                let zero = zero && byte == Byte::Unwritten && poison.is_none();
                CopiedByte(if zero { Byte::First(0) } else { byte }, poison)
            })
            .collect()
    }

    /// The words in it that may be pointers.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let words = if self.points { self.size() / 8 } else { 0 };
        (0..words).filter_map(|word| self.read(8 * word, 8)).map(|value| value as u64)
    }

    /// Puts other words in the place of those that may be pointers.
    fn map_words(&mut self, map: &impl Fn(u64) -> u64) {
        let words = if self.points { self.size() / 8 } else { 0 };
        for start in (0..words).map(|word| 8 * word) {
            let Some(word) = self.read(start, 8).map(|word| word as u64) else { continue };
            if map(word) != word {
                for (at, new) in (start as usize..).zip(map(word).to_le_bytes()) {
                    let byte = match self.bytes.get(at) {
                        Byte::First(_) => Byte::First(new),
                        Byte::Rest(_) => Byte::Rest(new),
                        Byte::Unwritten => Byte::Unwritten,
                    };
                    self.bytes.set(at, byte);
                }
            }
        }
    }

    /// The bytes that are not the same in another block; nothing if the two are not alike at all.
    pub(super) fn differences(&self, other: &PrivateBlock) -> Option<Vec<u64>> {
        let alike = self.storage == other.storage && self.content == other.content && self.size() == other.size();
        let pairs = || self.bytes.iter().zip(other.bytes.iter()).enumerate();
        alike.then(|| pairs().filter(|(_, (a, b))| a != b).map(|(at, _)| at as u64).collect())
    }

    /// What was written: offset, size and bytes of each write that is still whole.
    pub(super) fn writes(&self) -> Vec<(u64, u64, u128)> {
        let mut found: Vec<(u64, u64, u128)> = Vec::new();
        for (offset, byte) in self.bytes.iter().enumerate() {
            match (byte, found.last_mut()) {
                (Byte::Rest(byte), Some((start, size, value))) if *start + *size == offset as u64 && *size < 16 => {
                    *value |= u128::from(byte) << (8 * *size);
                    *size += 1;
                }
                (Byte::First(byte) | Byte::Rest(byte), _) => found.push((offset as u64, 1, u128::from(byte))),
                (Byte::Unwritten, _) => {}
            }
        }
        found
    }
}

/// A byte on its way from one block to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CopiedByte(Byte, Option<Arc<Poison>>);

impl PrivateMemory {
    fn blocks(&self) -> &[(u64, PrivateBlock)] {
        self.blocks.as_deref().map_or(&[], Vec::as_slice)
    }

    /// How many bytes it takes, about.
    pub(super) fn weight(&self) -> usize {
        size_of_val(self.blocks())
    }

    fn find(&self, base: u64) -> Result<usize, usize> {
        self.blocks().binary_search_by_key(&base, |(base, _)| *base)
    }

    pub(super) fn insert(&mut self, base: u64, block: PrivateBlock) {
        let found = self.find(base);
        let blocks = Arc::make_mut(self.blocks.get_or_insert_default());
        match found {
            Ok(at) => blocks[at].1 = block,
            Err(at) => blocks.insert(at, (base, block)),
        }
    }

    pub(super) fn remove(&mut self, base: u64) -> Option<PrivateBlock> {
        let at = self.find(base).ok()?;
        let blocks = Arc::make_mut(self.blocks.as_mut()?);
        let (_, block) = blocks.remove(at);
        if blocks.is_empty() {
            self.blocks = None;
        }
        Some(block)
    }

    /// The same memory with other addresses. They are in the same order.
    pub(super) fn map_words(&self, map: &impl Fn(u64) -> u64) -> PrivateMemory {
        let blocks = self.iter().map(|(base, block)| {
            let mut block = block.clone();
            block.map_words(map);
            (map(base), block)
        });
        let blocks: Vec<_> = blocks.collect();
        PrivateMemory { blocks: (!blocks.is_empty()).then(|| Arc::new(blocks)) }
    }

    /// All blocks, with their first bytes.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, &PrivateBlock)> {
        self.blocks().iter().map(|(base, block)| (*base, block))
    }

    /// The first bytes of all blocks.
    pub(super) fn bases(&self) -> impl Iterator<Item = u64> {
        self.blocks().iter().map(|(base, _)| *base)
    }

    pub(super) fn get(&self, base: u64) -> Option<&PrivateBlock> {
        self.find(base).ok().map(|at| &self.blocks()[at].1)
    }

    pub(super) fn get_mut(&mut self, base: u64) -> Option<&mut PrivateBlock> {
        let at = self.find(base).ok()?;
        Some(&mut Arc::make_mut(self.blocks.as_mut()?)[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_are_found_again_with_their_extents() {
        let mut block = PrivateBlock::new(Storage::Heap(Allocator::Malloc), Content::Nothing, 16);
        block.write(0, 4, Some(0x0403_0201));
        block.write(8, 8, Some(7));
        assert_eq!(block.writes(), [(0, 4, 0x0403_0201), (8, 8, 7)]);
        assert_eq!((block.read(0, 4), block.read(4, 4), block.read(1, 2)), (Some(0x0403_0201), None, Some(0x0302)));
        // An overlapping write splits what it does not cover.
        block.write(9, 1, Some(0xff));
        assert_eq!(block.writes(), [(0, 4, 0x0403_0201), (8, 1, 7), (9, 1, 0xff), (10, 6, 0)]);
    }

    #[test]
    fn poison_is_copied_and_overwritten() {
        let poison = Arc::new(Poison { what: "overflow".into(), place: None });
        let mut block = PrivateBlock::new(Storage::Stack, Content::Zeros, 8);
        block.spoil(0, 4, &poison);
        assert_eq!((block.read(0, 4), block.read(4, 4), block.poison_in(3, 2)), (None, Some(0), Some(&poison)));
        let mut other = PrivateBlock::new(Storage::Stack, Content::Nothing, 8);
        other.copy(2, &block.bytes(0, 6));
        assert_eq!((other.poison_in(2, 1), other.poison_in(6, 2)), (Some(&poison), None));
        block.write(0, 4, Some(7));
        assert_eq!((block.read(0, 8), block.poison_in(0, 8)), (Some(7), None));
    }

    #[test]
    fn zeroed_memory_can_be_read() {
        let block = PrivateBlock::new(Storage::Heap(Allocator::New), Content::Zeros, 8);
        assert_eq!(block.read(0, 8), Some(0));
        assert_eq!(block.writes(), []);
    }
}
