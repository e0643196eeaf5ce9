//! What the program is called with.
//!
//! `main` may ask for the number of its arguments, for the arguments, and for the environment. The first
//! argument is the name of the program, as everywhere; the others are what the user wants
//! ([`Settings::arguments`](crate::Settings::arguments)). They are memory of the first thread that it may
//! write to, they end with a null pointer, and they stay until the program ends. The environment is empty.

use selvedge_core::Content;
use selvedge_ir::{FunctionId, Module, Type};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::private::Storage;
use crate::state::thread::Thread;

/// What the program is called if the user has not said.
pub(crate) const NAME: &str = "program";

/// Why the program cannot start with a function: it wants arguments that only its author knows.
pub(crate) fn refusal(module: &Module, function: FunctionId) -> Option<String> {
    let function = module.function(function);
    let types = function.params.iter().map(|param| &param.ty);
    let wanted = [Type::Int(32), Type::Ptr, Type::Ptr];
    let is_main = function.params.len() <= wanted.len() && types.zip(&wanted).all(|(one, other)| one == other);
    (!is_main).then(|| {
        let name = &function.name;
        format!(
            "{name} takes arguments that only main can be given: write a function that calls it, and start with that"
        )
    })
}

impl Machine {
    /// Whether the program is given arguments.
    pub fn takes_arguments(&self) -> bool {
        !self.code.module().function(self.code.entry()).params.is_empty()
    }

    /// Calls the function that the program starts with.
    pub(crate) fn enter_entry(&self, thread: &mut Thread) -> Flow {
        let given = &self.code.settings().arguments;
        let mut values = vec![Val::int(given.len() as u128, 32)];
        let wanted = self.code.module().function(self.code.entry()).params.len();
        if wanted > 1 {
            let mut strings = Vec::with_capacity(given.len());
            for argument in given {
                let bytes: Vec<u128> = argument.bytes().chain([0]).map(u128::from).collect();
                strings.push(u128::from(self.code.array(thread, 1, &bytes)?));
            }
            strings.push(0);
            values.push(Val::Word(self.code.array(thread, 8, &strings)?));
        }
        if wanted > 2 {
            values.push(Val::Word(self.code.array(thread, 8, &[0])?));
        }
        values.truncate(wanted);
        self.enter(thread, self.code.entry(), values, None)
    }
}

impl Code {
    /// Memory with these words in it.
    fn array(&self, thread: &mut Thread, size: u64, words: &[u128]) -> Flow<u64> {
        let base = self.allocate(thread, Storage::Stack, Content::Nothing, size * words.len() as u64)?;
        let block = thread.memory.get_mut(base).expect("invariant: just allocated");
        for (at, word) in (0..).zip(words) {
            block.write(at * size, size, Some(*word));
        }
        Ok(base)
    }
}
