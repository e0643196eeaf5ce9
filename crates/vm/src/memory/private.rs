//! Memory that no other thread can name yet.
//!
//! A block lives inside the thread that allocated it until its address escapes. Accesses to it make no
//! events. Each byte knows whether it has been written and whether a write started there (`bytes.rs`): when
//! the block is published, its contents become ordinary writes of the same extents.
//!
//! To write something undefined is a write, too: what was there before is gone. A copy of a struct brings its
//! unwritten members and the bytes between its members with it as they are.

use std::collections::BTreeMap;
use std::sync::Arc;

use selvedge_core::Content;

use crate::exec::value::Poison;
use crate::memory::address::{block_of, form_of};
use crate::memory::byte::{Byte, Manner, Seen};
use crate::memory::bytes::Bytes;

/// Why the block exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    /// A local variable.
    Stack,
    /// From the heap.
    Heap(Allocator),
    /// A thread-local variable.
    ThreadLocal,
}

/// What allocates on the heap. Each has its own way of freeing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Allocator {
    /// `malloc` and its kin.
    Malloc,
    /// `new`.
    New,
    /// `new[]`.
    NewArray,
}

impl Allocator {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Allocator::Malloc => "malloc",
            Allocator::New => "new",
            Allocator::NewArray => "new[]",
        }
    }

    /// How to free what it allocates.
    pub(crate) fn opposite(self) -> &'static str {
        match self {
            Allocator::Malloc => "free",
            Allocator::New => "delete",
            Allocator::NewArray => "delete[]",
        }
    }
}

impl Storage {
    /// As part of an address, so that it is known when a block is freed.
    pub(crate) fn form(self) -> u32 {
        match self {
            Storage::Stack | Storage::ThreadLocal => 0,
            Storage::Heap(Allocator::Malloc) => 1,
            Storage::Heap(Allocator::New) => 2,
            Storage::Heap(Allocator::NewArray) => 3,
        }
    }

    pub(crate) fn is_heap(self) -> bool {
        matches!(self, Storage::Heap(_))
    }
}

/// What allocated the block that starts there, if it is on the heap.
pub(crate) fn allocator_of(base: u64) -> Option<Allocator> {
    match form_of(block_of(base)?.0) {
        1 => Some(Allocator::Malloc),
        2 => Some(Allocator::New),
        3 => Some(Allocator::NewArray),
        _ => None,
    }
}

/// A block of private memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrivateBlock {
    pub(crate) storage: Storage,
    pub(crate) content: Content,
    /// Whether it is a variable of a block of the source that has ended.
    pub(crate) has_ended: bool,
    /// So many of the lowest bits of its address are zero for certain.
    pub(crate) aligned: u8,
    bytes: Bytes,
    /// Bytes that are not known because of broken arithmetic. Mostly nothing.
    poison: Option<Arc<BTreeMap<u64, Arc<Poison>>>>,
}

/// A part of what a block contains: what was written at once, or something undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    /// Least significant byte first; nothing if it is undefined.
    pub(crate) value: Option<u128>,
}

impl PrivateBlock {
    pub(crate) fn new(storage: Storage, content: Content, size: u64) -> PrivateBlock {
        PrivateBlock { storage, content, has_ended: false, aligned: 0, bytes: Bytes::new(size), poison: None }
    }

    /// A block for something on its way from one place to another.
    pub(crate) fn passing(size: u64) -> PrivateBlock {
        PrivateBlock::new(Storage::Stack, Content::Nothing, size)
    }

    pub(crate) fn size(&self) -> u64 {
        self.bytes.len()
    }

    /// Whether nothing has been written to it.
    pub(crate) fn is_blank(&self) -> bool {
        self.poison.is_none() && self.bytes.is_blank()
    }

