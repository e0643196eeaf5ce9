//! The memory of a program: where things lie, and how they are read and written.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod bitfields;
pub(crate) mod bytes;
pub(crate) mod copy;
pub(crate) mod difference;
pub(crate) mod escape;
pub(crate) mod image;
pub(crate) mod private;
pub(crate) mod private_memory;
pub(crate) mod scopes;
