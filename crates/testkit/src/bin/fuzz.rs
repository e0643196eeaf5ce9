//! `./x fuzz [PROGRAMS] [SEED] [MODEL…]`: compares the search with the oracle on random programs, and prints the smallest
//! program on which they differ.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_testkit::arguments::Arguments;
use selvedge_testkit::fuzz::{Report, fuzz};

fn main() -> ExitCode {
    let Arguments { programs, seed, models } = match Arguments::of("fuzz", 10_000) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
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
