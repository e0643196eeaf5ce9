//! What can be wrong with an execution: races, misuse of memory, accesses of different sizes, runs that hang,
//! and what the model itself objects to. All but the last two are looked for when an event is added, against
//! what is there already.

mod failure;
mod laps;
mod memory;
mod model;
mod overlap;
mod race;
pub(crate) mod stuck;
mod threads;
