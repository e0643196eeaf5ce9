//! Rust code for a model: the same plan as the interpreter's, written down as functions (kat.md §3.3).
//!
//! The build script of `selvedge-models` calls [`generate`] for each built-in model. The code is for one type
//! that implements [`selvedge_core::Model`]; it uses `selvedge-core` only. Tests become conditions on an
//! event's kind and mode (`types.rs`), rows of clocks a function each (`clocks.rs`), a search for cycles a
//! struct with one field and one function for each state (`cycle.rs`, `visit.rs`). Names come from the text:
//! axioms and views keep theirs, states are named after the edges that lead to them.
//!
//! What the plan can do only by walking or evaluating a relation has no code: [`Unsupported`] says what.

mod clocks;
mod code;
mod cycle;
mod types;
mod visit;

use std::fmt;

use selvedge_core::model::{Conflicts, Licence, Licences};

use crate::admissible::{is_complaint, is_race};
use crate::licences::{Citations, licences};
use crate::model::{Check, Model, Role, When};
use crate::plan::model::{Acyclic, AxiomCheck, ErrorPlan, ViewPlan};
use crate::plan::{ModelPlan, Types};
use crate::show;
use code::{Code, camel, snake};

/// Why there is no code for a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What there is no code for.
    pub what: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no code can be generated for {}", self.what)
    }
}

impl std::error::Error for Unsupported {}

fn unsupported<T>(what: impl Into<String>) -> Result<T, Unsupported> {
    Err(Unsupported { what: what.into() })
}

/// What generated code begins with.
const HEAD: &str = "\
#[allow(unused_imports, reason = \"no model uses them all\")]
use selvedge_core::walk::{
    Points, Suffixes, accesses_there, co_successor, created, fr_next, joined, mo_next, po_later, readers, real,
    same_location, update_write,
};
#[allow(unused_imports, reason = \"no model uses them all\")]
use selvedge_core::{
    Clock, Complaint, Digest, Event, EventId, EventKind, Graph, Licence, Licences, LocId, Mode, Model,
};
use selvedge_core::model::{Conflicts, coherence, newest_conflict};
";

/// The code of a model that the search can rely on, from a text for which the caller vouches
/// ([`mod@crate::licences`]).
pub fn generate(model: &Model) -> Result<String, Unsupported> {
    let at_the_end = |check: &Check| check.role == Role::Axiom && check.when == When::Complete;
    if model.checks.iter().any(|check| at_the_end(check) || is_complaint(check)) {
        return unsupported("axioms about complete executions, errors beside races, and warnings");
    }
    let Some(plan) = ModelPlan::new(model) else { return unsupported("a model without coherence or `hb_stable`") };
    let Some(axioms) = &plan.axioms else { return unsupported("some axiom") };
    let licences = licences(model, Citations::Vouched);
    if licences.has(Licence::Sizes) && plan.looks_back_at_locations() {
        return unsupported("clocks that depend on locations, and accesses of different sizes");
    }
    let mut code = Code::default();
    code.line(format!("// The memory model `{}`, generated from its text. Do not edit.", model.name));
    code.line("");
    code.text(HEAD);
    rows(&mut code, &plan);
    let mut searches = Vec::new();
    for axiom in axioms {
        let AxiomCheck::Acyclic(acyclic) = &axiom.check else {
            return unsupported(format!("the axiom `{}`: only `acyclic`", axiom.name));
        };
        searches.extend(named_searches(&axiom.name, acyclic));
    }
    the_model(&mut code, model, licences, &plan, &searches)?;
    for view in &plan.views {
        match view {
            ViewPlan::Rows(view) => clocks::rows(&mut code, &plan, view),
            ViewPlan::Walked(..) | ViewPlan::Evaluated(..) => {
                return unsupported("a view that is not a closure `(po | ...)+` of edges to earlier events");
            }
        }
    }
    for (number, known) in plan.known.iter().enumerate() {
        let relation = show::term(&model.vocabulary, &known.term);
        clocks::relation(&mut code, &plan, number, &relation);
    }
    for search in &searches {
        cycle::search(&mut code, &plan, search)?;
    }
    Ok(code.finish())
}

/// The name of the type that [`generate`] makes of a model.
pub fn type_name(model: &str) -> String {
    camel(model)
}

