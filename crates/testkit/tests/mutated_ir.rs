//! Whatever is done to the text of a program: an error or a result, never a panic and never a hang.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use selvedge_explore::{Limits, Options, Silent, explore};
use selvedge_llvm::read;
use selvedge_llvm::vm::Machine;
use selvedge_models::Rc11;
use selvedge_testkit::random::Random;

/// How many texts to try. `SELVEDGE_MUTATIONS` asks for more.
fn mutations() -> u64 {
    std::env::var("SELVEDGE_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(1_500)
}

/// Programs with a `main`, compiled by several compilers.
fn programs() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../llvm/tests/ir");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ll"))
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read(path).expect("a file can be read"));
    texts.filter(|text| text.len() < 40_000 && String::from_utf8_lossy(text).contains("@main(")).collect()
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

#[test]
fn mutated_programs_are_refused_or_run() {
    let programs = programs();
    assert!(programs.len() >= 3, "only {} programs", programs.len());
    let limits =
        Limits { executions: Some(30), graph_size: 300, time: Some(Duration::from_secs(2)), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let (mut ran, mut slowest) = (0, Duration::ZERO);
    for seed in 0..mutations() {
        let mut random = Random::new(seed);
        let mut text = programs[random.below(programs.len())].clone();
        for _ in 0..random.between(1, 3) {
            mutate(&mut text, &mut random);
        }
        let started = Instant::now();
        let Ok(module) = read("mutated.ll", text) else { continue };
        let Ok(machine) = Machine::new(module, "main") else { continue };
        explore(&machine, Rc11::default(), &options, &mut Silent);
        ran += 1;
        slowest = slowest.max(started.elapsed());
    }
    assert!(ran > mutations() / 10, "only {ran} mutated programs ran");
    assert!(slowest < Duration::from_secs(20), "one program took {slowest:?}");
}
