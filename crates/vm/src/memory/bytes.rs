//! The bytes of a block of private memory.
//!
//! Each byte knows whether it has been written and whether a write began there. The few bytes of a small block lie in the block
//! itself. Those of a larger one are pages at the leaves of a tree, which copies share until one of them is written to: what a
//! thread keeps and compares costs as much as it has touched, however large its blocks are.

use std::sync::Arc;

use crate::memory::address::may_point;

/// What is known of one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Byte {
    /// It is what the block was made of.
    Unwritten,
    /// Something undefined was written there. Only in blocks that were made of zeros: in others that is no news.
    Undefined,
    /// The first byte of a write.
    First(u8),
    /// Another byte of the same write.
    Rest(u8),
}

/// Some bytes that lie one after another, at most sixteen. The least significant bit of a mask is about the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seen {
    /// Least significant first; zero where nothing defined was written.
    pub(crate) value: u128,
    /// Which ones have been written.
    pub(crate) written: u32,
    /// Where something undefined was written.
    pub(crate) undefined: u32,
}

/// Few enough bytes to lie in the block itself: most local variables are that small.
const FEW: usize = 8;
/// The bytes of a page.
const PAGE: usize = 256;
/// How many trees are below a tree, as a power of two.
const FORK: u32 = 4;

/// A set of bytes of a page.
type Set = [u64; PAGE / 64];

