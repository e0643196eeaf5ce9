//! Is every word of one automaton a word of another?
//!
//! Breadth first over pairs of a state of the left automaton and the set of states that the right one may be
//! in (kat.md §2.3). A pair is left out if one with a smaller set was met before: whatever refutes the
//! inclusion from here refutes it from there, and no later. So the first word found is a shortest one.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use super::Limit;
use super::atoms::{AtomSet, classes};
use super::automaton::Automaton;

/// The most pairs to look at.
pub const MAX_PAIRS: usize = 200_000;
/// The most comparisons of a pair with those met before.
const MAX_COMPARISONS: usize = 20_000_000;

/// A word of the left automaton that is none of the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// What each event may be, as atoms.
    pub events: Vec<AtomSet>,
    /// The letters between them.
    pub letters: Vec<usize>,
    /// How many of the letters the right automaton can follow.
    pub followed: usize,
}

/// Which words of the left automaton are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paths {
    /// All.
    All,
    /// Those that lead back to the event they start at.
    Closed,
}

/// A set of states of the right automaton, by number.
type SetId = usize;

#[derive(Clone, Copy)]
struct Pair {
    state: usize,
    class: usize,
    /// The class of the first event, if paths must be closed.
    origin: usize,
    right: SetId,
    /// The pair before, and the letter that leads here.
    parent: Option<(usize, usize)>,
}

struct Search<'a> {
    left: &'a Automaton,
    right: &'a Automaton,
    ends: &'a [(AtomSet, AtomSet)],
    paths: Paths,
    classes: Vec<AtomSet>,
    /// One atom of each class: all of them pass the same tests.
    samples: Vec<usize>,
    sets: Vec<Vec<u64>>,
    ids: HashMap<Vec<u64>, SetId>,
    steps: HashMap<(SetId, usize, usize), SetId>,
    pairs: Vec<Pair>,
    /// The smallest sets met so far, by state, class and origin.
    met: HashMap<(usize, usize, usize), Vec<SetId>>,
    comparisons: usize,
}

/// A shortest word of the left automaton that the right one does not accept, or none. `ends` says where each
/// letter starts and ends.
pub fn refute(
    left: &Automaton,
    right: &Automaton,
    ends: &[(AtomSet, AtomSet)],
    atoms: usize,
    paths: Paths,
) -> Result<Option<Path>, Limit> {
    let tests = |automaton: &'_ Automaton| -> Vec<AtomSet> {
        let steps = automaton.steps.iter().flatten().map(|step| step.test);
        let silent = automaton.silent.iter().flatten().map(|(test, _)| *test);
        steps.chain(silent).chain(automaton.accepts.iter().copied()).collect()
    };
    let read = left.steps.iter().flatten().flat_map(|step| step.letters.iter());
    let mut read: Vec<usize> = read.collect();
    read.sort_unstable();
    read.dedup();
    let of_letters = read.into_iter().flat_map(|letter| [ends[letter].0, ends[letter].1]);
    let classes = classes(atoms, tests(left).into_iter().chain(tests(right)).chain(of_letters));
    let sample = |class: &AtomSet| (0..atoms).find(|atom| class.contains(*atom)).unwrap_or_default();
    let search = Search {
        left,
        right,
        ends,
        paths,
        samples: classes.iter().map(sample).collect(),
        classes,
        sets: Vec::new(),
        ids: HashMap::new(),
        steps: HashMap::new(),
        pairs: Vec::new(),
        met: HashMap::new(),
        comparisons: 0,
    };
    search.run()
}

