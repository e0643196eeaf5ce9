//! What the user takes for granted, as rules of proof.
//!
//! Each rule makes the right side of a goal accept more words, all of which the assumption justifies (kat.md
//! §2.4). Two rules of the reference tool are unsound and are not here: a scheme such as
//! `[A];po;[B] <= [A];po;[C];po;[B]` does not make paths without `C` impossible (it is used as any inclusion
//! in a word), and `total r` says nothing about inclusions. An equation is two inclusions.

use std::collections::{BTreeSet, HashSet};

use super::Limit;
use super::atoms::AtomSet;
use super::automaton::{Automaton, MAX_STATES};
use super::letters::LetterSet;
use super::regex::{Reader, Regex, Side};
use crate::ast::Compare;
use crate::model::Claim;
use crate::term::{Node, Relation, Set, Term};

/// How often word rules are applied to what they have added.
const ROUNDS: usize = 3;

/// What the assumptions say, sorted by how it is used.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// No event is in these sets.
    pub excluded: Vec<Set>,
    /// The relation starts and ends in these sets.
    pub ends: Vec<(Relation, Set, Set)>,
    /// The user's relations that are transitive.
    pub transitive: BTreeSet<u16>,
    /// These relations are empty.
    pub empty: Vec<Term>,
    /// These relations are within the identity.
    pub identity: Vec<Term>,
    /// The term is included in the word.
    pub words: Vec<(Term, Word)>,
    /// Positions of assumptions of which at least one direction is of no use.
    pub unused: Vec<usize>,
}

/// `[t];r;[t];r;…;[t]`
#[derive(Clone, Debug)]
pub struct Word {
    steps: Vec<(Set, Relation, bool)>,
    end: Set,
}

impl Rules {
    pub fn new(assumptions: &[Claim]) -> Rules {
        let mut rules = Rules::default();
        for (index, claim) in assumptions.iter().enumerate() {
            let mut is_used = rules.add(&claim.left, &claim.right);
            // `e = 0` says nothing in the other direction.
            if claim.operator == Compare::Equal && !claim.right.is_zero() && !claim.left.is_zero() {
                is_used &= rules.add(&claim.right, &claim.left);
            }
            if !is_used {
                rules.unused.push(index);
            }
        }
        rules
    }

    /// Adds `small <= large`. False if nothing can be made of it.
    fn add(&mut self, small: &Term, large: &Term) -> bool {
        match (small.node(), large.node()) {
            _ if small.is_zero() || small == large => true,
            (Node::Test(small), Node::Test(large)) => {
                self.excluded.push(Set::minus(small.clone(), large.clone()));
                true
            }
            (_, Node::Test(Set::None)) => {
                self.empty.push(small.clone());
                true
            }
            (_, Node::Test(_)) => {
                self.identity.push(small.clone());
                true
            }
            (Node::Primitive { relation, inverse: false }, Node::Sequence(parts)) if restricts(parts, small) => {
                let (start, end) = restriction(parts, small);
                self.ends.push((*relation, start, end));
                true
            }
            (_, Node::Primitive { relation: Relation::User(index), inverse: false })
                if *small == large.plus() || *small == Term::sequence([large.clone(), large.clone()]) =>
            {
                self.transitive.insert(*index);
                true
            }
            _ => match word(large) {
                Some(word) => {
                    self.words.push((small.clone(), word));
                    true
                }
                None => false,
            },
        }
    }

    /// All sets that occur.
    pub fn sets(&self) -> impl Iterator<Item = &Set> {
        let words = self
            .words
            .iter()
            .flat_map(|(_, word)| word.steps.iter().map(|(set, ..)| set).chain(std::iter::once(&word.end)));
        self.ends.iter().flat_map(|(_, start, end)| [start, end]).chain(words)
    }

