//! The memory of a program: where things lie, and how they are read and written.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod bitfields;
pub(crate) mod byte;
pub(crate) mod bytes;
pub(crate) mod copy;
pub(crate) mod difference;
pub(crate) mod escape;
pub(crate) mod image;
pub(crate) mod locate;
pub(crate) mod own;
pub(crate) mod pages;
pub(crate) mod private;
pub(crate) mod private_memory;
pub(crate) mod scopes;
pub(crate) mod update;
pub(crate) mod values;
