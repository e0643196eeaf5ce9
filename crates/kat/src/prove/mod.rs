//! Proofs of `assert`: inclusion and equality of relations in all executions (kat.md §2.1–2.4).
//!
//! A relation is read as a set of words over letters with tests between them, `a <= b` holds if every word of
//! `a` is a word of `b` once `b` has been widened by the laws of executions (`regex.rs`) and by the
//! assumptions (`assume.rs`). A goal that fails comes with a shortest path of the left side that is no path
//! of the right side.
//!
//! **Sound**: a proved assert holds in every execution. **Not complete**: laws that are not listed are not
//! used, and intersections of relations are opaque ([`Refutation::exact`] says when that may be why a goal
//! failed). A failed assert is an error either way. Automata that grow too large end a proof with a
//! [`Limit`], never with a guess.

mod assume;
mod atoms;
mod automaton;
mod include;
mod letters;
mod regex;

use std::fmt;

use crate::ast::Compare;
use crate::diagnostic::Diagnostic;
use crate::model::{Claim, Model};
use crate::term::{Node, Term};
use assume::Rules;
use atoms::{AtomSet, Atoms};
use automaton::Automaton;
use include::{Path, Paths, refute};
use letters::Letters;
use regex::{Reader, Side};

/// What came of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It holds in every execution.
    Proved,
    /// There is a path on one side that the other side does not have.
    Refuted(Refutation),
    /// It was not decided.
    Undecided(Limit),
}

/// Why a proof was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The sets in the goal tell too many kinds of events apart.
    Atoms,
    /// There are too many relations.
    Letters,
    /// An automaton is too large.
    States,
    /// The search for a counterexample is too large.
    Pairs,
    /// `rot` is on one side of an equation.
    Rotation,
}

/// A path that one side has and the other has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The tests that the events of the path pass; one more than there are steps.
    pub events: Vec<String>,
    /// The steps between them.
    pub steps: Vec<String>,
    /// Which side has the path.
    pub side: PathSide,
    /// How many of the steps the other side can follow.
    pub followed: usize,
    /// Whether the path leads back to its first event.
    pub closed: bool,
    /// False if the proof may have failed only because assumptions or intersections were not used to the
    /// full.
    pub exact: bool,
}

/// A side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathSide {
    /// The left.
    Left,
    /// The right, of an equation.
    Right,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, event) in self.events.iter().enumerate() {
            if i > 0 {
                write!(f, " {} ", self.steps[i - 1])?;
            }
            write!(f, "{event}")?;
        }
        Ok(())
    }
}

impl Refutation {
    /// Both sides next to each other: the path, and how far the other side gets on it.
    pub fn drawing(&self) -> String {
        let (has, lacks) = match self.side {
            PathSide::Left => ("left side", "right side"),
            PathSide::Right => ("right side", "left side"),
        };
        let steps = self.steps.iter().map(|step| format!(" | {step}"));
        let mut own: Vec<String> = Vec::new();
        for (i, step) in steps.chain([String::new()]).enumerate() {
            own.push(self.events[i].clone());
            own.extend((!step.is_empty()).then_some(step));
        }
        let is_stuck = self.followed < self.steps.len();
        let reached = 2 * self.followed + 1;
        let mut other: Vec<String> = own[..reached].to_vec();
        other.push(if is_stuck { " x  no step goes on here".into() } else { " x  no path ends here".into() });
        if self.closed {
            own.push(" ^ which is the first event again".into());
        }
        let width = own.iter().chain([&has.to_owned()]).map(|line| line.chars().count()).max().unwrap_or(0);
        let mut out = format!("{has:width$}    {lacks}\n");
        for i in 0..own.len().max(other.len()) {
            let cell = |lines: &[String]| lines.get(i).cloned().unwrap_or_default();
            let line = format!("{:width$}    {}", cell(&own), cell(&other));
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Atoms => write!(f, "its sets tell more than {} kinds of events apart", atoms::LIMIT),
            Limit::Letters => write!(f, "it speaks of too many relations"),
            Limit::States => write!(
                f,
                "its automaton has more than {} states or {} steps",
                automaton::MAX_STATES,
                automaton::MAX_STEPS
            ),
            Limit::Pairs => write!(f, "the search for a counterexample exceeds {} cases", include::MAX_PAIRS),
            Limit::Rotation => write!(f, "`rot` can only be compared with `<=`"),
        }
    }
}

/// Proves the model's asserts, in the order of the text.
pub fn prove(model: &Model) -> Vec<Outcome> {
    model.asserts.iter().map(|claim| prove_claim(model, claim)).collect()
}