/// A search for cycles with the name of its field.
pub(crate) struct Named<'a> {
    pub name: String,
    pub what: String,
    pub acyclic: &'a Acyclic,
    pub cycle: &'a crate::plan::cycle::Cycle,
    pub role: SearchRole,
}

/// What a search is good for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchRole {
    /// It decides.
    Axiom,
    /// If it finds nothing, there is nothing.
    Wider,
    /// If it finds something, there is something.
    Narrower,
}

/// The searches of an axiom, in the order in which they are asked.
fn named_searches<'a>(name: &str, acyclic: &'a Acyclic) -> Vec<Named<'a>> {
    let shortcuts = &acyclic.shortcuts;
    let all = [
        (shortcuts.wider.as_ref(), "_wider", "every edge that the axiom follows", SearchRole::Wider),
        (shortcuts.narrower.as_ref(), "_narrower", "communication of seq_cst accesses", SearchRole::Narrower),
        (Some(&acyclic.search), "", "the axiom itself", SearchRole::Axiom),
    ];
    let named = all.into_iter().filter_map(|(cycle, suffix, what, role)| {
        let name = format!("{}{suffix}", snake(name));
        cycle.map(|cycle| Named { name, what: what.into(), acyclic, cycle, role })
    });
    named.collect()
}

/// Names for the rows of clocks.
fn rows(code: &mut Code, plan: &ModelPlan) {
    for view in &plan.views {
        if let ViewPlan::Rows(clocks) = view {
            code.line("");
            for (number, row) in clocks.rows.iter().enumerate() {
                code.line(format!("const {}: usize = {};", snake(&row.name).to_uppercase(), clocks.first + number));
            }
        }
    }
}

/// The name of a row.
fn row_name(plan: &ModelPlan, row: usize) -> String {
    for view in &plan.views {
        if let ViewPlan::Rows(clocks) = view
            && (clocks.first..clocks.first + clocks.rows.len()).contains(&row)
        {
            return snake(&clocks.rows[row - clocks.first].name).to_uppercase();
        }
    }
    "selvedge_core::model::PORF".into()
}

fn the_model(
    code: &mut Code,
    model: &Model,
    licences: Licences,
    plan: &ModelPlan,
    searches: &[Named<'_>],
) -> Result<(), Unsupported> {
    let name = camel(&model.name);
    code.line("");
    code.line(format!("/// The memory model `{}`.", model.name));
    code.line("#[derive(Clone, Debug, Default)]");
    code.block(format!("pub struct {name}"), |code| {
        for search in searches {
            code.line(format!("{}: {},", search.name, camel(&search.name)));
        }
    });
    code.line("");
    let errors = match &plan.errors {
        Some(errors) => errors,
        None => return unsupported("some error statement"),
    };
    let mut conflicts = Vec::new();
    let mut known = Conflicts { reads_with_writes: true, plain_writes_settle: false };
    for error in errors {
        match error {
            ErrorPlan::Conflicts { pairs, known: of_these } => {
                conflicts.extend(pairs.iter().copied());
                known.reads_with_writes &= of_these.reads_with_writes;
                known.plain_writes_settle |= of_these.plain_writes_settle;
            }
            ErrorPlan::Unordered(_) | ErrorPlan::Difference(..) => {
                return unsupported("an error statement other than conflicts that `hb_stable` does not order");
            }
        }
    }
    code.block(format!("impl Model for {name}"), |code| {
        code.block("fn name(&self) -> &'static str", |code| code.line(format!("{:?}", model.name)));
        code.line("");
        code.block("fn clocks(&self) -> usize", |code| code.line(plan.rows.to_string()));
        code.line("");
        code.block("fn coherence_clock(&self) -> usize", |code| code.line(row_name(plan, plan.coherence)));
        code.line("");
        code.block("fn race_clock(&self) -> usize", |code| code.line(row_name(plan, plan.race)));
        code.line("");
        code.line("#[inline]");
        stamp(code, plan);
        code.line("");
        code.line("#[inline]");
        consistent(code, searches);
        code.line("");
        race(code, &conflicts, known);
        code.line("");
        code.line("#[inline]");
        code.block("fn licences(&self) -> Licences", |code| code.line(set(licences)));
        code.line("");
        code.block("fn defines_races(&self) -> bool", |code| code.line(model.checks.iter().any(is_race).to_string()));
        code.text(&COMMON.replace("COHERENCE", &row_name(plan, plan.coherence)));
    });
    Ok(())
}

/// The licences as an expression.
pub fn set(licences: Licences) -> String {
    let names: Vec<String> = licences.iter().map(|licence| format!("Licence::{licence:?}")).collect();
    format!("Licences::of(&[{}])", names.join(", "))
}

/// What the models have in common for which there is code.
const COMMON: &str = "
    fn identity(&self) -> Digest {
        Digest::of(self.name().as_bytes())
    }

    fn doubts(&self) -> Vec<String> {
        Vec::new()
    }

    fn judges_end(&self, _: &Graph) -> bool {
        false
    }

    fn accepts(&self, _: &Graph) -> bool {
        true
    }

    fn complains(&self) -> bool {
        false
    }

    fn complaints(&self, _: &Graph, _: bool) -> Vec<Complaint> {
        Vec::new()
    }

    #[inline]
    fn gives_up(&self, _: &Graph) -> bool {
        false
    }

    #[inline]
    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        coherence::sources(graph, read, COHERENCE, out);
    }

    #[inline]
    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        coherence::placings(graph, write, COHERENCE, out);
    }

    #[inline]
    fn may_reread(&self, graph: &Graph, read: EventId, write: EventId) -> bool {
        coherence::may_reread(graph, read, write, COHERENCE)
    }
