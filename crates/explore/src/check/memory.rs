//! Errors in the use of memory.
//!
//! Blocks of memory come and go with events, so that an access can be ordered after the allocation and before
//! the end of its block, or not. All checks are made when an event is added, against what is there already;
//! of two events that do not get along, whichever comes second notices (engine.md §2.11).

use selvedge_core::graph::Binding;
use selvedge_core::{
    Block, Content, Cursor, Event, EventId, EventKind, LocId, Mode, Model, NewEvent, Program, Property, ThreadId,
    Value, ViolationKind,
};

use crate::observer::Observer;
use crate::options::{OnRace, OnViolation};
use crate::search::Search;
use crate::trie::ResolvedAction;

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Reports what is wrong with the access just added, if anything is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_faulty(&mut self, added: EventId) -> bool {
        let Event { loc, .. } = self.graph[added];
        debug_assert!(self.graph.is_part(loc) || self.program.block(self.graph.address(loc)).is_none());
        let may_be = self.graph.is_part(loc) || self.graph.has_plain_access(loc);
        may_be && self.has_fault(added)
    }

    #[inline(never)]
    fn has_fault(&mut self, added: EventId) -> bool {
        self.misuses_memory(added) || self.reads_nothing(added) || self.races(added)
    }

    /// Reports an access to a block that does not exist, not yet or no longer, or outside of it.
    pub(crate) fn misuses_memory(&mut self, added: EventId) -> bool {
        let address = self.graph.address(self.graph[added].loc);
        let Some((block, offset)) = self.program.block(address) else { return false };
        let Some(allocation) = self.graph.allocation(block) else {
            let place = self.place_of(added);
            return self.violate(
                ViolationKind::InvalidAccess,
                format!("access to {place}, which is no object"),
                &[added],
            );
        };
        let width = self.trie.task(self.graph[added].before).width();
        let (size, _) = self.extent(allocation);
        let (kind, message, other) = if offset + width.bytes() > size {
            let message = format!("access to bytes {offset} to {} of {size}", offset + width.bytes() - 1);
            (ViolationKind::InvalidAccess, message, allocation)
        } else if !self.is_ordered(allocation, added) {
            let message = "the access is not ordered after the allocation of the object".into();
            (ViolationKind::UnorderedAccess, message, allocation)
        } else if let Some(end) = self.graph.end_of_life(block) {
            (ViolationKind::UseAfterFree, "access to memory that has been freed".into(), end)
        } else {
            return false;
        };
        self.violate(kind, message, &[added, other])
    }

    /// Reports a read of memory that was never written, or where something undefined was written last.
    #[inline]
    pub(crate) fn reads_nothing(&mut self, read: EventId) -> bool {
        let Event { from, value, .. } = self.graph[read];
        (from.is_init() || value == Value::NOTHING) && self.may_read_nothing(read)
    }

    #[inline(never)]
    fn may_read_nothing(&mut self, read: EventId) -> bool {
        let Event { loc, from, before, value, .. } = self.graph[read];
        let is_undefined = P::BYTE_ADDRESSED && value == Value::NOTHING;
        let reads = self.graph[read].is_read() && (is_undefined || from.is_init() && self.is_unwritten(loc));
        if !reads || matches!(self.trie.task(before), ResolvedAction::Read { copies: true, .. }) {
            return false;
        }
        let message = format!("{} is read before it is written", self.place_of(read));
        // So that nobody is shown a value that is not there.
        let Event { thread, kind, mode, after, maximal, .. } = self.graph[read];
        let ends = self.options.on_violation == OnViolation::Stop && self.options.properties.has(Property::Memory);
        if ends && self.graph.last(thread) == Some(read) {
            self.graph.rebind(read, Binding { from, value: Value::NOTHING, kind, mode, after, maximal });
        }
        let source = self.graph.last_seen(read);
        let source = if source.is_init() { self.allocation_of(loc) } else { Some(source) };
        let about: Vec<EventId> = [read].into_iter().chain(source).collect();
        self.violate(ViolationKind::UninitialisedRead, message, &about)
    }

    fn allocation_of(&self, loc: LocId) -> Option<EventId> {
        self.program.block(self.graph.address(loc)).and_then(|(block, _)| self.graph.allocation(block))
    }

    /// Whether a read of the location from the initial event would read something that was never written.
    pub(crate) fn is_unwritten(&self, loc: LocId) -> bool {
        let has_nothing = |allocation| self.extent(allocation).1 == Content::Nothing;
        self.allocation_of(loc).is_some_and(has_nothing) && self.graph.is_partly_initial(loc)
    }

    /// The size and the first content of a block.
    fn extent(&self, allocation: EventId) -> (u64, Content) {
        let ResolvedAction::Allocate { size, content, .. } = self.trie.task(self.graph[allocation].before) else {
            unreachable!("invariant: an allocation comes from a task that allocates");
        };
        (size, content)
    }

    /// Whether `first` comes before `second` in whatever order things happen.
    ///
    /// If races count, that is happens-before. If they do not, plain accesses are relaxed ones, and what is
    /// read may be relied on: then causes come first. Of two events that are not ordered in this way, either
    /// may come first in the same execution.
    fn is_ordered(&self, first: EventId, second: EventId) -> bool {
        match self.options.on_race {
            OnRace::Report => self.graph.clock(second, self.model.race_clock()).contains(&self.graph[first]),
            OnRace::Ignore => self.graph.causes(second).contains(&self.graph[first]),
        }
    }

    #[inline(never)]
    pub(crate) fn add_allocation(&mut self, thread: ThreadId, at: Cursor, block: Block) {
        self.add_memory_event(EventKind::Allocate, thread, at, block);
    }

    #[inline(never)]
    pub(crate) fn add_free(&mut self, thread: ThreadId, at: Cursor, block: Block) {
        let Some(allocation) = self.graph.allocation(block) else {
            let last = self.graph.last(thread).expect("invariant: the freeing thread runs");
            let message = "free of something that was not allocated".into();
            return self.cannot_go_on(ViolationKind::InvalidFree, message, &[last]);
        };
        let earlier = self.graph.end_of_life(block);
        let free = self.add_memory_event(EventKind::Free, thread, at, block);
        if let Some(earlier) = earlier {
            self.violate(ViolationKind::DoubleFree, "memory is freed twice".into(), &[free, earlier]);
        } else if !self.is_ordered(allocation, free) {
            let message = "the free is not ordered after the allocation of the object".into();
            self.violate(ViolationKind::UnorderedAccess, message, &[free, allocation]);
        } else if let Some(access) = self.access_in_flight(block, free) {
            let message = "memory is freed while it may still be in use".into();
            self.violate(ViolationKind::UseAfterFree, message, &[free, access]);
        }
    }

    /// An access to the block that does not happen before its end.
    fn access_in_flight(&self, block: Block, free: EventId) -> Option<EventId> {
        self.graph.accesses_of(block).find(|&access| !self.is_ordered(access, free))
    }

    fn add_memory_event(&mut self, kind: EventKind, thread: ThreadId, at: Cursor, block: Block) -> EventId {
        let after = self.trie.proceed(self.program, &mut self.graph, at);
        let event = NewEvent::new(kind, Mode::Plain, thread);
        let added = self.add(NewEvent { before: at, after, value: Value(block.0), ..event });
        self.note_block(thread);
        added
    }
}
