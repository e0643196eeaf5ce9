//! `./x loops [PROGRAMS] [SEED] [MODEL…]`: compares waiting in loops with taking every round, on the programs of `llvm/tests/retry`
//! and on random C programs, and prints a program on which that makes a difference.

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::loops::{Report, compare_files, fuzz};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| match arguments.next().map(|text| text.parse::<u64>()) {
        None => Ok(default),
        Some(parsed) => parsed.map_err(|_| eprintln!("usage: loops [PROGRAMS] [SEED] [MODEL…]")),
    };
    let (Ok(programs), Ok(seed)) = (number(1_000), number(1)) else { return ExitCode::from(2) };
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
    let started = Instant::now();
    match compare_files(&models).and_then(|_| fuzz(&models, programs, seed)) {
        Ok(Report { programs, outcomes, violations, cut, skipped }) => {
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{programs} programs agree, {outcomes} outcomes, {violations} with violations, {cut} cut short, \
                 {skipped} too large, {seconds:.1} s"
            );
            ExitCode::SUCCESS
        }
        Err(disagreement) => {
            println!("{disagreement}");
            ExitCode::FAILURE
        }
    }
}