";

fn stamp(code: &mut Code, plan: &ModelPlan) {
    if plan.views.is_empty() {
        code.line("fn stamp(&self, _: &mut Graph, _: EventId) {}");
        return;
    }
    code.block("fn stamp(&self, graph: &mut Graph, event: EventId)", |code| {
        code.line("let before_it = graph.po_prev(event);");
        for view in &plan.views {
            if let ViewPlan::Rows(clocks) = view {
                for row in &clocks.rows {
                    code.line(format!("stamp_{}(graph, event, before_it);", snake(&row.name)));
                }
            }
        }
    });
}

fn consistent(code: &mut Code, searches: &[Named<'_>]) {
    if searches.is_empty() {
        code.line("fn consistent(&mut self, _: &Graph, _: EventId) -> bool {");
        code.line("    true");
        code.line("}");
        return;
    }
    code.block("fn consistent(&mut self, graph: &Graph, changed: EventId) -> bool", |code| {
        // Each axiom ends with the search that decides it.
        let axioms = searches.split_inclusive(|search| search.role == SearchRole::Axiom);
        let checks: Vec<String> = axioms
            .map(|axiom| {
                let found = |search: &Named<'_>| format!("self.{}.finds_cycle(graph, changed)", search.name);
                let idle = axiom.iter().any(|search| search.role == SearchRole::Axiom && search.cycle.needs_seq_cst);
                let mut check = if idle { "graph.seq_cst_events() == 0 || ".to_string() } else { String::new() };
                for search in axiom {
                    check += &match search.role {
                        SearchRole::Wider => format!("!{} || ", found(search)),
                        SearchRole::Narrower => format!("!{} && ", found(search)),
                        SearchRole::Axiom => format!("!{}", found(search)),
                    };
                }
                check
            })
            .collect();
        let checks: Vec<String> = match checks.len() {
            1 => checks,
            _ => checks.into_iter().map(|check| format!("({check})")).collect(),
        };
        code.line(checks.join("\n            && "));
    });
}

fn race(code: &mut Code, conflicts: &[(Types, Types)], known: Conflicts) {
    if conflicts.is_empty() {
        code.line("fn race(&self, _: &Graph, _: EventId) -> Option<EventId> {");
        code.line("    None");
        code.line("}");
        return;
    }
    code.block("fn race(&self, graph: &Graph, added: EventId) -> Option<EventId>", |code| {
        let Conflicts { reads_with_writes, plain_writes_settle } = known;
        code.line("let event = &graph[added];");
        code.line(format!("let known = Conflicts {{ reads_with_writes: {reads_with_writes}, plain_writes_settle: {plain_writes_settle} }};"));
        let pairs: Vec<String> = conflicts
            .iter()
            .map(|(earlier, later)| format!("{} && {}", types::test(*earlier, "access"), types::test(*later, "event")))
            .collect();
        code.line("newest_conflict(graph, added, self.race_clock(), known, |access| {");
        code.line(format!("    {}", pairs.join("\n                || ")));
        code.line("})");
    });
}
