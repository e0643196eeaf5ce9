//! Random C programs with atomic sections: what sections must not let through, and what they must not lose.
//!
//! Under `sc`, the outcomes of a program are those of a list of all interleavings in which each section is
//! one step; and two reads of a variable in a section see the same.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::c::{Outcomes, compile_text, search_under};
use crate::random::Random;
use selvedge_core::{Searched, StopReason};
use selvedge_explore::Options;
use selvedge_models::Builtin;

const VARIABLES: usize = 3;

/// Something that a thread does.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Reads a variable into its next result.
    Read(usize),
    Write(usize, u64),
    Add(usize, u64),
    /// Reads a variable twice, and both must be equal: only in sections.
    Twice(usize),
}

/// How a section is written down.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// The steps stand alone.
    Open,
    Section,
    /// With another section around the last step.
    Nested,
    Function,
}

#[derive(Clone, Debug)]
struct Item {
    form: Form,
    steps: Vec<Step>,
}

type Thread = Vec<Item>;

fn step(random: &mut Random, in_section: bool) -> Step {
    let variable = random.below(VARIABLES);
    match random.below(if in_section { 4 } else { 3 }) {
        0 => Step::Read(variable),
        1 => Step::Write(variable, 1 + random.below(3) as u64),
        2 => Step::Add(variable, 1 + random.below(3) as u64),
        _ => Step::Twice(variable),
    }
}

fn program(random: &mut Random) -> Vec<Thread> {
    let threads = 2 + usize::from(random.chance(30));
    let item = |random: &mut Random| {
        let form = [Form::Open, Form::Section, Form::Nested, Form::Function][random.below(4)];
        let in_section = !matches!(form, Form::Open);
        let count = if in_section { 1 + random.below(3) } else { 1 };
        Item { form, steps: (0..count).map(|_| step(random, in_section)).collect() }
    };
    (0..threads)
        .map(|_| (0..1 + random.below(if threads == 2 { 3 } else { 2 })).map(|_| item(random)).collect())
        .collect()
}

/// What all variables and results hold in the end, by name.
type Outcome = BTreeMap<String, u64>;

fn all_outcomes(threads: &[Thread], name: &dyn Fn(&str) -> String) -> BTreeSet<Outcome> {
    let mut found = BTreeSet::new();
    let mut pending = vec![(vec![0; threads.len()], Outcome::new(), vec![0u32; threads.len()])];
    while let Some((places, memory, results)) = pending.pop() {
        let mut ended = true;
        for (thread, items) in threads.iter().enumerate() {
            let Some(item) = items.get(places[thread]) else { continue };
            ended = false;
            let (mut places, mut memory, mut results) = (places.clone(), memory.clone(), results.clone());
            places[thread] += 1;
            for step in &item.steps {
                let variable = |variable: usize| name(&format!("v{variable}"));
                let value = |memory: &Outcome, at: usize| memory.get(&variable(at)).copied().unwrap_or(0);
                match *step {
                    Step::Read(at) => {
                        let result = name(&format!("r{thread}_{}", results[thread]));
                        results[thread] += 1;
                        memory.insert(result, value(&memory, at));
                    }
                    Step::Write(at, new) => _ = memory.insert(variable(at), new),
                    Step::Add(at, more) => _ = memory.insert(variable(at), value(&memory, at) + more),
                    Step::Twice(_) => {}
                }
            }
            pending.push((places, memory, results));
        }
        if ended {
            found.insert(memory);
        }
    }
    found
}

