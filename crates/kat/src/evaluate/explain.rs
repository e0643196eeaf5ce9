//! Why an execution is forbidden: the axiom, and the shortest cycle that closes, edge by edge.
//!
//! An axiom speaks of compound relations; what a reader wants to see are the edges of the execution. So every
//! pair of a relation is taken apart into a shortest path of primitive edges: from one event, the ways
//! through a term are computed to all others at once, by the shape of the term.

use std::collections::HashMap;
use std::rc::Rc;

use super::{Evaluator, Frame, Values};
use crate::model::{CheckKind, Claim, Role, When};
use crate::term::{Node, Term};
use crate::vocabulary::Builtin;

/// A primitive edge of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The event it leads from, as a number of the frame.
    pub from: usize,
    /// The relation: `po`, `rf^-1`, and so on.
    pub relation: String,
    /// The event it leads to.
    pub to: usize,
}

/// One step of an axiom's relation, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What the file calls the relation, if it has a name for it.
    pub name: Option<String>,
    /// The edges. None if the step is a mere test.
    pub edges: Vec<Edge>,
}

/// Why a model forbids an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The axiom, as a position among the model's checks.
    pub check: usize,
    /// The path that the axiom forbids.
    pub links: Vec<Link>,
    /// Whether it leads back to where it starts.
    pub closed: bool,
}

/// A way from one event to another: as few edges as possible.
#[derive(Clone, Debug)]
struct Way {
    links: Rc<Vec<Edge>>,
}

impl Way {
    fn cost(&self) -> usize {
        self.links.len()
    }

    fn then(&self, other: &Way) -> Way {
        if other.links.is_empty() {
            return self.clone();
        }
        Way { links: Rc::new(self.links.iter().chain(other.links.iter()).cloned().collect()) }
    }
}

/// From one event, the way to each other event.
type Ways = Vec<Option<Way>>;

impl Evaluator<'_> {
    /// Every axiom that forbids the execution, each with a shortest path that shows it.
    pub fn reasons(&self, frame: &Frame) -> Vec<Reason> {
        let mut tracer = Tracer { values: Values::new(self.model, frame), known: HashMap::new() };
        let mut reasons = Vec::new();
        for (check, statement) in self.model.checks.iter().enumerate() {
            let asked = statement.role == Role::Axiom && (statement.when == When::Always || frame.complete);
            if !asked || tracer.values.failure(statement).is_none() {
                continue;
            }
            let (links, closed) = match &statement.kind {
                CheckKind::Acyclic(term) => (tracer.cycle(term), true),
                CheckKind::Irreflexive(term) => (tracer.round(term), true),
                CheckKind::Coherence(view) => {
                    let eco = Term::union([Builtin::Rf, Builtin::Mo, Builtin::Fr].map(Term::builtin)).plus();
                    (tracer.round(&Term::sequence([self.model.views[*view].relation.clone(), eco])), true)
                }
                CheckKind::Empty(term) => (tracer.pair(term, &Term::zero()), false),
                CheckKind::Compare(Claim { left, right, .. }) => {
                    let links = tracer.pair(left, right).or_else(|| tracer.pair(right, left));
                    (links, false)
                }
            };
            reasons.push(Reason { check, links: links.unwrap_or_default(), closed });
        }
        reasons
    }
}

struct Tracer<'f, 'm> {
    values: Values<'f, 'm>,
    known: HashMap<(Term, usize), Rc<Ways>>,
}

impl Tracer<'_, '_> {
    fn size(&self) -> usize {
        self.values.frame.size()
    }

    /// A shortest cycle of the relation, step by step.
    fn cycle(&mut self, term: &Term) -> Option<Vec<Link>> {
        let mut best: Option<(usize, Vec<usize>)> = None;
        for start in 0..self.size() {
            if let Some((cost, events)) = self.cycle_through(term, start)
                && best.as_ref().is_none_or(|(known, _)| cost < *known)
            {
                best = Some((cost, events));
            }
        }
        let (_, events) = best?;
        let steps = events.iter().zip(events.iter().cycle().skip(1));
        Some(steps.map(|(&from, &to)| self.link(term, from, to)).collect())
    }

    /// The events of a cycle through one of them, with the number of edges (Dijkstra, without a queue: graphs
    /// are small).
    fn cycle_through(&mut self, term: &Term, start: usize) -> Option<(usize, Vec<usize>)> {
        let size = self.size();
        let mut cost = vec![usize::MAX; size];
        let mut parent = vec![None; size];
        let mut done = vec![false; size];
        let mut best: Option<(usize, usize)> = None;
        let mut at = start;
        let mut so_far = 0;
        loop {
            let ways = self.ways(term, at);
            for (to, way) in ways.iter().enumerate() {
                let Some(way) = way else { continue };
                // A step without edges still counts, so that no cycle of tests is free.
                let total = so_far + way.cost().max(1);
                if to == start {
                    best = best.filter(|(known, _)| *known <= total).or(Some((total, at)));
                } else if total < cost[to] {
                    cost[to] = total;
                    parent[to] = Some(at);
                }
            }
            let next =
                (0..size).filter(|&event| !done[event] && cost[event] < usize::MAX).min_by_key(|&event| cost[event]);
            let Some(next) = next else { break };
            done[next] = true;
            (at, so_far) = (next, cost[next]);
        }
        let (total, mut event) = best?;
        let mut events = vec![event];
        while event != start {
            event = parent[event]?;
            events.push(event);
        }
        events.reverse();
        Some((total, events))
    }

