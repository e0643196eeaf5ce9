//! `./x fuzz [PROGRAMS] [SEED] [MODEL…]`: compares the search with the oracle on random programs, and prints
//! the smallest program on which they differ. Of Java's models all opinions are compared
//! ([`selvedge_testkit::java`]).

use std::process::ExitCode;
use std::time::Instant;

use selvedge_models::Builtin;
use selvedge_testkit::arguments::Arguments;
use selvedge_testkit::fuzz::{Report, fuzz};
use selvedge_testkit::java::{self, Java};

enum Subject {
    Builtin(Builtin),
    Java(Java),
}

impl Subject {
    fn parse(name: &str) -> Option<Subject> {
        Builtin::parse(name).map(Subject::Builtin).or_else(|| Java::parse(name).map(Subject::Java))
    }

    /// What was compared, in words, or what differs.
    fn compare(&self, programs: u64, seed: u64) -> Result<String, String> {
        match self {
            Subject::Builtin(model) => {
                let Report { programs, executions, skipped, violations } =
                    fuzz(*model, programs, seed).map_err(|counterexample| counterexample.to_string())?;
                Ok(format!(
                    "{}: {programs} programs agree, {executions} executions, {violations} with violations, \
                     {skipped} too large for the oracle",
                    model.name()
                ))
            }
            Subject::Java(model) => {
                let java::Report { programs, rich, simple, weak, skipped, allowed, forbidden } =
                    model.fuzz(programs, seed)?;
                Ok(format!(
                    "{}: {programs} programs agree, {rich} with fences and updates, {simple} also under a simpler model, \
                     {weak} of them not as under sc, {allowed} executions allowed, \
                     {forbidden} forbidden, {skipped} too large for the oracle",
                    model.name()
                ))
            }
        }
    }
}

fn main() -> ExitCode {
    let Arguments { programs, seed, models } = match Arguments::of("fuzz", 10_000, Subject::parse) {
        Ok(arguments) => arguments,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    for model in models {
        let started = Instant::now();
        match model.compare(programs, seed) {
            Ok(report) => println!("{report}, {:.1} s", started.elapsed().as_secs_f64()),
            Err(counterexample) => {
                println!("{counterexample}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
