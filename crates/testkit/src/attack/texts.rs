//! Inputs that were damaged, in this process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use selvedge_check::{check, replay};
use selvedge_core::witness::{Decisions, WITNESS};
use selvedge_core::{Seal, Witness};
use selvedge_driver::first_untrusted;
use selvedge_explore::{Checkpoint, Limits, Options, Silent, explore_from};
use selvedge_kat::{Interpreter, compile_text, prove};
use selvedge_models::{Rc11, texts};
use selvedge_vm::Machine;

use super::mutate;
use crate::random::Random;

/// How long a case may take: what is longer is as good as a hang.
const PATIENCE: Duration = Duration::from_secs(20);

/// A program that goes wrong in one of some executions.
const PROGRAM: &str = "\
C attacked
{ x = 0; y = 0; }
P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); int r = atomic_fetch_add(y, 1); }
P1 (atomic_int* x, atomic_int* y) { int r = atomic_fetch_add(y, 1); int s = atomic_load_explicit(x, memory_order_relaxed); }
P2 (atomic_int* x, atomic_int* y) { int r = atomic_fetch_add(y, 1); atomic_store_explicit(x, 2, memory_order_relaxed); }
~exists (1:s=2 /\\ 0:r=1)
";

/// What is attacked.
const KINDS: [&str; 6] = ["ll", "litmus", "kat", "witness", "checkpoint", "flags"];

/// Texts to begin with, and what became of the cases.
pub struct Texts {
    ll: Vec<Vec<u8>>,
    litmus: Vec<Vec<u8>>,
    kat: Vec<Vec<u8>>,
    witness: Vec<u8>,
    checkpoint: Vec<u8>,
    options: Options,
}

/// What came of many cases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// For each kind, how many cases there were, and how many were understood in spite of what was done to
    /// them.
    pub kinds: BTreeMap<&'static str, (u64, u64)>,
    /// The slowest case, in milliseconds.
    pub slowest: u128,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str, suffix: &str, largest: usize) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == suffix));
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read(path).expect("it can be read"));
    texts.filter(|text| text.len() < largest).collect()
}

const CHECKPOINT: Seal = Seal { kind: "selvedge-checkpoint", version: 2 };

impl Texts {
    /// Reads the texts.
    pub fn new() -> Texts {
        let limits =
            Limits { executions: Some(30), graph_size: 300, time: Some(Duration::from_millis(500)), memory: 64 << 20 };
        let options = Options { limits, ..Options::default() };
        let mut litmus = selvedge_litmus::parse("attacked.litmus", PROGRAM).expect("a litmus test");
        let verdict = check(&mut litmus, Rc11::default(), &Options::default(), &mut Silent);
        let violation = verdict.violation().expect("it goes wrong");
        let context = vec![("word".to_owned(), "attacked.litmus".to_owned())];
        let witness = Witness { context, decisions: Some(Decisions::of(violation)) };
        let few = Options { limits: Limits { executions: Some(3), ..Limits::default() }, ..Options::default() };
        let (_, left) = explore_from(&litmus, Rc11::default(), &few, &mut Silent, None).expect("it begins");
        let facts = left.expect("something is left").facts();
        let lines: String = facts.iter().map(|(key, text)| format!("{key} {text}\n")).collect();
        Texts {
            ll: files("crates/ir/tests/ir", "ll", 40_000),
            litmus: files("corpus/litmus", "litmus", 4_000),
            kat: files("crates/models/kat", "kat", 8_000),
            witness: witness.to_string().into_bytes(),
            checkpoint: CHECKPOINT.close(&lines).into_bytes(),
            options,
        }
    }

    /// The case of this seed: its kind and its text.
    fn case(&self, seed: u64) -> (&'static str, Vec<u8>, Random) {
        let mut random = Random::new(seed);
        let kind = KINDS[(seed % KINDS.len() as u64) as usize];
        let mut one = |texts: &[Vec<u8>]| texts[random.below(texts.len())].clone();
        let mut text = match kind {
            "ll" => one(&self.ll),
            "litmus" => one(&self.litmus),
            "kat" => one(&self.kat),
            "witness" => self.witness.clone(),
            "checkpoint" => self.checkpoint.clone(),
            _ => b"-DN=3 -Isrc -std=c11 -Wall -fno-exceptions -O2 -x c -include a.h -Xclang -load".to_vec(),
        };
        for _ in 0..random.between(1, 4) {
            mutate(&mut text, &mut random);
        }
        (kind, text, random)
    }

