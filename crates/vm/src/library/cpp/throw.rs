//! Exceptions, which are not modelled: to throw one ends the check as unsupported, with its type.
//!
//! Nothing else goes on where exceptions would: a call that could throw is an ordinary call.

use selvedge_core::{Content, ViolationKind};
use selvedge_ir::names::readable;
use selvedge_ir::{Call, Type, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::machine::Code;
use crate::state::thread::Thread;

impl Machine {
    pub(super) fn throwing_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // std::__throw_bad_alloc() and many more: one for each exception that headers throw.
        if let Some(name) = name.strip_prefix("_ZSt") {
            let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
            if let Some(exception) = name.strip_prefix("__throw_") {
                let end = exception.find(|c: char| !(c.is_ascii_lowercase() || c == '_')).unwrap_or(exception.len());
                return Some(thrown(&format!("std::{}", &exception[..end])));
            }
        }
        Some(match name {
            "__cxa_allocate_exception" => {
                self.words(thread, call).and_then(|[size]| self.heap(thread, to, Content::Nothing, size))
            }
            "__cxa_throw" => self.throw(thread, call),
            "__cxa_rethrow" => thrown("in flight, again"),
            "__cxa_bad_cast" | "__cxa_bad_typeid" => thrown("std::bad_cast or std::bad_typeid"),
            "__cxa_begin_catch" => self.words(thread, call).and_then(|[object]| self.answer(thread, to, object)),
            // None is ever in flight.
            "_ZSt18uncaught_exceptionv" | "_ZSt19uncaught_exceptionsv" => self.answer(thread, to, 0),
            "__dynamic_cast" => unsupported("dynamic_cast"),
            "_ZSt9terminatev" => fail(ViolationKind::UserAbort, self.code.why_terminated(thread)),
            "__cxa_pure_virtual" | "__cxa_deleted_virtual" => {
                fail(ViolationKind::UndefinedBehaviour, "a virtual function that has no definition is called")
            }
            // std::__glibcxx_assert_fail(file, line, function, condition), of containers that check their
            // use.
            "_ZSt21__glibcxx_assert_failPKciS0_S0_" | "_ZSt20__replacement_assertPKciS0_S0_" => {
                self.words(thread, call).and_then(|[_, _, _, condition]| {
                    let text = self.code.text_at(thread, condition);
                    fail(ViolationKind::Assertion, format!("the C++ library's assertion `{text}` failed"))
                })
            }
            // The constructors and destructors of the library's exceptions have nothing to do: see
            // __cxa_throw.
            _ if is_exception_member(name) => Ok(()),
            _ => return None,
        })
    }

    fn throw(&self, thread: &mut Thread, call: &Call) -> Flow {
        let Some(argument) = call.args.get(1) else { return thrown("of unknown type") };
        let info = self.code.value(thread, &Type::Ptr, &argument.value)?.word().unwrap_or(0);
        let name = self.code.image().find(info).map(|placed| self.code.module().global(placed.id).name.clone());
        let name = name.as_deref().map(readable);
        thrown(name.as_deref().and_then(|name| name.strip_prefix("typeinfo for ")).unwrap_or("of unknown type"))
    }
}

impl Code {
    /// What the program did to be terminated, as far as the calls show.
    fn why_terminated(&self, thread: &Thread) -> &'static str {
        let caller = thread.calls().last().map(|frame| self.module().function(frame.function).name.as_str());
        match caller {
            Some("_ZNSt6threadD2Ev" | "_ZNSt6threadD1Ev" | "_ZNSt6threadaSEOS_" | "_ZNSt3__16threadD2Ev") => {
                "std::terminate is called: a std::thread is destroyed or assigned to that was neither joined nor detached"
            }
            _ => "std::terminate is called",
        }
    }
}

fn thrown<T>(what: &str) -> Flow<T> {
    unsupported(format!("the exception {what}, which is thrown"))
}

/// Whether this is a constructor or destructor of a class of `<stdexcept>`, or of `std::exception`.
fn is_exception_member(name: &str) -> bool {
    let Some(name) = name.strip_prefix("_ZNSt") else { return false };
    let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
    let classes = [
        "exception",
        "bad_alloc",
        "logic_error",
        "domain_error",
        "invalid_argument",
        "length_error",
        "out_of_range",
        "runtime_error",
        "range_error",
        "overflow_error",
        "underflow_error",
        "system_error",
        "bad_function_call",
    ];
    let member = classes.iter().find_map(|class| name.strip_prefix(class));
    member.is_some_and(|member| ["C1", "C2", "D0", "D1", "D2"].iter().any(|m| member.starts_with(m)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_exceptions() {
        assert!(is_exception_member("_ZNSt13runtime_errorC1EPKc"));
        assert!(is_exception_member("_ZNSt9exceptionD2Ev"));
        assert!(!is_exception_member("_ZNKSt9exception4whatEv"));
        assert!(!is_exception_member("_ZN3app5ErrorC1Ev"));
    }
}
