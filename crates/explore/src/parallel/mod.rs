//! Several workers on one search: what a worker does, the queue that pieces of the tree are taken from, and
//! what workers may learn independently of each other.

pub(crate) mod facts;
pub(crate) mod queue;
pub(crate) mod worker;