/// What is wrong with the model's asserts and assumptions.
pub fn diagnose(model: &Model) -> Vec<Diagnostic> {
    let unused = Rules::new(&model.assumptions).unused.into_iter().map(|index| {
        let place = model.assumptions[index].place;
        let warning = Diagnostic::warning(place, "proofs cannot make full use of this assumption");
        warning.help("the right side should be one path: sets and primitive relations joined by `;`")
    });
    let failed = model.asserts.iter().filter_map(|claim| match prove_claim(model, claim) {
        Outcome::Proved => None,
        Outcome::Refuted(refutation) => {
            let (has, lacks) = match refutation.side {
                PathSide::Left => ("left", "right"),
                PathSide::Right => ("right", "left"),
            };
            let error = Diagnostic::error(claim.place, "this assert does not hold");
            let cycle = if refutation.closed { "cycle" } else { "path" };
            let error = error.label(format!("{cycle} of the {has} side only: {refutation}"));
            let error = error.drawing(refutation.drawing());
            let help = format!("no law or assumption makes it a path of the {lacks} side");
            let hint = "; intersections and some assumptions are only used in part";
            Some(error.help(if refutation.exact { help } else { help + hint }))
        }
        Outcome::Undecided(limit) => {
            let error = Diagnostic::error(claim.place, format!("this assert was not decided: {limit}"));
            Some(error.help("split it into smaller ones"))
        }
    });
    unused.chain(failed).collect()
}

/// Proves one claim about the relations of a model.
pub fn prove_claim(model: &Model, claim: &Claim) -> Outcome {
    let is_rotation = |term: &Term| matches!(term.node(), Node::Rot(_));
    if claim.operator == Compare::Equal && (is_rotation(&claim.left) || is_rotation(&claim.right)) {
        return Outcome::Undecided(Limit::Rotation);
    }
    let rules = Rules::new(&model.assumptions);
    let forward = inclusion(model, &rules, &claim.left, &claim.right, PathSide::Left);
    match claim.operator {
        Compare::Equal if forward == Outcome::Proved => {
            inclusion(model, &rules, &claim.right, &claim.left, PathSide::Right)
        }
        _ => forward,
    }
}

/// Splits a goal until both sides have automata, then compares them.
fn inclusion(model: &Model, rules: &Rules, left: &Term, right: &Term, side: PathSide) -> Outcome {
    let go = |left: &Term, right: &Term| inclusion(model, rules, left, right, side);
    if let Node::Both(a, b) = right.node()
        && left != right
    {
        return match go(left, a) {
            Outcome::Proved => go(left, b),
            other => other,
        };
    }
    match left.node() {
        Node::Union(parts) if parts.iter().any(|part| matches!(part.node(), Node::Both(..) | Node::Minus(..))) => parts
            .iter()
            .map(|part| go(part, right))
            .find(|outcome| *outcome != Outcome::Proved)
            .unwrap_or(Outcome::Proved),
        Node::Minus(a, b) if !matches!(right.node(), Node::Rot(_)) => {
            match decide(model, rules, left, right, side, Paths::All) {
                Outcome::Proved => Outcome::Proved,
                _ => go(a, &Term::union([b.clone(), right.clone()])),
            }
        }
        Node::Both(cycle, id) if id.is_id() => decide(model, rules, cycle, right, side, Paths::Closed),
        Node::Both(a, b) => match decide(model, rules, left, right, side, Paths::All) {
            Outcome::Proved => Outcome::Proved,
            _ => match (go(a, right), go(b, right)) {
                (Outcome::Proved, _) | (_, Outcome::Proved) => Outcome::Proved,
                (Outcome::Refuted(refutation), _) | (_, Outcome::Refuted(refutation)) => {
                    Outcome::Refuted(Refutation { exact: false, ..refutation })
                }
                (undecided, _) => undecided,
            },
        },
        _ => decide(model, rules, left, right, side, Paths::All),
    }
}

fn decide(model: &Model, rules: &Rules, left: &Term, right: &Term, side: PathSide, paths: Paths) -> Outcome {
    match Goal::new(model, rules, left, right).and_then(|goal| goal.decide(rules, left, right, paths)) {
        Ok(None) => Outcome::Proved,
        Ok(Some(found)) => {
            let Found { goal, path, exact } = *found;
            let vocabulary = &model.vocabulary;
            Outcome::Refuted(Refutation {
                events: path.events.iter().map(|class| goal.atoms.describe(vocabulary, *class)).collect(),
                steps: path.letters.iter().map(|letter| goal.letters.name(vocabulary, *letter)).collect(),
                side,
                followed: path.followed,
                closed: paths == Paths::Closed,
                exact,
            })
        }
        Err(limit) => Outcome::Undecided(limit),
    }
}