    /// A shortest path of the relation from an event to itself.
    fn round(&mut self, term: &Term) -> Option<Vec<Link>> {
        let round = |tracer: &mut Self, event: usize| tracer.ways(term, event)[event].as_ref().map(Way::cost);
        let event = (0..self.size()).filter_map(|event| Some((round(self, event)?, event))).min()?.1;
        Some(vec![self.link(term, event, event)])
    }

    /// A shortest path of one relation between events that the other does not relate.
    fn pair(&mut self, left: &Term, right: &Term) -> Option<Vec<Link>> {
        let excused = self.values.term(right);
        let mut best: Option<(usize, usize, usize)> = None;
        for from in 0..self.size() {
            for (to, way) in self.ways(left, from).iter().enumerate() {
                if let Some(way) = way.as_ref().filter(|_| !excused.contains(from, to)) {
                    best = best.into_iter().chain([(way.cost(), from, to)]).min();
                }
            }
        }
        let (_, from, to) = best?;
        Some(vec![self.link(left, from, to)])
    }

    /// One step of a relation: by its part that takes the fewest edges.
    fn link(&mut self, term: &Term, from: usize, to: usize) -> Link {
        let parts = match term.node() {
            Node::Union(parts) => parts.clone(),
            _ => vec![term.clone()],
        };
        let ways = parts.into_iter().filter_map(|part| {
            let way = self.ways(&part, from)[to].clone()?;
            Some((way, part))
        });
        let Some((way, part)) = ways.min_by_key(|(way, _)| way.cost()) else {
            return Link { name: None, edges: Vec::new() };
        };
        if matches!(part.node(), Node::Primitive { .. }) {
            return Link { name: None, edges: way.links.to_vec() };
        }
        let names = &self.values.model.names;
        let name = names.iter().find(|(_, named)| *named == part).map(|(name, _)| name.clone());
        Link { name, edges: way.links.to_vec() }
    }

    fn ways(&mut self, term: &Term, from: usize) -> Rc<Ways> {
        let key = (term.clone(), from);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let ways = Rc::new(self.compute(term, from));
        self.known.insert(key, ways.clone());
        ways
    }

    fn stay(&self, from: usize) -> Ways {
        let mut ways = vec![None; self.size()];
        ways[from] = Some(Way { links: Rc::default() });
        ways
    }

    fn compute(&mut self, term: &Term, from: usize) -> Ways {
        match term.node() {
            Node::Test(set) if set.contains(self.values.bits[from]) => self.stay(from),
            Node::Test(_) => vec![None; self.size()],
            Node::Primitive { relation, inverse } => {
                let name = self.values.model.vocabulary.relation_name(*relation);
                let name = if *inverse { format!("{name}^-1") } else { name };
                let related = self.values.term(term);
                let edge = |to: usize| Way { links: Rc::new(vec![Edge { from, relation: name.clone(), to }]) };
                (0..self.size()).map(|to| related.contains(from, to).then(|| edge(to))).collect()
            }
            Node::Union(parts) => {
                let mut ways = vec![None; self.size()];
                for part in parts {
                    improve(&mut ways, &self.ways(part, from), None);
                }
                ways
            }
            Node::Sequence(parts) => {
                let mut ways = self.stay(from);
                for part in parts {
                    let mut next = vec![None; self.size()];
                    for (middle, way) in ways.iter().enumerate() {
                        if let Some(way) = way {
                            improve(&mut next, &self.ways(part, middle), Some(way));
                        }
                    }
                    ways = next;
                }
                ways
            }
            Node::Plus(a) => self.repeat(a, from),
            Node::Star(a) => {
                let mut ways = self.repeat(a, from);
                ways[from] = Some(Way { links: Rc::default() });
                ways
            }
            Node::Optional(a) => {
                let mut ways = self.ways(a, from).to_vec();
                ways[from] = Some(Way { links: Rc::default() });
                ways
            }
            Node::Both(a, b) => {
                // `same-loc` says nothing about how; the other side does.
                let (a, b) = if matches!(a.node(), Node::Primitive { .. }) { (b, a) } else { (a, b) };
                let others = self.ways(b, from);
                let ways = self.ways(a, from);
                ways.iter().zip(others.iter()).map(|(way, other)| way.clone().filter(|_| other.is_some())).collect()
            }
            Node::Minus(a, b) => {
                let without = self.values.term(b);
                let ways = self.ways(a, from);
                let kept = ways.iter().enumerate().map(|(to, way)| way.clone().filter(|_| !without.contains(from, to)));
                kept.collect()
            }
            Node::Rot(a) => self.ways(a, from).to_vec(),
        }
    }

    /// Rounds of a relation, until nothing gets shorter.
    fn repeat(&mut self, term: &Term, from: usize) -> Ways {
        let mut ways = self.ways(term, from).to_vec();
        loop {
            let mut better = ways.clone();
            for (middle, way) in ways.iter().enumerate() {
                if let Some(way) = way {
                    improve(&mut better, &self.ways(term, middle), Some(way));
                }
            }
            let total = |ways: &Ways| ways.iter().flatten().count();
            let cost = |ways: &Ways| ways.iter().flatten().map(Way::cost).sum::<usize>();
            if total(&better) == total(&ways) && cost(&better) == cost(&ways) {
                return ways;
            }
            ways = better;
        }
    }
}

/// Takes over ways that are shorter, after a way to where they start.
fn improve(ways: &mut Ways, others: &Ways, after: Option<&Way>) {
    for (way, other) in ways.iter_mut().zip(others) {
        let Some(other) = other else { continue };
        let cost = other.cost() + after.map_or(0, Way::cost);
        if way.as_ref().is_none_or(|known| cost < known.cost()) {
            *way = Some(after.map_or_else(|| other.clone(), |after| after.then(other)));
        }
    }
}
