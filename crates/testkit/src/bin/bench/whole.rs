//! C programs, each searched in a process of its own, so that its peak memory is known. Where the system says
//! how long the process had a processor, it is that time that counts, and short searches count if nobody
//! disturbed them (`quiet.rs`), so that whatever else the machine does matters less.
//!
//! *Start* is what comes between the compiler and the search: reading the text, and the bodies of functions,
//! and what is found out about each when it is first run. As that is done when it is needed, it ends with a
//! first execution; the search begins anew.

use std::fmt::Write as _;
use std::process::Command;
use std::time::{Duration, Instant};

use selvedge_core::Counts;
use selvedge_explore::{Limits, Options, Silent};
use selvedge_ir::Unit;
use selvedge_ir::read;
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, search_by};
use selvedge_testkit::searched::Unobserved;
use selvedge_vm::Machine;

use crate::programs::{ALL, GROWING, MODELS, Sized};
use crate::quiet::Quiet;
use crate::{RUNS, median};

/// What takes less than this many seconds is timed by the clock, since the system counts in steps of some
/// milliseconds, and again if somebody disturbed it. What takes longer is sure to be disturbed.
const SHORT: f64 = 0.2;

/// How long a row waits for quiet, and takes searches again.
const PATIENCE: Duration = Duration::from_secs(10);

/// What one process found out.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    complete: u64,
    blocked: u64,
    /// The median of several searches.
    seconds: f64,
    /// The median of what came before them.
    start: f64,
    /// How many of them were disturbed.
    disturbed: u64,
    events: u64,
    interpreted: u64,
    peak_kilobytes: u64,
}

/// Measures those whose name contains the filter, prints a table and writes it as JSON.
pub fn measure_all(filter: &str, json: Option<&str>) -> Result<(), String> {
    println!(
        "{:16} {:16} {:5} {:>9} {:>9} {:>9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "program",
        "size",
        "model",
        "complete",
        "blocked",
        "seconds",
        "µs/exec",
        "ev/exec",
        "ns/event",
        "start ms",
        "peak MB",
        "known",
        "peer"
    );
    let (mut rows, mut disturbed) = (Vec::new(), false);
    let quiet = Quiet::new();
    for program in ALL.iter().filter(|program| program.name.contains(filter)) {
        for model in MODELS {
            let row = measure(program, model, &quiet)?;
            let peer = program.peer_seconds(model);
            let executions = (row.complete + row.blocked).max(1) as f64;
            let known = 1.0 - row.interpreted as f64 / row.events.max(1) as f64;
            println!(
                "{:16} {:16} {:5} {:>9} {:>9} {:>9.4} {:>8.2} {:>8.2} {:>8.1} {:>8.2} {:>8.1} {:>6.1}% {:>7}{}",
                program.name,
                program.size(),
                model.name(),
                row.complete,
                row.blocked,
                row.seconds,
                row.seconds * 1e6 / executions,
                row.events as f64 / executions,
                row.seconds * 1e9 / row.events.max(1) as f64,
                row.start * 1e3,
                row.peak_kilobytes as f64 / 1024.0,
                100.0 * known,
                peer.map(|peer| format!("{:.0}×", peer / row.seconds)).unwrap_or_default(),
                if row.disturbed > 0 { " ~" } else { "" },
            );
            disturbed |= row.disturbed > 0;
            rows.push(entry(program, model, &row, peer));
        }
    }
    if disturbed {
        println!("~ others used the processor during some of these searches");
    }
    match json {
        Some(file) => std::fs::write(file, document(&rows)).map_err(|error| format!("{file}: {error}")),
        None => Ok(()),
    }
}

/// Shows how the cost of an event grows with what the filter says.
pub fn measure_growth(filter: &str) -> Result<(), String> {
    println!(
        "{:10} {:>10} {:5} {:>10} {:>9} {:>9} {:>8} {:>8} {:>8}",
        "growing", "size", "model", "executions", "events", "seconds", "µs/event", "µs/exec", "peak MB"
    );
    let quiet = Quiet::new();
    for program in GROWING.iter().filter(|program| program.name.contains(filter)) {
        for model in MODELS {
            let row = measure(program, model, &quiet)?;
            println!(
                "{:10} {:>10} {:5} {:>10} {:>9} {:>9.4} {:>8.2} {:>8.2} {:>8.1}",
                program.name,
                program.size(),
                model.name(),
                row.complete,
                row.events,
                row.seconds,
                row.seconds * 1e6 / row.events as f64,
                row.seconds * 1e6 / row.complete as f64,
                row.peak_kilobytes as f64 / 1024.0,
            );
        }
    }
    Ok(())
}

fn document(rows: &[String]) -> String {
    let commit = Command::new("git").args(["rev-parse", "HEAD"]).output().ok();
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    format!("{{\"commit\":\"{commit}\",\"runs\":{RUNS},\"rows\":[\n{}\n]}}\n", rows.join(",\n"))
}

