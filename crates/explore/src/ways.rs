//! The ways on from a node of the path trie, by answer.
//!
//! Most nodes have one, which is remembered elsewhere. Where a thread reads a counter there may be hundreds, and each execution looks
//! for another one: they lie in a table with open addressing, at most half full, so that one look is mostly enough.

use selvedge_core::{Cursor, Value};

/// The size of the smallest table.
const FEWEST: usize = 4;

/// The ways on from a node that has several.
#[derive(Default)]
pub(crate) struct Ways {
    /// Where the cursor is [`Cursor::NONE`], there is nothing.
    table: Box<[(Value, Cursor)]>,
    count: u32,
}

impl Ways {
    /// Whether there are none.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The way of this answer.
    #[inline]
    pub(crate) fn find(&self, answer: Value) -> Option<Cursor> {
        if self.table.is_empty() {
            return None;
        }
        let (_, next) = self.table[self.place(answer)];
        (next != Cursor::NONE).then_some(next)
    }

    /// Forgets the ways to nodes that are not kept. One of the others, if there are any; if it is the only one, it is forgotten too.
    pub(crate) fn retain(&mut self, keep: impl Fn(Cursor) -> bool) -> Option<(Value, Cursor)> {
        let old = std::mem::take(self).table;
        let kept: Vec<(Value, Cursor)> =
            old.into_iter().filter(|&(_, next)| next != Cursor::NONE && keep(next)).collect();
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
        if self.table.len() <= 2 * self.count as usize {
            let size = FEWEST.max(2 * self.table.len());
            let old = std::mem::replace(&mut self.table, vec![(Value(0), Cursor::NONE); size].into());
            for way in old.into_iter().filter(|(_, next)| *next != Cursor::NONE) {
                let place = self.place(way.0);
                self.table[place] = way;
            }
        }
        let place = self.place(answer);
        debug_assert_eq!(self.table[place].1, Cursor::NONE, "a way is added once");
        self.table[place] = (answer, next);
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways to even nodes stay, whatever the order in which they came, and however many there are.
    #[test]
    fn ways_are_found_again() {
        for count in 0..200_u32 {
            let answer = |number: u32| Value(u64::from(number % 7) << 40 | u64::from(number));
            let mut ways = Ways::default();
            assert_eq!(ways.find(answer(0)), None);
            for number in 0..count {
                assert_eq!(ways.find(answer(number)), None);
                ways.insert(answer(number), Cursor(number));
            }
            assert!((0..count).all(|number| ways.find(answer(number)) == Some(Cursor(number))));
            let kept = count.div_ceil(2);
            assert_eq!(ways.retain(|next| next.0.is_multiple_of(2)).is_some(), kept > 0);
            assert_eq!(ways.is_empty(), kept <= 1);
            for number in 0..count {
                let stays = number.is_multiple_of(2) && kept > 1;
                assert_eq!(ways.find(answer(number)), stays.then_some(Cursor(number)));
            }
            // What has been forgotten can come back.
            for number in (0..count).filter(|number| kept <= 1 || !number.is_multiple_of(2)) {
                ways.insert(answer(number), Cursor(number));
            }
            assert!((0..count).all(|number| ways.find(answer(number)) == Some(Cursor(number))));
        }
    }
}
