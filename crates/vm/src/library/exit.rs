//! Registering functions that run at the end; see `exec/lifetime.rs` for when they do.

use selvedge_ir::{Call, ValueId};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::exec::lifetime::Handler;
use crate::state::thread::Thread;

impl Machine {
    pub(super) fn exit_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "atexit" => self
                .words(thread, call)
                .and_then(|[function]| self.at_exit(thread, to, Handler { function, argument: 0 })),
            // The third argument is the library that the handler belongs to.
            "__cxa_atexit" => self
                .words(thread, call)
                .and_then(|[function, argument]| self.at_exit(thread, to, Handler { function, argument })),
            "__cxa_thread_atexit" | "__cxa_thread_atexit_impl" => {
                self.words(thread, call).and_then(|[function, argument]| {
                    thread.takes_visible_step();
                    thread.cold.control.at_end_of_thread(Handler { function, argument });
                    self.answer(thread, to, 0)
                })
            }
            "exit" => self.words(thread, call).and_then(|[status]| self.exit(thread, status, true)),
            // Handlers for a quick exit are not modelled, and registering one is unsupported.
            "_Exit" | "_exit" | "quick_exit" => {
                self.words(thread, call).and_then(|[status]| self.exit(thread, status, false))
            }
            _ => return None,
        })
    }
}
