//! Views as rows of clocks that are filled in from those of earlier events (kat.md §2.10).
//!
//! For a state `q` of a view's automaton, let `K_q(e)` be the events from which a walk may come that stands
//! at `e` in `q`. Entering `q` by an edge from `e'` in `p` makes `K_p(e')` part of `K_q(e)`; at the start,
//! `K` is the event and what the view already relates to it. The view itself is what the states know in which
//! a walk may end.
//!
//! So every state could be a row of clocks. Few have to be: a state in which knowledge waits while program
//! order goes on is one (`carried`: after a release fence; between a read and an acquire fence), and so is
//! what a write hands on to its readers, which is collected at the write (`sent`). All other states are
//! worked out where they are needed. A clock never depends on where its own event reads from, since no row
//! looks through a read before the event after it.
//!
//! Of the C11 models this makes four rows, of causality none: it is the clock that every graph has.

use selvedge_core::model::PORF;
use selvedge_core::walk::real;
use selvedge_core::{EventId, EventKind, Graph, LocId};

use super::{Automaton, Edge, Simple, Types, Way};
use crate::term::{Node, Term};
use crate::vocabulary::Builtin;

/// The rows for one view, and what else can be read off them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    /// In the order in which they are filled in. A row may use those before it of the same event.
    pub rows: Vec<Row>,
    /// The number of the first row.
    pub first: usize,
    /// The number of the row of the view.
    pub view: usize,
    /// Further relations, as what is known of them at their second event.
    pub outputs: Vec<Knowledge>,
}

/// A row of clocks.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub name: String,
    pub knowledge: Knowledge,
}

/// A set of earlier events, put together at an event.
pub(crate) type Knowledge = Vec<Branch>;

/// A part of what is known at an event, if the event passes the test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub test: Types,
    pub part: Part,
}

/// A part of what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The event itself, and what the view relates to it.
    Event,
    /// A row of the event.
    Row(usize),
    /// What is known at another event.
    At(Hop, Knowledge),
}

/// A way from an event to earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hop {
    /// The event before it in its thread.
    Before,
    /// All events before it in its thread that access the same location.
    BeforeAtLocation,
    /// The write it reads from.
    Source,
    /// The write of another thread that it reads from.
    ExternalSource,
    /// The write of its own thread that it reads from.
    InternalSource,
    /// The creation of its thread, for a start.
    Creation,
    /// The end of the thread that it joins.
    End,
}

/// The rows that a graph has without a model.
pub(crate) fn is_causality(view: &Term) -> bool {
    let [po, rf, tc, tj] = [Builtin::Po, Builtin::Rf, Builtin::Tc, Builtin::Tj].map(Term::builtin);
    let Some(Node::Union(parts)) = round_of(view).as_ref().map(|round| round.node().clone()) else { return false };
    let step = |learnt: &Term| *learnt == rf || *learnt == tc || *learnt == tj;
    let mut learnt = Vec::new();
    for part in &parts {
        match part.node() {
            _ if *part == po => {}
            Node::Sequence(sequence) if sequence.len() == 2 && sequence[1] == po => match sequence[0].node() {
                Node::Union(edges) => learnt.extend(edges.iter().cloned()),
                _ => learnt.push(sequence[0].clone()),
            },
            _ => return false,
        }
    }
    parts.contains(&po) && learnt.iter().all(step) && [rf, tc, tj].iter().all(|edge| learnt.contains(edge))
}

/// For a relation `(po | b)+`, the round `po | b`; for `po`, `po`.
fn round_of(view: &Term) -> Option<Term> {
    let po = Term::builtin(Builtin::Po);
    match view.node() {
        Node::Plus(round) => {
            let has_po = matches!(round.node(), Node::Union(parts) if parts.contains(&po));
            has_po.then(|| round.clone())
        }
        _ if *view == po => Some(po),
        _ => None,
    }
}

