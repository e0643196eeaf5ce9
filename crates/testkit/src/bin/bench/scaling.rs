//! `bench --threads`: how much several workers help. Whole checks, by the command as users have it, on
//! programs that keep one worker busy for some seconds. What counts is the time of the search that it
//! reports, without the compiler. All must count the same.
//!
//! What the machine itself can do is measured beside it: as many checks with one worker each, at the same
//! time. If others use its cores too, those take longer than one alone. Rounds in which neither did are
//! *quiet*, and only they count, if there are enough. What the workers took does not decide about that.

use std::num::NonZeroUsize;
use std::thread::{self, available_parallelism};

use selvedge_models::Builtin;

use crate::beside::{ours, selvedge};
use crate::programs::{Sized, sized, unrolled};
use crate::{RUNS, median};

/// The twelve programs, in sizes that take one worker about two seconds or more under rc11, if all executions
/// are told apart. The next smaller size of ms-queue and buf-ring takes less than one; these take half a
/// minute and a whole one.
const PROGRAMS: [Sized; 12] = [
    sized("treiber-stack", "-DN=8"),
    sized("ms-queue", "-DN=7"),
    sized("buf-ring", "-DN=6"),
    sized("ttas-lock", "-DN=6"),
    sized("szymanski", "-DK=4"),
    sized("peterson", "-DK=7"),
    unrolled("parker", "-DN=9", 11),
    unrolled("dekker", "-DK=5", 7),
    sized("fib-bench", "-DN=8"),
    sized("lamport-fast", "-DN=5"),
    sized("chase-lev", "-DN=3 -DS=5"),
    sized("linked-list-cas", "-DN=8"),
];

/// Numbers of workers.
const WORKERS: [usize; 4] = [2, 4, 8, 16];

/// As many rounds are waited for quiet ones.
const MOST_ROUNDS: usize = 9;

/// How much longer checks may take in a quiet round than the shortest one.
const TOLERANCE: f64 = 1.06;

/// Seconds of one worker, of several, and of as many checks side by side.
#[derive(Clone, Copy, Debug)]
struct Round {
    alone: f64,
    team: f64,
    side_by_side: f64,
}

/// Measures those whose name contains the filter. Numbers of workers for which there are no cores are left
/// out.
pub fn measure_all(filter: &str) -> Result<(), String> {
    let ours = ours()?;
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    println!(
        "{cores} cores; seconds of the search; as many checks with one worker each do, side by side, what the last column says"
    );
    println!(
        "{:16} {:17} {:>10} {:>10} {:>8} {:>9} {:>8} {:>8} {:>9}",
        "program", "size", "complete", "blocked", "workers", "one", "all", "ratio", "machine"
    );
    for program in PROGRAMS.iter().filter(|program| program.name.contains(filter)) {
        for workers in WORKERS.into_iter().filter(|workers| *workers <= cores) {
            measure(&ours, program, workers)?;
        }
    }
    Ok(())
}

/// Measures one program with so many workers, and prints a line.
fn measure(ours: &str, program: &Sized, workers: usize) -> Result<(), String> {
    let (mut rounds, mut counts) = (Vec::new(), None);
    let quiet = loop {
        let (alone, team) = (run(ours, program, 1)?, run(ours, program, workers)?);
        let known = *counts.get_or_insert((alone.complete, alone.blocked));
        if [&alone, &team].iter().any(|run| (run.complete, run.blocked) != known) {
            let [one, all] =
                [known, (team.complete, team.blocked)].map(|(complete, blocked)| format!("{complete} and {blocked}"));
            return Err(format!("{}: {one} executions with one worker, {all} with {workers}", program.name));
        }
        let side_by_side = run_side_by_side(ours, program, workers)?;
        rounds.push(Round { alone: alone.seconds, team: team.seconds, side_by_side });
        let quiet = quiet_ones(&rounds);
        if quiet.len() == RUNS || rounds.len() == MOST_ROUNDS || (rounds.len() >= RUNS && quiet.is_empty()) {
            break quiet;
        }
    };
    let is_quiet = quiet.len() == RUNS;
    let counted = if is_quiet { &quiet } else { &rounds };
    let middle = |seconds: fn(&Round) -> f64| median(counted.iter().map(seconds).collect());
    let (alone, team, side_by_side) =
        (middle(|round| round.alone), middle(|round| round.team), middle(|round| round.side_by_side));
    let (complete, blocked) = counts.unwrap_or_default();
    println!(
        "{:16} {:17} {complete:>10} {blocked:>10} {workers:>8} {alone:>9.2} {team:>8.2} {:>7.2}× {:>8.2}×{}",
        program.name,
        program.size(),
        alone / team,
        workers as f64 * alone / side_by_side,
        if is_quiet { String::new() } else { format!(" ~ {} of {} rounds were quiet", quiet.len(), rounds.len()) },
    );
    Ok(())
}

/// The rounds in which nobody else used the cores.
fn quiet_ones(rounds: &[Round]) -> Vec<Round> {
    let shortest = rounds.iter().map(|round| round.alone).fold(f64::INFINITY, f64::min);
    let is_quiet = |round: &&Round| round.alone.max(round.side_by_side) <= TOLERANCE * shortest;
    rounds.iter().filter(is_quiet).copied().collect()
}

/// So many checks at the same time, with one worker each. The seconds of the slowest.
fn run_side_by_side(ours: &str, program: &Sized, checks: usize) -> Result<f64, String> {
    thread::scope(|scope| {
        let checks: Vec<_> = (0..checks).map(|_| scope.spawn(|| run(ours, program, 1))).collect();
        let seconds = checks.into_iter().map(|check| match check.join() {
            Ok(run) => run.map(|run| run.seconds),
            Err(panic) => std::panic::resume_unwind(panic),
        });
        seconds.reduce(|one, other| Ok(one?.max(other?))).unwrap_or(Ok(0.0))
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A round is quiet if one check alone, and several at once, take as long as the shortest. What workers
    /// take is another matter.
    #[test]
    fn quiet_rounds_are_found() {
        let round = |alone, team, side_by_side| Round { alone, team, side_by_side };
        let rounds = [round(2.0, 1.9, 2.05), round(2.0, 1.0, 2.9), round(2.5, 1.0, 2.05), round(2.05, 1.0, 2.1)];
        let quiet: Vec<f64> = quiet_ones(&rounds).iter().map(|round| round.alone).collect();
        assert_eq!(quiet, [2.0, 2.05]);
    }
}
