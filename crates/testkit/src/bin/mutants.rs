//! `selvedge-mutants [FILTER] [PROGRAMS]`: makes one known mistake after the other in a copy of the
//! workspace, and checks that the comparison with the oracle, or that of rounds of loops, notices each (see
//! [`selvedge_testkit::mutants`]).
//!
//! The filter is the name of a group or a part of a mutant's name. Exit status: 0 if all were caught, 1 if
//! one survived, 2 if something else went wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use selvedge_testkit::mutants::workshop::{Outcome, Workshop, workspace};
use selvedge_testkit::mutants::{Comparison, Mutant, select};

/// Programs per mutant, unless the command line says otherwise.
const PROGRAMS: u64 = 20_000;

fn main() -> ExitCode {
    match run() {
        Ok(survivors) if survivors.is_empty() => ExitCode::SUCCESS,
        Ok(survivors) => {
            for Mutant { name, what, file, model, .. } in survivors {
                println!("not noticed under {}: {name} in {file}. {what}", model);
            }
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Tries the mutants that the command line asks for. Returns those that survived; an error if one could not
/// be tried.
fn run() -> Result<Vec<Mutant>, String> {
    let mut arguments = std::env::args().skip(1);
    let mutants = select(&arguments.next().unwrap_or_default());
    let programs = match arguments.next() {
        None => PROGRAMS,
        Some(text) => text.parse().map_err(|_| "usage: selvedge-mutants [FILTER] [PROGRAMS]".to_string())?,
    };
    if mutants.is_empty() {
        return Err("there is no such mutant".into());
    }
    let broken: Vec<String> = mutants.iter().filter_map(|mutant| mutant.check(&workspace()).err()).collect();
    if !broken.is_empty() {
        return Err(broken.join("\n"));
    }
    let workshop = Workshop::open()?;
    let limits = check_unchanged(&workshop, &mutants, programs)?;
    println!("{:8} {:24} {:6} {:12} {:>8} {:>8}", "group", "mutant", "model", "caught by", "programs", "seconds");
    let (mut survivors, mut failures) = (Vec::new(), Vec::new());
    for mutant in &mutants {
        let started = Instant::now();
        let comparison = mutant.group.comparison();
        let programs = comparison.programs(programs);
        let (by, needed) = match workshop.try_out(mutant, programs, limits[&(comparison, mutant.model)]) {
            Ok(Outcome::Caught { by, programs }) => (by, programs.map_or("?".into(), |programs| programs.to_string())),
            Ok(Outcome::Agrees) => {
                survivors.push(*mutant);
                ("SURVIVED", programs.to_string())
            }
            // It says nothing, and the others should be heard.
            Err(why) => {
                failures.push(why);
                ("BROKEN", "0".into())
            }
        };
        let (group, model, seconds) = (mutant.group.name(), mutant.model, started.elapsed().as_secs_f64());
        println!("{group:8} {:24} {model:6} {by:12} {needed:>8} {seconds:>8.1}", mutant.name);
    }
    println!("{} of {} mutants caught", mutants.len() - survivors.len() - failures.len(), mutants.len());
    if failures.is_empty() { Ok(survivors) } else { Err(failures.join("\n")) }
}

/// Checks that the comparisons agree when nothing is wrong. Returns how long they may take, with a mutant,
/// per model.
fn check_unchanged(
    workshop: &Workshop,
    mutants: &[Mutant],
    programs: u64,
) -> Result<BTreeMap<(Comparison, &'static str), Duration>, String> {
    workshop.build().map_err(|errors| format!("the unchanged copy does not compile:\n{errors}"))?;
    let mut limits = BTreeMap::new();
    let needed: BTreeSet<_> = mutants.iter().map(|mutant| (mutant.group.comparison(), mutant.model)).collect();
    for (comparison, model) in needed {
        let started = Instant::now();
        match workshop.compare(comparison, model, comparison.programs(programs), Duration::MAX)? {
            Outcome::Agrees => limits.insert((comparison, model), started.elapsed() * 4 + Duration::from_secs(30)),
            Outcome::Caught { by, .. } => {
                let tool = comparison.tool();
                return Err(format!("without any mutant, {tool} finds a difference under {model}: {by}"));
            }
        };
    }
    Ok(limits)
}
