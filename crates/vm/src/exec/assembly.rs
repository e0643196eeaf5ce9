//! Inline assembly that does nothing: compiler barriers, and advice to the processor in loops that wait.
//!
//! Such assembly may still have an output, of which it only says that the compiler must not know its value
//! (`asm("" : "+r"(x))`). The output is then tied to an input, and is that.

use selvedge_ir::{Call, InlineAsm, Type, ValueId};

use crate::exec::flow::{Flow, unsupported};
use crate::machine::Code;
use crate::state::thread::Thread;

/// Instructions without an effect that a program could notice.
const ADVICE: [&str; 7] = ["", "nop", "pause", "rep nop", "rep", "yield", "isb"];

impl Code {
    /// Runs inline assembly, if that means to do nothing.
    pub(crate) fn assembly(&self, thread: &mut Thread, asm: &InlineAsm, call: &Call, to: ValueId) -> Flow {
        if !is_idle(&asm.text) {
            return unsupported(format!("inline assembly `{}`", asm.text.trim()));
        }
        if call.ret == Type::Void {
            return Ok(());
        }
        let Some(argument) = tied(&asm.constraints).and_then(|index| call.args.get(index)) else {
            return unsupported("inline assembly whose output comes from nowhere");
        };
        let value = self.value(thread, &argument.ty, &argument.value)?;
        thread.set(to, value);
        Ok(())
    }
}

fn is_idle(text: &str) -> bool {
    text.split([';', '\n']).all(|instruction| {
        let words: Vec<&str> = instruction.split_whitespace().collect();
        ADVICE.contains(&words.join(" ").as_str())
    })
}

/// Which argument is tied to the output, if there is just one output that is no memory.
fn tied(constraints: &str) -> Option<usize> {
    let (mut outputs, mut arguments) = (0, 0);
    let (mut output, mut found) = (None, None);
    for constraint in constraints.split(',').filter(|constraint| !constraint.starts_with('~')) {
        if let Some(kind) = constraint.strip_prefix('=') {
            if kind.starts_with('*') {
                arguments += 1;
            } else if output.replace(outputs).is_some() {
                return None;
            }
            outputs += 1;
        } else {
            if output.is_some_and(|output: usize| constraint == output.to_string()) {
                found = Some(arguments);
            }
            arguments += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_idle() {
        for text in ["", "pause", "rep; nop", "\tpause\n", "nop\n\tnop"] {
            assert!(is_idle(text), "{text:?}");
        }
        for text in ["mfence", "lock; addl $$0, 0(%rsp)", "rep movsb", "rep stosb"] {
            assert!(!is_idle(text), "{text:?}");
        }
    }

    #[test]
    fn outputs_are_what_they_are_tied_to() {
        assert_eq!(tied("=r,0,~{dirflag},~{fpsr},~{flags}"), Some(0));
        assert_eq!(tied("=r,r,0,~{memory}"), Some(1));
        assert_eq!(tied("=*m,=r,*m,1"), Some(2));
        assert_eq!(tied("=r,~{memory}"), None);
        assert_eq!(tied("=r,=r,0,1"), None);
    }
}
