//! From a relation to an automaton: one state for each occurrence of an edge (Glushkov), then states are
//! merged that have the same future, or the same past.

use std::collections::HashMap;

use super::{Automaton, Edge, Nested, Simple, State, Step, Types, Way};
use crate::term::{Node, Relation, Term};
use crate::vocabulary::Builtin;

/// The most states of an automaton.
const MAX_STATES: usize = 2_000;
/// The most steps of an automaton.
const MAX_STEPS: usize = 100_000;

impl Automaton {
    /// The automaton of a relation. None if it is too large or has something that graphs do not list.
    pub(crate) fn new(term: &Term) -> Option<Automaton> {
        Automaton::with_known(term, &[])
    }

    /// The same, where these relations are edges: clocks know them. Each must be closed under `po` to the
    /// right.
    pub(crate) fn with_known(term: &Term, known: &[Term]) -> Option<Automaton> {
        let mut builder = Builder { known: known.to_vec(), ..Builder::default() };
        let start = builder.state(None)?;
        let piece = builder.piece(term)?;
        builder.attach(start, piece, 0)?;
        Some(builder.finish().merged_by_future())
    }

    /// An automaton with several outputs: one round of a relation `(po | b)+` (kat.md §2.10), and further
    /// relations. A `po` at the end of a round is one step only: what comes after it is another round.
    pub(crate) fn of_rounds(round: &Term, others: &[Term]) -> Option<Automaton> {
        let mut builder = Builder { outputs: 1 + others.len(), ..Builder::default() };
        let start = builder.state(None)?;
        let piece = builder.last_piece(round)?;
        builder.attach(start, piece, 0)?;
        for (number, other) in others.iter().enumerate() {
            let piece = builder.piece(other)?;
            builder.attach(start, piece, number + 1)?;
        }
        Some(builder.finish().merged_by_past())
    }

    /// The events at which a walk may end in a state, for the first output.
    pub(crate) fn accepts(&self, state: usize) -> Types {
        self.states[state].accepts.first().copied().unwrap_or_default()
    }

    /// The same walks with fewer states: states with the same future are merged. The start stays alone and
    /// first.
    fn merged_by_future(self) -> Automaton {
        let classes = classes(&self.states, |state, class| (state.accepts.clone(), steps_to_classes(state, class)));
        self.merged(&classes)
    }

    /// The same walks with fewer states: states that are entered in the same way are merged.
    fn merged_by_past(self) -> Automaton {
        let mut into: Vec<Vec<(usize, Step)>> = vec![Vec::new(); self.states.len()];
        for (from, state) in self.states.iter().enumerate() {
            for step in &state.steps {
                into[step.to].push((from, step.clone()));
            }
        }
        let classes = classes_by(self.states.len(), |number, class| {
            let mut entries: Vec<_> =
                into[number].iter().map(|(from, step)| (class[*from], step.test, step.edge, step.then)).collect();
            entries.sort_unstable();
            entries.dedup();
            entries
        });
        self.merged(&classes)
    }

    fn merged(self, class: &[usize]) -> Automaton {
        let count = class.iter().max().map_or(0, |last| last + 1);
        let mut states = vec![State::default(); count];
        for (state, &into) in self.states.iter().zip(class) {
            let merged = &mut states[into];
            merged.accepts.resize(state.accepts.len().max(merged.accepts.len()), Types::NONE);
            for (all, own) in merged.accepts.iter_mut().zip(&state.accepts) {
                *all = all.or(*own);
            }
            for step in steps_to_classes(state, class) {
                if !merged.steps.contains(&step) {
                    merged.steps.push(step);
                }
            }
        }
        Automaton { states, nested: self.nested }
    }
}