    /// A number that blocks with the same content have in common.
    pub(crate) fn digest(&self) -> u64 {
        let bytes = (0..self.size().min(64)).map(|at| match self.bytes.get(at) {
            Byte::Unwritten | Byte::Undefined => 0,
            Byte::First(byte) | Byte::Rest(byte) => u64::from(byte) + 1,
        });
        bytes.fold(0, |digest, byte| digest.wrapping_mul(0x100_0000_01b3) ^ byte)
    }

    /// Whether the range lies inside.
    pub(crate) fn holds(&self, offset: u64, size: u64) -> bool {
        offset.checked_add(size).is_some_and(|end| end <= self.size())
    }

    /// The poison in a range, if there is any.
    pub(crate) fn poison_in(&self, offset: u64, size: u64) -> Option<&Arc<Poison>> {
        self.poison.as_ref()?.range(offset..offset + size).next().map(|(_, poison)| poison)
    }

    /// Makes a range unknown, because of broken arithmetic.
    pub(crate) fn spoil(&mut self, offset: u64, size: u64, poison: &Arc<Poison>) {
        self.write(offset, size, None);
        let table = Arc::make_mut(self.poison.get_or_insert_default());
        table.extend((offset..offset + size).map(|at| (at, poison.clone())));
    }

    /// Bytes of a range of at most sixteen, least significant first; nothing if one is not known.
    #[inline]
    pub(crate) fn read(&self, offset: u64, size: u64) -> Option<u128> {
        let (value, known) = self.look(offset, size);
        (known == all(size)).then_some(value)
    }

    /// Bytes of a range of at most sixteen, least significant first, and a bit for each that says whether it
    /// is known.
    #[inline]
    pub(crate) fn look(&self, offset: u64, size: u64) -> (u128, u32) {
        let Seen { value, written, undefined } = self.bytes.look(offset, size);
        let mut known = match self.content {
            Content::Nothing => written,
            Content::Zeros => all(size) & !undefined,
        };
        if let Some(table) = &self.poison {
            table.range(offset..offset + size).for_each(|(at, _)| known &= !(1 << (at - offset)));
        }
        (value, known)
    }

    /// Writes a range of at most sixteen bytes. Nothing makes a range unknown, however large.
    pub(crate) fn write(&mut self, offset: u64, size: u64, value: Option<u128>) {
        self.cure(offset, size);
        match value {
            Some(value) => self.bytes.write(offset, size, value),
            None => self.bytes.erase(offset, size, self.undefined()),
        }
    }

    /// Writes at most sixteen bytes of which only some are known; there is a bit for each.
    pub(crate) fn write_known(&mut self, offset: u64, size: u64, value: u128, known: u32) {
        self.write(offset, size, None);
        for (at, count) in runs(size, |at| known >> at & 1 == 1) {
            self.bytes.write(offset + at, count, value >> (8 * at));
        }
    }

    /// Writes the same byte everywhere in a range.
    pub(crate) fn fill(&mut self, offset: u64, size: u64, byte: u8) {
        self.cure(offset, size);
        self.bytes.fill(offset, size, byte);
    }

    /// What a byte is where something undefined is written.
    fn undefined(&self) -> Byte {
        match self.content {
            Content::Nothing => Byte::Unwritten,
            Content::Zeros => Byte::Undefined,
        }
    }

    /// There is no poison in a range any more.
    fn cure(&mut self, offset: u64, size: u64) {
        if let Some(poison) = self.poison.as_mut().map(Arc::make_mut) {
            poison.retain(|at, _| !(offset..offset + size).contains(at));
            if poison.is_empty() {
                self.poison = None;
            }
        }
    }

    /// Forgets whatever was written.
    pub(crate) fn clear(&mut self) {
        let (has_ended, aligned) = (self.has_ended, self.aligned);
        *self = PrivateBlock { has_ended, aligned, ..PrivateBlock::new(self.storage, self.content, self.size()) };
    }

    /// Writes zeros where nothing has been written.
    pub(crate) fn zero_unwritten(&mut self, offset: u64, size: u64) {
        for at in offset..offset + size {
            if matches!(self.bytes.get(at), Byte::Unwritten | Byte::Undefined) {
                self.bytes.set(at, Byte::First(0));
            }
        }
    }

