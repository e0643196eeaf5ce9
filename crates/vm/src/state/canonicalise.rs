//! Forgetting what a thread will never look at again.
//!
//! The search shares what follows between all paths that lead a thread to the same state
//! (`explore/src/paths.rs`), and that is worth the more, the less a state remembers. So whenever a thread
//! asks for a value, and where a loop begins, it lets go of registers and local variables that it will write
//! before it reads them again (`liveness/static.rs`), of loops that it has left, and of what it had read
//! before its last visible step. A thread in whatever state is canonicalised in the same way, so that it is
//! still a function of its answers; and nothing that it does depends on what is forgotten here.
//!
//! Kept although not needed: the addresses of variables, and the arguments of the function that a thread
//! starts with. Reports name things after them.

use std::sync::Arc;

use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::own::Memory;
use crate::state::awaiting::Awaiting;
use crate::state::control::Control;
use crate::state::frame::Frame;
use crate::state::thread::Thread;

impl Code {
    /// Forgets what the thread does not need, now that it stands between two instructions.
    pub(crate) fn canonicalise(&self, thread: &mut Thread) {
        thread.waiting.forget_history();
        let Thread { control, memory, waiting, .. } = thread;
        let in_progress = *control.awaiting() != Awaiting::Nothing;
        let Control { frames, canonical, .. } = control;
        let loops = |depth: usize| self.loops(frames[depth].function);
        waiting.keep_loops(|depth, head| loops(depth).is_inside(head, frames[depth].block));
        for (depth, frame) in frames.iter_mut().enumerate().skip(*canonical as usize) {
            self.canonicalise_call(Arc::make_mut(frame), depth == 0, in_progress, memory);
        }
        *canonical = frames.len().saturating_sub(1) as u32;
    }

    fn canonicalise_call(&self, frame: &mut Frame, first: bool, in_progress: bool, memory: &mut Memory) {
        let body = self.module().body(frame.function).expect("invariant: a function that runs has been read");
        let loops = self.loops(frame.function);
        let dead = loops.dead(body, frame.block, frame.next, in_progress);
        frame.registers.forget_all(&dead.registers, if first { body.params } else { 0 });
        let bases = dead.variables.iter().filter_map(|&variable| frame.registers.word(variable));
        for base in bases {
            if memory.get(base).is_some_and(|block| !block.is_blank())
                && let Some(block) = memory.get_mut(base)
            {
                block.clear();
            }
        }
    }
}

impl Thread {
    /// Forgets everything but where it stands: it goes no further.
    pub(crate) fn let_go(&mut self) {
        self.waiting.let_go();
        self.memory.let_go();
    }

    /// How many bytes it takes, about: what it shares with others counts as its own only where it has just
    /// come to be, which is the innermost call, its last read, and memory.
    pub(crate) fn weight(&self) -> usize {
        let frame = self
            .calls()
            .last()
            .map_or(0, |frame| size_of::<Frame>() + frame.registers.weight() + size_of_val(&frame.locals[..]));
        let read = if self.waiting.remembers_answers() { size_of::<Thread>() } else { 0 };
        size_of::<Thread>() + 8 * self.calls().len() + frame + read + self.memory.weight()
    }

    /// A number that equal states have in common; nothing if this one is hardly ever met again.
    pub(crate) fn fingerprint(&self) -> Option<u64> {
        if !self.queue().is_empty() || self.waiting.remembers_answers() {
            return None;
        }
        let mut hash = Hash::of(self);
        for frame in self.calls() {
            hash.add(u64::from(frame.function.0) << 32 | u64::from(frame.next));
            frame.registers.digits().iter().for_each(|&digits| hash.add(digits));
            frame.registers.others().for_each(|value| hash.add_value(value));
        }
        self.waiting.add_rounds(&mut hash);
        hash.add(self.memory.digest());
        Some(hash.0)
    }
}

/// A quick hash. States that only seem equal are told apart afterwards.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    /// Of what nearly always tells two states apart at the same place.
    pub(crate) fn of(thread: &Thread) -> Hash {
        let mut hash = Hash(u64::from(thread.id().0));
        thread.waiting.add_counts(&mut hash);
        hash
    }

    pub(crate) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn add_value(&mut self, value: &Val) {
        match value {
            Val::Undef | Val::Poison(_) => self.add(1),
            Val::Word(word) => self.add(*word),
            Val::Wide(wide) => self.add(**wide as u64),
            Val::Partial(partial) => self.add(partial.bits as u64),
            Val::Parts(parts) => parts.iter().for_each(|part| self.add_value(part)),
        }
    }
}