/// The alphabet of one comparison.
struct Goal {
    atoms: Atoms,
    letters: Letters,
    /// Where each letter starts and ends.
    ends: Vec<(AtomSet, AtomSet)>,
}

struct Found {
    goal: Goal,
    path: Path,
    exact: bool,
}

impl Goal {
    fn new(model: &Model, rules: &Rules, left: &Term, right: &Term) -> Result<Goal, Limit> {
        let mut terms = vec![left, right];
        terms.extend(rules.terms());
        let letters = Letters::new(&model.vocabulary, &terms).ok_or(Limit::Letters)?;
        let mut relevant = rules.sets().fold(0, |bits, set| bits | set.predicates());
        terms.iter().for_each(|term| relevant |= predicates(term));
        let used = used_letters(&letters, left);
        let mut ends: Vec<_> = (0..128).map(|letter| letters.ends(letter)).collect();
        for (relation, start, end) in &rules.ends {
            for letter in letters.cover(*relation).iter() {
                let (starts, ends) = &mut ends[letter];
                *starts = crate::term::Set::both(starts.clone(), start.clone());
                *ends = crate::term::Set::both(ends.clone(), end.clone());
            }
            for letter in letters.cover(*relation).inverse().iter() {
                let (starts, ends) = &mut ends[letter];
                *starts = crate::term::Set::both(starts.clone(), end.clone());
                *ends = crate::term::Set::both(ends.clone(), start.clone());
            }
        }
        for letter in used.iter() {
            relevant |= ends[letter].0.predicates() | ends[letter].1.predicates();
        }
        let atoms = Atoms::new(&model.vocabulary, relevant, &rules.excluded).ok_or(Limit::Atoms)?;
        // The ends of letters that no path of the left side has are not known and not needed.
        let ends = ends
            .iter()
            .enumerate()
            .map(|(letter, (start, end))| match used.0 >> letter & 1 {
                1 => (atoms.of(start), atoms.of(end)),
                _ => (AtomSet::ALL, AtomSet::ALL),
            })
            .collect();
        Ok(Goal { atoms, letters, ends })
    }

    fn decide(self, rules: &Rules, left: &Term, right: &Term, paths: Paths) -> Result<Option<Box<Found>>, Limit> {
        let reader = Reader { atoms: &self.atoms, letters: &self.letters, transitive: &rules.transitive };
        let left = Automaton::new(&reader.read(left, Side::Left))?;
        let mut widened = Automaton::new(&reader.read(right, Side::Right))?;
        let is_complete = rules.apply(&mut widened, &reader, &self.ends)?;
        if matches!(right.node(), Node::Rot(_)) {
            widened = widened.rotated()?;
        }
        if paths == Paths::Closed {
            widened.add_alternative(&Automaton::new(&reader.impossible_cycles())?);
        }
        let found = refute(&left, &widened, &self.ends, self.atoms.len(), paths)?;
        let exact = is_complete && rules.unused.is_empty() && !self.letters.has_opaque();
        Ok(found.map(|path| Box::new(Found { goal: self, path, exact })))
    }
}

/// The letters that paths of a term may have.
fn used_letters(letters: &Letters, term: &Term) -> letters::LetterSet {
    let join = |a: letters::LetterSet, b: &Term| a.or(used_letters(letters, b));
    match term.node() {
        Node::Test(_) => letters::LetterSet::NONE,
        Node::Primitive { relation, inverse } => {
            let parts = letters.parts(*relation);
            if *inverse { parts.inverse() } else { parts }
        }
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().fold(letters::LetterSet::NONE, join),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => used_letters(letters, a),
        Node::Both(..) | Node::Minus(..) => letters.opaque(term),
    }
}

/// The primitive sets that occur in a term, as bits.
fn predicates(term: &Term) -> u64 {
    match term.node() {
        Node::Test(set) => set.predicates(),
        Node::Primitive { .. } => 0,
        Node::Union(parts) | Node::Sequence(parts) => parts.iter().fold(0, |bits, part| bits | predicates(part)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => predicates(a),
        // An opaque letter has no tests inside.
        Node::Both(..) | Node::Minus(..) => 0,
    }
}
