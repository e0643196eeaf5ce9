//! `./x fuzz [PROGRAMS] [SEED] [MODEL…]`: compares the search with the oracle on random programs, and prints the smallest
//! program on which they differ.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::fuzz::{Report, fuzz};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| match arguments.next().map(|text| text.parse::<u64>()) {
        None => Ok(default),
        Some(parsed) => parsed.map_err(|_| eprintln!("usage: fuzz [PROGRAMS] [SEED] [MODEL…]")),
    };
    let (Ok(programs), Ok(seed)) = (number(10_000), number(1)) else { return ExitCode::from(2) };
    let mut models: Vec<Builtin> = Vec::new();
    for name in arguments {
        match Builtin::parse(&name) {
            Some(model) => models.push(model),
            None => {
                eprintln!("there is no model `{name}`");
                return ExitCode::from(2);
            }
        }
    }
    if models.is_empty() {
        models.extend(Builtin::ALL);
    }
    for model in models {
        let started = Instant::now();
        match fuzz(model, programs, seed) {
            Ok(Report { programs, executions, skipped, violations }) => {
                let (name, seconds) = (model.name(), started.elapsed().as_secs_f64());
                println!(
                    "{name}: {programs} programs agree, {executions} executions, {violations} with violations, \
                     {skipped} too large for the oracle, {seconds:.1} s"
                );
            }
            Err(counterexample) => {
                println!("{counterexample}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