    /// All relations that occur.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.empty.iter().chain(&self.identity).chain(self.words.iter().map(|(small, _)| small))
    }

    /// Lets the automaton accept what the rules allow. Says whether that is all of it.
    pub fn apply(
        &self,
        right: &mut Automaton,
        reader: &Reader<'_>,
        ends: &[(AtomSet, AtomSet)],
    ) -> Result<bool, Limit> {
        let read = |term: &Term| Automaton::new(&reader.read(term, Side::Right));
        for term in &self.empty {
            let inside = reader.read(term, Side::Right);
            let around = vec![Regex::anything(), inside, Regex::anything()];
            right.add_alternative(&Automaton::new(&Regex::Sequence(around))?);
        }
        let is_complete = self.apply_words(right, reader, ends)?;
        for term in &self.identity {
            let detour = read(term)?;
            for state in 0..right.len() {
                right.add_path(state, &detour, state);
                check_size(right)?;
            }
        }
        Ok(is_complete && self.identity.is_empty())
    }

    fn apply_words(
        &self,
        right: &mut Automaton,
        reader: &Reader<'_>,
        ends: &[(AtomSet, AtomSet)],
    ) -> Result<bool, Limit> {
        let mut rules = Vec::new();
        for (small, word) in &self.words {
            rules.push((Automaton::new(&reader.read(small, Side::Right))?, word.read(reader, ends)));
        }
        let mut done = HashSet::new();
        for _ in 0..ROUNDS {
            let mut paths = Vec::new();
            for (rule, (_, word)) in rules.iter().enumerate() {
                for from in 0..right.len() {
                    for to in word.targets(right, from) {
                        if done.insert((rule, from, to)) {
                            paths.push((rule, from, to));
                        }
                    }
                }
            }
            if paths.is_empty() {
                return Ok(true);
            }
            for (rule, from, to) in paths {
                right.add_path(from, &rules[rule].0, to);
                check_size(right)?;
            }
        }
        Ok(rules.is_empty())
    }
}

fn check_size(automaton: &Automaton) -> Result<(), Limit> {
    if automaton.len() > 4 * MAX_STATES { Err(Limit::States) } else { Ok(()) }
}

/// Whether the parts are `[A];r;[B]`, where either set may be missing.
fn restricts(parts: &[Term], relation: &Term) -> bool {
    parts.iter().filter(|part| *part == relation).count() == 1
        && parts.iter().all(|part| part == relation || matches!(part.node(), Node::Test(_)))
}

fn restriction(parts: &[Term], relation: &Term) -> (Set, Set) {
    let (mut start, mut end) = (Set::All, Set::All);
    let mut is_before = true;
    for part in parts {
        match part.node() {
            _ if part == relation => is_before = false,
            Node::Test(set) if is_before => start = Set::both(start, set.clone()),
            Node::Test(set) => end = Set::both(end, set.clone()),
            _ => {}
        }
    }
    (start, end)
}

fn word(term: &Term) -> Option<Word> {
    let parts = match term.node() {
        Node::Sequence(parts) => &parts[..],
        _ => std::slice::from_ref(term),
    };
    let mut word = Word { steps: Vec::new(), end: Set::All };
    for part in parts {
        match part.node() {
            Node::Test(set) => word.end = Set::both(word.end, set.clone()),
            Node::Primitive { relation, inverse } => {
                let test = std::mem::replace(&mut word.end, Set::All);
                word.steps.push((test, *relation, *inverse));
            }
            _ => return None,
        }
    }
    (!word.steps.is_empty()).then_some(word)
}

/// A word as tests and letters.
struct ReadWord(Vec<(AtomSet, LetterSet)>);

impl Word {
    fn read(&self, reader: &Reader<'_>, ends: &[(AtomSet, AtomSet)]) -> ReadWord {
        let mut read = Vec::new();
        let mut before = AtomSet::ALL;
        for (set, relation, inverse) in &self.steps {
            let parts = reader.letters.parts(*relation);
            let letters = if *inverse { parts.inverse() } else { parts };
            let bound = |pick: fn(&(AtomSet, AtomSet)) -> AtomSet| {
                letters.iter().fold(AtomSet::NONE, |all, letter| all.or(pick(&ends[letter])))
            };
            let test = reader.atoms.of(set).and(before).and(bound(|ends| ends.0));
            read.push((test, letters));
            before = bound(|ends| ends.1);
        }
        ReadWord(read)
    }
}

impl ReadWord {
    /// The states to which the word leads from a state, whatever its events and letters are.
    fn targets(&self, automaton: &Automaton, from: usize) -> BTreeSet<usize> {
        let mut states = BTreeSet::from([from]);
        for (test, letters) in &self.0 {
            let mut open: Vec<usize> = states.iter().copied().collect();
            while let Some(state) = open.pop() {
                for &(silent, to) in &automaton.silent[state] {
                    if silent.includes(*test) && states.insert(to) {
                        open.push(to);
                    }
                }
            }
            let steps = states.iter().flat_map(|&state| &automaton.steps[state]);
            states = steps
                .filter(|step| step.test.includes(*test) && step.letters.includes(*letters))
                .map(|step| step.to)
                .collect();
        }
        states
    }
}
