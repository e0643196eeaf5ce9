//! Stopping, and going on later: paths through the tree of the search, and checkpoints.

pub(crate) mod checkpoint;
pub(crate) mod path;
pub(crate) mod text;
