//! A search for cycles as a struct: a field and a function for each state.

use super::clocks::relation_name;
use super::code::{Code, camel};
use super::{Named, SearchRole, Unsupported, types, unsupported};
use crate::plan::cycle::{Cycle, Seeds};
use crate::plan::{Edge, ModelPlan, Simple, Step, Types, Way};

/// The code of a search.
pub(super) fn search(code: &mut Code, plan: &ModelPlan, named: &Named<'_>) -> Result<(), Unsupported> {
    let cycle = named.cycle;
    let writer = Writer { plan, named, cycle, states: state_names(plan, cycle) };
    writer.check()?;
    let name = camel(&named.name);
    let axiom = match named.role {
        SearchRole::Axiom => "A search for cycles of",
        SearchRole::Wider => "A search that finds nothing only if there is no cycle, of",
        SearchRole::Narrower => "A search that finds only what is a cycle, of",
    };
    code.line("");
    code.line(format!("/// {axiom} {}: what each state has met.", named.what));
    code.line("#[derive(Clone, Debug, Default)]");
    code.block(format!("struct {name}"), |code| {
        for (state, field) in cycle.states.iter().zip(&writer.states) {
            code.line(format!("{field}: {},", if state.follows_po { "Suffixes" } else { "Points" }));
        }
    });
    code.line("");
    code.block(format!("impl {name}"), |code| writer.functions(code));
    Ok(())
}

pub(super) struct Writer<'a> {
    pub plan: &'a ModelPlan,
    pub named: &'a Named<'a>,
    pub cycle: &'a Cycle,
    pub states: Vec<String>,
}

/// Names of states, by what leads there.
fn state_names(plan: &ModelPlan, cycle: &Cycle) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for state in 0..cycle.states.len() {
        let mut edges: Vec<String> = Vec::new();
        let steps = cycle.states.iter().flat_map(|state| &state.steps).filter(|step| step.to == state);
        for edge in steps.map(|step| edge_name(plan, step.edge)) {
            if !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        let name = if state == 0 { "start".into() } else { format!("after_{}", edges.join("_")) };
        let taken = names.iter().filter(|other| **other == name || other.starts_with(&format!("{name}_no_"))).count();
        names.push(if taken == 0 { name } else { format!("{name}_no_{}", taken + 1) });
    }
    names
}

fn edge_name(plan: &ModelPlan, edge: Edge) -> String {
    match edge {
        Edge::Simple(simple, _) => match simple {
            Simple::PoNext => "po",
            Simple::PoLoc => "po_loc",
            Simple::PoNeqLoc => "po_neqloc",
            Simple::Rmw => "rmw",
            Simple::Rf => "rf",
            Simple::Rfe => "rfe",
            Simple::Rfi => "rfi",
            Simple::MoNext => "mo",
            Simple::Moe => "moe",
            Simple::Moi => "moi",
            Simple::FrFirst => "fr",
            Simple::Fre => "fre",
            Simple::Fri => "fri",
            Simple::Tc => "tc",
            Simple::Tj => "tj",
            Simple::LocOverlap => "loc_overlap",
            Simple::SameLoc => "same_loc",
            Simple::SameThread => "same_thread",
            Simple::Any => "any",
        }
        .into(),
        Edge::Both(_) => "location".into(),
        Edge::Minus(_) => "difference".into(),
        Edge::Known(number) => relation_name(plan, number).trim_start_matches("is_before_by_").into(),
    }
}

