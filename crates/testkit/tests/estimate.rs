//! How good the guesses are: the number of executions before a search, and how much lies behind during one.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::collections::BTreeSet;
use std::time::Duration;

use selvedge_core::{Again, Counts, Program, StopReason, Subject};
use selvedge_explore::{Estimate, Observer, Options, Samples};
use selvedge_models::Builtin;
use selvedge_testkit::c::{compile, corpus, search_under};
use selvedge_testkit::compare::run_under;
use selvedge_testkit::estimates::{self, Half, Judged, Known};
use selvedge_testkit::searched::Estimated;
use selvedge_testkit::texts;
use selvedge_vm::Machine;

/// So many samples on any machine, however busy it is.
const SAMPLES: Samples = Samples { max: 100_000, time: Duration::from_secs(60), precision: 0.03, seed: 1 };

fn guess(machine: &mut Machine, model: Builtin) -> Estimate {
    loop {
        match machine.estimate(model.into(), &Options::default(), SAMPLES) {
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
        let guess = litmus.estimate(model.into(), &Options::default(), SAMPLES).expect("nothing goes wrong");
        assert_eq!((guess.complete, guess.blocked, guess.error), (expected, 0.0, 0.0), "{name}");
    }
}

/// Programs that were not looked at when guessing was made: the truth is in the range nine times in ten,
/// whatever the number of samples. With few samples ranges are wide, with many they are narrow.
#[test]
fn ranges_hold_for_programs_that_were_held_out() {
    let text = std::fs::read_to_string(estimates::file()).expect("the table can be read");
    let all = estimates::read(&text).expect("a table");
    let held_out: Vec<&Known> = all.iter().filter(|known| known.half == Half::HeldOut).collect();
    assert!(held_out.len() >= 60, "{}", held_out.len());
    for (max, least_close) in if full() { vec![(10_000, 80), (200_000, 95)] } else { vec![(10_000, 80)] } {
        let samples = Samples { max, ..SAMPLES };
        let judged: Vec<Judged> =
            held_out.iter().map(|it| it.judge(samples).unwrap_or_else(|why| panic!("{why}"))).collect();
        // What was not guessed but counted proves nothing.
        let guessed: Vec<&Judged> = judged.iter().filter(|judged| judged.said.error > 0.0).collect();
        let percent = |holds: &dyn Fn(&Judged) -> bool| {
            100 * guessed.iter().filter(|judged| holds(judged)).count() / guessed.len().max(1)
        };
        let (covered, close) = (percent(&|judged| judged.is_covered), percent(&|judged| judged.off <= 2.0));
        println!(
            "{max} samples: {} guessed, {covered} % in the range, {close} % within a factor of two",
            guessed.len()
        );
        assert!(
            guessed.len() >= 30 && covered >= 85 && close >= least_close,
            "{max}: {} {covered} {close}",
            guessed.len()
        );
    }
}

/// What a search has met corrects what samples said: when most lies behind, the number is mostly right,
/// however wrong it was.
#[test]
fn a_search_learns() {
    struct Course(Vec<(f64, f64)>);
    impl<P: Program> Observer<P> for Course {
        fn started_again(&mut self) {}

        fn tick(&mut self, counts: &Counts, fraction: f64) {
            self.0.push(((counts.complete + counts.blocked) as f64, fraction));
        }
    }
    let mut machine = compile(&corpus().join("bench/ms-queue.c"), "-DN=5", None).unwrap_or_else(|why| panic!("{why}"));
    let (found, Course(course)) = search_under(&mut machine, Builtin::Rc11, &Options::default(), || Course(Vec::new()));
    let truth = (found.counts.complete + found.counts.blocked) as f64;
    let mut late = Vec::new();
    for seed in 1..=9 {
        let few = Samples { max: 2_000, precision: 0.0, seed, ..SAMPLES };
        let said = machine.estimate(Builtin::Rc11.into(), &Options::default(), few).expect("nothing goes wrong");
        let off = |met: f64, fraction: f64| (said.in_all(met, fraction) / truth).ln().abs();
        let end = course.iter().filter(|(met, _)| *met > 0.7 * truth).map(|&(met, at)| off(met, at));
        let (worst, first) = (end.fold(0.0, f64::max), (said.executions() / truth).ln().abs());
        println!("{seed}: {first} {worst}");
        late.push(worst);
        assert_eq!(said.in_all(truth, 1.0), truth);
        for &(met, fraction) in &course {
            let (low, high) = said.range_in_all(met, fraction);
            assert!(met <= low && low <= said.in_all(met, fraction) && said.in_all(met, fraction) <= high);
        }
    }
    late.sort_by(f64::total_cmp);
    // Of nine guesses from few samples, most are off by a factor of two to ten at first.
    assert!(late[4] < 0.4 && late[8] < 1.2, "{late:?}");
}

fn full() -> bool {
    std::env::var_os("SELVEDGE_FULL").is_some()
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
    let (mut close, mut all, mut bad, mut table) = (0, 0, Vec::new(), String::new());
    for (file, flags, model) in programs(if full() { 60.0 } else { 1.0 }) {
        let mut machine = compile(&corpus().join(&file), &flags, None).unwrap_or_else(|why| panic!("{why}"));
        let guess = guess(&mut machine, model);
        let (verdict, behind) = search_under(&mut machine, model, &Options::default(), Behind::default);
        assert!(!behind.shrank && behind.last == 1.0, "{file} {flags}: {}", behind.last);
        let executions = (verdict.counts.complete + verdict.counts.blocked) as f64;
        // What our search makes small is no test of guesses.
        if executions < 1e3 {
            continue;
        }
        assert!(guess.samples <= 2 * SAMPLES.max, "{file} {flags}: {} samples", guess.samples);
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
        if off > 2.0 {
            bad.push(row.clone());
        }
        table.push_str(&row);
        table.push('\n');
    }
    println!("{table}{close} of {all} within a factor of two");
    assert!(all > 10, "{table}");
    assert!(bad.is_empty(), "off by more than a factor of two:\n{}", bad.join("\n"));
}