fn entry(program: &Sized, model: Builtin, row: &Row, peer: Option<f64>) -> String {
    let Row { complete, blocked, seconds, start, disturbed, events, interpreted, peak_kilobytes } = row;
    let mut text =
        format!("{{\"program\":\"{}\",\"size\":\"{}\",\"model\":\"{}\"", program.name, program.size(), model.name());
    _ = write!(text, ",\"complete\":{complete},\"blocked\":{blocked},\"seconds\":{seconds},\"events_added\":{events}");
    _ = write!(text, ",\"steps_interpreted\":{interpreted},\"peak_kilobytes\":{peak_kilobytes}");
    _ = write!(text, ",\"start_seconds\":{start},\"disturbed_runs\":{disturbed}");
    match peer {
        Some(peer) => _ = write!(text, ",\"peer_seconds\":{peer}}}"),
        None => text.push('}'),
    }
    text
}

/// Lets another process measure.
fn measure(program: &Sized, model: Builtin, quiet: &Quiet) -> Result<Row, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let known = quiet.nanoseconds().to_string();
    let told = Command::new(this).args(["--one", program.name, &program.size(), model.name(), &known]).output();
    let told = told.map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&told.stdout);
    let words: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [complete, blocked, seconds, start, disturbed, events, interpreted, peak] = words[..] else {
        return Err(String::from_utf8_lossy(&told.stderr).into_owned());
    };
    let [complete, blocked, disturbed, events, interpreted, peak_kilobytes] =
        [complete, blocked, disturbed, events, interpreted, peak].map(|number| number as u64);
    Ok(Row { complete, blocked, seconds, start, disturbed, events, interpreted, peak_kilobytes })
}

/// Measures one program, in this process, and tells the one that asked.
pub fn measure_one(name: &str, size: &str, model: &str, quiet: &str) -> Result<(), String> {
    let program = ALL.iter().chain(&GROWING).find(|program| program.name == name && program.size() == size);
    let program = program.ok_or_else(|| format!("there is no program {name} {size}"))?;
    let model = Builtin::parse(model).ok_or_else(|| format!("there is no model {model}"))?;
    let compiled = compile(&program.file(), program.flags, None)?;
    let [unit] = &compiled.module().units[..] else { return Err(format!("{name} needs a library")) };
    let mut quiet = Quiet::told(quiet.parse().map_err(|_| format!("{quiet} is no number"))?);
    let (mut seconds, mut starts) = (Vec::new(), Vec::new());
    let mut disturbed = 0;
    let until = Instant::now() + PATIENCE;
    let counts = loop {
        quiet.wait(until);
        let Once { start, passed, used, counts } = run_once(program, unit, model)?;
        let is_quiet = quiet.is_now();
        if is_quiet || passed > SHORT || Instant::now() > until {
            seconds.push(if used > SHORT { used } else { passed });
            starts.push(start);
            disturbed += u32::from(!is_quiet);
        }
        if seconds.len() == RUNS {
            break counts;
        }
    };
    let (complete, blocked, events) = (counts.complete, counts.blocked, counts.events_added);
    let (seconds, start) = (median(seconds), median(starts));
    println!("{complete} {blocked} {seconds} {start} {disturbed} {events} {} {}", counts.interpreted, peak_kilobytes());
    Ok(())
}

/// What a search took.
struct Once {
    /// Seconds before it.
    start: f64,
    /// Seconds that passed, and for which the process had a processor.
    passed: f64,
    used: f64,
    counts: Counts,
}

/// Reads a program and searches it.
fn run_once(program: &Sized, unit: &Unit, model: Builtin) -> Result<Once, String> {
    let limits = Limits { graph_size: usize::MAX, memory: usize::MAX, ..Limits::default() };
    let search = |machine: &mut Machine, limits: Limits| {
        let options = Options { limits, ..Options::default() };
        search_by(machine, || Silent, |machine, _| machine.search_alone(model, &options)).0
    };
    let started = Instant::now();
    let module = read(&unit.file, unit.text.as_bytes()).map_err(|error| error.to_string())?;
    let mut machine = Machine::new(module, "main")?;
    if let Some(rounds) = program.unroll {
        machine.set_unroll(rounds);
    }
    search(&mut machine, Limits { executions: Some(1), ..limits });
    let start = started.elapsed().as_secs_f64();
    let (started, had) = (Instant::now(), processor_seconds());
    let verdict = search(&mut machine, limits);
    let (passed, used) = (started.elapsed().as_secs_f64(), processor_seconds() - had);
    match verdict.violation {
        Some(found) => Err(format!("{} {} under {}: {}", program.name, program.size(), model.name(), found.message)),
        None => Ok(Once { start, passed, used, counts: verdict.counts }),
    }
}

/// Seconds for which this process had a processor; 0 where the system does not say.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|told| told.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) * 1e-9
}

/// The most memory that this process ever had; 0 where the system does not say.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
