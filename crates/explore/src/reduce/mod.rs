//! Techniques that make the search meet fewer executions without missing anything that can be observed.

pub(crate) mod barrier;
pub(crate) mod listed;
mod restore;
pub(crate) mod symmetry;
mod wait;
