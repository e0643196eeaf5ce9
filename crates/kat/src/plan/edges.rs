//! Edges that a graph can list, forwards and backwards.

use selvedge_core::{EventId, EventKind, Graph, LocId, ThreadId};

/// Along an edge or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Way {
    Forward,
    Backward,
}

/// An edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Simple {
    PoNext,
    PoLoc,
    PoNeqLoc,
    Rmw,
    Rf,
    Rfe,
    Rfi,
    MoNext,
    Moe,
    Moi,
    FrFirst,
    Fre,
    Fri,
    Tc,
    Tj,
    LocOverlap,
    SameLoc,
    SameThread,
    Any,
}

impl Way {
    pub(super) fn turned(self) -> Way {
        match self {
            Way::Forward => Way::Backward,
            Way::Backward => Way::Forward,
        }
    }
}

impl Simple {
    /// Calls the function with each event at the other end of such an edge.
    pub(super) fn follow(self, graph: &Graph, at: EventId, way: Way, visit: &mut dyn FnMut(EventId)) {
        let event = &graph[at];
        let thread = event.thread;
        let in_thread = |other: EventId| graph[other].thread == thread;
        match (self, way) {
            (Simple::PoNext, Way::Forward) => graph.po_next(at).into_iter().for_each(visit),
            (Simple::PoNext, Way::Backward) => graph.po_prev(at).into_iter().for_each(visit),
            (Simple::PoLoc | Simple::PoNeqLoc, _) => {
                let events = graph.thread(thread);
                let index = event.index as usize;
                let others = match way {
                    Way::Forward => &events[index + 1..],
                    Way::Backward => &events[..index],
                };
                let same = |other: EventId| event.loc != LocId::NONE && graph[other].loc == event.loc;
                let wanted = self == Simple::PoLoc;
                others.iter().copied().filter(|&other| same(other) == wanted).for_each(visit);
            }
            (Simple::Rmw, Way::Forward) if event.kind == EventKind::UpdateRead => {
                graph.po_next(at).into_iter().for_each(visit);
            }
            (Simple::Rmw, Way::Backward) if event.kind == EventKind::UpdateWrite => {
                graph.po_prev(at).into_iter().for_each(visit);
            }
            (Simple::Rmw, _) => {}
            (Simple::Rf | Simple::Rfe | Simple::Rfi, _) => {
                let wanted = |other: EventId| match self {
                    Simple::Rfe => !in_thread(other),
                    Simple::Rfi => in_thread(other),
                    _ => true,
                };
                match way {
                    Way::Forward if event.is_write() => {
                        graph.readers(event.loc, at).filter(|&reader| wanted(reader)).for_each(visit);
                    }
                    Way::Backward if event.is_read() => {
                        real(event.from).filter(|&from| wanted(from)).into_iter().for_each(visit)
                    }
                    _ => {}
                }
            }
            (Simple::MoNext, Way::Forward) if event.is_write() => {
                graph.co_next(event.loc, at).some().into_iter().for_each(visit);
            }
            (Simple::MoNext, Way::Backward) if event.is_write() => real(graph.co_prev(at)).into_iter().for_each(visit),
            (Simple::MoNext, _) => {}
            (Simple::Moe | Simple::Moi, _) if event.is_write() => {
                let wanted = |other: EventId| in_thread(other) == (self == Simple::Moi);
                match way {
                    Way::Forward => later(graph, event.loc, at).filter(|&other| wanted(other)).for_each(visit),
                    Way::Backward => earlier(graph, at).filter(|&other| wanted(other)).for_each(visit),
                }
            }
            (Simple::Moe | Simple::Moi, _) => {}
            (Simple::FrFirst, Way::Forward) if event.is_read() && event.from != EventId::NONE => {
                graph.co_next(event.loc, event.from).some().into_iter().for_each(visit);
            }
            (Simple::FrFirst, Way::Backward) if event.is_write() && graph.co_prev(at) != EventId::NONE => {
                graph.readers(event.loc, graph.co_prev(at)).for_each(visit);
            }
            (Simple::FrFirst, _) => {}
            (Simple::Fre | Simple::Fri, Way::Forward) if event.is_read() && event.from != EventId::NONE => {
                let wanted = |other: EventId| in_thread(other) == (self == Simple::Fri);
                later(graph, event.loc, event.from).filter(|&other| wanted(other)).for_each(visit);
            }
            (Simple::Fre | Simple::Fri, Way::Backward) if event.is_write() && graph.co_prev(at) != EventId::NONE => {
                let wanted = |other: EventId| in_thread(other) == (self == Simple::Fri);
                let writes = earlier(graph, at).chain(std::iter::once(EventId::INIT));
                let readers = writes.flat_map(|write| graph.readers(event.loc, write));
                readers.filter(|&other| wanted(other)).for_each(visit);
            }
            (Simple::Fre | Simple::Fri, _) => {}
            (Simple::Tc, Way::Forward) if event.kind == EventKind::Create => {
                graph.thread(ThreadId(event.value.0 as u32)).first().copied().into_iter().for_each(visit);
            }
            (Simple::Tc, Way::Backward) if event.kind == EventKind::Start => {
                real(event.from).into_iter().for_each(visit)
            }
            (Simple::Tj, Way::Forward) if event.kind == EventKind::Finish => {
                graph.joiner(thread).into_iter().for_each(visit);
            }
            (Simple::Tj, Way::Backward) if event.kind == EventKind::Join => {
                real(event.from).into_iter().for_each(visit)
            }
            (Simple::Tc | Simple::Tj, _) => {}
            (Simple::LocOverlap | Simple::SameLoc, _) => {
                if event.loc != LocId::NONE {
                    let others = graph.accesses_newest_first(event.loc);
                    others.filter(|&other| other != at || self == Simple::SameLoc).for_each(visit);
                }
            }
            (Simple::SameThread, _) => graph.thread(thread).iter().copied().for_each(visit),
            (Simple::Any, _) => graph.newest_first().filter(|event| !event.is_init()).for_each(visit),
        }
    }
}

/// The event, if there is one and it is not the initial one.
fn real(event: EventId) -> Option<EventId> {
    event.some().filter(|event| !event.is_init())
}

/// The writes after a write in coherence.
fn later(graph: &Graph, loc: LocId, write: EventId) -> impl Iterator<Item = EventId> + '_ {
    std::iter::successors(graph.co_next(loc, write).some(), move |&write| graph.co_next(loc, write).some())
}

/// The writes before a write in coherence, the initial one left out.
fn earlier(graph: &Graph, write: EventId) -> impl Iterator<Item = EventId> + '_ {
    std::iter::successors(real(graph.co_prev(write)), move |&write| real(graph.co_prev(write)))
}
