//! Assertions, assumptions, and what else a program says to a checker (`selvedge.h`).

use selvedge_core::{Action, BlockReason, ViolationKind, Width};
use selvedge_ir::{Call, FunctionId, Type, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::machine::Code;
use crate::state::thread::Thread;

impl Machine {
    pub(super) fn check_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "__assert_fail" | "__assert_rtn" | "__assert" => self.assertion(thread, name, call),
            "__VERIFIER_error" | "reach_error" => fail(ViolationKind::Assertion, format!("{name} is reached")),
            // The argument is an int or a bool, and a bool is passed as a byte.
            "__VERIFIER_assume" => self.words(thread, call).and_then(|[condition]| {
                if Width::W32.truncate(condition) == 0 {
                    Err(Box::new(Action::Block(BlockReason::Assume)))
                } else {
                    Ok(())
                }
            }),
            "__VERIFIER_assert" => {
                self.words(thread, call).and_then(|[condition]| match Width::W32.truncate(condition) {
                    0 => fail(ViolationKind::Assertion, "the condition of __VERIFIER_assert is false"),
                    _ => Ok(()),
                })
            }
            // Loops that wait are found without being marked, but a mark may say when to wait.
            "__VERIFIER_loop_begin" | "__VERIFIER_spin_start" => Ok(()),
            "__VERIFIER_spin_end" => self.words(thread, call).and_then(|[condition]| {
                let holds = Width::W32.truncate(condition) != 0;
                if holds {
                    return Ok(());
                }
                // That this is all a round does is what the mark says.
                Err(Box::new(Action::Block(BlockReason::Spin(self.code.actions_of_round(thread)))))
            }),
            "__VERIFIER_atomic_begin" => {
                self.begin_section(thread, to, false);
                Ok(())
            }
            "__VERIFIER_atomic_end" => self.end_section(thread),
            "abort" if self.code.only_assumes(thread) => Err(Box::new(Action::Block(BlockReason::Assume))),
            "abort" => fail(ViolationKind::UserAbort, "the program aborts"),
            _ => return None,
        })
    }

    fn assertion(&self, thread: &mut Thread, name: &str, call: &Call) -> Flow {
        let position = if name == "__assert_rtn" { 3 } else { 0 };
        let address = match call.args.get(position) {
            Some(argument) => self.code.value(thread, &Type::Ptr, &argument.value)?.word().unwrap_or(0),
            None => 0,
        };
        let text = self.code.text_at(thread, address);
        fail(ViolationKind::Assertion, format!("assertion `{text}` failed"))
    }
}

/// The functions whose call means that the program has gone wrong. The linker numbers those that are not
/// visible elsewhere.
fn means_error(name: &str) -> bool {
    let source = name.split_once('.').map_or(name, |(source, _)| source);
    ["reach_error", "__VERIFIER_error", "_Z11reach_errorv", "_Z16__VERIFIER_errorv"].contains(&source)
}

impl Code {
    /// A function that is entered may mean an error, whatever it does.
    #[inline]
    pub(crate) fn check_meaning(&self, function: FunctionId) -> Flow {
        match self.settings().errors_by_name {
            true => self.check_name(function),
            false => Ok(()),
        }
    }

    #[cold]
    fn check_name(&self, function: FunctionId) -> Flow {
        match means_error(&self.module().function(function).name) {
            true => fail(ViolationKind::Assertion, format!("{} is reached", self.module().function_name(function))),
            false => Ok(()),
        }
    }

    /// Whether the present function aborts where its condition is false, and that means an assumption: so
    /// tasks of verification competitions have it.
    fn only_assumes(&self, thread: &Thread) -> bool {
        self.module().function(thread.top().function).name == "assume_abort_if_not"
    }
}
