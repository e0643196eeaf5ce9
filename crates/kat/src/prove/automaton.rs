//! Finite automata over letters, with tests between the letters.
//!
//! A word is `event letter event letter … event`. Reading an expression gives an automaton without silent
//! steps (Glushkov's construction: one state per occurrence of a letter); assumptions then add silent steps
//! with tests. State 0 is the start. A step from a state tests the event at which the state stands.

use std::collections::HashMap;

use super::Limit;
use super::atoms::AtomSet;
use super::letters::LetterSet;
use super::regex::Regex;

/// The most states an automaton may have.
pub const MAX_STATES: usize = 4_000;
/// The most steps an automaton may have.
pub const MAX_STEPS: usize = 400_000;

/// A step that reads a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The event at which the step starts must pass this.
    pub test: AtomSet,
    /// The letters that may be read.
    pub letters: LetterSet,
    /// Where it leads.
    pub to: usize,
}

/// An automaton.
#[derive(Clone, Debug, Default)]
pub struct Automaton {
    /// Steps that read a letter, by state.
    pub steps: Vec<Vec<Step>>,
    /// Steps that read nothing, by state.
    pub silent: Vec<Vec<(AtomSet, usize)>>,
    /// At which events a state accepts.
    pub accepts: Vec<AtomSet>,
}

/// A piece of an expression: which events it accepts as a path of length zero, where it starts and ends.
struct Piece {
    empty: AtomSet,
    first: Vec<(AtomSet, usize)>,
    last: Vec<(AtomSet, usize)>,
}

struct Builder {
    automaton: Automaton,
    /// The letters read on the way into each state.
    letters: Vec<LetterSet>,
    steps: usize,
}

impl Automaton {
    /// The automaton of an expression, reduced.
    pub fn new(regex: &Regex) -> Result<Automaton, Limit> {
        let mut builder = Builder { automaton: Automaton::default(), letters: Vec::new(), steps: 0 };
        let start = builder.state(LetterSet::NONE)?;
        let piece = builder.piece(regex)?;
        builder.connect(&[(AtomSet::ALL, start)], &piece.first)?;
        builder.automaton.accepts[start] = piece.empty;
        for (test, state) in piece.last {
            let accepts = &mut builder.automaton.accepts[state];
            *accepts = accepts.or(test);
        }
        Ok(builder.automaton.reduced())
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn add_state(&mut self) -> usize {
        self.steps.push(Vec::new());
        self.silent.push(Vec::new());
        self.accepts.push(AtomSet::NONE);
        self.steps.len() - 1
    }

    /// Puts a copy of the other automaton beside this one: the copy of its state `i` is the result plus `i`.
    pub fn add_copy(&mut self, other: &Automaton) -> usize {
        let offset = self.len();
        for steps in &other.steps {
            self.steps.push(steps.iter().map(|step| Step { to: step.to + offset, ..*step }).collect());
        }
        for silent in &other.silent {
            self.silent.push(silent.iter().map(|&(test, to)| (test, to + offset)).collect());
        }
        self.accepts.extend(&other.accepts);
        offset
    }

    /// Adds a copy of the other automaton as a way from one state to another.
    pub fn add_path(&mut self, from: usize, other: &Automaton, to: usize) {
        let offset = self.add_copy(other);
        self.silent[from].push((AtomSet::ALL, offset));
        for state in offset..self.len() {
            let accepts = std::mem::replace(&mut self.accepts[state], AtomSet::NONE);
            if !accepts.is_empty() {
                self.silent[state].push((accepts, to));
            }
        }
    }

    /// Accepts also what the other automaton accepts.
    pub fn add_alternative(&mut self, other: &Automaton) {
        let offset = self.add_copy(other);
        self.silent[0].push((AtomSet::ALL, offset));
    }

    /// Every rotation of a word of the automaton, to be compared with closed paths: for some state `s`, first
    /// the way from `s` to the end, then the way from the start to `s`.
    pub fn rotated(&self) -> Result<Automaton, Limit> {
        let count = self.len();
        if 2 * count * count > 16 * MAX_STATES {
            return Err(Limit::States);
        }
        let mut rotated = Automaton::default();
        rotated.add_state();
        for cut in 0..count {
            let second = rotated.len();
            rotated.add_copy(self);
            rotated.accepts[second..].fill(AtomSet::NONE);
            rotated.accepts[second + cut] = AtomSet::ALL;
            let first = rotated.len();
            rotated.add_copy(self);
            for state in 0..count {
                rotated.accepts[first + state] = AtomSet::NONE;
                if !self.accepts[state].is_empty() {
                    rotated.silent[first + state].push((self.accepts[state], second));
                }
            }
            rotated.silent[0].push((AtomSet::ALL, first + cut));
        }
        Ok(rotated)
    }

    /// The states from which acceptance can be reached, tests aside.
    fn alive(&self) -> Vec<bool> {
        let mut alive: Vec<bool> = self.accepts.iter().map(|accepts| !accepts.is_empty()).collect();
        loop {
            let mut changed = false;
            for state in (0..self.len()).rev() {
                let leads = !alive[state]
                    && (self.steps[state].iter().any(|step| alive[step.to])
                        || self.silent[state].iter().any(|&(_, to)| alive[to]));
                if leads {
                    alive[state] = true;
                    changed = true;
                }
            }
            if !changed {
                return alive;
            }
        }
    }

    /// The same language with fewer states: dead ends go, states with the same future are merged. Only for
    /// automata without silent steps.
    fn reduced(mut self) -> Automaton {
        let alive = self.alive();
        for steps in &mut self.steps {
            steps.retain(|step| alive[step.to] && step.letters != LetterSet::NONE && !step.test.is_empty());
        }
        let mut class: Vec<usize> = vec![0; self.len()];
        let mut count = 1;
        loop {
            let mut ids: HashMap<(AtomSet, Vec<Step>), usize> = HashMap::new();
            let mut next = Vec::with_capacity(self.len());
            for state in 0..self.len() {
                let signature = (self.accepts[state], merged(&self.steps[state], &class));
                let fresh = ids.len();
                next.push(*ids.entry(signature).or_insert(fresh));
            }
            let is_stable = ids.len() == count;
            (class, count) = (next, ids.len());
            if is_stable {
                break;
            }
        }
        // State 0 is numbered first, so it stays the start.
        let mut reduced = Automaton::default();
        for _ in 0..count {
            reduced.add_state();
        }
        for state in 0..self.len() {
            reduced.accepts[class[state]] = self.accepts[state];
            reduced.steps[class[state]] = merged(&self.steps[state], &class);
        }
        reduced
    }
}

/// The steps with states replaced by their classes; steps with the same test and target are one.
fn merged(steps: &[Step], class: &[usize]) -> Vec<Step> {
    let mut letters: HashMap<(AtomSet, usize), LetterSet> = HashMap::new();
    for step in steps {
        let all = letters.entry((step.test, class[step.to])).or_default();
        *all = all.or(step.letters);
    }
    let mut merged: Vec<Step> = letters.into_iter().map(|((test, to), letters)| Step { test, letters, to }).collect();
    merged.sort_unstable();
    merged
}

impl Builder {
    fn state(&mut self, letters: LetterSet) -> Result<usize, Limit> {
        if self.letters.len() >= MAX_STATES {
            return Err(Limit::States);
        }
        self.letters.push(letters);
        Ok(self.automaton.add_state())
    }

