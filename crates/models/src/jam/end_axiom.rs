//! Whether the axiom on whole executions holds:
//! `acyclic [D];half;push;B*;X;B*;half;[D] | [D];(po | rf | tc | tj)+;[D]`, where `D` is what pushes.
//!
//! One search in depth, in which each event is met in up to four states. Within a state, steps follow time,
//! so a cycle of steps passes [`State::Top`], and is one of the axiom.

use std::cell::RefCell;

use selvedge_core::walk::co_later;
use selvedge_core::{EventId, Graph};

use super::edges::{Step, across, bases, pushes, within};
use crate::ByHand;

/// How an event was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It pushes, and is next in the order.
    Top,
    /// By `push;B*` from such a one.
    Pushed,
    /// By `X;B*` from there.
    Contradicted,
    /// By `po | rf | tc | tj` from one that pushes.
    Caused,
}

/// How far a search is with an event in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Met {
    #[default]
    Never,
    /// It is on the way that is being followed.
    Open,
    /// Everything after it has been seen.
    Done,
}

/// The search.
#[derive(Clone, Debug, Default)]
pub(super) struct EndAxiom {
    memory: RefCell<Memory>,
}

#[derive(Clone, Debug, Default)]
struct Memory {
    met: Vec<[Met; 4]>,
    pending: Vec<(EventId, State)>,
    found: Vec<(EventId, State)>,
}

impl EndAxiom {
    pub(super) fn allow(&self, graph: &Graph, version: ByHand) -> bool {
        let Memory { met, pending, found } = &mut *self.memory.borrow_mut();
        met.clear();
        met.resize(graph.newest().0 as usize + 1, [Met::Never; 4]);
        pending.clear();
        let events = graph.thread_ids().flat_map(|thread| graph.thread(thread).iter().copied());
        for event in events.filter(|&event| pushes(graph, event, version)) {
            pending.push((event, State::Top));
            while let Some(&(event, state)) = pending.last() {
                let here = &mut met[event.0 as usize][state as usize];
                if *here != Met::Never {
                    *here = Met::Done;
                    pending.pop();
                    continue;
                }
                *here = Met::Open;
                found.clear();
                successors(graph, event, state, version, found);
                for &(next, state) in found.iter() {
                    match met[next.0 as usize][state as usize] {
                        Met::Never => pending.push((next, state)),
                        Met::Open => return false,
                        Met::Done => {}
                    }
                }
            }
        }
        true
    }
}

fn successors(graph: &Graph, event: EventId, state: State, version: ByHand, found: &mut Vec<(EventId, State)>) {
    let top = |event: EventId| pushes(graph, event, version).then_some((event, State::Top));
    match state {
        State::Top => {
            within(graph, event, version, |next, step| {
                if step == Step::Pushes {
                    found.push((next, State::Pushed));
                }
            });
            cause(graph, event, found);
        }
        State::Pushed => {
            shown(graph, event, state, version, found);
            for base in bases(graph, event) {
                let e = &graph[base];
                let after = if e.kind.is_read() { e.from } else { base };
                found.extend(co_later(graph, e.loc, after).map(|later| (later, State::Contradicted)));
            }
        }
        State::Contradicted => {
            shown(graph, event, state, version, found);
            found.extend(top(event));
        }
        State::Caused => {
            found.extend(top(event));
            cause(graph, event, found);
        }
    }
}

fn shown(graph: &Graph, event: EventId, state: State, version: ByHand, found: &mut Vec<(EventId, State)>) {
    found.extend(across(graph, event).map(|next| (next, state)));
    within(graph, event, version, |next, _| found.push((next, state)));
}

fn cause(graph: &Graph, event: EventId, found: &mut Vec<(EventId, State)>) {
    found.extend(graph.po_next(event).into_iter().chain(across(graph, event)).map(|next| (next, State::Caused)));
}
