//! A thread of the program: a value that can be copied and compared.
//!
//! It has five parts, and each is known inside of one room only: where it stands ([`Control`]), the memory
//! that no other thread can name ([`Memory`]), what loops that wait must know ([`Waiting`]), what is
//! accounted for while it runs ([`Trace`]), and what few threads have ([`Cold`]).

use selvedge_core::ThreadId;

use crate::exec::lifetime::Stage;
use crate::memory::own::Memory;
use crate::report::trace::Trace;
use crate::state::cold::Cold;
use crate::state::control::Control;
use crate::waiting::record::Waiting;

/// A thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    pub(crate) control: Control,
    pub(crate) waiting: Waiting,
    pub(crate) memory: Memory,
    pub(crate) cold: Cold,
    pub(crate) trace: Trace,
}

impl Thread {
    pub(crate) fn new(id: ThreadId, stage: Stage) -> Thread {
        Thread {
            control: Control::new(id, stage),
            waiting: Waiting::default(),
            memory: Memory::default(),
            cold: Cold::default(),
            trace: Trace::default(),
        }
    }

    /// Whether two threads are equal, whatever calls they are in.
    pub(crate) fn equals_but_calls(&self, other: &Thread) -> bool {
        // All of them, so that none is forgotten when there is another.
        let Thread { control, waiting, memory, cold, trace } = self;
        control.equals_but_calls(&other.control)
            && *waiting == other.waiting
            && *memory == other.memory
            && *cold == other.cold
            && *trace == other.trace
    }

    /// A copy that forgets how it came here, to compare with and to run elsewhere.
    pub(crate) fn snapshot(&self) -> Thread {
        let Thread { control, waiting, memory, cold, trace } = self;
        Thread {
            control: control.imagined(),
            waiting: waiting.without_past(),
            memory: memory.clone(),
            cold: cold.clone(),
            trace: trace.clone(),
        }
    }
}