impl Writer<'_> {
    /// Whether there is code for every step.
    fn check(&self) -> Result<(), Unsupported> {
        for seeds in &self.cycle.seeds {
            if seeds.may_miss_start {
                return unsupported(format!("`{}`: a cycle may miss its start", self.named.name));
            }
            for step in &seeds.steps {
                if !matches!(step.edge, Edge::Simple(Simple::MoNext | Simple::FrFirst, Way::Forward)) {
                    return unsupported(format!("`{}`: it may leave a last event by {:?}", self.named.name, step.edge));
                }
            }
        }
        for step in self.cycle.states.iter().flat_map(|state| &state.steps) {
            let is_known = match step.edge {
                Edge::Simple(simple, Way::Forward) => {
                    use Simple::{Any, Fre, Fri, LocOverlap, Moe, Moi, SameLoc, SameThread};
                    !matches!(simple, Moe | Moi | Fre | Fri | LocOverlap | SameLoc | SameThread | Any)
                }
                Edge::Simple(_, Way::Backward) | Edge::Minus(_) => false,
                Edge::Both(number) => self.named.acyclic.nested.get(number).is_some_and(Option::is_some),
                Edge::Known(_) => self.cycle.states[step.to].follows_po && step.then.is_all(),
            };
            if !is_known {
                return unsupported(format!("`{}`: it follows {:?}", self.named.name, step.edge));
            }
        }
        Ok(())
    }

    fn functions(&self, code: &mut Code) {
        code.line("/// Whether there is a cycle through the event that changed, which is causally last.");
        code.block("fn finds_cycle(&mut self, graph: &Graph, changed: EventId) -> bool", |code| {
            let ways: Vec<String> = self
                .cycle
                .seeds
                .iter()
                .map(|seeds| format!("self.finds_cycle_in_{}(graph, changed)", self.states[seeds.from]))
                .collect();
            code.line(if ways.is_empty() { "false".into() } else { ways.join(" || ") });
        });
        code.line("");
        code.line("#[inline]");
        code.block("fn begin(&mut self, graph: &Graph)", |code| {
            for field in &self.states {
                code.line(format!("self.{field}.start(graph);"));
            }
        });
        for seeds in &self.cycle.seeds {
            code.line("");
            self.seeds(code, seeds);
        }
        for state in 0..self.states.len() {
            code.line("");
            self.visit(code, state);
        }
    }

    /// The search for a cycle that begins in a state.
    fn seeds(&self, code: &mut Code, seeds: &Seeds) {
        let from = &self.states[seeds.from];
        code.block(format!("fn finds_cycle_in_{from}(&mut self, graph: &Graph, changed: EventId) -> bool"), |code| {
            let steps = paired(&seeds.steps);
            let mut uses_event = false;
            let mut firsts = Vec::new();
            for (number, (step, edge)) in steps.iter().enumerate() {
                let mut first = format!("{}(graph, changed)", edge.function());
                if let Some(condition) = source_condition(step, *edge, "e") {
                    first = format!("if {condition} {{ {first} }} else {{ None }}");
                    uses_event = true;
                }
                if let Some(condition) = types::condition(step.then, "graph[next]") {
                    first = format!("({first}).filter(|&next| {condition})");
                }
                firsts.push((format!("next_{}", number + 1), first, step.to));
            }
            if uses_event {
                code.line("let e = &graph[changed];");
            }
            if let [(_, first, to)] = &firsts[..] {
                // In two lines, since it may end with a block, and no `else` may follow that.
                code.line(format!("let next = {first};"));
                code.line("let Some(next) = next else { return false };");
                code.line("self.begin(graph);");
                code.line(self.reach(*to, "next"));
            } else {
                for (name, first, _) in &firsts {
                    code.line(format!("let {name} = {first};"));
                }
                let none: Vec<String> = firsts.iter().map(|(name, ..)| format!("{name}.is_none()")).collect();
                code.block(format!("if {}", none.join(" && ")), |code| code.line("return false;"));
                code.line("self.begin(graph);");
                for (name, _, to) in &firsts {
                    code.block(format!("if let Some(next) = {name}"), |code| code.line(self.reach(*to, "next")));
                }
            }
            code.block("loop", |code| {
                for (number, state) in self.cycle.states.iter().enumerate() {
                    let field = &self.states[number];
                    let next = if state.follows_po { "next(graph)" } else { "next()" };
                    code.block(format!("if let Some(event) = self.{field}.{next}"), |code| {
                        if number == seeds.from {
                            code.block("if event == changed", |code| code.line("return true;"));
                        }
                        code.line(format!("self.visit_{field}(graph, event);"));
                        code.line("continue;");
                    });
                }
                code.line("return false;");
            });
        });
    }

    pub(super) fn reach(&self, state: usize, event: &str) -> String {
        let field = &self.states[state];
        match self.cycle.states[state].follows_po {
            true => format!("self.{field}.reach(graph, {event});"),
            false => format!("self.{field}.reach({event});"),
        }
    }
}

/// An edge, or two that make one function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Followed {
    One(Edge),
    /// `mo` from writes and `fr` from reads.
    Coherence,
}

impl Followed {
    /// The function that finds the one event at the other end.
    fn function(self) -> &'static str {
        match self {
            Followed::Coherence => "co_successor",
            Followed::One(Edge::Simple(Simple::MoNext, _)) => "mo_next",
            Followed::One(Edge::Simple(Simple::FrFirst, _)) => "fr_next",
            Followed::One(_) => unreachable!("invariant: `check` has refused other edges"),
        }
    }

    /// The events at which it starts.
    fn starts(self) -> Types {
        match self {
            Followed::One(edge) => edge.ends().0,
            Followed::Coherence => {
                let [mo, fr] = [Simple::MoNext, Simple::FrFirst].map(|simple| Edge::Simple(simple, Way::Forward));
                mo.ends().0.or(fr.ends().0)
            }
        }
    }
}

/// Steps, with `mo` and `fr` taken together where they lead to the same state from everywhere.
fn paired(steps: &[Step]) -> Vec<(Step, Followed)> {
    let is_full = |step: &&Step, simple: Simple| {
        let edge = Edge::Simple(simple, Way::Forward);
        step.edge == edge && edge.ends().0.is_within(step.test)
    };
    let mo = steps.iter().find(|step| is_full(step, Simple::MoNext));
    let fr = steps.iter().find(|step| is_full(step, Simple::FrFirst));
    let pair = mo.zip(fr).filter(|(mo, fr)| mo.to == fr.to && mo.then == fr.then);
    let mut paired = Vec::new();
    for step in steps {
        match pair {
            Some((mo, _)) if step == mo => {
                paired.push((Step { test: Followed::Coherence.starts(), ..mo.clone() }, Followed::Coherence));
            }
            Some((_, fr)) if step == fr => {}
            _ => paired.push((step.clone(), Followed::One(step.edge))),
        }
    }
    paired
}

/// The condition under which a step is taken, as far as the edge does not see to it itself.
fn source_condition(step: &Step, edge: Followed, event: &str) -> Option<String> {
    if edge.starts().is_within(step.test) { None } else { types::condition(step.test, event) }
}