    /// Copies a range of another block as it is, known or not.
    pub(crate) fn copy(&mut self, offset: u64, from: &PrivateBlock, start: u64, size: u64) {
        let manner = match (from.content, self.content) {
            (Content::Zeros, Content::Nothing) => Manner::FromZeros,
            (Content::Nothing, Content::Zeros) => Manner::ToZeros,
            _ => Manner::Alike,
        };
        self.cure(offset, size);
        self.bytes.copy(offset, &from.bytes, start, size, manner);
        if let Some(poison) = &from.poison {
            let copied = poison.range(start..start + size).map(|(at, poison)| (at - start + offset, poison.clone()));
            let mut copied = copied.peekable();
            if copied.peek().is_some() {
                Arc::make_mut(self.poison.get_or_insert_default()).extend(copied);
            }
        }
    }

    /// Calls a function for each word in it that may be a pointer.
    pub(crate) fn for_each_word(&self, visit: &mut impl FnMut(u64)) {
        self.bytes.for_each_word(visit);
    }

    /// Puts other words in the place of those that may be pointers.
    pub(crate) fn map_words(&mut self, map: &impl Fn(u64) -> u64) {
        let mut moved: Vec<(u64, u8)> = Vec::new();
        let mut at = 0;
        while at + 8 <= self.size() && self.bytes.points() {
            if let Some(word) = self.read(at, 8).map(|word| word as u64)
                && map(word) != word
            {
                moved.extend((at..).zip(map(word).to_le_bytes()));
            }
            at += 8;
        }
        for (at, new) in moved {
            match self.bytes.get(at) {
                Byte::First(_) => self.bytes.set(at, Byte::First(new)),
                Byte::Rest(_) => self.bytes.set(at, Byte::Rest(new)),
                Byte::Unwritten | Byte::Undefined => {}
            }
        }
    }

    /// How many bytes of our own memory its content takes that nothing else shares, about.
    pub(crate) fn weight(&self) -> usize {
        self.bytes.weight()
    }

    /// The bytes that are not the same in another block; nothing if the two are not alike at all.
    pub(crate) fn differences(&self, other: &PrivateBlock) -> Option<Vec<u64>> {
        let alike = self.storage == other.storage && self.content == other.content && self.size() == other.size();
        alike.then(|| self.bytes.differences(&other.bytes))
    }

    /// What makes the block differ from one that has just been allocated: each write that is still whole, and
    /// what has become undefined.
    pub(crate) fn changes(&self) -> Vec<Extent> {
        let mut found: Vec<Extent> = Vec::new();
        self.bytes.for_each_touched(&mut |at, byte| join(&mut found, at, byte));
        found
    }

    /// What a range contains, all of it. Offsets count from its beginning.
    pub(crate) fn extents(&self, start: u64, size: u64) -> Vec<Extent> {
        let zeros = self.content == Content::Zeros;
        let mut found: Vec<Extent> = Vec::new();
        for at in 0..size {
            let byte = match self.bytes.get(start + at) {
                Byte::Unwritten if zeros => Byte::First(0),
                Byte::Rest(byte) if at == 0 => Byte::First(byte),
                Byte::Unwritten => Byte::Undefined,
                byte => byte,
            };
            join(&mut found, at, byte);
        }
        found
    }
}

/// Adds a byte to the end of a list of extents.
fn join(found: &mut Vec<Extent>, at: u64, byte: Byte) {
    let last = found.last_mut().filter(|last| last.offset + last.size == at);
    match (byte, last) {
        (Byte::Rest(byte), Some(Extent { size, value: Some(value), .. })) if *size < 16 => {
            *value |= u128::from(byte) << (8 * *size);
            *size += 1;
        }
        (Byte::First(byte) | Byte::Rest(byte), _) => {
            found.push(Extent { offset: at, size: 1, value: Some(u128::from(byte)) });
        }
        (Byte::Undefined | Byte::Unwritten, Some(Extent { size, value: None, .. })) => *size += 1,
        (Byte::Undefined | Byte::Unwritten, _) => found.push(Extent { offset: at, size: 1, value: None }),
    }
}