/// For a relation `v | v?;t`, where `v` is the view, `t`.
fn rest_of(view: &Term, round: &Term, relation: &Term) -> Option<Term> {
    if relation == view {
        return Some(Term::zero());
    }
    let Node::Union(parts) = relation.node() else { return None };
    if !parts.contains(view) {
        return None;
    }
    let star = round.star();
    let rests = parts.iter().filter(|part| *part != view).map(|part| match part.node() {
        Node::Sequence(sequence) if sequence[0] == star => Some(Term::sequence(sequence[1..].iter().cloned())),
        _ => None,
    });
    Some(Term::union(rests.collect::<Option<Vec<Term>>>()?))
}

/// The relations of the form `v` or `v | v?;t` that occur in a term, where `v` is the view.
pub(crate) fn relations_of(view: &Term, term: &Term, found: &mut Vec<Term>) {
    let Some(round) = round_of(view).filter(|_| *view != Term::builtin(Builtin::Po)) else { return };
    let star = round.star();
    let mut note = |relation: Term| {
        if !found.contains(&relation) {
            found.push(relation);
        }
    };
    match term.node() {
        _ if term == view => note(view.clone()),
        Node::Test(_) | Node::Primitive { .. } => {}
        Node::Union(parts) => {
            let begins = |part: &&Term| match part.node() {
                _ if *part == view => true,
                Node::Sequence(sequence) => sequence[0] == star,
                _ => false,
            };
            if parts.contains(view) {
                note(Term::union(parts.iter().filter(begins).cloned()));
            }
            parts.iter().filter(|part| *part != view).for_each(|part| relations_of(view, part, found));
        }
        Node::Sequence(parts) => parts.iter().for_each(|part| relations_of(view, part, found)),
        Node::Plus(a) | Node::Star(a) | Node::Optional(a) | Node::Rot(a) => relations_of(view, a, found),
        Node::Both(a, b) | Node::Minus(a, b) => [a, b].into_iter().for_each(|part| relations_of(view, part, found)),
    }
}

impl Clocks {
    /// Rows for a view, from that number on, and outputs for relations of the form `v | v?;t`. None if the
    /// view is not a closure of rounds, or goes along edges that do not lead to earlier events. A relation
    /// that has another form has no output.
    pub fn new(name: &str, view: &Term, relations: &[Term], first_row: usize) -> Option<(Clocks, Vec<Option<usize>>)> {
        let round = round_of(view)?;
        let mut rests = Vec::new();
        let mut found = Vec::new();
        for relation in relations {
            let rest = rest_of(view, &round, relation);
            let usable =
                rest.filter(|rest| Planner::new(name, &round, std::slice::from_ref(rest), first_row).is_some());
            found.push(usable.as_ref().map(|_| rests.len()));
            rests.extend(usable);
        }
        Some((Planner::new(name, &round, &rests, first_row)?, found))
    }

    /// Fills in the rows of an event.
    #[inline]
    pub fn stamp(&self, graph: &mut Graph, event: EventId) {
        for (number, row) in self.rows.iter().enumerate() {
            graph.clock_mut(event, self.first + number).0.clear();
            learn(&row.knowledge, self.view, graph, event, (event, self.first + number));
        }
    }

    /// Whether an output relates one event to another.
    #[inline]
    pub fn relates(&self, output: usize, graph: &Graph, earlier: EventId, event: EventId) -> bool {
        knows(&self.outputs[output], self.view, graph, event, earlier)
    }
}

