//! What a search does at an event that a state has met: one arm for all kinds of events at which the same is
//! done.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::EventKind;

use super::clocks::relation_name;
use super::code::Code;
use super::cycle::Writer;
use super::types::{self, modes_condition};
use crate::plan::types::{MODES, WITH_MODE, WITHOUT_MODE};
use crate::plan::{Edge, Simple, Step, Types};

impl Writer<'_> {
    /// The function of a state.
    pub(super) fn visit(&self, code: &mut Code, number: usize) {
        let kinds = || WITH_MODE.into_iter().chain(WITHOUT_MODE).filter(|&kind| kind != EventKind::Init);
        let mut arms: Vec<(Vec<EventKind>, String)> = Vec::new();
        for kind in kinds() {
            let mut body = code.deeper(3);
            self.body(&mut body, number, kind);
            let body = body.finish();
            match arms.iter_mut().find(|(_, known)| *known == body) {
                Some((kinds, _)) => kinds.push(kind),
                None => arms.push((vec![kind], body)),
            }
        }
        code.line("#[inline]");
        let head =
            |graph: &str| format!("fn visit_{}(&mut self, {graph}: &Graph, event: EventId)", self.states[number]);
        if arms.len() == 1 {
            let graph = if self.needs_graph(number) { "graph" } else { "_" };
            // The kind makes no difference.
            code.block(head(graph), |code| self.body(code, number, EventKind::Choose));
            return;
        }
        code.block(head("graph"), |code| {
            code.line("let e = &graph[event];");
            code.block("match e.kind", |code| {
                for (kinds, body) in arms.iter().filter(|(_, body)| !body.is_empty()) {
                    let names: Vec<String> = kinds.iter().map(|kind| format!("EventKind::{kind:?}")).collect();
                    code.block(format!("{} =>", names.join(" | ")), |code| code.text(body));
                }
                code.line("_ => {}");
            });
        });
    }

    /// Whether a visit does more than to go on at the start.
    fn needs_graph(&self, number: usize) -> bool {
        !self.cycle.states[number].steps.is_empty() || self.cycle.states[0].follows_po
    }

    /// What is done at events of a kind.
    fn body(&self, code: &mut Code, number: usize, kind: EventKind) {
        let state = &self.cycle.states[number];
        if let Some(condition) = modes(state.falls, kind) {
            code.block_if(condition, |code| code.line(self.reach(0, "event")));
        }
        for step in &state.steps {
            if let Some(condition) = modes(step.test.and(step.edge.ends().0), kind) {
                code.block_if(condition, |code| self.step(code, step));
            }
        }
    }

    /// A step from an event of the right type.
    fn step(&self, code: &mut Code, step: &Step) {
        let then = types::condition(step.then, "graph[next]");
        let reach = |code: &mut Code| code.block_if(then.clone(), |code| code.line(self.reach(step.to, "next")));
        let to = &self.cycle.states[step.to];
        let Edge::Simple(simple, _) = step.edge else { return self.derived(code, step, reach) };
        let one = |next: &str| format!("if let Some(next) = {next}");
        match simple {
            Simple::PoNext if to.follows_po && step.then.is_all() => {
                code.line(format!("self.{}.reach_after(graph, event);", self.states[step.to]));
            }
            Simple::PoNext => code.block(one("graph.po_next(event)"), reach),
            Simple::PoLoc | Simple::PoNeqLoc => code.block("for &next in po_later(graph, event)", |code| {
                let not = if simple == Simple::PoLoc { "" } else { "!" };
                code.block(format!("if {not}same_location(graph, event, next)"), reach);
            }),
            Simple::Rf => code.block("for next in graph.readers(e.loc, event)", reach),
            Simple::Rfe | Simple::Rfi => {
                let same = if simple == Simple::Rfi { "==" } else { "!=" };
                let filter = format!("filter(|&reader| graph[reader].thread {same} e.thread)");
                code.block(format!("for next in graph.readers(e.loc, event).{filter}"), reach);
            }
            Simple::MoNext => code.block(one("graph.co_next(e.loc, event).some()"), reach),
            Simple::FrFirst => code.block(one("fr_next(graph, event)"), reach),
            Simple::Tc => code.block(one("created(graph, event)"), reach),
            Simple::Tj => code.block(one("joined(graph, event)"), reach),
            Simple::Rmw => code.block(one("update_write(graph, event)"), reach),
            Simple::Moe | Simple::Moi | Simple::Fre | Simple::Fri | Simple::LocOverlap | Simple::SameLoc => refused(),
            Simple::SameThread | Simple::Any => refused(),
        }
    }

    /// A step along a relation that is no edge of the graph.
    fn derived(&self, code: &mut Code, step: &Step, reach: impl FnOnce(&mut Code)) {
        match step.edge {
            Edge::Known(number) => {
                let relation = relation_name(self.plan, number);
                let state = &self.states[step.to];
                code.line(format!("self.{state}.reach_while(graph, |later| {relation}(graph, event, later));"));
            }
            Edge::Both(number) => {
                let Some(Some(at)) = self.named.acyclic.nested.get(number) else { refused() };
                let relation = relation_name(self.plan, at.known);
                let not_itself = if at.reflexive { "" } else { "next != event && " };
                code.block("for next in accesses_there(graph, event)", |code| {
                    code.block(format!("if {not_itself}{relation}(graph, event, next)"), reach);
                });
            }
            Edge::Minus(_) | Edge::Simple(..) => refused(),
        }
    }
}

fn refused() -> ! {
    unreachable!("invariant: `check` has refused other edges")
}

/// Whether events of that kind are in a set, and the condition on their mode if there is one.
fn modes(types: Types, kind: EventKind) -> Option<Option<String>> {
    let modes: Vec<_> = MODES.into_iter().filter(|&mode| types.has(kind, mode)).collect();
    (!modes.is_empty()).then(|| modes_condition(&modes, "e"))
}