fn steps_to_classes(state: &State, class: &[usize]) -> Vec<Step> {
    let mut steps: Vec<Step> = state.steps.iter().map(|step| Step { to: class[step.to], ..step.clone() }).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The coarsest classes of states such that members of one class look the same, given the classes. The start
/// has class 0 to itself.
pub(super) fn classes<K: std::hash::Hash + Eq>(states: &[State], look: impl Fn(&State, &[usize]) -> K) -> Vec<usize> {
    classes_by(states.len(), |number, class| look(&states[number], class))
}

fn classes_by<K: std::hash::Hash + Eq>(states: usize, look: impl Fn(usize, &[usize]) -> K) -> Vec<usize> {
    let mut class: Vec<usize> = (0..states).map(|state| usize::from(state > 0)).collect();
    let mut count = class.iter().max().map_or(0, |last| last + 1);
    loop {
        // Classes are only ever split, so they are told apart by what they were and by how their members
        // look.
        let mut ids: HashMap<(usize, K), usize> = HashMap::new();
        let mut next = Vec::with_capacity(states);
        for number in 0..states {
            let fresh = ids.len();
            next.push(*ids.entry((class[number], look(number, &class))).or_insert(fresh));
        }
        let is_stable = ids.len() == count;
        (class, count) = (next, ids.len());
        if is_stable {
            return class;
        }
    }
}

/// A piece of a relation: the events at which it is empty, where it starts and ends.
struct Piece {
    empty: Types,
    first: Vec<(Types, usize)>,
    last: Vec<(Types, usize)>,
}

impl Piece {
    fn none() -> Piece {
        Piece { empty: Types::NONE, first: Vec::new(), last: Vec::new() }
    }

    fn or(mut self, other: Piece) -> Piece {
        self.empty = self.empty.or(other.empty);
        self.first.extend(other.first);
        self.last.extend(other.last);
        self
    }
}

/// Builds an automaton with one state for each occurrence of an edge (Glushkov).
struct Builder {
    states: Vec<State>,
    /// The edge on the way into each state.
    edges: Vec<Option<Edge>>,
    nested: Vec<Nested>,
    steps: usize,
    outputs: usize,
    known: Vec<Term>,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder { states: Vec::new(), edges: Vec::new(), nested: Vec::new(), steps: 0, outputs: 1, known: Vec::new() }
    }
}

impl Builder {
    fn finish(self) -> Automaton {
        Automaton { states: self.states, nested: self.nested }
    }

    fn state(&mut self, edge: Option<Edge>) -> Option<usize> {
        self.states.push(State { steps: Vec::new(), accepts: vec![Types::NONE; self.outputs] });
        self.edges.push(edge);
        (self.states.len() <= MAX_STATES).then_some(self.states.len() - 1)
    }

    /// Lets a piece begin at the start, and end with an output.
    fn attach(&mut self, start: usize, piece: Piece, output: usize) -> Option<()> {
        self.connect(&[(Types::ALL, start)], &piece.first)?;
        let ends = piece.last.into_iter().chain([(piece.empty, start)]);
        for (test, state) in ends {
            let accepts = &mut self.states[state].accepts[output];
            *accepts = accepts.or(test);
        }
        Some(())
    }

    fn connect(&mut self, last: &[(Types, usize)], first: &[(Types, usize)]) -> Option<()> {
        for (after, from) in last {
            let arrives = self.edges[*from].map_or(Types::ALL, |edge| edge.ends().1);
            for (before, to) in first {
                let Some(edge) = self.edges[*to] else { continue };
                let test = after.and(*before).and(edge.ends().0);
                if !test.and(arrives).is_none() {
                    self.steps += 1;
                    self.states[*from].steps.push(Step { test, edge, then: Types::ALL, to: *to });
                }
            }
        }
        (self.steps <= MAX_STEPS).then_some(())
    }

    fn edge(&mut self, edge: Edge) -> Option<Piece> {
        let state = self.state(Some(edge))?;
        let end = vec![(Types::ALL, state)];
        Some(Piece { empty: Types::NONE, first: end.clone(), last: end })
    }

    /// An edge of a relation that clocks know. What comes later in the thread is at its end as well.
    fn known(&mut self, number: usize) -> Option<Piece> {
        let piece = self.edge(Edge::Known(number))?;
        let state = self.states.len() - 1;
        let edge = Edge::Simple(Simple::PoNext, Way::Forward);
        self.states[state].steps.push(Step { test: Types::ALL, edge, then: Types::ALL, to: state });
        Some(piece)
    }

