//! `selvedge-mutants [FILTER] [PROGRAMS] [--part K/N] [--sample N [SEED]] [--list]`: makes one known mistake
//! after the other in a copy of the workspace, and checks that what must notice it does: the comparison with
//! the oracle, that of rounds of loops, the tests of a room (see [`selvedge_testkit::mutants`]).
//!
//! The filter is the name of a group or a part of a mutant's name. With `--part 2/5`, the second fifth of
//! the mutants is tried: so several processes share the work, each with build outputs of its own
//! (`CARGO_TARGET_DIR`). With `--sample 3 7`, there are three, chosen by chance from seed 7. Exit status: 0
//! if all were caught, 1 if one survived, 2 if something else went wrong.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use selvedge_testkit::mutants::chosen::{Chosen, USAGE};
use selvedge_testkit::mutants::workshop::{Outcome, Pace, Workshop, first_of, workspace};
use selvedge_testkit::mutants::{Mutant, Notices};

/// Programs per mutant, unless the command line says otherwise.
const PROGRAMS: u64 = 20_000;

fn main() -> ExitCode {
    match run() {
        Ok(survivors) if survivors.is_empty() => ExitCode::SUCCESS,
        Ok(survivors) => {
            for mutant in survivors {
                println!("not noticed by {}: {} in {}. {}", mutant.notices(), mutant.name, mutant.file, mutant.what);
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
    let chosen = Chosen::of(std::env::args().skip(1)).ok_or(USAGE)?;
    let mutants = chosen.mutants();
    let programs = chosen.programs.unwrap_or(PROGRAMS);
    if mutants.is_empty() {
        return Err("there is no such mutant".into());
    }
    if chosen.list {
        for mutant in &mutants {
            println!("{:9} {:28} {}", mutant.group.name(), mutant.name, mutant.what);
        }
        return Ok(Vec::new());
    }
    let broken: Vec<String> = mutants.iter().filter_map(|mutant| mutant.check(&workspace()).err()).collect();
    if !broken.is_empty() {
        return Err(broken.join("\n"));
    }
    let workshop = Workshop::open()?;
    let paces = check_unchanged(&workshop, &mutants, &chosen, programs)?;
    let (survivors, failures) = try_all(&workshop, &mutants, &paces, programs);
    println!("{} of {} mutants caught", mutants.len() - survivors.len() - failures.len(), mutants.len());
    if failures.is_empty() { Ok(survivors) } else { Err(failures.join("\n")) }
}

/// Those that survived, and why others could not be tried.
fn try_all(
    workshop: &Workshop,
    mutants: &[Mutant],
    paces: &BTreeMap<Notices, Pace>,
    programs: u64,
) -> (Vec<Mutant>, Vec<String>) {
    println!("{:9} {:28} {:16} {:>8} {:>8}  caught by", "group", "mutant", "under", "programs", "seconds");
    let (mut survivors, mut failures) = (Vec::new(), Vec::new());
    for mutant in mutants {
        let started = Instant::now();
        let notices = mutant.notices();
        let programs = notices.programs(programs);
        let (by, needed) = match workshop.try_out(mutant, programs, paces[&notices]) {
            Ok(Outcome::Caught { by, programs: Some(programs) }) => (by, programs.to_string()),
            Ok(Outcome::Caught { by, programs: None }) => (by, "-".into()),
            Ok(Outcome::Agrees) => {
                survivors.push(*mutant);
                ("SURVIVED".into(), programs.to_string())
            }
            // It says nothing, and the others should be heard.
            Err(why) => {
                failures.push(why);
                ("BROKEN".into(), "0".into())
            }
        };
        let (group, seconds) = (mutant.group.name(), started.elapsed().as_secs_f64());
        println!("{group:9} {:28} {:16} {needed:>8} {seconds:>8.1}  {by}", mutant.name, mutant.under);
    }
    (survivors, failures)
}

/// Checks that what must notice them says nothing when nothing is wrong. Returns how long each takes. A
/// sample is to take little time, and these are many programs on which all is well: then it is enough to see
/// some of them.
fn check_unchanged(
    workshop: &Workshop,
    mutants: &[Mutant],
    chosen: &Chosen,
    programs: u64,
) -> Result<BTreeMap<Notices, Pace>, String> {
    let mut paces = BTreeMap::new();
    for notices in mutants.iter().map(Mutant::notices) {
        if paces.contains_key(&notices) {
            continue;
        }
        let built: PathBuf =
            workshop.build(notices).map_err(|errors| format!("the unchanged copy does not compile:\n{errors}"))?;
        let all = notices.programs(programs);
        let some = if chosen.sample.is_some() { first_of(all) } else { all };
        match workshop.compare(notices, &built, some)? {
            (Outcome::Agrees, time) => paces.insert(notices, Pace::of(some, time)),
            (Outcome::Caught { by, .. }, _) => return Err(format!("without any mutant, {notices} finds this: {by}")),
        };
    }
    Ok(paces)
}
