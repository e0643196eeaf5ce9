//! placeholder
use std::path::Path;

use super::Replayed;
use crate::exit::Exit;
use crate::flags::plan::Plan;
use crate::output::Output;

/// Writes it.
pub fn write(_replayed: &Replayed, _plan: &Plan, _out: &Path, _output: Output) -> Exit {
    Exit::Done
}
