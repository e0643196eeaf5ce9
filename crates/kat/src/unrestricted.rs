//! The model that forbids nothing but what the search itself rules out: cycles of causality, and updates that
//! are not atomic. With it, the search lists the candidate executions of a program, to be judged by other
//! models.

#![deny(clippy::wildcard_enum_match_arm)]

use selvedge_core::model::PORF;
use selvedge_core::{Complaint, Digest, EventId, EventKind, Graph, Licences, Model};

/// Allows every candidate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unrestricted;

impl Model for Unrestricted {
    fn name(&self) -> &'static str {
        "unrestricted"
    }

    fn clocks(&self) -> usize {
        1
    }

    fn coherence_clock(&self) -> usize {
        PORF
    }

    fn race_clock(&self) -> usize {
        PORF
    }

    fn stamp(&self, _: &mut Graph, _: EventId) {}

    fn consistent(&mut self, _: &Graph, _: EventId) -> bool {
        true
    }

    fn sources(&self, graph: &Graph, read: EventId, out: &mut Vec<EventId>) {
        let loc = graph[read].loc;
        out.push(EventId::INIT);
        out.extend(graph.coherence(loc));
    }

    fn placings(&self, graph: &Graph, write: EventId, out: &mut Vec<EventId>) {
        let loc = graph[write].loc;
        let mut place = EventId::INIT;
        for next in graph.coherence(loc) {
            // Nothing may come between an update and the write it reads from.
            if graph[next].kind != EventKind::UpdateWrite {
                out.push(place);
            }
            place = next;
        }
        out.push(place);
    }

    fn may_reread(&self, _: &Graph, _: EventId, _: EventId) -> bool {
        true
    }

    fn identity(&self) -> Digest {
        Digest::of(self.name().as_bytes())
    }

    fn licences(&self) -> Licences {
        Licences::NONE
    }

    fn doubts(&self) -> Vec<String> {
        Vec::new()
    }

    fn defines_races(&self) -> bool {
        false
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

    fn gives_up(&self, _: &Graph) -> bool {
        false
    }

    fn race(&self, _: &Graph, _: EventId) -> Option<EventId> {
        None
    }
}