    /// Adds steps from each end of a piece to each start of another.
    fn connect(&mut self, last: &[(AtomSet, usize)], first: &[(AtomSet, usize)]) -> Result<(), Limit> {
        for &(after, from) in last {
            for &(before, to) in first {
                let test = after.and(before);
                if !test.is_empty() {
                    self.steps += 1;
                    self.automaton.steps[from].push(Step { test, letters: self.letters[to], to });
                }
            }
            if self.steps > MAX_STEPS {
                return Err(Limit::States);
            }
        }
        Ok(())
    }

    fn piece(&mut self, regex: &Regex) -> Result<Piece, Limit> {
        Ok(match regex {
            Regex::Test(set) => Piece { empty: *set, first: Vec::new(), last: Vec::new() },
            Regex::Letters(letters) => {
                let state = self.state(*letters)?;
                let end = vec![(AtomSet::ALL, state)];
                Piece { empty: AtomSet::NONE, first: end.clone(), last: end }
            }
            Regex::Union(parts) => {
                let mut union = Piece { empty: AtomSet::NONE, first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let piece = self.piece(part)?;
                    union.empty = union.empty.or(piece.empty);
                    union.first.extend(piece.first);
                    union.last.extend(piece.last);
                }
                union
            }
            Regex::Sequence(parts) => {
                let mut sequence = Piece { empty: AtomSet::ALL, first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let piece = self.piece(part)?;
                    self.connect(&sequence.last, &piece.first)?;
                    sequence.first.extend(through(&piece.first, sequence.empty));
                    sequence.last = through(&sequence.last, piece.empty).chain(piece.last).collect();
                    sequence.empty = sequence.empty.and(piece.empty);
                }
                sequence
            }
            Regex::Plus(inner) => {
                let piece = self.piece(inner)?;
                self.connect(&piece.last, &piece.first)?;
                piece
            }
            Regex::Star(inner) => {
                let piece = self.piece(inner)?;
                self.connect(&piece.last, &piece.first)?;
                Piece { empty: AtomSet::ALL, ..piece }
            }
            Regex::Optional(inner) => Piece { empty: AtomSet::ALL, ..self.piece(inner)? },
        })
    }
}

/// Ends of a piece beside which another piece is skipped at the given events.
fn through(ends: &[(AtomSet, usize)], empty: AtomSet) -> impl Iterator<Item = (AtomSet, usize)> {
    ends.iter().map(move |&(test, state)| (test.and(empty), state)).filter(|(test, _)| !test.is_empty())
}