#[derive(Clone, PartialEq, Eq, Debug)]
struct Page {
    values: [u8; PAGE],
    written: Set,
    /// Where writes began; of what is not written, what is undefined.
    first: Set,
    /// Whether it may contain a pointer to a block, or a part of one.
    points: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Tree {
    /// Nothing has been written there.
    #[default]
    Blank,
    Page(Arc<Page>),
    Fork(Arc<Fork>),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Fork {
    below: [Tree; 1 << FORK],
    /// Whether a page below may contain a pointer to a block.
    points: bool,
}

/// The bytes of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(private_interfaces, reason = "how they are kept is decided here")]
pub(crate) enum Bytes {
    Few { size: u8, values: [u8; FEW], written: u8, first: u8 },
    Many { size: u64, depth: u32, tree: Tree },
}

impl Page {
    const BLANK: Page = Page { values: [0; PAGE], written: [0; PAGE / 64], first: [0; PAGE / 64], points: false };

    #[inline]
    fn get(&self, at: usize) -> Byte {
        byte(self.values[at], self.written[at / 64] >> (at % 64) & 1 == 1, self.first[at / 64] >> (at % 64) & 1 == 1)
    }

    #[inline]
    fn set(&mut self, at: usize, byte: Byte) {
        let (value, written, first) = parts(byte);
        self.values[at] = value;
        let (word, bit) = (at / 64, at % 64);
        self.written[word] = self.written[word] & !(1 << bit) | u64::from(written) << bit;
        self.first[word] = self.first[word] & !(1 << bit) | u64::from(first) << bit;
    }

    /// What is known of at most sixteen bytes.
    fn look(&self, at: usize, size: usize) -> Seen {
        let mut value = [0; 16];
        value[..size].copy_from_slice(&self.values[at..at + size]);
        let bits = |set: &Set| {
            let (word, bit) = (at / 64, at % 64);
            let next = if bit + size > 64 { set[word + 1] << (64 - bit) } else { 0 };
            (set[word] >> bit | next) as u32 & ((1 << size) - 1)
        };
        let (written, first) = (bits(&self.written), bits(&self.first));
        Seen { value: u128::from_le_bytes(value), written, undefined: first & !written }
    }

    /// Where words may begin that have been written.
    fn words(&self) -> impl Iterator<Item = usize> {
        const ALIGNED: u64 = 0x0101_0101_0101_0101;
        self.written.into_iter().zip(self.first).enumerate().flat_map(|(word, (written, first))| {
            let mut left = written & (first | ALIGNED);
            std::iter::from_fn(move || {
                let at = (left != 0).then(|| word * 64 + left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(at)
            })
        })
    }

    fn is_blank(&self) -> bool {
        !self.points && self.written == [0; PAGE / 64] && self.first == [0; PAGE / 64]
    }

    /// The page as it is in a block that is made of something else.
    fn moved(&self, manner: Manner) -> Page {
        let mut page = self.clone();
        (0..PAGE).for_each(|at| page.set(at, manner.moved(self.get(at))));
        page
    }
}

fn byte(value: u8, written: bool, first: bool) -> Byte {
    match (written, first) {
        (true, true) => Byte::First(value),
        (true, false) => Byte::Rest(value),
        (false, true) => Byte::Undefined,
        (false, false) => Byte::Unwritten,
    }
}

fn parts(byte: Byte) -> (u8, bool, bool) {
    match byte {
        Byte::First(value) => (value, true, true),
        Byte::Rest(value) => (value, true, false),
        Byte::Undefined => (0, false, true),
        Byte::Unwritten => (0, false, false),
    }
}

/// How bytes move from one block to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Both are made of the same.
    Alike,
    /// From zeros to nothing.
    FromZeros,
    /// From nothing to zeros.
    ToZeros,
}

impl Manner {
    fn moved(self, byte: Byte) -> Byte {
        match (self, byte) {
            (Manner::FromZeros, Byte::Unwritten) => Byte::First(0),
            (Manner::FromZeros, Byte::Undefined) => Byte::Unwritten,
            (Manner::ToZeros, Byte::Unwritten) => Byte::Undefined,
            (_, byte) => byte,
        }
    }
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

    /// Calls a function for each word that may be a pointer: those at multiples of eight, and where writes began.
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

impl Tree {
    #[inline]
    fn page_at(&self, mut depth: u32, page: u64) -> Option<&Arc<Page>> {
        let mut tree = self;
        loop {
            match tree {
                Tree::Blank => return None,
                Tree::Page(page) => return Some(page),
                Tree::Fork(fork) => {
                    depth -= 1;
                    tree = &fork.below[place(page, depth)];
                }
            }
        }
    }

    fn page(&self, depth: u32, page: u64) -> Option<&Page> {
        self.page_at(depth, page).map(|page| &**page)
    }

    /// A page, to be changed, and whether there may be a pointer in it from now on.
    fn page_mut(&mut self, depth: u32, page: u64, points: bool) -> &mut Page {
        let leaf = self.leaf(depth, page, points);
        if let Tree::Blank = leaf {
            *leaf = Tree::Page(Arc::new(Page::BLANK));
        }
        let Tree::Page(found) = leaf else { unreachable!("invariant: a leaf is a page") };
        let found = Arc::make_mut(found);
        found.points |= points;
        found
    }

    fn put(&mut self, depth: u32, page: u64, new: Tree) {
        let points = matches!(&new, Tree::Page(page) if page.points);
        *self.leaf(depth, page, points) = new;
    }

    /// Where a page is, or would be.
    fn leaf(&mut self, mut depth: u32, page: u64, points: bool) -> &mut Tree {
        let mut tree = self;
        while depth > 0 {
            depth -= 1;
            if let Tree::Blank = tree {
                *tree = Tree::Fork(Arc::default());
            }
            let Tree::Fork(fork) = tree else { unreachable!("invariant: above the leaves are forks") };
            let fork = Arc::make_mut(fork);
            fork.points |= points;
            tree = &mut fork.below[place(page, depth)];
        }
        tree
    }

    fn is_blank(&self) -> bool {
        match self {
            Tree::Blank => true,
            Tree::Page(page) => page.is_blank(),
            Tree::Fork(fork) => fork.below.iter().all(Tree::is_blank),
        }
    }

    /// Calls a function for each page, or only for those with pointers, and its number.
    fn for_each_page(&self, depth: u32, first: u64, pointing: bool, visit: &mut impl FnMut(u64, &Page)) {
        match self {
            Tree::Page(page) if page.points || !pointing => visit(first, page),
            Tree::Fork(fork) if fork.points || !pointing => {
                for (below, tree) in (0..).zip(&fork.below) {
                    tree.for_each_page(depth - 1, first | below << (FORK * (depth - 1)), pointing, visit);
                }
            }
            _ => {}
        }
    }

    fn differences(&self, other: &Tree, depth: u32, first: u64, visit: &mut impl FnMut(u64)) {
        let compare = |a: &Page, b: &Page, visit: &mut dyn FnMut(u64)| {
            (0..PAGE).filter(|&at| a.get(at) != b.get(at)).for_each(|at| visit(first * PAGE as u64 + at as u64));
        };
        match (self, other) {
            (Tree::Blank, Tree::Blank) => {}
            (Tree::Page(a), Tree::Page(b)) if Arc::ptr_eq(a, b) => {}
            (Tree::Page(a), Tree::Page(b)) => compare(a, b, visit),
            (Tree::Page(a), _) => compare(a, &Page::BLANK, visit),
            (_, Tree::Page(b)) => compare(&Page::BLANK, b, visit),
            (Tree::Fork(a), Tree::Fork(b)) if Arc::ptr_eq(a, b) => {}
            (a, b) => {
                for (below, at) in (0..1_usize << FORK).zip(0_u64..) {
                    let [a, b] = [a, b].map(|tree| match tree {
                        Tree::Fork(fork) => &fork.below[below],
                        _ => &Tree::Blank,
                    });
                    a.differences(b, depth - 1, first | at << (FORK * (depth - 1)), visit);
                }
            }
        }
    }

    fn weight(&self) -> usize {
        match self {
            Tree::Page(page) if Arc::strong_count(page) == 1 => size_of::<Page>(),
            Tree::Fork(fork) if Arc::strong_count(fork) == 1 => {
                size_of::<Fork>() + fork.below.iter().map(Tree::weight).sum::<usize>()
            }
            _ => 0,
        }
    }
}

/// Which of the trees below leads to a page.
#[inline]
fn place(page: u64, depth: u32) -> usize {
    (page >> (FORK * depth)) as usize & ((1 << FORK) - 1)
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
