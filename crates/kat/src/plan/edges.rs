//! Edges that a graph can list, forwards and backwards.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::walk::{
    accesses_there, co_later, created, fr_next, joined, mo_next, po_later, readers, real, same_location, update_write,
};
use selvedge_core::{EventId, EventKind, Graph};

use super::Types;

/// Along an edge or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Way {
    Forward,
    Backward,
}

/// What a step follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Edge {
    /// One edge of the graph, forwards or backwards.
    Simple(Simple, Way),
    /// To where both walks of that number lead.
    Both(usize),
    /// To where the first walk of that number leads and the second does not.
    Minus(usize),
    /// To what knows of the event, by the relation of that number. It is closed under `po` to the right.
    Known(usize),
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Simple {
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
    pub(crate) fn turned(self) -> Way {
        match self {
            Way::Forward => Way::Backward,
            Way::Backward => Way::Forward,
        }
    }
}

impl Edge {
    /// What the events must be at which such an edge starts and ends.
    pub(crate) fn ends(self) -> (Types, Types) {
        match self {
            Edge::Simple(simple, Way::Forward) => simple.ends(),
            Edge::Simple(simple, Way::Backward) => {
                let (from, to) = simple.ends();
                (to, from)
            }
            Edge::Both(_) | Edge::Minus(_) | Edge::Known(_) => (Types::ALL, Types::ALL),
        }
    }
}

impl Simple {
    fn ends(self) -> (Types, Types) {
        use EventKind::{Create, Finish, Join, Read, Start, UpdateRead, UpdateWrite, Write};
        let reads = Types::of_kinds(&[Read, UpdateRead]);
        let writes = Types::of_kinds(&[Write, UpdateWrite]);
        match self {
            Simple::Rmw => (Types::of_kinds(&[UpdateRead]), Types::of_kinds(&[UpdateWrite])),
            Simple::Rf | Simple::Rfe | Simple::Rfi => (writes, reads),
            Simple::MoNext | Simple::Moe | Simple::Moi => (writes, writes),
            Simple::FrFirst | Simple::Fre | Simple::Fri => (reads, writes),
            Simple::Tc => (Types::of_kinds(&[Create]), Types::of_kinds(&[Start])),
            Simple::Tj => (Types::of_kinds(&[Finish]), Types::of_kinds(&[Join])),
            Simple::PoNext | Simple::PoNeqLoc | Simple::SameThread | Simple::Any => (Types::ALL, Types::ALL),
            Simple::PoLoc | Simple::LocOverlap | Simple::SameLoc => (Types::ALL, Types::ALL),
        }
    }

    /// Whether such an edge may lead out of an event that is causally last: that nothing comes after in
    /// program order, reads from, or waits for.
    pub(crate) fn may_leave_last(self) -> bool {
        use Simple::{FrFirst, Fre, Fri, MoNext, Moe, Moi, PoLoc, PoNeqLoc, PoNext, Rf, Rfe, Rfi, Rmw, Tc, Tj};
        match self {
            PoNext | PoLoc | PoNeqLoc | Rmw | Rf | Rfe | Rfi | Tc | Tj => false,
            MoNext | Moe | Moi | FrFirst | Fre | Fri => true,
            Simple::LocOverlap | Simple::SameLoc | Simple::SameThread | Simple::Any => true,
        }
    }

    /// Calls the function with each event at the other end of such an edge.
    #[inline]
    pub(crate) fn follow(self, graph: &Graph, at: EventId, way: Way, mut visit: impl FnMut(EventId)) {
        match way {
            Way::Forward => self.follow_forward(graph, at, &mut visit),
            Way::Backward => self.follow_backward(graph, at, &mut visit),
        }
    }

    #[inline]
    fn follow_forward(self, graph: &Graph, at: EventId, visit: &mut impl FnMut(EventId)) {
        let event = &graph[at];
        let in_thread = |other: EventId| graph[other].thread == event.thread;
        let mut one = |next: Option<EventId>| {
            if let Some(next) = next {
                visit(next);
            }
        };
        match self {
            Simple::PoNext => one(graph.po_next(at)),
            Simple::Rf => readers(graph, at).for_each(visit),
            Simple::MoNext => one(mo_next(graph, at)),
            Simple::FrFirst => one(fr_next(graph, at)),
            Simple::Tc => one(created(graph, at)),
            Simple::Tj => one(joined(graph, at)),
            Simple::Rmw => one(update_write(graph, at)),
            Simple::Rfe => readers(graph, at).filter(|&other| !in_thread(other)).for_each(visit),
            Simple::Rfi => readers(graph, at).filter(|&other| in_thread(other)).for_each(visit),
            Simple::PoLoc | Simple::PoNeqLoc => {
                let wanted = self == Simple::PoLoc;
                let is_wanted = |other: &EventId| same_location(graph, at, *other) == wanted;
                po_later(graph, at).iter().copied().filter(is_wanted).for_each(visit);
            }
            Simple::Moe | Simple::Moi if event.is_write() => {
                let wanted = |other: &EventId| in_thread(*other) == (self == Simple::Moi);
                co_later(graph, event.loc, at).filter(wanted).for_each(visit);
            }
            Simple::Fre | Simple::Fri if event.is_read() && event.from != EventId::NONE => {
                let wanted = |other: &EventId| in_thread(*other) == (self == Simple::Fri);
                co_later(graph, event.loc, event.from).filter(wanted).for_each(visit);
            }
            Simple::Moe | Simple::Moi | Simple::Fre | Simple::Fri => {}
            Simple::LocOverlap | Simple::SameLoc | Simple::SameThread | Simple::Any => {
                self.follow_symmetric(graph, at, visit)
            }
        }
    }

