//! Runs in which no thread can go on: deadlocks, and loops that go round for ever (engine.md §3.3).
//!
//! A run *hangs* if it has not ended and nothing in it will ever change again: each thread that has not ended
//! waits for what only another could bring about (a lock that is taken, a barrier, the end of a thread), or
//! goes round a loop and comes back to where it stands. A thread that waits because of an assumption of the
//! user's, or was not allowed another round of a loop, makes the run uninteresting instead: it is not known
//! what it would do. If the program has ended, with the end of `main`, nothing is left to wait for.
//!
//! Whether a thread comes back is found out by taking its last round once more, alone, in the memory that the
//! run has left, or in one that the threads can come to by their rounds (`laps.rs`): each read must see what
//! it saw then, and in the end memory must be as it was. So a thread may take a lock and give it back in each
//! round, or give it back and take it again. A thread that waits for that very lock does not wait for ever:
//! in another run it gets it. Likewise a thread that saw something older than the latest: in another run it
//! saw that. Values are compared, not events: a loop that exchanges `1` for `1` may write for ever and change
//! nothing. A thread that would take back what it has added (`while (fetch_add(&x, 1) != 0) fetch_sub(&x,
//! 1);`) stands before the second half of its round; memory counts as it is when all such threads have taken
//! back, and each is asked what it would do if it were told that.
//!
//! That every write is seen by every thread at some time is an assumption that no model here makes, and every
//! machine fulfils. Not looked for: threads that keep each other from going on by what they write, round
//! after round, where a luckier schedule would let one of them through.
//!
//! Where it is not known what a thread would do, the loop is noted, and the verdict does not say *verified*.

use selvedge_core::{
    BlockReason, Cursor, Event, EventId, LocId, Model, NextRound, Program, Site, ThreadId, Value, ViolationKind,
};

use super::laps::{Access, Lap, Memory, Reach, State, go_round, held, put, reach};
use crate::observer::Observer;
use crate::search::Search;
use crate::trie::ResolvedAction;

/// Whether loops that go round for ever are an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Liveness {
    /// Report them.
    Check,
    /// Count them as blocked executions.
    Ignore,
}

/// The threads of a run in which none can go on, by their last events.
#[derive(Default)]
struct Standing {
    /// They wait for others to arrive at a barrier.
    meeting: Vec<EventId>,
    /// They wait for what they read last to change.
    waiting: Vec<EventId>,
    /// They have taken a round of so many actions.
    spinning: Vec<(EventId, u32)>,
    /// They would take back what they have added.
    adding: Vec<EventId>,
    /// It is not known what they would do.
    unknown: Vec<EventId>,
}

/// Steps of a thread that are followed after it got what it waited for.
const MOST_STEPS: usize = 2_000;

/// What comes of a thread that waits for a lock, if it gets it.
enum Awake {
    /// It takes rounds of its own, from this state on.
    GoesRound(Lap, State),
    /// It does something else: that is another run.
    GoesOn,
    /// It is not known.
    Unknown,
}

/// Whether a memory says something of a location.
fn is_named(memory: &Memory, loc: LocId) -> bool {
    memory.iter().any(|(other, _)| *other == loc)
}

/// How the last round of a thread fits to the memory that a run has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fit {
    /// There is none, or it would see the same.
    Same,
    /// It would see something else.
    Differs,
    /// It writes: others might let it see something else.
    Writes,
}

