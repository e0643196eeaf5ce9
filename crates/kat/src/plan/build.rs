//! From a relation to a plan: one state for each occurrence of an edge (Glushkov), then states with the same future are
//! merged.

use std::collections::HashMap;

use super::edges::{Simple, Way};
use super::{Edge, Plan, State, Step};
use crate::term::{Node, Relation, Set, Term};
use crate::vocabulary::{Builtin, event_types, predicate};

/// The most states of a plan.
const MAX_STATES: usize = 2_000;
/// The most steps of a plan.
const MAX_STEPS: usize = 100_000;

impl Plan {
    /// The plan of a relation. None if it is too large or has a primitive that graphs do not list.
    pub fn new(term: &Term) -> Option<Plan> {
        Plan::build(|builder| builder.piece(term))
    }

    /// For a relation `(po | b)+`, a plan of one round: the relation is its transitive closure (kat.md §2.10).
    ///
    /// A `po` at the end of a round is one step only: what comes after it is another round.
    pub fn round(term: &Term) -> Option<Plan> {
        let po = Term::builtin(Builtin::Po);
        let round = match term.node() {
            Node::Plus(round) => round,
            _ => term,
        };
        let has_po = match round.node() {
            Node::Union(parts) => parts.contains(&po),
            _ => *round == po,
        };
        // A single round is the whole relation only if it is `po` itself.
        if !has_po || (round == term && *term != po) {
            return None;
        }
        Plan::build(|builder| builder.last_piece(round))
    }

    fn build(piece: impl Fn(&mut Builder) -> Option<Piece>) -> Option<Plan> {
        let mut builder = Builder::default();
        let start = builder.state(None)?;
        let piece = piece(&mut builder)?;
        builder.connect(&[(Set::All, start)], &piece.first)?;
        builder.states[start].accepts = piece.empty;
        for (test, state) in piece.last {
            let accepts = builder.states[state].accepts.take();
            builder.states[state].accepts = Some(accepts.map_or(test.clone(), |known| Set::either(known, test)));
        }
        Some(Plan::indexed(reduced(builder.states), builder.nested.into_iter().map(|(_, plans)| plans).collect()))
    }

    fn indexed(states: Vec<State>, nested: Vec<(Plan, Plan)>) -> Plan {
        let mut into = vec![Vec::new(); states.len()];
        for (from, state) in states.iter().enumerate() {
            for (number, step) in state.steps.iter().enumerate() {
                into[step.to].push((from, number));
            }
        }
        let types = event_types();
        let mut weak = types.into_iter().filter(|bits| bits >> predicate("SC").0 & 1 == 0);
        let needs_seq_cst = !weak.any(|bits| states[0].steps.iter().any(|step| step.test.contains(bits)));
        Plan { states, into, nested, needs_seq_cst }
    }
}

/// A piece of a relation: the events at which it is empty, where it starts and ends.
struct Piece {
    empty: Option<Set>,
    first: Vec<(Set, usize)>,
    last: Vec<(Set, usize)>,
}

impl Piece {
    fn none() -> Piece {
        Piece { empty: None, first: Vec::new(), last: Vec::new() }
    }

    fn or(mut self, other: Piece) -> Piece {
        self.empty = match (self.empty, other.empty) {
            (Some(a), Some(b)) => Some(Set::either(a, b)),
            (a, b) => a.or(b),
        };
        self.first.extend(other.first);
        self.last.extend(other.last);
        self
    }
}

/// Builds an automaton with one state for each occurrence of an edge (Glushkov).
#[derive(Default)]
struct Builder {
    states: Vec<State>,
    /// The edge on the way into each state.
    edges: Vec<Option<Edge>>,
    nested: Vec<((Term, Term), (Plan, Plan))>,
    steps: usize,
}

impl Builder {
    fn state(&mut self, edge: Option<Edge>) -> Option<usize> {
        self.states.push(State::default());
        self.edges.push(edge);
        (self.states.len() <= MAX_STATES).then_some(self.states.len() - 1)
    }

    fn connect(&mut self, last: &[(Set, usize)], first: &[(Set, usize)]) -> Option<()> {
        for (after, from) in last {
            for (before, to) in first {
                let test = Set::both(after.clone(), before.clone());
                if let Some(edge) = self.edges[*to]
                    && test != Set::None
                {
                    self.steps += 1;
                    self.states[*from].steps.push(Step { test, edge, to: *to });
                }
            }
        }
        (self.steps <= MAX_STEPS).then_some(())
    }

    fn edge(&mut self, edge: Edge) -> Option<Piece> {
        let state = self.state(Some(edge))?;
        let end = vec![(Set::All, state)];
        Some(Piece { empty: None, first: end.clone(), last: end })
    }

    fn piece(&mut self, term: &Term) -> Option<Piece> {
        match term.node() {
            Node::Test(set) => Some(Piece { empty: Some(set.clone()), first: Vec::new(), last: Vec::new() }),
            Node::Primitive { relation: Relation::Builtin(builtin), inverse } => {
                self.primitive(*builtin, if *inverse { Way::Backward } else { Way::Forward })
            }
            Node::Primitive { .. } | Node::Rot(_) => None,
            Node::Union(parts) => {
                let pieces: Option<Vec<Piece>> = parts.iter().map(|part| self.piece(part)).collect();
                Some(pieces?.into_iter().fold(Piece::none(), Piece::or))
            }
            Node::Sequence(parts) => {
                let mut sequence = Piece { empty: Some(Set::All), first: Vec::new(), last: Vec::new() };
                for part in parts {
                    let piece = self.piece(part)?;
                    sequence = self.then(sequence, piece)?;
                }
                Some(sequence)
            }
            Node::Plus(a) => {
                let piece = self.piece(a)?;
                self.repeat(piece)
            }
            Node::Star(a) => {
                let piece = self.piece(a)?;
                Some(Piece { empty: Some(Set::All), ..self.repeat(piece)? })
            }
            Node::Optional(a) => Some(Piece { empty: Some(Set::All), ..self.piece(a)? }),
            Node::Both(a, b) => {
                let number = self.nest(a, b)?;
                self.edge(Edge::Both(number))
            }
            Node::Minus(a, b) => {
                let number = self.nest(a, b)?;
                self.edge(Edge::Minus(number))
            }
        }
    }

