//! `std::cout` and its kin: what is printed has no influence on the program, and is not shown.
//!
//! Only functions that are given one of these streams do nothing; the same functions print into strings and
//! files, and those are not modelled.

use selvedge_ir::names::both;
use selvedge_ir::{Call, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::value::Val;
use crate::state::thread::Thread;

/// Members of `std::ostream`, and operators and manipulators that print.
pub(in super::super::super) fn prints(name: &str) -> bool {
    let prefixes = [
        "_ZNSo",
        "_ZStlsISt11char_traitsIcEERSt13basic_ostream",
        "_ZStlsIcSt11char_traitsIcE",
        "_ZSt16__ostream_insertIcSt11char_traitsIcEE",
        "_ZSt4endlIcSt11char_traitsIcEE",
        "_ZSt5flushIcSt11char_traitsIcEE",
    ];
    prefixes.iter().any(|prefix| name.starts_with(prefix))
}

impl Machine {
    pub(super) fn stream_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        // std::ios_base::Init, which <iostream> constructs in every file.
        if name == "_ZNSt8ios_base4InitC1Ev" {
            return Some(Ok(()));
        }
        if !prints(name) {
            return None;
        }
        Some(self.words(thread, call).and_then(|[stream]| {
            self.check_printed(thread, name, call)?;
            let global =
                self.code.image().find(stream).map(|placed| self.code.module().global(placed.id).name.as_str());
            match global {
                Some("_ZSt4cout" | "_ZSt4cerr" | "_ZSt4clog") => self.answer(thread, to, stream),
                _ => unsupported(format!(
                    "the external function {} on a stream other than cout, cerr and clog",
                    both(name)
                )),
            }
        }))
    }

    /// What is printed is used: numbers are known, and strings are read.
    fn check_printed(&self, thread: &mut Thread, name: &str, call: &Call) -> Flow {
        let mut values = Vec::new();
        for argument in call.args.iter().skip(1) {
            let value = self.code.value(thread, &argument.ty, &argument.value)?;
            if value.as_int().is_none() && !matches!(value, Val::Parts(_)) {
                return self.code.unusable(&value, "what is printed");
            }
            values.push(value.word());
        }
        match values[..] {
            // A string that ends with a zero, and one with a length.
            [Some(text)] if name.ends_with("PKc") => self.text(thread, text, u64::MAX).map(|_| ()),
            [Some(text), Some(length)] if name.ends_with("PKcl") || name.contains("__ostream_insert") => {
                (0..length).try_for_each(|at| self.byte(thread, text.wrapping_add(at)).map(|_| ()))
            }
            _ => Ok(()),
        }
    }
}