/// The events that a hop leads to.
#[inline]
#[deny(clippy::wildcard_enum_match_arm)]
fn hop(graph: &Graph, at: EventId, hop: Hop, mut visit: impl FnMut(EventId)) {
    let e = &graph[at];
    let in_thread = |from: &EventId| graph[*from].thread == e.thread;
    let next = match hop {
        Hop::Before => graph.po_prev(at),
        Hop::Source if e.is_read() => real(e.from),
        Hop::ExternalSource if e.is_read() => real(e.from).filter(|from| !in_thread(from)),
        Hop::InternalSource if e.is_read() => real(e.from).filter(in_thread),
        Hop::Creation if e.kind == EventKind::Start => real(e.from),
        Hop::End if e.kind == EventKind::Join => real(e.from),
        Hop::BeforeAtLocation if e.loc != LocId::NONE => {
            let earlier = &graph.thread(e.thread)[..e.index as usize];
            earlier.iter().copied().filter(|&other| graph[other].loc == e.loc).for_each(visit);
            return;
        }
        Hop::Source | Hop::ExternalSource | Hop::InternalSource | Hop::Creation | Hop::End => None,
        Hop::BeforeAtLocation => None,
    };
    next.into_iter().for_each(&mut visit);
}

/// Adds what is known at an event to a clock.
fn learn(knowledge: &[Branch], view: usize, graph: &mut Graph, at: EventId, into: (EventId, usize)) {
    for branch in knowledge {
        if !branch.test.contains(&graph[at]) {
            continue;
        }
        match &branch.part {
            Part::Event => {
                let (mut clock, before) = graph.clock_mut(into.0, into.1);
                clock.join(at, view);
                clock.include(before.event(at));
            }
            Part::Row(row) => {
                let (mut clock, _) = graph.clock_mut(into.0, into.1);
                clock.join(at, *row);
            }
            Part::At(Hop::BeforeAtLocation, knowledge) => {
                let mut others = Vec::new();
                hop(graph, at, Hop::BeforeAtLocation, |other| others.push(other));
                others.into_iter().for_each(|other| learn(knowledge, view, graph, other, into));
            }
            Part::At(single, knowledge) => {
                let mut other = None;
                hop(graph, at, *single, |event| other = Some(event));
                if let Some(other) = other {
                    learn(knowledge, view, graph, other, into);
                }
            }
        }
    }
}

/// Whether an event is known at another.
fn knows(knowledge: &[Branch], view: usize, graph: &Graph, at: EventId, earlier: EventId) -> bool {
    knowledge.iter().filter(|branch| branch.test.contains(&graph[at])).any(|branch| match &branch.part {
        Part::Event => at == earlier || graph.clock(at, view).contains(&graph[earlier]),
        Part::Row(row) => graph.clock(at, *row).contains(&graph[earlier]),
        Part::At(way, knowledge) => {
            let mut known = false;
            hop(graph, at, *way, |other| known = known || knows(knowledge, view, graph, other, earlier));
            known
        }
    })
}

/// The most work for states that are no rows.
const MAX_STEPS: usize = 10_000;

/// Decides which states are rows.
struct Planner {
    automaton: Automaton,
    /// For each state, the steps into it and where from.
    into: Vec<Vec<(usize, Types, Hop)>>,
    first: usize,
    view: usize,
    /// The rows of states in which knowledge waits.
    carried: Vec<Option<usize>>,
    /// The rows of what writes hand on to readers in a state.
    sent: Vec<Option<usize>>,
}

impl Planner {
    #[expect(clippy::new_ret_no_self, reason = "a planner is used up by its plan")]
    fn new(name: &str, round: &Term, rests: &[Term], first_row: usize) -> Option<Clocks> {
        let automaton = Automaton::of_rounds(round, rests)?;
        let states = automaton.states.len();
        let mut into = vec![Vec::new(); states];
        for (from, state) in automaton.states.iter().enumerate() {
            for step in &state.steps {
                into[step.to].push((from, step.test, backwards(step.edge)?));
            }
        }
        let waits = |state: usize| into[state].iter().any(|(from, _, hop)| *from == state && *hop == Hop::Before);
        let reads = |state: usize| into[state].iter().any(|(.., hop)| is_source(*hop));
        // The rows of waiting states come first, then the view, then what writes hand on.
        let mut next = first_row;
        let mut number = |is_row: bool| {
            is_row.then(|| {
                next += 1;
                next - 1
            })
        };
        let carried: Vec<_> = (0..states).map(|state| number(waits(state))).collect();
        let view = number(true)?;
        let sent: Vec<_> = (0..states).map(|state| number(reads(state))).collect();
        let planner = Planner { automaton, into, first: first_row, view, carried, sent };
        planner.is_well_founded()?;
        planner.sends_alike()?;
        let clocks = planner.plan(name);
        let looks_through_itself = |row: &Row| row.knowledge.iter().any(|branch| branch.part.is_at_source());
        (!clocks.rows.iter().any(looks_through_itself)).then_some(clocks)
    }

