//! `./x estimates [SEEDS] [FILTER]`: how good guesses are of the number of executions, on programs of which
//! it is known ([`selvedge_testkit::estimates`]).
//!
//! `./x estimates --count FILE`: reads rows without that number, searches, and prints them with it.

use std::process::ExitCode;

use selvedge_explore::{Reduce, Samples};
use selvedge_testkit::estimates::{Half, file, read};

/// Programs with fewer executions are searched before one could guess, and those with more take minutes.
const COUNTED: std::ops::RangeInclusive<u64> = 3_000..=5_000_000;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--count", rows] => count(rows),
        [] => compare(1, ""),
        [seeds] => compare(seeds.parse().unwrap_or(1), ""),
        [seeds, filter, ..] => compare(seeds.parse().unwrap_or(1), filter),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn count(rows: &str) -> Result<(), String> {
    let rows = std::fs::read_to_string(rows).map_err(|error| format!("{rows}: {error}"))?;
    let rows: String = rows.lines().map(|line| format!("{line}\t0\n")).collect();
    for known in read(&rows)? {
        match known.count(*COUNTED.end()) {
            Ok(executions) if COUNTED.contains(&executions) => {
                let half = if known.half == Half::Tuned { "tuned" } else { "held-out" };
                let symmetry = if known.symmetry == Reduce::WherePossible { "yes" } else { "no" };
                println!("{half}\t{}\t{}\t{symmetry}\t{executions}", known.program, known.flags);
            }
            Ok(executions) => eprintln!("{} {}: {executions}", known.program, known.flags),
            Err(why) => eprintln!("{} {}: {why}", known.program, known.flags),
        }
    }
    Ok(())
}

fn compare(seeds: u64, filter: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
    println!("| program | executions | guessed | range | samples | time | off by |\n|---|---|---|---|---|---|---|");
    for half in [Half::Tuned, Half::HeldOut] {
        let (mut all, mut close, mut covered, mut worst) = (0, 0, 0, 1.0_f64);
        for known in read(&text)?.iter().filter(|known| known.half == half && known.program.contains(filter)) {
            for seed in 1..=seeds {
                let judged = known.judge(Samples { seed, ..Samples::default() })?;
                let said = &judged.said;
                println!(
                    "| {} `{}`{} | {} | {:.0} | {:.0} to {:.0}{} | {} | {:.0} ms | {:.2} |",
                    known.program,
                    known.flags,
                    if known.symmetry == Reduce::Never { " (told apart)" } else { "" },
                    known.executions,
                    said.executions(),
                    said.range.0,
                    said.range.1,
                    if judged.is_covered { "" } else { " **no**" },
                    said.samples,
                    said.seconds * 1e3,
                    judged.off
                );
                all += 1;
                close += u32::from(judged.off <= 2.0);
                covered += u32::from(judged.is_covered);
                worst = worst.max(judged.off);
            }
        }
        println!("{half:?}: {close} of {all} within a factor of two, {covered} in the range, worst {worst:.2}");
    }
    Ok(())
}
