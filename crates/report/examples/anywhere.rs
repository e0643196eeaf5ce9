//! A whole check without files, processes or a clock: it runs wherever Rust does, in a browser too.
//!
//! Store buffering under `tso`, once by the built-in checker and once by its text, as a user's model would be
//! checked. The exit status is the number of executions, and 100 where the two differ or the report does not
//! say so. `testkit/tests/wasm.rs` runs it in node.

use std::process::ExitCode;

use selvedge_check::{Verdict, check};
use selvedge_core::Model;
use selvedge_explore::{Options, Silent};
use selvedge_kat::{Interpreter, compile_text};
use selvedge_models::{Tso, texts};
use selvedge_report::{Colour, Report, text};

const SB: &str = "C sb
{}
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\\ 1:r0=0)
";

fn verdict(model: impl Model) -> Verdict {
    let mut litmus = selvedge_litmus::parse("sb.litmus", SB).expect("a litmus test");
    check(&mut litmus, model, &Options::default(), &mut Silent)
}

fn main() -> ExitCode {
    let load = |file: &str| texts::load(file).map(str::to_owned).ok_or_else(|| "there is no such file".to_owned());
    let compiled = compile_text("tso.kat", load("tso.kat").expect("a text"), &mut { load });
    let compiled = compiled.model.expect("a model");
    let interpreted = Interpreter::vouched(compiled).expect("a model for the search");
    let [by_checker, by_text] = [verdict(Tso::default()), verdict(interpreted)];
    let (model, checks) = ("tso", ["data races"]);
    let report = Report {
        model,
        verdict: &by_checker,
        story: None,
        sources: &[],
        checks: &checks,
        notes: &[],
        witness: None,
        others: &[],
    };
    let told = text::verdict(&report, Colour::Plain);
    let executions = by_checker.counts().complete;
    let agree = by_text.counts().complete == executions && told.starts_with("verified");
    ExitCode::from(if agree { executions as u8 } else { 100 })
}
