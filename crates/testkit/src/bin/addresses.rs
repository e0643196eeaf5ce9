//! `./x addresses [PROGRAMS] [SEED]`: compares random C programs that compute with addresses with what they
//! do wherever objects lie, and prints one in which chance decides and nothing was said.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::addresses::fuzz;
use selvedge_testkit::arguments::Arguments;

fn main() -> ExitCode {
    // The model makes no difference: these programs have one thread.
    let Arguments { programs, seed, .. } = match Arguments::of("addresses", 1_000, Builtin::parse) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match fuzz(programs, seed) {
        Ok(compared) => {
            let seconds = started.elapsed().as_secs_f64();
            println!("{programs} programs agree, {compared:?}, {seconds:.1} s");
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}
