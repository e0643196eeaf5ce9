//! Rows of clocks as functions that fill them in, and relations that are read off them.

use super::code::{Code, snake};
use super::{row_name, types};
use crate::plan::ModelPlan;
use crate::plan::clocks::{Branch, Clocks, Hop, Part};
use crate::plan::model::{Known, ViewPlan};

/// A function for each row.
pub(super) fn rows(code: &mut Code, plan: &ModelPlan, clocks: &Clocks) {
    for (number, row) in clocks.rows.iter().enumerate() {
        let name = snake(&row.name);
        let own = clocks.first + number;
        let grows = grows(&row.knowledge, own, clocks.view);
        let view = row_name(plan, clocks.view);
        let inherited = grows.then(|| row_name(plan, own));
        let mut writer = Writer { plan, view, inherited, before: Vec::new(), names: 0 };
        let uses_before = row.knowledge.iter().any(|branch| matches!(branch.part, Part::At(Hop::Before, _)));
        let before_it = if uses_before { "before_it" } else { "_" };
        code.line("");
        code.line("#[inline]");
        let head = format!("fn stamp_{name}(graph: &mut Graph, event: EventId, {before_it}: Option<EventId>)");
        code.block(head, |code| {
            code.line(format!("let (mut clock, before) = graph.clock_mut(event, {});", row_name(plan, own)));
            if !grows {
                code.line("clock.clear();");
            }
            if uses_event(&row.knowledge) && !row.knowledge.is_empty() {
                code.line("let e = before.event(event);");
            }
            writer.learn(code, &row.knowledge, ("event", "e"));
        });
    }
}

/// Writes what is known, as joins of clocks.
struct Writer<'a> {
    plan: &'a ModelPlan,
    /// The name of the view's row.
    view: String,
    /// The name of the row, if it has all that the event before has in it.
    inherited: Option<String>,
    /// Names of the event before.
    before: Vec<String>,
    names: usize,
}

impl Writer<'_> {
    fn learn(&mut self, code: &mut Code, knowledge: &[Branch], (id, event): (&str, &str)) {
        for branch in knowledge {
            let condition = types::condition(branch.test, event);
            code.block_if(condition, |code| self.part(code, &branch.part, (id, event)));
        }
    }

    fn part(&mut self, code: &mut Code, part: &Part, (id, event): (&str, &str)) {
        match part {
            Part::Event => {
                let view = self.view.clone();
                self.join(code, id, &view);
                code.line(format!("clock.include({event});"));
            }
            Part::Row(row) => {
                let row = row_name(self.plan, *row);
                self.join(code, id, &row);
            }
            Part::At(hop, knowledge) => {
                self.names += 1;
                let (next, next_event) = (format!("at_{}", self.names), format!("e_{}", self.names));
                if *hop == Hop::Before && id == "event" {
                    self.before.push(next.clone());
                }
                let head = match hop {
                    Hop::Before if id == "event" => format!("if let Some({next}) = before_it"),
                    Hop::Before => format!("if let Some(&{next}) = before.po_earlier({id}).last()"),
                    Hop::BeforeAtLocation => format!(
                        "for &{next} in before.po_earlier({id}).iter().filter(|&&other| \
                         {event}.loc != LocId::NONE && before.event(other).loc == {event}.loc)"
                    ),
                    Hop::Source | Hop::Creation | Hop::End => format!("if let Some({next}) = real({event}.from)"),
                    Hop::ExternalSource | Hop::InternalSource => {
                        let same = if *hop == Hop::InternalSource { "==" } else { "!=" };
                        format!(
                            "if let Some({next}) = \
                             real({event}.from).filter(|&from| before.event(from).thread {same} {event}.thread)"
                        )
                    }
                };
                code.block(head, |code| {
                    if uses_event(knowledge) {
                        code.line(format!("let {next_event} = before.event({next});"));
                    }
                    self.learn(code, knowledge, (&next, &next_event));
                });
            }
        }
    }

    fn join(&mut self, code: &mut Code, id: &str, row: &str) {
        // An event begins with the clocks of the one before it.
        let is_there = self.inherited.as_deref() == Some(row) && self.before.iter().any(|name| name == id);
        if !is_there {
            code.line(format!("clock.join({id}, {row});"));
        }
    }
}