    /// Whether working out states that are no rows comes to an end.
    fn is_well_founded(&self) -> Option<()> {
        let states = self.into.len();
        let mut open: Vec<(usize, usize)> = (1..states).map(|state| (state, 0)).collect();
        let mut steps = 0;
        while let Some((state, depth)) = open.pop() {
            steps += 1;
            if depth > states || steps > MAX_STEPS {
                return None;
            }
            let from = self.into[state].iter().filter(|(.., hop)| !is_source(*hop));
            let worked_out = from.filter(|(from, ..)| *from != 0 && self.carried[*from].is_none());
            open.extend(worked_out.map(|(from, ..)| (*from, depth + 1)));
        }
        Some(())
    }

    /// Whether each state is entered from writes in one way only: what they hand on is then the same for all
    /// readers.
    fn sends_alike(&self) -> Option<()> {
        let alike = |into: &Vec<(usize, Types, Hop)>| {
            let mut hops = into.iter().map(|(.., hop)| *hop).filter(|hop| is_source(*hop));
            let first = hops.next();
            hops.all(|hop| Some(hop) == first)
        };
        self.into.iter().all(alike).then_some(())
    }

    fn plan(self, name: &str) -> Clocks {
        let mut rows = Vec::new();
        for (state, _) in self.carried.iter().enumerate().filter(|(_, row)| row.is_some()) {
            rows.push(Row { name: format!("{name}_carried_{}", rows.len() + 1), knowledge: tidy(self.entered(state)) });
        }
        let carried = rows.len();
        rows.push(Row { name: name.to_owned(), knowledge: tidy(self.output(0)) });
        for (state, _) in self.sent.iter().enumerate().filter(|(_, row)| row.is_some()) {
            let steps = self.into[state].iter().filter(|(.., hop)| is_source(*hop));
            let knowledge = steps.flat_map(|(from, test, _)| tested(*test, self.of(*from))).collect();
            rows.push(Row { name: format!("{name}_sent_{}", rows.len() - carried), knowledge: tidy(knowledge) });
        }
        let outputs = (1..self.automaton.states[0].accepts.len()).map(|output| {
            let view = Branch { test: Types::ALL, part: Part::Row(self.view) };
            tidy(std::iter::once(view).chain(self.output(output)).collect())
        });
        Clocks { rows, first: self.first, view: self.view, outputs: outputs.collect() }
    }

    /// What the states know in which a walk may end.
    fn output(&self, output: usize) -> Knowledge {
        let states = self.automaton.states.iter().enumerate();
        states.flat_map(|(number, state)| tested(state.accepts[output], self.of(number))).collect()
    }

    /// What a state knows at an event.
    fn of(&self, state: usize) -> Knowledge {
        match self.carried[state] {
            _ if state == 0 => vec![Branch { test: Types::ALL, part: Part::Event }],
            Some(row) => vec![Branch { test: Types::ALL, part: Part::Row(row) }],
            None => self.entered(state),
        }
    }

