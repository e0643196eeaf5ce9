//! How good the guesses are: the number of executions before a search, and how much lies behind during one.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::BTreeSet;

use selvedge_core::{Again, Counts, Program, StopReason, Subject};
use selvedge_explore::{Estimate, Observer, Options, Samples};
use selvedge_llvm::vm::Machine;
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};
use selvedge_testkit::compare::run_under;
use selvedge_testkit::searched::Estimated;
use selvedge_testkit::texts;

fn guess(machine: &mut Machine, model: Builtin) -> Estimate {
    loop {
        match machine.estimate(model.into()) {
            Ok(estimate) => return estimate,
            Err(found) if machine.again(&found) == Again::Search => {}
            Err(found) => panic!("{:?}", found.stop),
        }
    }
}

/// Checks that the fraction never shrinks.
#[derive(Default)]
struct Behind {
    last: f64,
    shrank: bool,
}

impl<P: Program> Observer<P> for Behind {
    fn started_again(&mut self) {}

    fn tick(&mut self, _: &Counts, fraction: f64) {
        self.shrank |= fraction < self.last || fraction > 1.0;
        self.last = fraction;
    }
}

#[test]
fn the_fraction_of_litmus_tests_only_grows_and_ends_at_one() {
    let mut searches = 0;
    for name in texts::corpus() {
        let litmus = texts::litmus(&name);
        for model in Builtin::ALL {
            let mut behind = Behind::default();
            let verdict = run_under(&litmus, model, &Options::default(), &mut behind);
            let is_over = verdict.stop == StopReason::Exhausted;
            assert!(!behind.shrank && (behind.last == 1.0) == is_over, "{name}: {:?} {}", verdict.stop, behind.last);
            searches += u32::from(is_over);
        }
    }
    assert!(searches > 500, "{searches}");
}

/// Where a tree is so small that no run of it is left out, nothing is guessed.
#[test]
fn small_numbers_are_exact() {
    // n! orders of n writes, two values for each of the reads of store buffering.
    for (name, model, expected) in
        [("co-3w", Builtin::Rc11, 6.0), ("sb-rlx", Builtin::Rc11, 4.0), ("rmw-3fai", Builtin::Tso, 6.0)]
    {
        let litmus = texts::litmus(name);
        let guess = litmus.estimate(model.into()).expect("nothing goes wrong");
        assert_eq!((guess.complete, guess.blocked, guess.error), (expected, 0.0, 0.0), "{name}");
    }
}

/// The rows of `expected.tsv` in which the other checker found so many executions in so many seconds.
fn programs(seconds: f64) -> BTreeSet<(String, String, Builtin)> {
    let text = std::fs::read_to_string(corpus().join("expected.tsv")).expect("expected.tsv can be read");
    let parse = |line: &str| {
        let f: Vec<&str> = line.split('\t').collect();
        let complete: f64 = f[4].parse().ok()?;
        let fits = f[2] == "-" && f[6] == "safe" && f[8] == "--disable-sr --disable-ipr";
        let small = f[7].parse::<f64>().is_ok_and(|needed| needed <= seconds);
        (fits && small && (1e3..=1e7).contains(&complete))
            .then_some(())
            .and_then(|()| Some((f[0].to_owned(), f[1].to_owned(), Builtin::parse(f[3])?)))
    };
    text.lines().skip(1).filter_map(parse).collect()
}

#[test]
fn guesses_are_good_on_the_corpus() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let (mut close, mut all, mut bad, mut table) = (0, 0, Vec::new(), String::new());
    for (file, flags, model) in programs(if full { 60.0 } else { 1.0 }) {
        let mut machine = compile(&corpus().join(&file), &flags, None).unwrap_or_else(|why| panic!("{why}"));
        let guess = guess(&mut machine, model);
        let (verdict, behind) = search_under(&mut machine, model, &Options::default(), Behind::default);
        assert!(!behind.shrank && behind.last == 1.0, "{file} {flags}: {}", behind.last);
        let executions = (verdict.counts.complete + verdict.counts.blocked) as f64;
        // What our search makes small is no test of guesses.
        if executions < 1e3 {
            continue;
        }
        assert!(guess.samples <= Samples::default().max, "{file} {flags}: {} samples", guess.samples);
        let ratio = guess.executions() / executions;
        let off = ratio.max(1.0 / ratio);
        let row = format!(
            "{file} {flags} {}: {executions} executions, guessed {:.0} ± {:.0} from {} samples in {:.3} s: off by {off:.2}",
            model.name(),
            guess.executions(),
            guess.error,
            guess.samples,
            guess.seconds
        );
        all += 1;
        close += usize::from(off <= 2.0);
        if off > 10.0 {
            bad.push(row.clone());
        }
        table.push_str(&row);
        table.push('\n');
    }
    println!("{table}{close} of {all} within a factor of two");
    assert!(all > 10, "{table}");
    assert!(bad.is_empty(), "off by more than ten:\n{}", bad.join("\n"));
    assert!(3 * close >= 2 * all, "only {close} of {all} are within a factor of two:\n{table}");
}