/// Whether a row has all that the event before has in it. Otherwise it begins empty.
fn grows(knowledge: &[Branch], own: usize, view: usize) -> bool {
    let keeps = |branch: &Branch| {
        branch.test.is_all()
            && match branch.part {
                Part::Event => own == view,
                Part::Row(row) => row == own,
                Part::At(..) => false,
            }
    };
    knowledge.iter().any(|branch| match &branch.part {
        Part::At(Hop::Before, inner) => branch.test.is_all() && inner.iter().any(keeps),
        _ => false,
    })
}

/// Whether the code of what is known looks at the event it stands at.
fn uses_event(knowledge: &[Branch]) -> bool {
    knowledge.iter().any(|branch| {
        types::condition(branch.test, "e").is_some()
            || match &branch.part {
                Part::Event => true,
                Part::Row(_) => false,
                Part::At(hop, _) => *hop != Hop::Before,
            }
    })
}

/// The name of the function that tells whether a known relation relates two events.
pub(super) fn relation_name(plan: &ModelPlan, number: usize) -> String {
    let Known { view, output, .. } = &plan.known[number];
    let view = match &plan.views[*view] {
        ViewPlan::Rows(clocks) => snake(&clocks.rows[clocks.view - clocks.first].name),
        ViewPlan::Walked(..) | ViewPlan::Evaluated(..) => "view".into(),
    };
    format!("is_before_by_{view}_{}", output + 1)
}

/// A function that tells whether a known relation relates two events.
pub(super) fn relation(code: &mut Code, plan: &ModelPlan, number: usize, shown: &str) {
    let Known { view, output, .. } = &plan.known[number];
    let ViewPlan::Rows(clocks) = &plan.views[*view] else { return };
    let view = row_name(plan, clocks.view);
    code.line("");
    code.line("/// Whether this relates `earlier` to `event`:");
    code.line(format!("/// `{shown}`"));
    code.line("#[inline]");
    let head = format!("fn {}(graph: &Graph, earlier: EventId, event: EventId) -> bool", relation_name(plan, number));
    code.block(head, |code| {
        code.line("let e = &graph[event];");
        code.line("let before = &graph[earlier];");
        let mut names = 0;
        let knowledge = known(plan, &clocks.outputs[*output], &view, ("event", "e"), &mut names);
        code.line(knowledge);
    });
}

fn known(plan: &ModelPlan, knowledge: &[Branch], view: &str, (id, event): (&str, &str), names: &mut usize) -> String {
    let branches: Vec<String> = knowledge
        .iter()
        .map(|branch| {
            let part = match &branch.part {
                Part::Event => format!("({id} == earlier || graph.clock({id}, {view}).contains(before))"),
                Part::Row(row) => format!("graph.clock({id}, {}).contains(before)", row_name(plan, *row)),
                Part::At(hop, inner) => {
                    *names += 1;
                    let (next, next_event) = (format!("at_{names}"), format!("e_{names}"));
                    let inner_uses_event = uses_event(inner);
                    let inside = known(plan, inner, view, (&next, &next_event), names);
                    let inside = match inner_uses_event {
                        true => format!("{{ let {next_event} = &graph[{next}]; {inside} }}"),
                        false => inside,
                    };
                    match hop {
                        Hop::Before => format!("graph.po_prev({id}).is_some_and(|{next}| {inside})"),
                        Hop::BeforeAtLocation => format!(
                            "graph.thread({event}.thread)[..{event}.index as usize].iter()\
                             .any(|&{next}| same_location(graph, {id}, {next}) && {inside})"
                        ),
                        Hop::Source | Hop::Creation | Hop::End => {
                            format!("real({event}.from).is_some_and(|{next}| {inside})")
                        }
                        Hop::ExternalSource | Hop::InternalSource => {
                            let same = if *hop == Hop::InternalSource { "==" } else { "!=" };
                            format!(
                                "real({event}.from).is_some_and(|{next}| \
                                 graph[{next}].thread {same} {event}.thread && {inside})"
                            )
                        }
                    }
                }
            };
            match types::condition(branch.test, event) {
                None => part,
                Some(condition) if condition.contains(" || ") => format!("({condition}) && {part}"),
                Some(condition) => format!("{condition} && {part}"),
            }
        })
        .collect();
    branches.join("\n        || ")
}