    /// A piece at the end of which one step of `po` stands for `po`.
    fn last_piece(&mut self, term: &Term) -> Option<Piece> {
        let po = Term::builtin(Builtin::Po);
        match term.node() {
            Node::Union(parts) => {
                let pieces: Option<Vec<Piece>> = parts.iter().map(|part| self.last_piece(part)).collect();
                Some(pieces?.into_iter().fold(Piece::none(), Piece::or))
            }
            Node::Sequence(parts) if parts.last() == Some(&po) => {
                let before = self.piece(&Term::sequence(parts[..parts.len() - 1].iter().cloned()))?;
                let step = self.edge(Edge::Simple(Simple::PoNext, Way::Forward))?;
                self.then(before, step)
            }
            _ if *term == po => self.edge(Edge::Simple(Simple::PoNext, Way::Forward)),
            _ => self.piece(term),
        }
    }

    fn then(&mut self, a: Piece, b: Piece) -> Option<Piece> {
        self.connect(&a.last, &b.first)?;
        let mut first = a.first;
        if let Some(empty) = &a.empty {
            first.extend(b.first.into_iter().map(|(test, state)| (Set::both(empty.clone(), test), state)));
        }
        let mut last = b.last;
        if let Some(empty) = &b.empty {
            last.extend(a.last.into_iter().map(|(test, state)| (Set::both(test, empty.clone()), state)));
        }
        let empty = a.empty.zip(b.empty).map(|(a, b)| Set::both(a, b));
        Some(Piece { empty, first, last })
    }

    fn repeat(&mut self, piece: Piece) -> Option<Piece> {
        self.connect(&piece.last, &piece.first)?;
        Some(piece)
    }

    /// Plans of the operands, which are walked on their own.
    fn nest(&mut self, a: &Term, b: &Term) -> Option<usize> {
        let key = (a.clone(), b.clone());
        if let Some(known) = self.nested.iter().position(|(terms, _)| *terms == key) {
            return Some(known);
        }
        self.nested.push((key, (Plan::new(a)?, Plan::new(b)?)));
        Some(self.nested.len() - 1)
    }

    fn primitive(&mut self, builtin: Builtin, way: Way) -> Option<Piece> {
        let simple = match builtin {
            Builtin::Po => Simple::PoNext,
            Builtin::Mo => Simple::MoNext,
            Builtin::Fr => Simple::FrFirst,
            Builtin::PoLoc => Simple::PoLoc,
            Builtin::PoNeqLoc => Simple::PoNeqLoc,
            Builtin::Rmw => Simple::Rmw,
            Builtin::Rf => Simple::Rf,
            Builtin::Rfe => Simple::Rfe,
            Builtin::Rfi => Simple::Rfi,
            Builtin::Moe => Simple::Moe,
            Builtin::Moi => Simple::Moi,
            Builtin::Fre => Simple::Fre,
            Builtin::Fri => Simple::Fri,
            Builtin::Tc => Simple::Tc,
            Builtin::Tj => Simple::Tj,
            Builtin::LocOverlap => Simple::LocOverlap,
            Builtin::SameLoc => Simple::SameLoc,
            Builtin::SameThread => Simple::SameThread,
            Builtin::Any => Simple::Any,
            Builtin::Ctrl | Builtin::Addr | Builtin::Data | Builtin::Detour | Builtin::Alloc | Builtin::Free => {
                return None;
            }
        };
        let piece = self.edge(Edge::Simple(simple, way))?;
        match builtin {
            Builtin::Po | Builtin::Mo => self.repeat(piece),
            Builtin::Fr => {
                let mo = self.edge(Edge::Simple(Simple::MoNext, way))?;
                let more = Piece { empty: Some(Set::All), ..self.repeat(mo)? };
                match way {
                    Way::Forward => self.then(piece, more),
                    Way::Backward => self.then(more, piece),
                }
            }
            _ => Some(piece),
        }
    }
}

/// The same walks with fewer states: states with the same future are merged. The start stays alone and first.
fn reduced(states: Vec<State>) -> Vec<State> {
    let mut class: Vec<usize> = (0..states.len()).map(|state| usize::from(state > 0)).collect();
    let mut count = 2;
    loop {
        let mut ids: HashMap<(bool, State), usize> = HashMap::new();
        let mut next = Vec::with_capacity(states.len());
        for (number, state) in states.iter().enumerate() {
            let fresh = ids.len();
            next.push(*ids.entry((number == 0, merged(state, &class))).or_insert(fresh));
        }
        let is_stable = ids.len() == count;
        (class, count) = (next, ids.len());
        if is_stable {
            break;
        }
    }
    let mut reduced = vec![State::default(); count];
    for (state, &class_of) in states.iter().zip(&class) {
        reduced[class_of] = merged(state, &class);
    }
    reduced
}

fn merged(state: &State, class: &[usize]) -> State {
    let mut steps: Vec<Step> = Vec::new();
    for step in &state.steps {
        let step = Step { to: class[step.to], ..step.clone() };
        if !steps.contains(&step) {
            steps.push(step);
        }
    }
    State { steps, accepts: state.accepts.clone() }
}