impl Search<'_> {
    fn run(mut self) -> Result<Option<Path>, Limit> {
        let mut start = vec![0; self.right.len().div_ceil(64)];
        start[0] |= 1;
        let start = self.intern(start);
        for class in 0..self.classes.len() {
            let origin = if self.paths == Paths::Closed { class } else { 0 };
            self.meet(Pair { state: 0, class, origin, right: start, parent: None });
        }
        let mut next = 0;
        while let Some(&pair) = self.pairs.get(next) {
            if self.is_refutation(pair) {
                return Ok(Some(self.path(next)));
            }
            self.extend(next, pair);
            next += 1;
            if self.pairs.len() > MAX_PAIRS || self.comparisons > MAX_COMPARISONS {
                return Err(Limit::Pairs);
            }
        }
        Ok(None)
    }

    fn is_refutation(&self, pair: Pair) -> bool {
        let sample = self.samples[pair.class];
        let ends_well = self.paths == Paths::All || pair.class == pair.origin;
        ends_well && self.left.accepts[pair.state].contains(sample) && !self.right_accepts(pair.right, sample)
    }

    fn right_accepts(&self, set: SetId, sample: usize) -> bool {
        members(&self.closure(set, sample)).any(|state| self.right.accepts[state].contains(sample))
    }

    fn extend(&mut self, index: usize, pair: Pair) {
        let sample = self.samples[pair.class];
        for i in 0..self.left.steps[pair.state].len() {
            let step = self.left.steps[pair.state][i];
            if !step.test.contains(sample) {
                continue;
            }
            for letter in step.letters.iter() {
                let (starts, ends) = self.ends[letter];
                if !starts.contains(sample) {
                    continue;
                }
                let right = self.step(pair.right, pair.class, letter);
                for class in 0..self.classes.len() {
                    let sample = self.samples[class];
                    if ends.contains(sample) && self.can_go_on(step.to, sample) {
                        let parent = Some((index, letter));
                        self.meet(Pair { state: step.to, class, right, parent, ..pair });
                    }
                }
            }
        }
    }

    fn can_go_on(&self, state: usize, sample: usize) -> bool {
        self.left.accepts[state].contains(sample)
            || self.left.steps[state].iter().any(|step| step.test.contains(sample))
    }

    /// Remembers a pair, unless one that refutes at least as much was met before.
    fn meet(&mut self, pair: Pair) {
        let Search { met, sets, pairs, comparisons, .. } = self;
        let smaller = met.entry((pair.state, pair.class, pair.origin)).or_default();
        *comparisons += smaller.len();
        let includes = |large: &[u64], small: &[u64]| large.iter().zip(small).all(|(large, small)| small & !large == 0);
        if smaller.iter().any(|&known| includes(&sets[pair.right], &sets[known])) {
            return;
        }
        smaller.retain(|&known| !includes(&sets[known], &sets[pair.right]));
        smaller.push(pair.right);
        pairs.push(pair);
    }

    fn intern(&mut self, set: Vec<u64>) -> SetId {
        let fresh = self.sets.len();
        match self.ids.entry(set) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.sets.push(new.key().clone());
                *new.insert(fresh)
            }
        }
    }

    /// The set and what silent steps lead to at an event.
    fn closure(&self, set: SetId, sample: usize) -> Vec<u64> {
        let mut closure = self.sets[set].clone();
        let mut open: Vec<usize> = members(&closure).collect();
        while let Some(state) = open.pop() {
            for (test, to) in &self.right.silent[state] {
                if test.contains(sample) && closure[to / 64] >> (to % 64) & 1 == 0 {
                    closure[to / 64] |= 1 << (to % 64);
                    open.push(*to);
                }
            }
        }
        closure
    }

    fn step(&mut self, set: SetId, class: usize, letter: usize) -> SetId {
        if let Some(&known) = self.steps.get(&(set, class, letter)) {
            return known;
        }
        let sample = self.samples[class];
        let mut next = vec![0; self.right.len().div_ceil(64)];
        for state in members(&self.closure(set, sample)) {
            for step in &self.right.steps[state] {
                if step.letters.0 >> letter & 1 == 1 && step.test.contains(sample) {
                    next[step.to / 64] |= 1 << (step.to % 64);
                }
            }
        }
        let next = self.intern(next);
        self.steps.insert((set, class, letter), next);
        next
    }

    /// The path that leads to a pair, with each event as general as the refutation allows while the others
    /// stay.
    fn path(&mut self, index: usize) -> Path {
        let mut events = vec![self.pairs[index].class];
        let mut letters = Vec::new();
        let mut at = index;
        while let Some((parent, letter)) = self.pairs[at].parent {
            events.push(self.pairs[parent].class);
            letters.push(letter);
            at = parent;
        }
        events.reverse();
        letters.reverse();
        let last = events.len() - 1;
        let mut wide = Vec::new();
        for i in 0..=last {
            let mut all = self.classes[events[i]];
            for class in 0..self.classes.len() {
                let mut changed = events.clone();
                changed[i] = class;
                if self.paths == Paths::Closed && (i == 0 || i == last) {
                    (changed[0], changed[last]) = (class, class);
                }
                if self.refutes(&changed, &letters) {
                    all = all.or(self.classes[class]);
                }
            }
            wide.push(all);
        }
        let followed = self.followed(&events, &letters);
        Path { events: wide, letters, followed }
    }

    /// How many of the letters the right automaton can follow.
    fn followed(&mut self, events: &[usize], letters: &[usize]) -> usize {
        let mut right = self.pairs[0].right;
        let goes_on = letters.iter().zip(events).take_while(|&(&letter, &class)| {
            right = self.step(right, class, letter);
            self.sets[right].iter().any(|word| *word != 0)
        });
        goes_on.count()
    }

    /// Whether the left automaton accepts the word and the right one does not.
    fn refutes(&mut self, events: &[usize], letters: &[usize]) -> bool {
        let mut left = BTreeSet::from([0]);
        let mut right = self.pairs[0].right;
        for (i, &letter) in letters.iter().enumerate() {
            let (from, to) = (self.samples[events[i]], self.samples[events[i + 1]]);
            let (starts, ends) = self.ends[letter];
            if !starts.contains(from) || !ends.contains(to) {
                return false;
            }
            let steps = left.iter().flat_map(|&state| &self.left.steps[state]);
            left = steps
                .filter(|step| step.test.contains(from) && step.letters.0 >> letter & 1 == 1)
                .map(|step| step.to)
                .collect();
            right = self.step(right, events[i], letter);
        }
        let last = self.samples[events[letters.len()]];
        left.iter().any(|&state| self.left.accepts[state].contains(last)) && !self.right_accepts(right, last)
    }
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter()
        .enumerate()
        .flat_map(|(i, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i + bit))
}
