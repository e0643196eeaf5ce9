//! Techniques that make the search meet fewer executions without missing anything that can be observed.

pub(crate) mod barrier;
mod restore;
pub(crate) mod symmetry;
mod wait;
