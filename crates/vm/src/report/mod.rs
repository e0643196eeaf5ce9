//! What is said of a program and its executions: names, and what a verdict must not keep quiet about.

pub(crate) mod assertions;
pub(crate) mod chance;
pub(crate) mod influence;
pub(crate) mod log;
pub(crate) mod naming;
pub(crate) mod notes;
pub(crate) mod optimised;
pub(crate) mod search_log;
pub(crate) mod serialise;
pub(crate) mod trace;
pub(crate) mod verdict_facts;
