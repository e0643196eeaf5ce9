//! `./x sections [PROGRAMS] [SEED]`: compares random C programs with atomic sections with a list of all
//! interleavings, and prints one on which the two disagree.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::arguments::Arguments;
use selvedge_testkit::sections::fuzz;

fn main() -> ExitCode {
    // Only sequential consistency has a list of interleavings.
    let Arguments { programs, seed, .. } = match Arguments::of("sections", 1_000, Builtin::parse) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match fuzz(programs, seed) {
        Ok(several) => {
            let seconds = started.elapsed().as_secs_f64();
            println!("{programs} programs agree, {several} of them have several outcomes, {seconds:.1} s");
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}
