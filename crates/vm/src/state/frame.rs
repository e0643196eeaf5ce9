//! A call in progress.

use selvedge_ir::{BlockId, FunctionId, ValueId};

use crate::exec::registers::Registers;
use crate::exec::value::Val;

/// A call in progress. Copies of a thread share those that they leave alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FunctionId,
    pub(crate) block: BlockId,
    /// Index of the next instruction.
    pub(crate) next: u32,
    pub(crate) registers: Registers,
    /// First bytes of its local variables.
    pub(crate) locals: Vec<u64>,
    /// Where the caller wants the result.
    pub(crate) result: Option<ValueId>,
    /// The arguments beyond those that the function names.
    pub(crate) variadic: Vec<Val>,
}
