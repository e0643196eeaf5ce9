//! The commands, one per file.

mod check;
mod compare;
mod models;

use crate::exit::Exit;
use crate::flags::raw::{Command, Raw};

/// Does what was typed.
pub fn run(raw: &Raw) -> Exit {
    match &raw.command {
        Command::Check(raw) => check::run(raw),
        Command::Models(raw) => models::run(raw),
    }
}
