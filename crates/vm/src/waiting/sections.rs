//! Critical sections that only read, in loops that wait (engine.md §4.3, case 2: a lock taken and given
//! back).
//!
//! `for (;;) { lock(m); v = flag; unlock(m); if (v) break; }` waits for the flag. Taking and giving back a
//! mutex are visible steps, but a whole section in which nothing else is written leaves no trace,
//! because no thread can see a mutex taken and go on: one that finds it taken waits until it is not.
//!
//! **The rule.** `idle_rounds.rs` also lets a thread wait if the events to be left out contain, besides what
//! leaves no trace anyway, *whole sections*: a mutex taken (`L`) and later given back (`U`), if no thread
//! *peeks* at the mutex in the whole search. To peek is to use it otherwise than by waiting for it and giving
//! it back: to try, to set a time limit, to initialise or to destroy it while other threads run. Two shapes
//! are known. The mutexes of the round are not held where the round begins, so that the sections are inside
//! of the round. Or one is held there, and taking it was the last thing the thread did, this time and the
//! last: `lock(m); while (!flag) { unlock(m); lock(m); }`. Then the section that is left out began just
//! before the round, and the one that begins at the end of the round takes its place.
//!
//! **Why no outcome is lost.** As in `idle_rounds.rs`, take an execution with such events and leave them out.
//! In the coherence of the mutex `U` directly follows `L`: any other write would belong to a thread that
//! found it taken and went on, or unlocked what it does not hold, or peeked. The thread that took the mutex
//! next read from `U`; let it read from what `L` read from, `P`, a 0 as well. `P` was before it already, in
//! every relation that the models are made of: `P` is released to `L`, `L` is before `U` in program order,
//! and `U` is released to the next. So no relation has a new path, and what remains is consistent. Threads
//! that found the mutex taken because of `L` were waiting: they have not tried yet. A section that is open
//! where something goes wrong is not left out, and one round is always taken before the thread waits.
//!
//! **Races.** What the sections have read is noted down like other reads that are left out, and so is the
//! mutex itself. A read is no worry if the thread is sure to read the same again before its next visible
//! step; taking a mutex that no thread peeks at does not count as one there, for no thread reads from `L` and
//! goes on. Giving it back does: a thread may learn from `U` and pass it on without synchronisation.
//!
//! That no thread peeks is found out by searching: at which mutexes threads wait and peek is noted down, and
//! if it turns out to be the same mutex, the search starts again and takes sections of that one for visible
//! steps ([`Machine::reconsider`]).
//!
//! **Not covered.** Locks that the program makes itself of atomic variables: others see them taken and go on.

use std::collections::BTreeSet;

use crate::Machine;
use crate::state::thread::Thread;
use crate::waiting::idle_rounds::Obstacle;
use crate::waiting::record::Waiting;

/// The mutexes that a thread has used since its last other visible step.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sections {
    /// How many other visible steps the thread had taken then.
    steps: u64,
    /// The mutex, and how many actions the thread had taken, this one included.
    used: Vec<(u64, u64)>,
    /// The mutex that it took last, and the same number.
    took: Option<(u64, u64)>,
}

impl Sections {
    /// Forgets everything if the thread has taken such a step since.
    pub(crate) fn forget_before(&mut self, steps: u64) {
        if self.steps != steps {
            *self = Sections { steps, ..Sections::default() };
        }
    }

    /// Whether nothing is left that was counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.used.is_empty() && self.took.is_none()
    }

    /// The mutexes used by later actions than that one.
    fn since(&self, steps: u64, action: u64) -> BTreeSet<u64> {
        let used = self.used.iter().filter(|_| self.steps == steps);
        used.filter(|(_, number)| *number > action).map(|(mutex, _)| *mutex).collect()
    }
}

impl Thread {
    /// Its last action has taken a mutex.
    pub(crate) fn enters(&mut self, mutex: u64) {
        let waiting = &mut self.waiting;
        waiting.visible_steps += 1;
        waiting.mutex_steps += 1;
        waiting.uses(mutex, waiting.actions);
        waiting.sections.took = Some((mutex, waiting.actions));
    }

    /// Its next action gives back a mutex; so many visible steps it had taken before.
    pub(crate) fn leaves(&mut self, mutex: u64, visible_steps: u64) {
        let waiting = &mut self.waiting;
        waiting.mutex_steps += waiting.visible_steps - visible_steps;
        waiting.uses(mutex, waiting.actions + 1);
    }
}

impl Waiting {
    fn uses(&mut self, mutex: u64, action: u64) {
        self.sections.forget_before(self.steps_but_mutexes());
        self.sections.used.push((mutex, action));
    }
}

impl Machine {
    /// If the thread has done nothing since but read, also in whole sections, says how many actions it had
    /// taken before the first one that could be left out.
    pub(crate) fn only_sections(&self, thread: &Thread, before: &Thread) -> Result<u64, Obstacle> {
        if before.waiting.steps_but_mutexes() != thread.waiting.steps_but_mutexes() {
            return Err(Obstacle::Effect);
        }
        let used = thread.waiting.sections.since(thread.waiting.steps_but_mutexes(), before.waiting.actions);
        if let Some(peeked) = used.iter().find(|mutex| self.cuts.is_peeked(**mutex)) {
            return Err(Obstacle::Peeked(*peeked));
        }
        let held: Vec<u64> = used.into_iter().filter(|mutex| thread.cold.library.holds(*mutex)).collect();
        match held[..] {
            [] => Ok(before.waiting.actions),
            [mutex] => {
                let just_took = |thread: &Thread| thread.waiting.sections.took == Some((mutex, thread.waiting.actions));
                if just_took(before) && just_took(thread) {
                    Ok(before.waiting.actions - 1)
                } else {
                    Err(Obstacle::Effect)
                }
            }
            _ => Err(Obstacle::Effect),
        }
    }

    /// Notes down that the thread waits and leaves out sections since that action.
    pub(crate) fn note_sections(&self, thread: &Thread, first: u64) {
        let used = thread.waiting.sections.since(thread.waiting.steps_but_mutexes(), first);
        self.log.search().left_out_sections(used);
    }
}
