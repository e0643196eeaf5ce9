//! Pages of bytes, at the leaves of a tree. Copies share them until one of them is written to.

use std::sync::Arc;

use crate::memory::byte::{Byte, Manner, Seen, byte, parts};

/// The bytes of a page.
pub(super) const PAGE: usize = 256;
/// How many trees are below a tree, as a power of two.
pub(super) const FORK: u32 = 4;

/// A set of bytes of a page.
pub(super) type Set = [u64; PAGE / 64];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Page {
    pub(super) values: [u8; PAGE],
    pub(super) written: Set,
    /// Where writes began; of what is not written, what is undefined.
    pub(super) first: Set,
    /// Whether it may contain a pointer to a block, or a part of one.
    pub(super) points: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Tree {
    /// Nothing has been written there.
    #[default]
    Blank,
    Page(Arc<Page>),
    Fork(Arc<Fork>),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fork {
    pub(super) below: [Tree; 1 << FORK],
    /// Whether a page below may contain a pointer to a block.
    pub(super) points: bool,
}

impl Page {
    pub(super) const BLANK: Page =
        Page { values: [0; PAGE], written: [0; PAGE / 64], first: [0; PAGE / 64], points: false };

    #[inline]
    pub(super) fn get(&self, at: usize) -> Byte {
        byte(self.values[at], self.written[at / 64] >> (at % 64) & 1 == 1, self.first[at / 64] >> (at % 64) & 1 == 1)
    }

    #[inline]
    pub(super) fn set(&mut self, at: usize, byte: Byte) {
        let (value, written, first) = parts(byte);
        self.values[at] = value;
        let (word, bit) = (at / 64, at % 64);
        self.written[word] = self.written[word] & !(1 << bit) | u64::from(written) << bit;
        self.first[word] = self.first[word] & !(1 << bit) | u64::from(first) << bit;
    }

    /// What is known of at most sixteen bytes.
    pub(super) fn look(&self, at: usize, size: usize) -> Seen {
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
    pub(super) fn words(&self) -> impl Iterator<Item = usize> {
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

    pub(super) fn is_blank(&self) -> bool {
        !self.points && self.written == [0; PAGE / 64] && self.first == [0; PAGE / 64]
    }

    /// The page as it is in a block that is made of something else.
    pub(super) fn moved(&self, manner: Manner) -> Page {
        let mut page = self.clone();
        (0..PAGE).for_each(|at| page.set(at, manner.moved(self.get(at))));
        page
    }
}

impl Tree {
    #[inline]
    pub(super) fn page_at(&self, mut depth: u32, page: u64) -> Option<&Arc<Page>> {
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

    pub(super) fn page(&self, depth: u32, page: u64) -> Option<&Page> {
        self.page_at(depth, page).map(|page| &**page)
    }

    /// A page, to be changed, and whether there may be a pointer in it from now on.
    pub(super) fn page_mut(&mut self, depth: u32, page: u64, points: bool) -> &mut Page {
        let leaf = self.leaf(depth, page, points);
        if let Tree::Blank = leaf {
            *leaf = Tree::Page(Arc::new(Page::BLANK));
        }
        let Tree::Page(found) = leaf else { unreachable!("invariant: a leaf is a page") };
        let found = Arc::make_mut(found);
        found.points |= points;
        found
    }

    pub(super) fn put(&mut self, depth: u32, page: u64, new: Tree) {
        let points = matches!(&new, Tree::Page(page) if page.points);
        *self.leaf(depth, page, points) = new;
    }

    /// Where a page is, or would be.
    pub(super) fn leaf(&mut self, mut depth: u32, page: u64, points: bool) -> &mut Tree {
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

    pub(super) fn is_blank(&self) -> bool {
        match self {
            Tree::Blank => true,
            Tree::Page(page) => page.is_blank(),
            Tree::Fork(fork) => fork.below.iter().all(Tree::is_blank),
        }
    }

    /// Calls a function for each page, or only for those with pointers, and its number.
    pub(super) fn for_each_page(&self, depth: u32, first: u64, pointing: bool, visit: &mut impl FnMut(u64, &Page)) {
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

    pub(super) fn differences(&self, other: &Tree, depth: u32, first: u64, visit: &mut impl FnMut(u64)) {
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

    pub(super) fn weight(&self) -> usize {
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