    fn follow_backward(self, graph: &Graph, at: EventId, visit: &mut impl FnMut(EventId)) {
        let event = &graph[at];
        let in_thread = |other: EventId| graph[other].thread == event.thread;
        let writes_before = || std::iter::successors(real(graph.co_prev(at)), |&write| real(graph.co_prev(write)));
        let is_placed = event.is_write() && graph.co_prev(at) != EventId::NONE;
        match self {
            Simple::PoNext => graph.po_prev(at).into_iter().for_each(visit),
            Simple::PoLoc | Simple::PoNeqLoc => {
                let wanted = self == Simple::PoLoc;
                let is_wanted = |other: &EventId| same_location(graph, at, *other) == wanted;
                let earlier = &graph.thread(event.thread)[..event.index as usize];
                earlier.iter().copied().filter(is_wanted).for_each(visit);
            }
            Simple::Rmw if event.kind == EventKind::UpdateWrite => graph.po_prev(at).into_iter().for_each(visit),
            Simple::Rf if event.is_read() => real(event.from).into_iter().for_each(visit),
            Simple::Rfe if event.is_read() => {
                real(event.from).filter(|&from| !in_thread(from)).into_iter().for_each(visit)
            }
            Simple::Rfi if event.is_read() => {
                real(event.from).filter(|&from| in_thread(from)).into_iter().for_each(visit)
            }
            Simple::MoNext if event.is_write() => real(graph.co_prev(at)).into_iter().for_each(visit),
            Simple::Moe | Simple::Moi if is_placed => {
                let wanted = |other: &EventId| in_thread(*other) == (self == Simple::Moi);
                writes_before().filter(wanted).for_each(visit);
            }
            Simple::FrFirst if is_placed => graph.readers(event.loc, graph.co_prev(at)).for_each(visit),
            Simple::Fre | Simple::Fri if is_placed => {
                let wanted = |other: &EventId| in_thread(*other) == (self == Simple::Fri);
                let writes = writes_before().chain(std::iter::once(EventId::INIT));
                writes.flat_map(|write| graph.readers(event.loc, write)).filter(wanted).for_each(visit);
            }
            Simple::Tc if event.kind == EventKind::Start => real(event.from).into_iter().for_each(visit),
            Simple::Tj if event.kind == EventKind::Join => real(event.from).into_iter().for_each(visit),
            Simple::Rmw | Simple::Rf | Simple::Rfe | Simple::Rfi | Simple::MoNext | Simple::Moe | Simple::Moi => {}
            Simple::FrFirst | Simple::Fre | Simple::Fri | Simple::Tc | Simple::Tj => {}
            Simple::LocOverlap | Simple::SameLoc | Simple::SameThread | Simple::Any => {
                self.follow_symmetric(graph, at, visit)
            }
        }
    }

    fn follow_symmetric(self, graph: &Graph, at: EventId, visit: &mut impl FnMut(EventId)) {
        let event = &graph[at];
        match self {
            Simple::LocOverlap | Simple::SameLoc => {
                let others = accesses_there(graph, at);
                others.filter(|&other| other != at || self == Simple::SameLoc).for_each(visit);
            }
            Simple::SameThread => graph.thread(event.thread).iter().copied().for_each(visit),
            Simple::Any => graph.newest_first().filter(|event| !event.is_init()).for_each(visit),
            Simple::PoNext
            | Simple::PoLoc
            | Simple::PoNeqLoc
            | Simple::Rmw
            | Simple::Rf
            | Simple::Rfe
            | Simple::Rfi => {}
            Simple::MoNext | Simple::Moe | Simple::Moi | Simple::FrFirst | Simple::Fre | Simple::Fri => {}
            Simple::Tc | Simple::Tj => {}
        }
    }
}
