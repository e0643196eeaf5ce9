//! `selvedge models compare`: the smallest litmus test that tells two models apart.
//!
//! The search for it is about executions ([`selvedge_kat::small::difference`]). A test is about outcomes, and
//! an outcome may have several executions; so each difference is written as a test and both models are run on
//! it. Only a test on which they really differ is shown.

use std::fmt::Write;

use selvedge_check::check;
use selvedge_core::{Mode, Model};
use selvedge_explore::{Finding, Finished, Observer, OnRace, Options, RunEnd};
use selvedge_kat::small::difference::{Difference, Next, are_equal, differences};
use selvedge_kat::small::{Execution, Kind};
use selvedge_litmus::Litmus;
use selvedge_models::Visit;
use selvedge_report::Problem;

use crate::exit::Exit;
use crate::eyes::Eyes;
use crate::flags::plan;
use crate::model::{self, Chosen};
use crate::output::Output;

/// What is compared, in words.
const SCOPE: &str = "\
Compared were programs of two or more threads in which every location is written and is
accessed by two threads, with loads, stores, exchanges, and fences between them, in all
orderings.
";

/// A model to compare.
struct Side {
    name: String,
    text: selvedge_kat::Model,
    chosen: Chosen,
}

impl Side {
    fn new(name: &str, output: Output) -> Result<Side, Exit> {
        let refuse = |problem: Problem<'static>| output.refuse(&[problem], None);
        let chosen = model::load(plan::model(name).map_err(refuse)?, output)?;
        let compiled = super::models::compiled(name).map_err(refuse)?;
        let text = compiled
            .model
            .ok_or_else(|| output.refuse_text(&model::remarks(&compiled.sources, &compiled.diagnostics)))?;
        Ok(Side { name: text.name.clone(), text, chosen })
    }

    /// In how many of how many executions the test's outcome shows.
    fn shows(&self, litmus: &mut Litmus) -> (u64, u64) {
        self.chosen.with(Outcome { litmus })
    }
}

/// A search that counts executions with the outcome, waiting for its model.
struct Outcome<'a> {
    litmus: &'a mut Litmus,
}

impl Visit for Outcome<'_> {
    type Out = (u64, u64);

    fn visit<M: Model>(self, model: M) -> (u64, u64) {
        let options = Options { on_race: OnRace::Ignore, ..Options::default() };
        let mut count = Count { positive: 0, all: 0 };
        check(self.litmus, model, &options, &mut Eyes::Other(&mut count));
        (count.positive, count.all)
    }
}

struct Count {
    positive: u64,
    all: u64,
}

impl Observer<Litmus> for Count {
    fn finished(&mut self, run: &Finished<'_, Litmus>) -> Option<Finding> {
        if run.end() == RunEnd::Complete {
            self.all += 1;
            self.positive += u64::from(run.program().holds(&run.program().state_at(run)));
        }
        None
    }

    fn started_again(&mut self) {
        (self.positive, self.all) = (0, 0);
    }
}

/// Runs the command.
pub fn run(names: [&str; 2], size: usize, output: Output) -> Exit {
    match compare(names, size, output) {
        Ok(report) => output.finish(&report, Exit::Done),
        Err(exit) => exit,
    }
}

