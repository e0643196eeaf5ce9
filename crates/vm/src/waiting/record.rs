//! What a thread remembers for loops that wait: what it has done since others could last notice a step of it.

use selvedge_core::{Access, ReadOrdering};
use selvedge_ir::{BlockId, FunctionId};

use crate::state::canonicalise::Hash;
use crate::state::thread::Thread;
use crate::waiting::cancelling_adds::Addition;
use crate::waiting::past_reads::{PastRead, ReadsSinceEffect};
use crate::waiting::rounds::Rounds;
use crate::waiting::sections::Sections;

/// A place in the program: a function and the number of an instruction.
pub(crate) type Place = (FunctionId, u32);

/// An action that others may notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A write or an update of this address.
    Write(u64),
    /// Something else.
    Other(&'static str),
}

/// What a thread remembers for loops that wait.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Waiting {
    pub(super) rounds: Rounds,
    /// How many actions it has taken.
    pub(super) actions: u64,
    /// How many steps it has taken that another thread may notice, other than by a race.
    pub(super) visible_steps: u64,
    /// How many of those took mutexes or gave them back (`sections.rs`).
    pub(super) mutex_steps: u64,
    /// The mutexes it has used since it last took another one of those steps.
    pub(super) sections: Sections,
    /// Its last two additions, the last one last (`cancelling_adds.rs`).
    pub(super) additions: [Option<Addition>; 2],
    /// The last action that may have been visible, and where.
    pub(super) acted: Option<(Deed, Place)>,
    /// What its last action reads.
    pub(super) asks: Option<(Access, ReadOrdering)>,
    /// What it has read since the last step that others could have noticed.
    pub(super) reads: ReadsSinceEffect,
}

impl Waiting {
    /// The same without what it has read, and without the rounds that it is in.
    pub(crate) fn without_past(&self) -> Waiting {
        let Waiting { rounds: _, reads: _, sections, additions, .. } = self;
        Waiting {
            rounds: Rounds::default(),
            reads: ReadsSinceEffect::default(),
            sections: sections.clone(),
            additions: *additions,
            ..*self
        }
    }

    /// How many visible steps it has taken, other than taking mutexes and giving them back.
    #[inline]
    pub(crate) fn steps_but_mutexes(&self) -> u64 {
        self.visible_steps - self.mutex_steps
    }

    /// What its last action reads.
    #[inline]
    pub(crate) fn asks(&self) -> Option<(Access, ReadOrdering)> {
        self.asks
    }

    /// Its last action has been answered, and is none of its own.
    pub(crate) fn asks_nothing(&mut self) {
        self.asks = None;
    }

    /// Whether the last read could have been answered in another way.
    #[inline]
    pub(crate) fn remembers_answers(&self) -> bool {
        self.reads.remembers_answers()
    }

    /// The reads since the last visible step other than those of mutexes, the last one first.
    pub(super) fn recent_reads(&self) -> Vec<&PastRead> {
        self.reads.since(self.steps_but_mutexes())
    }

    /// Remembers a read, or counts it as a visible step if there are too many.
    pub(crate) fn remember_read(&mut self, at: Access, ordering: ReadOrdering, asked: Option<Box<(Thread, u64)>>) {
        self.reads.forget_before(self.steps_but_mutexes());
        let (number, visible_steps) = (self.actions, self.visible_steps);
        if !self.reads.push(|earlier| PastRead { at, ordering, number, visible_steps, asked, earlier }) {
            self.visible_steps += 1;
        }
    }

    /// Forgets loops of all calls but so many.
    pub(crate) fn leave_calls(&mut self, depth: usize) {
        self.rounds.retain(|call, _| call < depth);
    }

    /// Forgets loops; the depth of their call and where they begin decides.
    pub(crate) fn keep_loops(&mut self, keep: impl Fn(usize, BlockId) -> bool) {
        self.rounds.retain(keep);
    }

    /// The loops that it is in: in which call, where they begin, how many rounds have begun, and whether the
    /// last was spared.
    pub(crate) fn open_loops(&self) -> impl Iterator<Item = (usize, BlockId, u32, bool)> {
        self.rounds.iter().map(|(depth, head, round)| (depth, head, round.begun, round.spared))
    }

    /// Forgets what has become irrelevant with its last visible step.
    pub(crate) fn forget_history(&mut self) {
        let (steps, actions) = (self.steps_but_mutexes(), self.actions);
        self.reads.forget_before(steps);
        self.sections.forget_before(steps);
        // Additions matter to each other, and to a round that begins with one, if no other action comes
        // between (`cancelling_adds.rs`).
        for addition in &mut self.additions {
            *addition = addition.filter(|addition| addition.number + 1 >= actions);
        }
        let is_over =
            |before: &Thread| before.waiting.steps_but_mutexes() != steps && before.waiting.actions + 1 < actions;
        let remembers = self.rounds.forget_beginnings(is_over);
        if !remembers && self.reads.is_empty() && self.sections.is_empty() {
            self.count_anew();
        }
    }

    /// Forgets how much it has done, when nothing is left that is compared with that but its last two
    /// actions.
    fn count_anew(&mut self) {
        let forgotten = self.actions.saturating_sub(2);
        self.actions -= forgotten;
        for addition in self.additions.iter_mut().flatten() {
            addition.number -= forgotten;
        }
        (self.visible_steps, self.mutex_steps) = (0, 0);
        (self.reads, self.sections) = Default::default();
    }

    /// Forgets reads and rounds: it goes no further.
    pub(crate) fn let_go(&mut self) {
        (self.reads, self.rounds) = Default::default();
    }

    /// Adds what nearly always tells two states apart at the same place.
    pub(crate) fn add_counts(&self, hash: &mut Hash) {
        hash.add(self.actions);
        hash.add(self.visible_steps << 1 | u64::from(self.asks.is_some()));
    }

    /// Adds what else tells two states apart.
    pub(crate) fn add_rounds(&self, hash: &mut Hash) {
        for (depth, head, round) in self.rounds.iter() {
            hash.add((depth as u64) << 48 | u64::from(head.0) << 32 | u64::from(round.begun));
            hash.add(round.before.as_ref().map_or(0, |before| before.waiting.actions + 1));
        }
        if let Some((_, (function, at))) = self.acted {
            hash.add(u64::from(function.0) << 32 | u64::from(at));
        }
    }
}

impl Thread {
    /// It takes a step that another thread may notice, other than by a race.
    #[inline]
    pub(crate) fn takes_visible_step(&mut self) {
        self.waiting.visible_steps += 1;
    }

    /// The same, if it is one.
    #[inline]
    pub(crate) fn takes_visible_step_if(&mut self, is_visible: bool) {
        self.waiting.visible_steps += u64::from(is_visible);
    }

    /// How many such steps it has taken.
    pub(crate) fn visible_steps(&self) -> u64 {
        self.waiting.visible_steps
    }
}
