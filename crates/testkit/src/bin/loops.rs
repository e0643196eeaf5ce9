//! `./x loops [PROGRAMS] [SEED] [MODEL…]`: compares waiting in loops with taking every round, on the programs
//! of `vm/tests/retry` and on random C programs, and prints a program on which that makes a difference. Then
//! it compares whether random programs hang with what a check says.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::arguments::Arguments;
use selvedge_testkit::hangs;
use selvedge_testkit::loops::{Report, compare_files, fuzz};

fn main() -> ExitCode {
    let Arguments { programs, seed, models } = match Arguments::of("loops", 1_000, Builtin::parse) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let started = Instant::now();
    match compare_files(&models).and_then(|_| fuzz(&models, programs, seed)) {
        Ok(Report { programs, outcomes, violations, cut, skipped }) => {
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{programs} programs agree, {outcomes} outcomes, {violations} with violations, {cut} cut short, \
                 {skipped} too large, {seconds:.1} s"
            );
        }
        Err(disagreement) => {
            println!("{disagreement}");
            return ExitCode::FAILURE;
        }
    }
    match hangs::fuzz(&models, programs, seed) {
        Ok(hangs::Report { programs, hanging, dead, undecided, skipped }) => {
            println!(
                "{programs} programs agree, {hanging} hang, {dead} deadlock only, {undecided} not decided, \
                 {skipped} too large"
            );
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}