fn compare(names: [&str; 2], size: usize, output: Output) -> Result<String, Exit> {
    let first = Side::new(names[0], output)?;
    let second = Side::new(names[1], output)?;
    if are_equal([&first.text, &second.text]) {
        let (a, b) = (&first.name, &second.name);
        return Ok(format!("{a} and {b}: no difference\n\nEach axiom of one follows from an axiom of the other.\n"));
    }
    let mut answer = None;
    // The smallest execution on which they differ without any outcome that shows it.
    let mut hidden: Option<Difference> = None;
    differences([&first.text, &second.text], size, &mut |_| Next::GoOn, &mut |difference| {
        let (allows, forbids) = if difference.first_allows { (&first, &second) } else { (&second, &first) };
        let text = litmus_text(&difference.execution, &format!("{}-not-{}", allows.name, forbids.name), &[]);
        let Ok(mut litmus) = selvedge_litmus::parse("difference", &text) else {
            return Next::GoOn;
        };
        let (by_allowing, by_forbidding) = (allows.shows(&mut litmus), forbids.shows(&mut litmus));
        if by_allowing.0 == 0 || by_forbidding.0 > 0 {
            hidden.get_or_insert(difference);
            return Next::GoOn;
        }
        let comments = [
            format!("{}: in {} of {} executions", allows.name, by_allowing.0, by_allowing.1),
            format!("{}: in none of {} executions", forbids.name, by_forbidding.1),
        ];
        let name = format!("{}-not-{}", allows.name, forbids.name);
        answer = Some(litmus_text(&difference.execution, &name, &comments));
        Next::Stop
    });
    Ok(answer.unwrap_or_else(|| {
        let (a, b) = (&first.name, &second.name);
        let mut out = format!("{a} and {b}: no difference up to {size} events\n\n{SCOPE}");
        if let Some(Difference { execution, first_allows }) = hidden {
            let (allows, forbids) = if first_allows { (a, b) } else { (b, a) };
            let _ = write!(
                out,
                "\nThere is an execution that only {allows} allows, but its outcome has another that {forbids} allows too:\n\n{execution}"
            );
        }
        out
    }))
}

/// The execution as a litmus test: its reads, and what locations that are written more than once hold in the
/// end.
fn litmus_text(execution: &Execution, name: &str, comments: &[String]) -> String {
    let locations: Vec<char> = (0..execution.coherence.len() as u8).map(Execution::location_name).collect();
    let mut out = format!("C {name}\n");
    for comment in comments {
        let _ = writeln!(out, "(* {comment} *)");
    }
    let initial: Vec<String> = locations.iter().map(|location| format!("{location} = 0;")).collect();
    let _ = writeln!(out, "{{ {} }}", initial.join(" "));
    let parameters: Vec<String> = locations.iter().map(|location| format!("atomic_int* {location}")).collect();
    let mut outcome = Vec::new();
    for thread in 0..execution.threads() {
        let _ = writeln!(out, "\nP{thread} ({}) {{", parameters.join(", "));
        let mut registers = 0;
        for (at, op) in execution.ops.iter().enumerate().filter(|(_, op)| op.thread as usize == thread) {
            let (location, order) = (Execution::location_name(op.location), order(op.mode));
            if op.kind.reads() {
                outcome.push(format!("{thread}:r{registers}={}", execution.read(at)));
            }
            let line = match op.kind {
                Kind::Write => format!("atomic_store_explicit({location}, {}, {order});", execution.written(at)),
                Kind::Read => format!("int r{registers} = atomic_load_explicit({location}, {order});"),
                Kind::Update => {
                    let value = execution.written(at);
                    format!("int r{registers} = atomic_exchange_explicit({location}, {value}, {order});")
                }
                Kind::Fence => format!("atomic_thread_fence({order});"),
            };
            registers += usize::from(op.kind.reads());
            let _ = writeln!(out, "  {line}");
        }
        out.push_str("}\n");
    }
    for (location, order) in execution.coherence.iter().enumerate().filter(|(_, order)| order.len() > 1) {
        if let Some(&last) = order.last() {
            outcome.push(format!("[{}]={}", locations[location], execution.written(last)));
        }
    }
    let _ = writeln!(out, "\nexists ({})", outcome.join(" /\\ "));
    out
}

fn order(mode: Mode) -> &'static str {
    match mode {
        Mode::Plain | Mode::Relaxed => "memory_order_relaxed",
        Mode::Acquire => "memory_order_acquire",
        Mode::Release => "memory_order_release",
        Mode::AcqRel => "memory_order_acq_rel",
        Mode::SeqCst => "memory_order_seq_cst",
    }
}
