//! The state of a thread: a value that can be copied, compared and reduced to what matters.

pub(crate) mod alike;
pub(crate) mod awaiting;
pub(crate) mod canonicalise;
pub(crate) mod cold;
pub(crate) mod control;
pub(crate) mod frame;
pub(crate) mod queue;
pub(crate) mod thread;
