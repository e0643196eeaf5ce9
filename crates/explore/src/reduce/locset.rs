//! A list of locations in which each is quickly found: every write asks.

use std::ops::Deref;

use selvedge_core::LocId;

/// Locations in the order in which they came, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocSet {
    list: Vec<LocId>,
    /// For each location, whether it is in the list.
    known: Vec<bool>,
}

impl LocSet {
    #[inline]
    pub(crate) fn has(&self, loc: LocId) -> bool {
        self.known.get(loc.0 as usize).is_some_and(|known| *known)
    }

    /// Adds a location, unless it is in the list.
    pub(crate) fn add(&mut self, loc: LocId) {
        if self.has(loc) {
            return;
        }
        let count = self.known.len().max(loc.0 as usize + 1);
        self.known.resize(count, false);
        self.known[loc.0 as usize] = true;
        self.list.push(loc);
    }

    /// Forgets all but the first so many.
    pub(crate) fn keep(&mut self, count: usize) {
        for loc in self.list.drain(count.min(self.list.len())..) {
            self.known[loc.0 as usize] = false;
        }
    }
}

/// The list says it all.
impl PartialEq for LocSet {
    fn eq(&self, other: &LocSet) -> bool {
        self.list == other.list
    }
}

impl Deref for LocSet {
    type Target = [LocId];

    fn deref(&self) -> &[LocId] {
        &self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_found() {
        let mut locset = LocSet::default();
        // What comes again keeps its place.
        [7, 7, 2, 9, 7, 4].into_iter().for_each(|loc| locset.add(LocId(loc)));
        locset.keep(2);
        locset.keep(5);
        let found: Vec<u32> = (0..12).filter(|&loc| locset.has(LocId(loc))).collect();
        assert_eq!((found, &locset[..]), (vec![2, 7], &[LocId(7), LocId(2)][..]));
    }
}
