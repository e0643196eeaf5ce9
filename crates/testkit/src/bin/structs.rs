//! `./x structs [PROGRAMS] [SEED]`: compares random C programs that move structs with gaps about with a model
//! that knows each byte, and prints one on which the two disagree.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::arguments::Arguments;
use selvedge_testkit::structs::fuzz;

fn main() -> ExitCode {
    // The model makes no difference: these programs have one thread.
    let Arguments { programs, seed, .. } = match Arguments::of("structs", 1_000, Builtin::parse) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match fuzz(programs, seed) {
        Ok(undefined) => {
            let seconds = started.elapsed().as_secs_f64();
            println!("{programs} programs agree, {undefined} of them read something undefined, {seconds:.1} s");
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}
