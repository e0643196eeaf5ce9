//! The ways on from a node of the path trie, by answer.
//!
//! Most nodes have one, which is remembered elsewhere. Where a thread reads a counter there may be hundreds,
//! and each execution looks for another one, so it matters how much memory they take: small answers, as most
//! are, are places in an array of cursors. The others lie in a table with open addressing, at most half full,
//! so that one look is mostly enough.

use selvedge_core::{Cursor, Value};

/// The size of the smallest table.
const FEWEST: usize = 4;

/// Answers below this are small.
const SMALL: u64 = 64;

/// And so are greater ones, if there is a way for one in so many of those below.
const SPREAD: u64 = 8;

/// The ways on from a node that has several. Where the cursor is [`Cursor::NONE`], there is nothing.
#[derive(Default)]
pub(crate) struct Edges {
    /// By answer, for answers that are less than its length.
    small: Box<[Cursor]>,
    /// The ways of all other answers.
    table: Box<[(Value, Cursor)]>,
    /// How many ways there are, and how many of them are in the table.
    count: u32,
    large: u32,
}

impl Edges {
    /// Whether there are none.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The way of this answer.
    #[inline]
    pub(crate) fn find(&self, answer: Value) -> Option<Cursor> {
        let next = match self.index(answer) {
            Some(index) => self.small[index],
            None if self.table.is_empty() => Cursor::NONE,
            None => self.table[self.place(answer)].1,
        };
        (next != Cursor::NONE).then_some(next)
    }

    /// Where a small answer is in the array.
    #[inline]
    fn index(&self, answer: Value) -> Option<usize> {
        usize::try_from(answer.0).ok().filter(|&index| index < self.small.len())
    }

    /// Forgets the ways to nodes that are not kept. One of the others, if there are any; if it is the only
    /// one, it is forgotten too.
    pub(crate) fn retain(&mut self, keep: impl Fn(Cursor) -> bool) -> Option<(Value, Cursor)> {
        let Edges { small, table, .. } = std::mem::take(self);
        let small = (0..).map(Value).zip(small);
        let kept: Vec<(Value, Cursor)> =
            small.chain(table).filter(|&(_, next)| next != Cursor::NONE && keep(next)).collect();
        if kept.len() > 1 {
            kept.iter().for_each(|&(answer, next)| self.insert(answer, next));
        }
        kept.last().copied()
    }

    /// Where an answer is in the table, or would be.
    #[inline]
    fn place(&self, answer: Value) -> usize {
        let mask = self.table.len() - 1;
        // The upper bits of a product depend on all bits of the factor.
        let mut place = (answer.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.table[place].1 != Cursor::NONE && self.table[place].0 != answer {
            place = (place + 1) & mask;
        }
        place
    }

    /// Adds a way that is not there yet.
    pub(crate) fn insert(&mut self, answer: Value, next: Cursor) {
        debug_assert_eq!(self.find(answer), None, "a way is added once");
        self.count += 1;
        if self.index(answer).is_none() && answer.0 < SMALL.max(SPREAD * u64::from(self.count)) {
            self.widen((answer.0 as usize + 1).next_power_of_two().max(FEWEST));
        }
        self.put(answer, next);
    }

    fn put(&mut self, answer: Value, next: Cursor) {
        match self.index(answer) {
            Some(index) => self.small[index] = next,
            None => self.put_large(answer, next),
        }
    }

    /// Makes the array larger. What was in the table may now be small.
    fn widen(&mut self, size: usize) {
        let mut small = std::mem::take(&mut self.small).into_vec();
        small.resize(size, Cursor::NONE);
        self.small = small.into();
        if self.large > 0 {
            self.large = 0;
            let old = std::mem::take(&mut self.table).into_iter();
            old.filter(|(_, next)| *next != Cursor::NONE).for_each(|(answer, next)| self.put(answer, next));
        }
    }

    fn put_large(&mut self, answer: Value, next: Cursor) {
        if self.table.len() <= 2 * self.large as usize {
            let size = FEWEST.max(2 * self.table.len());
            let old = std::mem::replace(&mut self.table, vec![(Value(0), Cursor::NONE); size].into());
            for way in old.into_iter().filter(|(_, next)| *next != Cursor::NONE) {
                let place = self.place(way.0);
                self.table[place] = way;
            }
        }
        let place = self.place(answer);
        self.table[place] = (answer, next);
        self.large += 1;
    }
}

#[cfg(test)]
mod tests {
    use selvedge_core::Generation;

    use super::*;

    fn node(place: u32) -> Cursor {
        Cursor::new(place, Generation::FIRST)
    }

    /// The ways to even nodes stay, whatever the order in which they came, and however many there are.
    fn check(answer: impl Fn(u32) -> Value) {
        for count in 0..200_u32 {
            let mut ways = Edges::default();
            assert_eq!(ways.find(answer(0)), None);
            for number in 0..count {
                assert_eq!(ways.find(answer(number)), None);
                ways.insert(answer(number), node(number));
            }
            assert!((0..count).all(|number| ways.find(answer(number)) == Some(node(number))));
            let kept = count.div_ceil(2);
            assert_eq!(ways.retain(|next| next.place().is_multiple_of(2)).is_some(), kept > 0);
            assert_eq!(ways.is_empty(), kept <= 1);
            for number in 0..count {
                let stays = number.is_multiple_of(2) && kept > 1;
                assert_eq!(ways.find(answer(number)), stays.then_some(node(number)));
            }
            // What has been forgotten can come back.
            for number in (0..count).filter(|number| kept <= 1 || !number.is_multiple_of(2)) {
                ways.insert(answer(number), node(number));
            }
            assert!((0..count).all(|number| ways.find(answer(number)) == Some(node(number))));
        }
    }

    #[test]
    fn large_answers_are_found_again() {
        check(|number| Value(u64::from(number % 7) << 40 | u64::from(number)));
        // Those that differ in the upper half only are different on every machine.
        check(|number| Value(u64::from(number) << 32));
    }

    #[test]
    fn small_answers_are_found_again() {
        check(|number| Value(u64::from(number)));
        check(|number| Value(u64::from(number.reverse_bits() >> 24)));
    }

    /// Answers that are large at first become small when there are more of them, from above or from below.
    #[test]
    fn answers_become_small() {
        check(|number| Value(u64::from(number) * 5));
        check(|number| Value(1000 - u64::from(number) * 5));
        let mut ways = Edges::default();
        for number in (0..200).rev() {
            ways.insert(Value(number * 5), node(number as u32));
        }
        assert!(ways.large < 10, "{} are large", ways.large);
        assert!((0..1000).all(|answer| ways.find(Value(answer)).is_some() == answer.is_multiple_of(5)));
    }
}