/// The program as C, and the names of its variables and results.
fn text(threads: &[Thread], seed: u64) -> (String, BTreeSet<String>) {
    let (mut functions, mut declared) = (String::new(), String::new());
    let mut names = BTreeSet::new();
    let mut declare = |ty: &str, name: String| {
        _ = writeln!(declared, "{ty} {name};");
        names.insert(name);
    };
    (0..VARIABLES).for_each(|variable| declare("atomic_int", format!("v{variable}_{seed}")));
    let mut calls = 0;
    for (number, items) in threads.iter().enumerate() {
        let mut body = String::new();
        let mut results = 0;
        for item in items {
            let mut lines: Vec<String> = Vec::new();
            for step in &item.steps {
                lines.push(match *step {
                    Step::Read(at) => {
                        let result = format!("r{number}_{results}_{seed}");
                        results += 1;
                        declare("int", result.clone());
                        format!("{result} = v{at}_{seed};")
                    }
                    Step::Write(at, new) => format!("v{at}_{seed} = {new};"),
                    Step::Add(at, more) => format!("atomic_fetch_add(&v{at}_{seed}, {more});"),
                    Step::Twice(at) => format!("{{ int a = v{at}_{seed}, b = v{at}_{seed}; assert(a == b); }}"),
                });
            }
            let (begin, end) = ("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
            let last = lines.len() - 1;
            match item.form {
                Form::Open => body += &lines.join(" "),
                Form::Section => body += &format!("{begin} {} {end}", lines.join(" ")),
                Form::Nested => {
                    lines[last] = format!("{begin} {} {end}", lines[last]);
                    body += &format!("{begin} {} {end}", lines.join(" "));
                }
                Form::Function => {
                    calls += 1;
                    let function = format!("__VERIFIER_atomic_{seed}_{calls}");
                    _ = writeln!(functions, "static int {function}(void) {{ {} return 1; }}", lines.join(" "));
                    body += &format!("if ({function}() != 1) abort();");
                }
            }
            body += "\n    ";
        }
        _ = writeln!(functions, "static void *t{number}_{seed}(void *a) {{\n    {body}return a;\n}}");
    }
    let count = threads.len();
    let each = |make: &dyn Fn(usize) -> String| (0..count).map(make).collect::<String>();
    let create = each(&|n| format!("pthread_create(&t[{n}], 0, t{n}_{seed}, 0); "));
    let join = each(&|n| format!("pthread_join(t[{n}], 0); "));
    let main = format!("int main{seed}(void) {{ pthread_t t[{count}]; {create}{join}return 0; }}\n");
    (format!("{declared}{functions}{main}"), names)
}

const PRELUDE: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
    void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n";

/// How many programs go into one file.
const BATCH: u64 = 100;

/// Compares so many random programs with what is expected of them. Program `i` is made from seed `seed + i`
/// and nothing else. Says how many have several outcomes, or what is wrong with one.
pub fn fuzz(programs: u64, seed: u64) -> Result<u64, String> {
    let mut several = 0;
    let end = seed + programs;
    for first in (seed..end).step_by(BATCH as usize) {
        let batch = first..end.min(first + BATCH);
        let batch: Vec<(u64, Vec<Thread>)> = batch.map(|seed| (seed, program(&mut Random::new(seed)))).collect();
        let mut file = PRELUDE.to_owned();
        batch.iter().for_each(|(seed, threads)| file.push_str(&text(threads, *seed).0));
        _ = writeln!(file, "int main(void) {{ return main{first}(); }}");
        let mut machine = compile_text(&file, "-Wno-everything")?;
        for (seed, threads) in &batch {
            machine = machine.started_with(&format!("main{seed}"))?;
            let (searched, outcomes) = search_under(&mut machine, Builtin::Sc, &Options::default(), Outcomes::default);
            several += u64::from(compare(*seed, threads, &searched, outcomes)?);
        }
    }
    Ok(several)
}

/// Whether a program has several outcomes, all of which were found, and no others.
fn compare(seed: u64, threads: &[Thread], searched: &Searched, outcomes: Outcomes) -> Result<bool, String> {
    let (text, names) = text(threads, seed);
    if searched.violation.is_some() || searched.stop != StopReason::Exhausted {
        return Err(format!("{:?} {:?} (seed {seed})\n{PRELUDE}{text}", searched.violation, searched.stop));
    }
    // What holds 0 in the end was perhaps never written.
    let tidy = |outcome: Outcome| outcome.into_iter().filter(|(_, value)| *value != 0).collect::<Outcome>();
    let expected: BTreeSet<Outcome> =
        all_outcomes(threads, &|name| format!("{name}_{seed}")).into_iter().map(tidy).collect();
    let known = |outcome: &crate::c::Outcome| {
        let known = outcome.iter().filter(|(name, _)| names.contains(*name));
        tidy(known.map(|(name, value)| (name.clone(), value.0)).collect())
    };
    let found: BTreeSet<Outcome> = outcomes.seen.iter().map(known).collect();
    let (lost, made_up) = (expected.difference(&found).next(), found.difference(&expected).next());
    match (lost, made_up) {
        (None, None) => Ok(expected.len() > 1),
        _ => Err(format!("lost {lost:?}, made up {made_up:?} (seed {seed})\n{PRELUDE}{text}")),
    }
}
