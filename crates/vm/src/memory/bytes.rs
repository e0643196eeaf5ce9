//! The bytes of a block of private memory.
//!
//! Each byte knows whether it has been written and whether a write began there. The few bytes of a small
//! block lie in the block itself. Those of a larger one are pages at the leaves of a tree, which copies share
//! until one of them is written to: what a thread keeps and compares costs as much as it has touched, however
//! large its blocks are.

use std::sync::Arc;

use crate::memory::address::may_point;
use crate::memory::byte::{Byte, Manner, Seen, byte, parts};
use crate::memory::pages::{FORK, PAGE, Page, Tree};

/// Few enough bytes to lie in the block itself: most local variables are that small.
const FEW: usize = 8;

/// The bytes of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(private_interfaces, reason = "how they are kept is decided here")]
pub(crate) enum Bytes {
    Few { size: u8, values: [u8; FEW], written: u8, first: u8 },
    Many { size: u64, depth: u32, tree: Tree },
}

impl Bytes {
    pub(crate) fn new(size: u64) -> Bytes {
        match u8::try_from(size) {
            Ok(few) if few as usize <= FEW => Bytes::Few { size: few, values: [0; FEW], written: 0, first: 0 },
            _ => {
                let pages = size.div_ceil(PAGE as u64).max(1);
                let bits = u64::BITS - (pages - 1).leading_zeros();
                Bytes::Many { size, depth: bits.div_ceil(FORK), tree: Tree::Blank }
            }
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> u64 {
        match self {
            Bytes::Few { size, .. } => u64::from(*size),
            Bytes::Many { size, .. } => *size,
        }
    }

    /// A byte inside the block.
    #[inline]
    pub(crate) fn get(&self, at: u64) -> Byte {
        match self {
            Bytes::Few { values, written, first, .. } => {
                byte(values[at as usize], written >> at & 1 == 1, first >> at & 1 == 1)
            }
            Bytes::Many { depth, tree, .. } => {
                tree.page(*depth, at / PAGE as u64).map_or(Byte::Unwritten, |page| page.get(at as usize % PAGE))
            }
        }
    }

    /// The page that a byte is in, if there is one.
    fn page(&self, at: u64) -> Option<&Page> {
        match self {
            Bytes::Few { .. } => None,
            Bytes::Many { depth, tree, .. } => tree.page(*depth, at / PAGE as u64),
        }
    }

    pub(crate) fn set(&mut self, at: u64, new: Byte) {
        match self {
            Bytes::Few { values, written, first, .. } => {
                let (value, is_written, is_first) = parts(new);
                values[at as usize] = value;
                *written = *written & !(1 << at) | u8::from(is_written) << at;
                *first = *first & !(1 << at) | u8::from(is_first) << at;
            }
            Bytes::Many { depth, tree, .. } => {
                tree.page_mut(*depth, at / PAGE as u64, false).set(at as usize % PAGE, new);
            }
        }
    }

    /// What is known of at most sixteen bytes.
    #[inline]
    pub(crate) fn look(&self, offset: u64, size: u64) -> Seen {
        debug_assert!(size <= 16);
        if let Bytes::Few { values, written, first, .. } = self {
            let mask = (1_u32 << size) - 1;
            let value = u128::from(u64::from_le_bytes(*values)) >> (8 * offset) & low_bytes(size);
            let (written, first) = (u32::from(*written) >> offset & mask, u32::from(*first) >> offset & mask);
            return Seen { value, written, undefined: first & !written };
        }
        let mut seen = Seen { value: 0, written: 0, undefined: 0 };
        if offset % PAGE as u64 + size <= PAGE as u64 {
            return self.page(offset).map_or(seen, |page| page.look(offset as usize % PAGE, size as usize));
        }
        for (i, at) in (offset..offset + size).enumerate() {
            match self.get(at) {
                Byte::Unwritten => {}
                Byte::Undefined => seen.undefined |= 1 << i,
                Byte::First(byte) | Byte::Rest(byte) => {
                    seen.value |= u128::from(byte) << (8 * i);
                    seen.written |= 1 << i;
                }
            }
        }
        seen
    }

    /// Writes at most sixteen bytes.
    pub(crate) fn write(&mut self, offset: u64, size: u64, value: u128) {
        self.cut(offset + size);
        if let Bytes::Few { values, written, first, .. } = self {
            let mask = low_bytes(size) as u64;
            let old = u64::from_le_bytes(*values) & !(mask << (8 * offset));
            *values = (old | (value as u64 & mask) << (8 * offset)).to_le_bytes();
            let bits = (((1_u16 << size) - 1) << offset) as u8;
            *written |= bits;
            *first = *first & !bits | 1 << offset;
            return;
        }
        let points = size > 8 || size == 8 && may_point(value as u64);
        let bytes = (0..size).map(|i| (value >> (8 * i)) as u8);
        let bytes = bytes.enumerate().map(|(i, byte)| if i == 0 { Byte::First(byte) } else { Byte::Rest(byte) });
        match self {
            Bytes::Many { depth, tree, .. } if offset % PAGE as u64 + size <= PAGE as u64 => {
                let page = tree.page_mut(*depth, offset / PAGE as u64, points);
                (offset as usize % PAGE..).zip(bytes).for_each(|(at, byte)| page.set(at, byte));
            }
            _ => {
                (offset..).zip(bytes).for_each(|(at, byte)| self.set(at, byte));
                if points {
                    self.mark(offset, size);
                }
            }
        }
    }

    /// A range may contain a pointer.
    fn mark(&mut self, offset: u64, size: u64) {
        if let Bytes::Many { depth, tree, .. } = self {
            for page in offset / PAGE as u64..=(offset + size - 1) / PAGE as u64 {
                tree.page_mut(*depth, page, true);
            }
        }
    }

    /// Forgets what was written to a range, however large.
    pub(crate) fn erase(&mut self, offset: u64, size: u64, byte: Byte) {
        self.cut(offset + size);
        self.segments(offset, size, |bytes, segment| match segment {
            Segment::Page(page) if byte == Byte::Unwritten => bytes.put_page(page, Tree::Blank),
            segment => segment.range().for_each(|at| bytes.set(at, byte)),
        });
    }

    /// Writes the same byte everywhere in a range, eight at a time, so that nothing in it is a pointer.
    pub(crate) fn fill(&mut self, offset: u64, size: u64, value: u8) {
        self.cut(offset + size);
        let is_first = |at: u64| (at - offset).is_multiple_of(8);
        let byte = |at: u64| if is_first(at) { Byte::First(value) } else { Byte::Rest(value) };
        let mut whole: Option<Arc<Page>> = None;
        self.segments(offset, size, |bytes, segment| match segment {
            Segment::Page(number) => {
                let page = whole.get_or_insert_with(|| {
                    let mut page = Page::BLANK;
                    (0..PAGE).for_each(|at| page.set(at, byte(number * PAGE as u64 + at as u64)));
                    Arc::new(page)
                });
                bytes.put_page(number, Tree::Page(page.clone()));
            }
            Segment::Part(range) => range.for_each(|at| bytes.set(at, byte(at))),
        });
        if may_point(u64::from_le_bytes([value; 8])) && size >= 8 {
            self.mark(offset, size);
        }
    }

    /// Copies a range of another block. Where both lie alike in their pages, whole pages are shared.
    pub(crate) fn copy(&mut self, offset: u64, from: &Bytes, start: u64, size: u64, manner: Manner) {
        if size == 0 {
            return;
        }
        self.cut(offset + size);
        let lies_alike = offset % PAGE as u64 == start % PAGE as u64;
        // What is blank there is the same page everywhere.
        let mut blank: Option<Arc<Page>> = None;
        self.segments(offset, size, |bytes, segment| match (segment, from) {
            (Segment::Page(page), Bytes::Many { depth, tree, .. }) if lies_alike => {
                let source = tree.page_at(*depth, page - offset / PAGE as u64 + start / PAGE as u64);
                let moved = match (source, manner) {
                    (None, Manner::Alike) => Tree::Blank,
                    (Some(page), Manner::Alike) => Tree::Page(page.clone()),
                    (Some(page), _) => Tree::Page(Arc::new(page.moved(manner))),
                    (None, _) => Tree::Page(blank.get_or_insert_with(|| Arc::new(Page::BLANK.moved(manner))).clone()),
                };
                bytes.put_page(page, moved);
            }
            (segment, _) => {
                let range = segment.range();
                let points = from.may_point(range.start - offset + start, range.end - range.start);
                if points {
                    bytes.mark(range.start, range.end - range.start);
                }
                range.for_each(|at| bytes.set(at, manner.moved(from.get(at - offset + start))));
            }
        });
        // The end of another write begins one here.
        self.cut(offset);
    }

    /// Whether a range may contain a pointer, or a part of one.
    fn may_point(&self, offset: u64, size: u64) -> bool {
        match self {
            Bytes::Few { .. } => size > 0,
            Bytes::Many { depth, tree, .. } => (offset / PAGE as u64..=(offset + size - 1) / PAGE as u64)
                .any(|page| tree.page(*depth, page).is_some_and(|page| page.points)),
        }
    }

    /// Visits a range, a whole page at a time where it has one.
    fn segments(&mut self, offset: u64, size: u64, mut visit: impl FnMut(&mut Bytes, Segment)) {
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let next = ((at / PAGE as u64 + 1) * PAGE as u64).min(end);
            let is_page = at.is_multiple_of(PAGE as u64) && next - at == PAGE as u64;
            let in_tree = matches!(self, Bytes::Many { .. });
            visit(self, if is_page && in_tree { Segment::Page(at / PAGE as u64) } else { Segment::Part(at..next) });
            at = next;
        }
    }

    fn put_page(&mut self, number: u64, page: Tree) {
        if let Bytes::Many { depth, tree, .. } = self {
            tree.put(*depth, number, page);
        }
    }

    /// What belonged to an older write and follows a newer one starts one of its own.
    fn cut(&mut self, at: u64) {
        if at < self.len()
            && let Byte::Rest(byte) = self.get(at)
        {
            self.set(at, Byte::First(byte));
        }
    }

    /// Whether nothing has been written, nor made undefined.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Bytes::Few { written, first, .. } => written | first == 0,
            Bytes::Many { tree, .. } => tree.is_blank(),
        }
    }

    /// Calls a function for each word that may be a pointer: those at multiples of eight, and where writes
    /// began.
    pub(crate) fn for_each_word(&self, visit: &mut impl FnMut(u64)) {
        match self {
            Bytes::Few { size, values, written, .. } if *size as usize == FEW && *written == u8::MAX => {
                visit(u64::from_le_bytes(*values));
            }
            Bytes::Few { .. } => {}
            Bytes::Many { size, depth, tree } => tree.for_each_page(*depth, 0, true, &mut |number, page| {
                let first = number * PAGE as u64;
                for at in page.words().map(|at| first + at as u64).filter(|at| at + 8 <= *size) {
                    let seen = self.look(at, 8);
                    if seen.written == 0xff {
                        visit(seen.value as u64);
                    }
                }
            }),
        }
    }

    /// Whether it may contain a pointer.
    pub(crate) fn points(&self) -> bool {
        match self {
            Bytes::Few { size, .. } => *size as usize == FEW,
            Bytes::Many { tree: Tree::Page(page), .. } => page.points,
            Bytes::Many { tree: Tree::Fork(fork), .. } => fork.points,
            Bytes::Many { tree: Tree::Blank, .. } => false,
        }
    }

    /// Calls a function for each byte that is not unwritten.
    pub(crate) fn for_each_touched(&self, visit: &mut impl FnMut(u64, Byte)) {
        match self {
            Bytes::Few { size, .. } => {
                let touched = (0..u64::from(*size)).map(|at| (at, self.get(at)));
                touched.filter(|(_, byte)| *byte != Byte::Unwritten).for_each(|(at, byte)| visit(at, byte));
            }
            Bytes::Many { depth, tree, .. } => tree.for_each_page(*depth, 0, false, &mut |number, page| {
                let touched = (0..PAGE).map(|at| (number * PAGE as u64 + at as u64, page.get(at)));
                touched.filter(|(_, byte)| *byte != Byte::Unwritten).for_each(|(at, byte)| visit(at, byte));
            }),
        }
    }

    /// The bytes in which two blocks of the same size differ.
    pub(crate) fn differences(&self, other: &Bytes) -> Vec<u64> {
        let mut found = Vec::new();
        match (self, other) {
            (Bytes::Many { depth, tree, .. }, Bytes::Many { tree: others, .. }) => {
                tree.differences(others, *depth, 0, &mut |at| found.push(at));
            }
            _ => found.extend((0..self.len()).filter(|&at| self.get(at) != other.get(at))),
        }
        found
    }

    /// How many bytes of our own memory it takes that nothing else shares, about.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Bytes::Few { .. } => 0,
            Bytes::Many { tree, .. } => tree.weight(),
        }
    }
}

