//! The commands, one per file.

mod check;
mod compare;
mod estimate;
mod explain;
mod manual;
mod models;
mod replay;

use crate::exit::Exit;
use crate::flags::raw::{Command, Raw};

/// Does what was typed.
pub fn run(raw: &Raw) -> Exit {
    match &raw.command {
        Command::Check(raw) => check::run(raw),
        Command::Estimate(raw) => estimate::run(raw),
        Command::Replay(raw) => replay::run(raw),
        Command::Models(raw) => models::run(raw),
        Command::Explain(raw) => explain::run(raw),
        Command::Completions(raw) => manual::completions(raw.shell),
        Command::Man => manual::page(),
    }
}
