//! Loops that begin by reading again what has just been read: `a = load(x); while (a != 0) a = load(x);`.
//!
//! Such a loop is one that waits, with its first round outside. A thread that enters it will read `x` again,
//! and whatever the answer, it will stand at the beginning of the loop as if that had been the first answer.
//! So it need not enter: what it could do from there, it can do if its first read reads something else. It
//! waits (`idle_rounds.rs` has the rule, of which this is a case one round earlier; engine.md §6.3,
//! loop-peel).
//!
//! *Whatever the answer*: both reads are answered with a value that is not known, and both copies of the
//! thread have to get to the beginning of the loop, in the same state, without looking at it.

use selvedge_core::{Action, Answer, Value};

use crate::Machine;
use crate::exec::value::Val;
use crate::state::awaiting::{Awaiting, Purpose};
use crate::state::thread::Thread;

/// Instructions that a copy may take. There are few between a read and the loop that repeats it.
const STEPS: u32 = 1_000;

impl Machine {
    /// Whether a thread, now at the beginning of a loop that it enters, will only read again what it has read
    /// last. If so, says how many actions it had taken before that read.
    pub(crate) fn reads_again(&self, thread: &Thread) -> Option<u64> {
        let reads = thread.waiting.recent_reads();
        let last = reads
            .first()
            .filter(|read| read.number == thread.waiting.actions && read.visible_steps == thread.visible_steps())?;
        let asking = &last.asked.as_ref()?.0;
        // It computes in loops already, and would be asked over and over.
        if thread.waiting.rounds.beginnings().any(|before| before.waiting.actions == thread.waiting.actions) {
            return None;
        }
        let mut late = thread.snapshot();
        self.run_copy(&mut late, |copy| !copy.queue().is_empty())?;
        let Action::Read { at, ordering } = late.next_action()? else { return None };
        if (at, ordering) != (last.at, last.ordering) || !late.queue().is_empty() {
            return None;
        }
        let [early, late] = [asking.clone(), late].map(|mut copy| {
            self.answer_with_anything(&mut copy)?;
            let is_there = |copy: &Thread| copy.calls().len() == thread.calls().len() && copy.place() == thread.place();
            self.run_copy(&mut copy, |copy| is_there(copy) || !copy.queue().is_empty())?;
            copy.queue().is_empty().then_some(copy)
        });
        self.same(&early?, &late?).is_ok().then_some(last.number - 1)
    }

    /// Lets a copy of a thread that waits for the value of an atomic load go on without knowing it.
    fn answer_with_anything(&self, copy: &mut Thread) -> Option<()> {
        let to = match copy.awaiting() {
            Awaiting::Word { to, .. } => *to,
            Awaiting::Pieces(gathered) if gathered.more.is_empty() => match gathered.purpose {
                Purpose::Load { to, .. } => to,
                Purpose::Copy { .. } | Purpose::Library { .. } | Purpose::Print => return None,
            },
            _ => return None,
        };
        self.settle(copy, Answer::Value(Value(0))).ok()?;
        copy.set(to, Val::Undef);
        Some(())
    }

    /// Runs a copy of a thread up to a point; nothing if it does not get there.
    fn run_copy(&self, copy: &mut Thread, until: impl Fn(&Thread) -> bool) -> Option<()> {
        for _ in 0..STEPS {
            if copy.calls().is_empty() {
                return None;
            }
            if until(copy) {
                return Some(());
            }
            self.step(copy).ok()?;
        }
        None
    }
}