/// A part of a range.
enum Segment {
    /// A whole page.
    Page(u64),
    Part(std::ops::Range<u64>),
}

impl Segment {
    fn range(&self) -> std::ops::Range<u64> {
        match self {
            Segment::Page(page) => page * PAGE as u64..(page + 1) * PAGE as u64,
            Segment::Part(range) => range.clone(),
        }
    }
}

/// So many bytes, all of them ones.
#[inline]
fn low_bytes(size: u64) -> u128 {
    if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is done to bytes, they are what a list of bytes would be.
    #[test]
    fn bytes_are_a_list() {
        for size in [1_u64, 7, 8, 9, 40, 256, 300, 600, 5_000, 70_000] {
            let mut seed = size;
            let mut random = move |below: u64| {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (seed >> 33) % below
            };
            let (mut bytes, mut list) = (Bytes::new(size), vec![Byte::Unwritten; size as usize]);
            let (mut other, mut others) = (bytes.clone(), list.clone());
            for _ in 0..400 {
                let offset = random(size);
                let most = if random(2) == 0 { 16.min(size - offset) } else { size - offset };
                let length = 1 + random(most);
                let range = offset as usize..(offset + length) as usize;
                let before = list.clone();
                if let Some(Byte::Rest(byte)) = list.get(range.end) {
                    list[range.end] = Byte::First(*byte);
                }
                match random(6) {
                    0 | 1 => {
                        let length = length.min(16);
                        list.clone_from(&before);
                        let end = (offset + length) as usize;
                        if let Some(Byte::Rest(byte)) = list.get(end) {
                            list[end] = Byte::First(*byte);
                        }
                        let value = u128::from(random(u64::MAX)) << 64 | u128::from(random(u64::MAX));
                        bytes.write(offset, length, value);
                        for i in 0..length as usize {
                            let byte = (value >> (8 * i)) as u8;
                            list[offset as usize + i] = if i == 0 { Byte::First(byte) } else { Byte::Rest(byte) };
                        }
                    }
                    2 => {
                        let byte = if random(2) == 0 { Byte::Unwritten } else { Byte::Undefined };
                        bytes.erase(offset, length, byte);
                        list[range].fill(byte);
                    }
                    3 => {
                        bytes.fill(offset, length, 7);
                        for (i, at) in range.enumerate() {
                            list[at] = if i % 8 == 0 { Byte::First(7) } else { Byte::Rest(7) };
                        }
                    }
                    4 => {
                        let start = if random(2) == 0 { offset } else { random(size - length + 1) };
                        let manner = [Manner::Alike, Manner::FromZeros, Manner::ToZeros][random(3) as usize];
                        bytes.copy(offset, &other, start, length, manner);
                        for (i, at) in range.clone().enumerate() {
                            list[at] = manner.moved(others[start as usize + i]);
                        }
                        if let Byte::Rest(byte) = list[range.start] {
                            list[range.start] = Byte::First(byte);
                        }
                    }
                    _ => {
                        list.clone_from(&before);
                        let differing: Vec<u64> =
                            (0..size).filter(|&at| list[at as usize] != others[at as usize]).collect();
                        assert_eq!(bytes.differences(&other), differing);
                        (other, others) = (bytes.clone(), list.clone());
                    }
                }
                assert_eq!((0..size).map(|at| bytes.get(at)).collect::<Vec<_>>(), list);
                let mut touched = Vec::new();
                bytes.for_each_touched(&mut |at, byte| touched.push((at, byte)));
                let expected = (0..size).map(|at| (at, list[at as usize]));
                assert_eq!(touched, expected.filter(|(_, byte)| *byte != Byte::Unwritten).collect::<Vec<_>>());
                assert_eq!(bytes.is_blank() || touched.is_empty(), touched.is_empty());
            }
        }
    }

    #[test]
    fn a_copy_costs_what_is_touched() {
        let mut large = Bytes::new(1 << 27);
        large.fill(0, 1 << 27, 1);
        let mut copy = large.clone();
        copy.write(1 << 20, 8, 7);
        assert!(copy.weight() < 10_000, "{}", copy.weight());
        assert_eq!(copy.differences(&large), (1 << 20..(1 << 20) + 8).collect::<Vec<u64>>());
    }

    #[test]
    fn pointers_are_found_wherever_they_lie() {
        let pointer =
            super::super::address::block_base(selvedge_core::ThreadId(1), 3, 1, 40, 8).expect("there is room");
        let mut bytes = Bytes::new(1_000);
        bytes.write(251, 8, u128::from(pointer));
        let mut found = Vec::new();
        bytes.for_each_word(&mut |word| found.push(word));
        assert!(found.contains(&pointer), "{found:?}");
        let mut copy = Bytes::new(600);
        copy.copy(13, &bytes, 200, 500, Manner::Alike);
        found.clear();
        copy.for_each_word(&mut |word| found.push(word));
        assert!(found.contains(&pointer), "{found:?}");
    }
}
