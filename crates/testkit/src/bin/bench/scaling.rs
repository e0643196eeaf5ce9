//! `bench --threads`: how much several workers help. Whole checks, by the command as users have it, on programs that keep one worker
//! busy for some seconds. What counts is the time of the search that it reports, without the compiler. All must count the same.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use selvedge_models::Builtin;

use crate::beside::{ours, selvedge};
use crate::median;
use crate::programs::{Sized, sized};

/// The programs, in sizes that take one worker one to twenty seconds under rc11, if all executions are told apart.
const PROGRAMS: [Sized; 6] = [
    sized("fib-bench", "-DN=7"),
    sized("treiber-stack", "-DN=8"),
    sized("linked-list-cas", "-DN=8"),
    sized("peterson", "-DK=6"),
    sized("ttas-lock", "-DN=6"),
    sized("lamport-fast", "-DN=5"),
];

/// Numbers of workers.
const WORKERS: [usize; 5] = [1, 2, 4, 8, 16];

/// Runs per number of workers, in turn. The median counts.
const RUNS: usize = 5;

/// Measures those whose name contains the filter. Numbers of workers for which there are no cores are left out.
pub fn measure_all(filter: &str) -> Result<(), String> {
    let ours = ours()?;
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    println!("{cores} cores; seconds of the search, and how many times as fast as one worker");
    print!("{:16} {:8} {:>10} {:>10}", "program", "size", "complete", "blocked");
    WORKERS.iter().for_each(|workers| print!(" {workers:>14}"));
    println!();
    for program in PROGRAMS.iter().filter(|program| program.name.contains(filter)) {
        let mut seconds = [const { Vec::new() }; WORKERS.len()];
        let mut counts = None;
        for _ in 0..RUNS {
            for (workers, seconds) in WORKERS.iter().zip(&mut seconds).filter(|(workers, _)| **workers <= cores) {
                let run = run(&ours, program, *workers)?;
                seconds.push(run.seconds);
                let known = *counts.get_or_insert((run.complete, run.blocked));
                if known != (run.complete, run.blocked) {
                    let (complete, blocked) = known;
                    let other = format!("{} and {} with {workers}", run.complete, run.blocked);
                    return Err(format!("{}: {complete} and {blocked} executions, {other} workers", program.name));
                }
            }
        }
        let (complete, blocked) = counts.unwrap_or_default();
        print!("{:16} {:8} {complete:>10} {blocked:>10}", program.name, program.size());
        let alone = median(seconds[0].clone());
        for seconds in seconds {
            match seconds.is_empty() {
                true => print!(" {:>14}", "-"),
                false => {
                    let seconds = median(seconds);
                    print!(" {seconds:>7.2} {:>5.2}×", alone / seconds);
                }
            }
        }
        println!();
    }
    Ok(())
}

struct Run {
    complete: u64,
    blocked: u64,
    seconds: f64,
}

fn run(ours: &str, program: &Sized, workers: usize) -> Result<Run, String> {
    let threads = workers.to_string();
    let flags = ["--no-symmetry", "--format", "json", "--threads", &threads];
    let done = selvedge(ours.as_ref(), program, Builtin::Rc11, &flags).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&done.stdout);
    let number = |key: &str| {
        let (_, rest) = text.split_once(&format!("\"{key}\": "))?;
        rest.split(|c: char| c == ',' || c.is_whitespace()).next()?.parse::<f64>().ok()
    };
    let (complete, blocked, seconds) = (number("complete"), number("blocked"), number("seconds"));
    match (complete, blocked, seconds) {
        (Some(complete), Some(blocked), Some(seconds)) if done.status.success() => {
            Ok(Run { complete: complete as u64, blocked: blocked as u64, seconds })
        }
        _ => Err(format!("{} {}: {}{text}", program.name, program.size(), String::from_utf8_lossy(&done.stderr))),
    }
}