    /// Runs the cases of these seeds. An error names the first that panics, takes too long or is believed
    /// although it should not.
    pub fn run(&self, seeds: std::ops::Range<u64>) -> Result<Report, String> {
        let mut report = Report::default();
        for seed in seeds {
            let (kind, text, mut random) = self.case(seed);
            let started = Instant::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| self.attack(kind, &text, &mut random)));
            let taken = started.elapsed();
            let failed = |why: &str| {
                let path = std::env::temp_dir().join(format!("attack-{seed}.{kind}"));
                let _ = std::fs::write(&path, &text);
                format!("seed {seed}: {why}; the {kind} is in {}", path.display())
            };
            let understood = outcome.map_err(|_| failed("a panic"))?.map_err(|why| failed(&why))?;
            if taken > PATIENCE {
                return Err(failed(&format!("it took {taken:?}")));
            }
            let count = report.kinds.entry(kind).or_default();
            *count = (count.0 + 1, count.1 + u64::from(understood));
            report.slowest = report.slowest.max(taken.as_millis());
        }
        Ok(report)
    }

    /// One case: whether the text was understood. An error if it was believed although it should not.
    fn attack(&self, kind: &str, text: &[u8], random: &mut Random) -> Result<bool, String> {
        let lossy = String::from_utf8_lossy(text);
        Ok(match kind {
            "ll" => {
                let module = selvedge_ir::read("attacked.ll", text.to_vec());
                let machine = module.ok().and_then(|module| Machine::new(module, "main").ok());
                machine.is_some_and(|mut machine| {
                    check(&mut machine, Rc11::default(), &self.options, &mut Silent);
                    true
                })
            }
            "litmus" => selvedge_litmus::parse("attacked.litmus", &lossy).is_ok_and(|mut litmus| {
                check(&mut litmus, Rc11::default(), &self.options, &mut Silent);
                true
            }),
            "kat" => self.kat(&lossy),
            "witness" => {
                self.is_refused(WITNESS, &self.witness, text)?;
                let lines = lossy.split_once('\n').map_or("", |(_, lines)| lines);
                let Ok(witness) = Witness::parse(WITNESS.close(lines).as_bytes()) else { return Ok(false) };
                let Some(decisions) = witness.decisions else { return Ok(false) };
                let litmus = selvedge_litmus::parse("attacked.litmus", PROGRAM).expect("a litmus test");
                // What is replayed is a violation, whoever asks for it.
                replay::<_, _, Silent>(&litmus, Rc11::default(), &self.options, &decisions)
                    .is_ok_and(|verdict| verdict.violation().is_some())
            }
            "checkpoint" => {
                self.is_refused(CHECKPOINT, &self.checkpoint, text)?;
                let facts = lossy.lines().skip(1).map(|line| line.split_once(' ').unwrap_or((line, "")));
                let Ok(checkpoint) = Checkpoint::from_facts(facts) else { return Ok(false) };
                let litmus = selvedge_litmus::parse("attacked.litmus", PROGRAM).expect("a litmus test");
                explore_from(&litmus, Rc11::default(), &self.options, &mut Silent, Some(&checkpoint)).is_ok()
            }
            _ => {
                let words: Vec<OsString> = lossy.split_whitespace().map(OsString::from).collect();
                let trusted = first_untrusted(&words, &root()).is_none();
                let bad = ["-Xclang", "-load", "-fplugin", "@", "-o", "-include"];
                let is_bad = |word: &OsString| bad.contains(&word.to_string_lossy().as_ref());
                if trusted && words.iter().any(is_bad) {
                    return Err("a flag that runs code is trusted".to_owned());
                }
                let _ = random;
                trusted
            }
        })
    }

    /// What was changed is not opened.
    fn is_refused(&self, seal: Seal, whole: &[u8], changed: &[u8]) -> Result<(), String> {
        match seal.open(changed) {
            Ok(_) if whole != changed => Err("a damaged file was opened".to_owned()),
            _ => Ok(()),
        }
    }

    fn kat(&self, text: &str) -> bool {
        let mut load =
            |path: &str| texts::load(path).map(str::to_owned).ok_or_else(|| "there is no such file".to_owned());
        let Some(model) = compile_text("attacked.kat", text.to_owned(), &mut load).model else { return false };
        prove::diagnose(&model);
        let Ok(model) = Interpreter::new(model) else { return false };
        let mut litmus = selvedge_litmus::parse("attacked.litmus", PROGRAM).expect("a litmus test");
        check(&mut litmus, model, &self.options, &mut Silent);
        true
    }
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::new()
    }
}
