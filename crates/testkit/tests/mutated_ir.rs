//! Whatever is done to the text of a program: an error or a result, never a panic and never a hang.

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use selvedge_check::check as check_all;
use selvedge_explore::{Limits, Options, Silent};
use selvedge_ir::read;
use selvedge_models::Rc11;
use selvedge_report::{Colour, Report, SourceText, Story, text};
use selvedge_testkit::random::Random;
use selvedge_vm::Machine;

/// How many texts to try, and which. `SELVEDGE_MUTATIONS` asks for more, `SELVEDGE_SEED` for others.
fn seeds() -> std::ops::Range<u64> {
    let ask = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = ask("SELVEDGE_SEED").unwrap_or(0);
    first..first + ask("SELVEDGE_MUTATIONS").unwrap_or(1_500)
}

/// Programs with a `main`, compiled by several compilers. `SELVEDGE_PROGRAMS` is a folder with more, of any
/// size.
fn programs() -> Vec<Vec<u8>> {
    let mut found = programs_in(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../ir/tests/ir"), 40_000);
    if let Some(folder) = std::env::var_os("SELVEDGE_PROGRAMS") {
        found.extend(programs_in(&PathBuf::from(folder), usize::MAX));
    }
    found
}

fn programs_in(folder: &Path, largest: usize) -> Vec<Vec<u8>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"))
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read(path).expect("a file can be read"));
    texts.filter(|text| text.len() < largest && String::from_utf8_lossy(text).contains("@main(")).collect()
}

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    // Edits before the debug info: most of the text is that, and it does not run.
    let end = text.windows(2).position(|two| two == b"\n!").unwrap_or(text.len()).max(2);
    let at = random.below(end - 1);
    match random.below(6) {
        0 => text[at] = random.below(256) as u8,
        1 => drop(text.drain(at..(at + random.between(1, 20)).min(text.len()))),
        2 => {
            let piece: Vec<u8> = text[at..(at + random.between(1, 60)).min(text.len())].to_vec();
            let to = random.below(end);
            text.splice(to..to, piece);
        }
        3 => {
            // Another number.
            if let Some(digit) = (at..end).find(|&i| text[i].is_ascii_digit()) {
                text[digit] = b'0' + random.below(10) as u8;
            }
        }
        4 => {
            // A line twice, or somewhere else.
            let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
            let stop = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |i| at + i + 1);
            let line: Vec<u8> = text[start..stop].to_vec();
            let to = text[..random.below(end)].iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
            text.splice(to..to, line);
        }
        _ => {
            let (a, b) = (at, random.below(end));
            text.swap(a, b);
        }
    }
}

/// Reads, runs and reports a text. False when it is refused.
fn check(text: &[u8], options: &Options) -> bool {
    let Ok(module) = read("mutated.ll", text) else { return false };
    let Ok(mut machine) = Machine::new(module, "main") else { return false };
    let verdict = check_all(&mut machine, Rc11::default(), options, &mut Silent);
    let story = verdict.violation().map(|violation| Story::of(&machine, violation));
    let sources = &[SourceText { file: "mutated.ll", text: "" }];
    let report = Report {
        model: "rc11",
        verdict: &verdict,
        story: story.as_ref(),
        sources,
        checks: &[],
        notes: &[],
        witness: None,
        others: &[],
    };
    assert!(!text::verdict(&report, Colour::Plain).is_empty());
    true
}

#[test]
fn mutated_programs_are_refused_or_run() {
    let programs = programs();
    assert!(programs.len() >= 3, "only {} programs", programs.len());
    let limits =
        Limits { executions: Some(30), graph_size: 300, time: Some(Duration::from_secs(2)), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let (mut ran, mut slowest) = (0, (Duration::ZERO, 0));
    for seed in seeds() {
        let mut random = Random::new(seed);
        let mut text = programs[random.below(programs.len())].clone();
        for _ in 0..random.between(1, 3) {
            mutate(&mut text, &mut random);
        }
        let started = Instant::now();
        match std::panic::catch_unwind(AssertUnwindSafe(|| check(&text, &options))) {
            Ok(accepted) => ran += u64::from(accepted),
            Err(_) => {
                let path = std::env::temp_dir().join(format!("selvedge-mutated-{seed}.ll"));
                std::fs::write(&path, &text).expect("the text can be saved");
                panic!("seed {seed} panicked; its text is in {}", path.display());
            }
        }
        slowest = slowest.max((started.elapsed(), seed));
    }
    let all = seeds().count() as u64;
    println!("{ran} of {all} texts ran; the slowest took {:?} (seed {})", slowest.0, slowest.1);
    assert!(ran > all / 10, "only {ran} mutated programs ran");
    assert!(slowest.0 < Duration::from_secs(20), "seed {} took {:?}", slowest.1, slowest.0);
}
