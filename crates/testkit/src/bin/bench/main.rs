//! `./x bench`: how long a search takes, and how much memory, on programs with known counts.
//!
//! ```text
//! bench [FILTER]                   built-in programs, then C programs, whose name contains FILTER
//! bench --json FILE [FILTER]       also writes the table of C programs as JSON
//! bench --against PATH [FILTER]    another build of selvedge on the same C programs: alternating runs, ratios
//! bench --peer COMMAND [FILTER]    another tool on the same C programs: {file}, {flags} and {model} are replaced
//! bench --threads [FILTER]         several workers on C programs that take seconds, and what the machine can do
//! bench --growth [FILTER]          how the cost of an event grows with events, threads, locations, writes
//! ```

mod beside;
mod programs;
mod quiet;
mod scaling;
mod scripts;
mod whole;

use std::process::ExitCode;

/// Runs per row. The median counts.
const RUNS: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--one", program, size, model, quiet] => whole::measure_one(program, size, model, quiet),
        ["--against", other, ..] => beside::against(other, filter(&words[2..])),
        ["--peer", command, ..] => beside::peer(command, filter(&words[2..])),
        ["--threads", ..] => scaling::measure_all(filter(&words[1..])),
        ["--growth", ..] => whole::measure_growth(filter(&words[1..])),
        ["--json", file, ..] => whole::measure_all(filter(&words[2..]), Some(file)),
        _ => {
            scripts::measure_all(filter(&words));
            whole::measure_all(filter(&words), None)
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::FAILURE
        }
    }
}

fn filter<'a>(words: &[&'a str]) -> &'a str {
    words.first().copied().unwrap_or_default()
}

/// The value in the middle.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