impl<P: Program, M: Model, O: Observer<P>> Search<'_, P, M, O> {
    /// Reports a run that hangs.
    pub(crate) fn report_stuck(&mut self) {
        if !self.may_hang() {
            return;
        }
        let Some(Standing { meeting, waiting, spinning, adding, unknown }) = self.standing() else { return };
        let is_looked_for = self.options.liveness == Liveness::Check;
        let spins = !(spinning.is_empty() && adding.is_empty() && unknown.is_empty());
        if spins && !is_looked_for && meeting.is_empty() && waiting.is_empty() {
            return;
        }
        let mut spins = Vec::new();
        let Some(memory) = self.taken_back(&adding, &mut spins) else { return };
        let mut laps = Vec::new();
        for &(last, round) in &spinning {
            let Some(lap) = self.lap(last, round) else { return };
            let Some(read) = lap.read else { return };
            spins.push(read);
            laps.push(lap);
        }
        let mut state = State { at: vec![0; laps.len()], memory: memory.clone() };
        // Those that wait for what others change in their rounds would get it in another run.
        let mut asleep = waiting.clone();
        while let Some(index) = asleep.iter().position(|&last| {
            let loc = self.graph[last].loc;
            laps.iter().any(|lap| lap.written().any(|written| written == loc)) || is_named(&memory, loc)
        }) {
            match self.wake(asleep.swap_remove(index), &laps, &state) {
                Awake::GoesRound(lap, then) => {
                    laps.push(lap);
                    state = then;
                }
                Awake::GoesOn => return,
                Awake::Unknown => return self.findings.add_undecided(self.sites(&waiting)),
            }
        }
        // Those that take back what they have added were asked what they would do in this memory.
        let as_asked = |now: &Memory| memory.iter().all(|&(loc, value)| self.value_in(now, loc) == value);
        match go_round(&laps, &state, |loc| self.value_in(&Memory::new(), loc), as_asked) {
            Reach::State(_) => {}
            Reach::None => return,
            Reach::Unknown => {
                return self.findings.add_undecided(self.sites(spinning.iter().map(|(last, _)| last)));
            }
        }
        if !unknown.is_empty() {
            return self.findings.add_undecided(self.sites(&unknown));
        }
        let deadlock = "deadlock: every thread that has not ended waits for another";
        let (kind, message, about) = match spins.is_empty() {
            true => (ViolationKind::Deadlock, deadlock, meeting.into_iter().chain(waiting).collect()),
            false if is_looked_for => {
                let message = "a loop goes round for ever: nothing is left that could end it";
                (ViolationKind::Liveness, message, spins.into_iter().chain(meeting).chain(waiting).collect())
            }
            // That some spin is not looked for, but others may wait for each other all the same.
            false => match self.wait_for_each_other(&waiting) {
                Some(circle) => (ViolationKind::Deadlock, "deadlock: threads wait for each other", circle),
                None => {
                    let loops = self.sites(spinning.iter().map(|(last, _)| last).chain(&adding));
                    return self.findings.add_undecided(loops);
                }
            },
        };
        self.violate(kind, message.into(), &about);
    }

    /// Whether a run in which no thread can go on need be looked at: mostly there is a thread whose last
    /// round has a read that would see something else now.
    fn may_hang(&self) -> bool {
        // Where something is taken back, memory holds not what it will hold.
        if self.trie.takes_back() {
            return true;
        }
        let mut differs = false;
        for thread in self.graph.thread_ids() {
            match self.fit(thread) {
                Fit::Same => {}
                Fit::Writes => return true,
                Fit::Differs => differs = true,
            }
        }
        !differs
    }

    /// How the thread's last round, if it goes round, fits to the memory that the run has left.
    fn fit(&self, thread: ThreadId) -> Fit {
        let Some(last) = self.graph.last(thread) else { return Fit::Same };
        let after = self.graph[last].after;
        if after == Cursor::NONE {
            return Fit::Same;
        }
        let ResolvedAction::Block(BlockReason::Spin(Some(round)) | BlockReason::Redundant(Some(round))) =
            self.trie.task(after)
        else {
            return Fit::Same;
        };
        let events = self.round(last, round).unwrap_or_default();
        if events.iter().any(|&event| self.graph[event].kind.is_write()) {
            return Fit::Writes;
        }
        if events.iter().all(|&event| self.sees_latest(event)) { Fit::Same } else { Fit::Differs }
    }

    /// What a thread that waits for a lock would do if it got it, where others go round and let it go for a
    /// moment. It is followed alone, in a memory in which the lock is free, as far as it comes.
    fn wake(&mut self, last: EventId, laps: &[Lap], from: &State) -> Awake {
        let Event { before, loc, value: taken, .. } = self.graph[last];
        let first = |loc| self.value_in(&Memory::new(), loc);
        let mut state = match reach(laps, from, &first, |state| held(&state.memory, loc, &first) != taken) {
            Reach::State(state) => state,
            Reach::None => return Awake::GoesOn,
            Reach::Unknown => return Awake::Unknown,
        };
        let mut taken: Vec<Option<Access>> = self.accesses_before(last);
        let mut at = before;
        for _ in 0..MOST_STEPS {
            let task = self.trie.task(at);
            let (access, answer) = match task {
                ResolvedAction::Read { loc, leaves: None, .. }
                | ResolvedAction::Update { loc, arrives: None, .. }
                | ResolvedAction::CompareExchange { loc, .. } => {
                    let seen = self.value_in(&state.memory, loc);
                    let writes = task.written_after_reading(seen);
                    (Some(Access { loc, sees: Some(seen), writes }), Some(seen))
                }
                ResolvedAction::Write { loc, value, .. } => {
                    (Some(Access { loc, sees: None, writes: Some(value) }), None)
                }
                ResolvedAction::Fence(_) => (None, None),
                ResolvedAction::Block(BlockReason::Spin(Some(round)) | BlockReason::Redundant(Some(round))) => {
                    let Some(begin) = taken.len().checked_sub(round as usize) else { return Awake::Unknown };
                    state.at.push(0);
                    let lap = Lap::of(taken.split_off(begin).into_iter().flatten().collect());
                    return Awake::GoesRound(lap, state);
                }
                ResolvedAction::Read { .. }
                | ResolvedAction::Update { .. }
                | ResolvedAction::Allocate { .. }
                | ResolvedAction::Free(_)
                | ResolvedAction::Spawn(_)
                | ResolvedAction::Join(_)
                | ResolvedAction::Choose(_)
                | ResolvedAction::Block(_)
                | ResolvedAction::Fail(_)
                | ResolvedAction::Unsupported(_)
                | ResolvedAction::Exceeds(_)
                | ResolvedAction::Overlap(_)
                | ResolvedAction::Finish(_)
                | ResolvedAction::Exit(_) => return Awake::GoesOn,
            };
            if let Some(Access { loc, writes: Some(value), .. }) = access {
                put(&mut state.memory, loc, value);
            }
            taken.push(access);
            at = match answer {
                Some(value) => self.trie.answer(self.program, &mut self.graph, at, value),
                None => self.trie.proceed(self.program, &mut self.graph, at),
            };
        }
        Awake::Unknown
    }

    /// What the thread has done before this event, its last: one entry for each action.
    fn accesses_before(&self, last: EventId) -> Vec<Option<Access>> {
        let mut taken: Vec<Option<Access>> = Vec::new();
        for &event in self.graph.thread(self.graph[last].thread).iter().take_while(|&&event| event != last) {
            let Event { kind, loc, value, .. } = self.graph[event];
            match taken.last_mut() {
                Some(Some(read)) if kind.ends_update() => read.writes = Some(value),
                _ if kind.is_read() => taken.push(Some(Access { loc, sees: Some(value), writes: None })),
                _ if kind.is_write() => taken.push(Some(Access { loc, sees: None, writes: Some(value) })),
                _ => taken.push(None),
            }
        }
        taken
    }

    /// Threads that wait for locks in a circle: each for one that the next has taken, as it was the last to
    /// write there.
    fn wait_for_each_other(&self, waiting: &[EventId]) -> Option<Vec<EventId>> {
        let next = |last: EventId| {
            let holder = self.graph[self.graph[last].from].thread;
            waiting.iter().copied().find(|&other| self.graph[other].thread == holder)
        };
        let is_taken = |last: &EventId| {
            let Event { before, from, .. } = self.graph[*last];
            let takes = matches!(
                self.trie.task(before),
                ResolvedAction::CompareExchange { .. } | ResolvedAction::Update { unless: Some(_), .. }
            );
            takes && self.graph[*last].is_read() && !from.is_init()
        };
        waiting.iter().copied().filter(is_taken).find_map(|first| {
            let mut circle = vec![first];
            while let Some(last) = next(circle[circle.len() - 1]).filter(is_taken) {
                match circle.iter().position(|&known| known == last) {
                    Some(begin) => return Some(circle.split_off(begin)),
                    None => circle.push(last),
                }
            }
            None
        })
    }

    /// How the threads stand that have not ended. Nothing if one of them makes the run uninteresting, or can
    /// go on in another run.
    fn standing(&self) -> Option<Standing> {
        let mut standing = Standing::default();
        for thread in self.graph.thread_ids() {
            if self.has_exited(thread) {
                return None;
            }
            let Some(last) = self.graph.last(thread) else { continue };
            if self.graph[last].after == Cursor::NONE {
                continue;
            }
            match self.trie.task(self.graph[last].after) {
                ResolvedAction::Join(_) => {}
                ResolvedAction::Read { loc, leaves: Some(_), .. } if self.reduces(loc) => standing.meeting.push(last),
                // A lock that was found taken, but has been released since, will be found free in another
                // run.
                ResolvedAction::Block(BlockReason::Lock) if self.reads_latest(last) => standing.waiting.push(last),
                ResolvedAction::Block(BlockReason::Spin(Some(round)) | BlockReason::Redundant(Some(round))) => {
                    standing.spinning.push((last, round))
                }
                ResolvedAction::Block(BlockReason::TakesBack(_)) => standing.adding.push(last),
                ResolvedAction::Block(BlockReason::Spin(None)) if self.sees_latest(last) => standing.unknown.push(last),
                ResolvedAction::Read { .. }
                | ResolvedAction::Write { .. }
                | ResolvedAction::Update { .. }
                | ResolvedAction::CompareExchange { .. }
                | ResolvedAction::Fence(_)
                | ResolvedAction::Allocate { .. }
                | ResolvedAction::Free(_)
                | ResolvedAction::Spawn(_)
                | ResolvedAction::Choose(_)
                | ResolvedAction::Block(_)
                | ResolvedAction::Fail(_)
                | ResolvedAction::Unsupported(_)
                | ResolvedAction::Exceeds(_)
                | ResolvedAction::Overlap(_)
                | ResolvedAction::Finish(_)
                | ResolvedAction::Exit(_) => return None,
            }
        }
        Some(standing)
    }

    /// What memory holds where threads add something and take it back, once they have. Nothing if one of them
    /// would then go on. Adds the reads of the additions to the list.
    fn taken_back(&mut self, adding: &[EventId], reads: &mut Vec<EventId>) -> Option<Memory> {
        let mut memory = Memory::new();
        for &write in adding {
            let read = self.graph.po_prev(write).filter(|_| self.graph[write].kind.ends_update())?;
            let Event { loc, .. } = self.graph[write];
            let now = self.value_in(&memory, loc);
            let added = self.graph[write].value.0.wrapping_sub(self.graph[read].value.0);
            let before = Value(self.graph.access(loc).width.truncate(now.0.wrapping_sub(added)));
            put(&mut memory, loc, before);
            reads.push(read);
        }
        for &read in reads.iter() {
            let Event { before, loc, .. } = self.graph[read];
            let value = self.value_in(&memory, loc);
            let after = self.trie.answer(self.program, &mut self.graph, before, value);
            let adds_again = matches!(self.trie.task(after), ResolvedAction::Block(BlockReason::TakesBack(_)));
            if !adds_again && self.comes_to_next_round(read, value) {
                return None;
            }
        }
        Some(memory)
    }

    /// Whether a thread that takes back what it added with this read then comes to its next round, if this is
    /// what it sees there.
    fn comes_to_next_round(&self, read: EventId, seen: Value) -> bool {
        let Some(write) = self.graph.po_next(read) else { return true };
        let Event { before, after, .. } = self.graph[write];
        if !matches!(self.trie.task(after), ResolvedAction::Block(BlockReason::TakesBack(NextRound::AfterWait))) {
            return true;
        }
        self.trie.final_state(before, after).is_some_and(|thread| self.program.stops_waiting(thread, seen))
    }

    /// Whether a thread, which has taken a round of so many actions, would take it again and again in the
    /// memory that there is.
    pub(crate) fn goes_round(&self, last: EventId, round: u32) -> bool {
        let first = |loc| self.value_in(&Memory::new(), loc);
        self.lap(last, round).is_some_and(|lap| lap.read.is_some() && lap.comes_back(0, &Memory::new(), &first))
    }

    /// The last round of a thread, which had so many actions.
    fn lap(&self, last: EventId, round: u32) -> Option<Lap> {
        Lap::new(self.round(last, round)?.iter().map(|&event| (event, &self.graph[event])))
    }

    /// The last events of a thread: so many actions. Both halves of an update are one.
    fn round(&self, last: EventId, actions: u32) -> Option<&[EventId]> {
        let events = self.graph.thread(self.graph[last].thread);
        let (mut first, mut left) = (events.len(), actions);
        while left > 0 {
            first = first.checked_sub(1)?;
            left -= u32::from(!self.graph[events[first]].kind.ends_update());
        }
        events.get(first..).filter(|events| !events.is_empty())
    }

    /// What a location holds in the end, but for what a memory says of it.
    fn value_in(&self, memory: &Memory, loc: LocId) -> Value {
        held(memory, loc, &|loc| self.graph.value_seen(self.program, loc, self.graph.co_last(loc)))
    }

    /// Whether the event, if it is a read, would see the same if it read from the latest write.
    fn sees_latest(&self, event: EventId) -> bool {
        let Event { loc, value, .. } = self.graph[event];
        !self.graph[event].is_read() || self.value_in(&Memory::new(), loc) == value
    }

    pub(crate) fn reads_latest(&self, read: EventId) -> bool {
        let Event { loc, from, .. } = self.graph[read];
        self.graph[read].is_read() && self.graph.co_last(loc) == from
    }

    /// Where the threads with these last events stand in the source.
    fn sites<'a>(&self, lasts: impl IntoIterator<Item = &'a EventId>) -> Vec<Site> {
        lasts.into_iter().filter_map(|&last| self.place_of_thread(last)).collect()
    }

    /// Where the thread with this last event stands in the source.
    pub(crate) fn place_of_thread(&self, last: EventId) -> Option<Site> {
        let Event { before, after, .. } = self.graph[last];
        self.trie.final_state(before, after).and_then(|thread| self.program.site(thread))
    }
}
