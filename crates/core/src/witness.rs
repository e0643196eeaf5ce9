//! What is needed to reproduce an execution elsewhere.

use std::fmt;

use crate::execution::{Execution, Source};

/// The version of the witness format.
pub const WITNESS_VERSION: u32 = 1;

/// An execution together with what it is an execution of.
///
/// The reads-from and coherence choices of an [`Execution`] determine it, whatever search found it; so a witness stays
/// valid when the search changes. Its text form is what a user attaches to a report of a bug in Selvedge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The memory model's name.
    pub model: String,
    /// A hash of the program's text.
    pub program: u64,
    /// The execution.
    pub execution: Execution,
}

impl Witness {
    /// A hash of a program's text: FNV-1a, because it must never change with a library's version.
    pub fn digest(text: &[u8]) -> u64 {
        text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "selvedge-witness {WITNESS_VERSION}")?;
        writeln!(f, "model {}", self.model)?;
        writeln!(f, "program {:016x}", self.program)?;
        for (number, thread) in self.execution.threads.iter().enumerate() {
            write!(
                f,
                "thread {number} {} entry {} argument {}:",
                thread.name, thread.spawn.entry, thread.spawn.argument
            )?;
            for step in &thread.steps {
                match step.source() {
                    Some(Source::Init) => write!(f, " init")?,
                    Some(Source::Step(name)) => write!(f, " {}.{}", name.thread, name.index)?,
                    None => write!(f, " .")?,
                }
            }
            writeln!(f)?;
        }
        for (address, writes) in &self.execution.coherence {
            write!(f, "coherence {}:", address.0)?;
            for name in writes {
                write!(f, " {}.{}", name.thread, name.index)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