    /// The parts of a union, those taken together that make up a relation that clocks know.
    fn parts(&mut self, parts: &[Term]) -> Option<Vec<Piece>> {
        let known = self.known.iter().position(|known| match known.node() {
            Node::Union(own) => own.iter().all(|part| parts.contains(part)),
            _ => parts.contains(known),
        });
        let mut pieces = Vec::new();
        let mut rest = parts.to_vec();
        if let Some(number) = known {
            match self.known[number].node() {
                Node::Union(own) => rest.retain(|part| !own.contains(part)),
                _ => rest.retain(|part| *part != self.known[number]),
            }
            pieces.push(self.known(number)?);
        }
        for part in &rest {
            pieces.push(self.piece(part)?);
        }
        Some(pieces)
    }

    fn piece(&mut self, term: &Term) -> Option<Piece> {
        if let Some(number) = self.known.iter().position(|known| known == term) {
            return self.known(number);
        }
        match term.node() {
            Node::Test(set) => Some(Piece { empty: Types::of(set)?, ..Piece::none() }),
            Node::Primitive { relation: Relation::Builtin(builtin), inverse } => {
                self.primitive(*builtin, if *inverse { Way::Backward } else { Way::Forward })
            }
            Node::Primitive { .. } | Node::Rot(_) => None,
            Node::Union(parts) => Some(self.parts(parts)?.into_iter().fold(Piece::none(), Piece::or)),
            Node::Sequence(parts) => {
                let mut sequence = Piece { empty: Types::ALL, ..Piece::none() };
                for part in parts {
                    let piece = self.piece(part)?;
                    sequence = self.then(sequence, piece)?;
                }
                Some(sequence)
            }
            Node::Plus(a) => match short_eco(a) {
                Some(short) => self.piece(&short),
                None => {
                    let piece = self.piece(a)?;
                    self.repeat(piece)
                }
            },
            Node::Star(a) => match short_eco(a) {
                Some(short) => self.piece(&short.optional()),
                None => {
                    let piece = self.piece(a)?;
                    Some(Piece { empty: Types::ALL, ..self.repeat(piece)? })
                }
            },
            Node::Optional(a) => Some(Piece { empty: Types::ALL, ..self.piece(a)? }),
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
        let passing = |ends: Vec<(Types, usize)>, empty: Types| {
            let narrowed = ends.into_iter().map(move |(test, state)| (test.and(empty), state));
            narrowed.filter(|(test, _)| !test.is_none())
        };
        let mut first = a.first;
        first.extend(passing(b.first, a.empty));
        let mut last = b.last;
        last.extend(passing(a.last, b.empty));
        Some(Piece { empty: a.empty.and(b.empty), first, last })
    }

    fn repeat(&mut self, piece: Piece) -> Option<Piece> {
        self.connect(&piece.last, &piece.first)?;
        Some(piece)
    }

    /// Automata of the operands, which are walked on their own.
    fn nest(&mut self, a: &Term, b: &Term) -> Option<usize> {
        let terms = (a.clone(), b.clone());
        if let Some(known) = self.nested.iter().position(|nested| nested.terms == terms) {
            return Some(known);
        }
        self.nested.push(Nested { left: Automaton::new(a)?, right: Automaton::new(b)?, terms });
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
                let more = Piece { empty: Types::ALL, ..self.repeat(mo)? };
                match way {
                    Way::Forward => self.then(piece, more),
                    Way::Backward => self.then(more, piece),
                }
            }
            _ => Some(piece),
        }
    }
}

/// For the body of `(rf | mo | fr)+`, its closed form, which holds in every graph: `rf | (mo | fr);rf?`.
fn short_eco(body: &Term) -> Option<Term> {
    let [rf, mo, fr] = [Builtin::Rf, Builtin::Mo, Builtin::Fr].map(Term::builtin);
    let Node::Union(parts) = body.node() else { return None };
    if parts.len() != 3 || ![&rf, &mo, &fr].into_iter().all(|part| parts.contains(part)) {
        return None;
    }
    let longer = Term::sequence([Term::union([mo, fr]), rf.optional()]);
    Some(Term::union([rf, longer]))
}
