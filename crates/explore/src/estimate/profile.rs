//! Where in the tree of a search its executions are.
//!
//! How much of its tree a search has behind it says little about how many executions it has met: an option of
//! a choice may lead to a thousand times as many as another. Samples say which, as each has its place in the
//! order of the search.

/// In how many parts the tree is divided.
const PARTS: usize = 4096;

/// How many executions there are before each point of the tree.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Profile(Vec<f64>);

impl Default for Profile {
    fn default() -> Profile {
        Profile(vec![0.0; PARTS])
    }
}

impl Profile {
    /// So many executions where this fraction of the tree lies behind.
    pub(super) fn add(&mut self, fraction: f64, executions: f64) {
        let part = (fraction * PARTS as f64) as usize;
        self.0[part.min(PARTS - 1)] += executions;
    }

    /// Those of another profile, too.
    pub(super) fn add_all(&mut self, other: &Profile) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| *sum += more);
    }

    /// From how many there are in each part to which share of all there is up to its end.
    pub(super) fn accumulate(&mut self) {
        let all: f64 = self.0.iter().sum();
        let mut sum = 0.0;
        for part in &mut self.0 {
            sum += *part;
            *part = if all > 0.0 { sum / all } else { 1.0 };
        }
    }

    /// The share of the executions that lies behind, with this fraction of the tree. Only of what was
    /// accumulated.
    pub(super) fn behind(&self, fraction: f64) -> f64 {
        let at = fraction.clamp(0.0, 1.0) * PARTS as f64;
        let (part, within) = ((at as usize).min(PARTS - 1), at.fract());
        let before = if part > 0 { self.0[part - 1] } else { 0.0 };
        if at as usize >= PARTS { 1.0 } else { before + within * (self.0[part] - before) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_where_executions_are() {
        let mut profile = Profile::default();
        profile.add(0.25, 30.0);
        profile.add(0.75, 10.0);
        profile.add(1.0, 60.0);
        profile.accumulate();
        let shares = [0.0, 0.2, 0.5, 0.9, 1.0].map(|fraction| profile.behind(fraction));
        assert_eq!(shares, [0.0, 0.0, 0.3, 0.4, 1.0]);
    }
}
