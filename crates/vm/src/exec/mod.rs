//! Running a thread: values, instructions, calls, and what comes before and after them.

pub(crate) mod action;
pub(crate) mod arguments;
pub(crate) mod arith;
pub(crate) mod assembly;
pub(crate) mod calls;
pub(crate) mod cold;
pub(crate) mod exclusive;
pub(crate) mod execute;
pub(crate) mod flow;
pub(crate) mod intrinsics;
pub(crate) mod lifetime;
pub(crate) mod operands;
pub(crate) mod ordering;
pub(crate) mod predict;
pub(crate) mod registers;
pub(crate) mod run;
pub(crate) mod settle;
pub(crate) mod signature;
pub(crate) mod value;
pub(crate) mod wide;
pub(crate) mod words;
