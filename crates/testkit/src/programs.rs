//! Programs whose numbers of executions are known (engine.md §6.2 and the corpus).

mod counting;
mod exclusion;
mod structures;

pub use counting::*;
pub use exclusion::*;
pub use structures::*;