    /// What a state knows by being entered.
    fn entered(&self, state: usize) -> Knowledge {
        let mut knowledge = Vec::new();
        for (from, test, hop) in &self.into[state] {
            let learnt = match self.sent[state] {
                // All that is handed on is in the row of the write.
                Some(row) if is_source(*hop) => vec![Branch { test: Types::ALL, part: Part::Row(row) }],
                _ => tested(*test, self.of(*from)),
            };
            knowledge.push(Branch { test: Types::ALL, part: Part::At(*hop, learnt) });
        }
        knowledge
    }
}

impl Clocks {
    /// Whether what is known at an event depends on the locations of earlier events of its thread.
    pub(crate) fn looks_back_at_locations(&self) -> bool {
        fn looks(knowledge: &Knowledge) -> bool {
            knowledge.iter().any(|branch| match &branch.part {
                Part::Event | Part::Row(_) => false,
                Part::At(hop, inner) => *hop == Hop::BeforeAtLocation || looks(inner),
            })
        }
        self.rows.iter().any(|row| looks(&row.knowledge)) || self.outputs.iter().any(looks)
    }
}

impl Part {
    fn is_at_source(&self) -> bool {
        matches!(self, Part::At(hop, _) if is_source(*hop))
    }
}

fn is_source(hop: Hop) -> bool {
    matches!(hop, Hop::Source | Hop::ExternalSource | Hop::InternalSource)
}

fn backwards(edge: Edge) -> Option<Hop> {
    let Edge::Simple(simple, Way::Forward) = edge else { return None };
    Some(match simple {
        // The test of the step says that the event before is the read of an update.
        Simple::PoNext | Simple::Rmw => Hop::Before,
        Simple::PoLoc => Hop::BeforeAtLocation,
        Simple::Rf => Hop::Source,
        Simple::Rfe => Hop::ExternalSource,
        Simple::Rfi => Hop::InternalSource,
        Simple::Tc => Hop::Creation,
        Simple::Tj => Hop::End,
        _ => return None,
    })
}

fn tested(test: Types, knowledge: Knowledge) -> Knowledge {
    let narrowed = knowledge.into_iter().map(|branch| Branch { test: branch.test.and(test), ..branch });
    narrowed.filter(|branch| !branch.test.is_none()).collect()
}

/// The same with as few branches as possible: parts that occur twice are asked for once, ways that begin the
/// same are gone once.
fn tidy(knowledge: Knowledge) -> Knowledge {
    let mut tidied: Knowledge = Vec::new();
    for branch in knowledge {
        let same = tidied.iter_mut().find(|known| match (&known.part, &branch.part) {
            (Part::At(a, _), Part::At(b, _)) => a == b && known.test == branch.test,
            (a, b) => a == b,
        });
        match (same, branch.part) {
            (Some(Branch { part: Part::At(_, known), .. }), Part::At(_, more)) => known.extend(more),
            (Some(known), _) => known.test = known.test.or(branch.test),
            (None, part) => tidied.push(Branch { test: branch.test, part }),
        }
    }
    for branch in &mut tidied {
        if let Part::At(hop, inner) = &mut branch.part {
            *inner = tidy(std::mem::take(inner));
            // Only some events can be stood at for a hop to lead anywhere.
            branch.test = branch.test.and(hop.starts());
        }
    }
    tidied.retain(|branch| !branch.test.is_none());
    // What needs no test comes first: it can be copied instead of joined.
    tidied.sort_by_key(|branch| !branch.test.is_all());
    tidied
}

impl Hop {
    /// The events from which it leads anywhere.
    pub(crate) fn starts(self) -> Types {
        match self {
            Hop::Before | Hop::BeforeAtLocation => Types::ALL,
            Hop::Source | Hop::ExternalSource | Hop::InternalSource => {
                Types::of_kinds(&[EventKind::Read, EventKind::UpdateRead])
            }
            Hop::Creation => Types::of_kinds(&[EventKind::Start]),
            Hop::End => Types::of_kinds(&[EventKind::Join]),
        }
    }
}

/// The row of causality, which graphs fill in themselves.
pub(crate) const CAUSALITY: usize = PORF;
