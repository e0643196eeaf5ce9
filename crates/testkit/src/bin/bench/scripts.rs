//! Built-in programs with known counts.
//!
//! Times are medians of several runs. Beside microseconds each row has a ratio: how many rounds of a fixed
//! kernel (see [`kernel`]) take as long as one execution. The kernel is timed between the runs, so that the
//! ratio compares across machines and through noise better than the microseconds do. The column `text` says
//! how many times as long the interpreter of the model's text takes, in turn with the generated code.

use std::hint::black_box;
use std::time::Instant;

use selvedge_core::ReadOrdering as R;
use selvedge_core::Searched;
use selvedge_core::WriteOrdering as W;
use selvedge_explore::{OnRace, Options, Silent, explore};
use selvedge_kat::Interpreter;
use selvedge_models::Builtin;
use selvedge_testkit::programs as p;
use selvedge_testkit::script::Script;
use selvedge_testkit::searched::Unobserved;
use selvedge_testkit::texts::model as text;

use crate::{RUNS, median};

/// Measures those whose name contains the filter.
pub fn measure_all(filter: &str) {
    let programs = [
        p::fib_watched(5, R::Acquire, W::Release),
        p::fib(5, R::Relaxed, W::Relaxed),
        p::fib(7, R::Relaxed, W::Relaxed),
        p::increments(4, 3),
        p::increments(8, 1),
        p::writers(8),
        p::lastzero(15),
        p::casrot(10),
        p::iriw_chain(4, 4),
        p::readers(15),
        p::eratosthenes(12, 2),
        p::indexer(15),
        p::peterson_counter(4),
        p::lamport_once(3),
    ];
    println!(
        "{:20} {:9} {:>10} {:>9} {:>9} {:>9} {:>8} {:>6} {:>8} {:>8} {:>9} {:>9}",
        "program",
        "model",
        "executions",
        "seconds",
        "exec/s",
        "µs/exec",
        "×kernel",
        "×text",
        "ev/exec",
        "ns/event",
        "interpr.",
        "peak kB"
    );
    for program in programs.iter().filter(|program| program.name().contains(filter)) {
        for model in Builtin::MAIN.into_iter().filter(|model| is_feasible(program, *model)) {
            measure(program, model);
        }
    }
}

/// Without the guarantees of seq_cst, Peterson's lock lets everything through: hundreds of millions of
/// executions.
fn is_feasible(program: &Script, model: Builtin) -> bool {
    !(program.name().starts_with("peterson") && matches!(model, Builtin::Ra | Builtin::RaPopl16 | Builtin::Sra))
}

/// Measures one program under one model, and prints a row.
fn measure(program: &Script, model: Builtin) {
    let mut seconds = Vec::new();
    let mut kernels = Vec::new();
    let mut texts = Vec::new();
    let mut verdict: Option<Searched> = None;
    let interpreter = Interpreter::vouched(text(model.name())).expect("invariant: built-in models can be used");
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    for _ in 0..RUNS {
        let started = Instant::now();
        verdict = Some(program.search_alone(model, &options));
        seconds.push(started.elapsed().as_secs_f64());
        let started = Instant::now();
        explore(program, interpreter.clone(), &options, &mut Silent);
        texts.push(started.elapsed().as_secs_f64());
        kernels.push(kernel());
    }
    let counts = verdict.expect("invariant: there is at least one run").counts;
    let (seconds, texts, kernel) = (median(seconds), median(texts), median(kernels));
    let executions = counts.complete + counts.blocked;
    let per_execution = seconds / executions as f64;
    println!(
        "{:20} {:9} {:>10} {:>9.4} {:>9.0} {:>9.3} {:>8.2} {:>6.2} {:>8.2} {:>8.1} {:>9} {:>9}",
        program.name(),
        model.name(),
        executions,
        seconds,
        1.0 / per_execution,
        per_execution * 1e6,
        per_execution / kernel,
        texts / seconds,
        counts.events_added as f64 / executions as f64,
        seconds * 1e9 / counts.events_added as f64,
        counts.interpreted,
        counts.peak_bytes / 1024,
    );
}

/// Seconds per round of a fixed piece of work: a walk of 256 dependent steps through a table of 4 kB.
fn kernel() -> f64 {
    const ROUNDS: u32 = 20_000;
    let table: Vec<u32> = (0..1024u32).map(|i| i.wrapping_mul(421).wrapping_add(7) % 1024).collect();
    let started = Instant::now();
    let mut at = 0u32;
    for _ in 0..ROUNDS {
        for _ in 0..256 {
            at = table[at as usize];
        }
        at = black_box(at);
    }
    started.elapsed().as_secs_f64() / f64::from(ROUNDS)
}
