//! Loops that wait: when a thread need not go round once more.

pub(crate) mod cancelling_adds;
pub(crate) mod idle_rounds;
pub(crate) mod liveness;
pub(crate) mod past_reads;
pub(crate) mod record;
pub(crate) mod rotated_loop;
pub(crate) mod rounds;
pub(crate) mod sections;
