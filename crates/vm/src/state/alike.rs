//! Whether two threads would go on in the same way.
//!
//! Threads that were started in the same way and wait at a barrier may have come there on different paths. If
//! they stand at the same place, and what they still need is equal (`idle_rounds.rs` has to know that, too),
//! then they cannot be told apart from here on (`explore/src/reduce/restore.rs`). Each has private memory at
//! addresses of its own: the one is compared with the other in its place.
//!
//! How they came there does not count: how many actions they have taken, what they have read. Both have just
//! taken a visible step, by arriving, and nothing that a thread remembers for loops reaches back across one.

use crate::Machine;
use crate::memory::address::{base_of, block_of, in_thread, owner_of};
use crate::state::frame::Frame;
use crate::state::thread::Thread;
use std::sync::Arc;

impl Machine {
    /// Whether both go on in the same way, up to which thread they are.
    pub(crate) fn go_on_alike(&self, one: &Thread, other: &Thread) -> bool {
        // A mutex that is held has to be given back, and a hidden block may still become known.
        let is_free = |thread: &Thread| {
            thread.cold.library.holds_nothing()
                && thread.cold.control.is_outside_of_sections()
                && thread.memory.hidden_bases().next().is_none()
        };
        let other = other.in_place_of(one);
        is_free(one)
            && is_free(&other)
            && one.cold.library.hours() == other.cold.library.hours()
            && one.control.asks_like(&other.control)
            && one.waiting.asks() == other.waiting.asks()
            && one.waiting.open_loops().eq(other.waiting.open_loops())
            && self.same(one, &other).is_ok()
    }
}

impl Thread {
    /// The thread as it would be in the place of another: what only it knows the address of is where the
    /// other has it.
    fn in_place_of(&self, other: &Thread) -> Thread {
        let is_own = |base: u64| self.memory.get(base).is_some() || self.cold.memory.has_freed(base);
        let map = |word: u64| match block_of(word) {
            Some((block, _)) if owner_of(block).0 == self.id() && is_own(base_of(word)) => {
                in_thread(word, other.id()).unwrap_or(word)
            }
            _ => word,
        };
        let frame = |frame: &Arc<Frame>| {
            let registers = frame.registers.map_words(&map);
            let variadic = frame.variadic.iter().map(|value| value.map_words(&map)).collect();
            let locals = frame.locals.iter().map(|&base| map(base)).collect();
            Arc::new(Frame { registers, variadic, locals, ..Frame::clone(frame) })
        };
        let control = self.control.in_place_of(&other.control, self.control.frames.iter().map(frame).collect());
        let mut mapped = Thread { control, memory: self.memory.map_words(&map), ..self.clone() };
        mapped.map_cold_memory(&map);
        mapped
    }
}
