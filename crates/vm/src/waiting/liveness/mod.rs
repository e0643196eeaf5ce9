//! What is still needed at a place of a program, and what is not.

pub(crate) mod back;
pub(crate) mod dynamic;
pub(crate) mod r#static;
