//! Assertions, assumptions, and output.

use selvedge_core::{Action, BlockReason, ViolationKind};

use super::super::Machine;
use super::super::run::{Flow, fail};
use super::super::thread::Thread;
use crate::ir::{Call, Type, ValueId};

impl Machine {
    pub(super) fn check_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "__assert_fail" | "__assert_rtn" | "__assert" => self.assertion(thread, name, call),
            "__VERIFIER_error" | "reach_error" => fail(ViolationKind::Assertion, format!("{name} is reached")),
            "__VERIFIER_assume" => self.words(thread, call).and_then(|[condition]| {
                if condition == 0 { Err(Box::new(Action::Block(BlockReason::Assume))) } else { Ok(()) }
            }),
            // Marks that say where a loop and its rounds begin; we find out ourselves.
            "__VERIFIER_loop_begin" | "__VERIFIER_spin_start" => Ok(()),
            // The end of a round that waits unless this holds.
            "__VERIFIER_spin_end" => self.words(thread, call).and_then(|[leaves]| {
                if leaves == 0 { Err(Box::new(Action::Block(BlockReason::Spin))) } else { Ok(()) }
            }),
            "abort" => fail(ViolationKind::UserAbort, "the program aborts"),
            // Output has no influence on the program; what it would print is shown by nobody yet.
            "printf" | "puts" | "putchar" | "fprintf" | "fflush" | "perror" | "fputs" | "fputc" | "putc"
            | "vprintf" | "vfprintf" => self.answer(thread, to, 0),
            "fwrite" => self.words(thread, call).and_then(|[_, _, count]| self.answer(thread, to, count)),
            _ => return None,
        })
    }

    fn assertion(&self, thread: &mut Thread, name: &str, call: &Call) -> Flow {
        let position = if name == "__assert_rtn" { 3 } else { 0 };
        let address = match call.args.get(position) {
            Some(argument) => self.value(thread, &Type::Ptr, &argument.value)?.word().unwrap_or(0),
            None => 0,
        };
        let text = self.text_at(thread, address);
        fail(ViolationKind::Assertion, format!("assertion `{text}` failed"))
    }
}