/// The runs of numbers below `count` of which something holds: where each begins, and how long it is.
pub(crate) fn runs(count: u64, holds: impl Fn(u64) -> bool) -> Vec<(u64, u64)> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for at in (0..count).filter(|&at| holds(at)) {
        match found.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => found.push((at, 1)),
        }
    }
    found
}

/// A bit for each byte.
#[inline]
fn all(size: u64) -> u32 {
    (1 << size) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(block: &PrivateBlock) -> Vec<(u64, u64, u128)> {
        let changes = block.changes().into_iter();
        changes.map(|extent| (extent.offset, extent.size, extent.value.expect("defined"))).collect()
    }

    #[test]
    fn writes_are_found_again_with_their_extents() {
        let mut block = PrivateBlock::new(Storage::Heap(Allocator::Malloc), Content::Nothing, 16);
        block.write(0, 4, Some(0x0403_0201));
        block.write(8, 8, Some(7));
        assert_eq!(defined(&block), [(0, 4, 0x0403_0201), (8, 8, 7)]);
        assert_eq!((block.read(0, 4), block.read(4, 4), block.read(1, 2)), (Some(0x0403_0201), None, Some(0x0302)));
        assert_eq!(block.look(2, 8), (0x0007_0000_0000_0403, 0b1100_0011));
        // An overlapping write splits what it does not cover.
        block.write(9, 1, Some(0xff));
        assert_eq!(defined(&block), [(0, 4, 0x0403_0201), (8, 1, 7), (9, 1, 0xff), (10, 6, 0)]);
        let extents: Vec<_> = block.extents(2, 8).iter().map(|part| (part.offset, part.size, part.value)).collect();
        assert_eq!(extents, [(0, 2, Some(0x0403)), (2, 4, None), (6, 1, Some(7)), (7, 1, Some(0xff))]);
    }

    #[test]
    fn poison_is_copied_and_overwritten() {
        let poison = Arc::new(Poison { what: "overflow".into(), place: None });
        let mut block = PrivateBlock::new(Storage::Stack, Content::Zeros, 8);
        block.spoil(0, 4, &poison);
        assert_eq!((block.read(0, 4), block.read(4, 4), block.poison_in(3, 2)), (None, Some(0), Some(&poison)));
        let mut other = PrivateBlock::new(Storage::Stack, Content::Nothing, 8);
        other.copy(2, &block, 0, 6);
        assert_eq!((other.poison_in(2, 1), other.poison_in(6, 2)), (Some(&poison), None));
        block.write(0, 4, Some(7));
        assert_eq!((block.read(0, 8), block.poison_in(0, 8)), (Some(7), None));
    }

    /// Something undefined takes the place of what was there, also of the zeros that a block was made of.
    #[test]
    fn what_is_undefined_is_written() {
        for content in [Content::Nothing, Content::Zeros] {
            let mut block = PrivateBlock::new(Storage::Heap(Allocator::Malloc), content, 16);
            block.write(0, 8, Some(7));
            block.copy(4, &PrivateBlock::passing(8), 0, 8);
            assert_eq!((block.read(0, 4), block.read(4, 4), block.read(8, 4)), (Some(7), None, None));
            assert_eq!(block.read(12, 4), (content == Content::Zeros).then_some(0));
            block.write_known(0, 8, 0x0807_0605_0403_0201, 0b1100_0011);
            assert_eq!(block.look(0, 8), (0x0807_0000_0000_0201, 0b1100_0011));
        }
    }

    #[test]
    fn zeroed_memory_can_be_read() {
        let block = PrivateBlock::new(Storage::Heap(Allocator::New), Content::Zeros, 8);
        assert_eq!(block.read(0, 8), Some(0));
        assert_eq!(block.changes(), []);
    }
}
