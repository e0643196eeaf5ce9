//! `std::call_once`: `pthread_once` with the function `__once_proxy`, which calls what `std::__once_call`, a
//! variable of the thread, points to.

use selvedge_core::ViolationKind;

use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::state::thread::Thread;

impl Machine {
    /// What `__once_proxy` would call.
    pub(in super::super) fn once_call(&self, thread: &Thread) -> Flow<u64> {
        let variable =
            self.code.module().global_ids().find(|&id| self.code.module().global(id).name == "_ZSt11__once_call");
        let copy = variable.and_then(|id| thread.cold.memory.thread_local(id));
        let block = copy.and_then(|base| thread.memory.get(base));
        match block.filter(|block| block.holds(0, 8)).and_then(|block| block.read(0, 8)) {
            Some(function) => Ok(function as u64),
            None => fail(ViolationKind::InvalidAccess, "std::call_once has nothing to call"),
        }
    }
}
