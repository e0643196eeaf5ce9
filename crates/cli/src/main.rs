//! The `selvedge` command: what was typed, what it means, what came of it, and an exit status.

mod amounts;
mod checkpoint;
mod commands;
mod exit;
mod eyes;
mod files;
mod flags;
mod guard;
mod input;
mod interrupt;
mod model;
mod observation;
mod observe;
mod output;
mod progress;
mod witness;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    guard::run(|| match flags::raw::Raw::try_parse() {
        Ok(raw) => {
            interrupt::listen();
            commands::run(&raw)
        }
        Err(error) => flags::usage::refuse(&error),
    })
    .into()
}
