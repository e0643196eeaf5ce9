//! How many instructions ten small jobs take, counted by valgrind, so that whatever else the machine does
//! makes no difference.
//!
//! The numbers are in `instructions.tsv`. One that has grown by over five per cent is an error; `./x bench
//! --instructions --update` writes the new numbers, and wants to be told why in the last column.
//!
//! They are of the build for tests, which is there anyway, and hold for one version of the compiler. With
//! another, or without valgrind, nothing is compared. That must be seen, so this is a test without a harness,
//! which would keep it to itself; and so valgrind can run this very program again, to do a single job.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use selvedge_core::{ReadOrdering as R, WriteOrdering as W};
use selvedge_driver as driver;
use selvedge_explore::{OnRace, Options, Silent, explore};
use selvedge_kat::Interpreter;
use selvedge_models::Builtin;
use selvedge_testkit::c::search;
use selvedge_testkit::programs as p;
use selvedge_testkit::script::Script;
use selvedge_testkit::searched::Unobserved;
use selvedge_testkit::texts;
use selvedge_vm::Machine;

/// What this test is called.
const NAME: &str = "instructions";

/// How much more is too much, in per cent.
const TOLERANCE: f64 = 5.0;

/// What a note says that nobody has written yet.
const ASKED: &str = "say why";

/// The jobs.
const JOBS: [(&str, fn()); 10] = [
    ("search-sc", || find(&p::fib(4, R::Acquire, W::Release), Builtin::Sc)),
    ("search-tso", || find(&p::increments(3, 2), Builtin::Tso)),
    ("search-ra", || find(&p::writers(5), Builtin::Ra)),
    ("search-rc11", || find(&p::fib(4, R::Acquire, W::Release), Builtin::Rc11)),
    ("search-seq-cst", || find(&p::peterson_counter(3), Builtin::Rc11)),
    ("search-text", || interpret(&p::fib(3, R::Acquire, W::Release))),
    ("read-litmus", || texts::corpus().iter().for_each(|name| drop(black_box(texts::litmus(name))))),
    ("read-model", || drop(black_box(Interpreter::new(texts::model("rc11"))))),
    ("read-ir", || drop(black_box(machine("ms-queue.clang19.O1.ll")))),
    ("search-ir", || drop(black_box(search(&mut machine("mcs-lock.clang14.ll"), Builtin::Rc11)))),
];

fn find(program: &Script, model: Builtin) {
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    black_box(program.search_alone(model, &options));
}

fn interpret(program: &Script) {
    let model = Interpreter::vouched(texts::model("rc11")).expect("invariant: built-in models can be used");
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    black_box(explore(program, model, &options, &mut Silent));
}

/// A program that was compiled once and for all.
fn machine(file: &str) -> Machine {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/tests/ir").join(file);
    let loaded = driver::load(&[file], &driver::Options::default()).expect("invariant: the file is there");
    Machine::new(loaded.module, "main").expect("invariant: the program has a main function")
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--job", name] => run(name),
        ["--update"] => update(),
        // Somebody wants other tests, or a list of them.
        _ if words.contains(&"--list") || words.iter().any(|word| !word.starts_with('-') && !NAME.contains(word)) => {
            Ok(())
        }
        _ => compare(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{NAME}: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Does one job, for valgrind to watch.
fn run(name: &str) -> Result<(), String> {
    let (_, job) = JOBS.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("there is no job {name}"))?;
    job();
    Ok(())
}

/// A line of the table.
struct Row {
    name: String,
    instructions: u64,
    note: String,
}

/// The table: for which compiler it is, and its rows.
struct Table {
    compiler: String,
    rows: Vec<Row>,
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.tsv")
}

const HEAD: &str =
    "# Instructions of small jobs, counted by valgrind: ./x bench --instructions. A note says why a number has grown.";
const COMPILER: &str = "# with ";

fn read() -> Result<Table, String> {
    let text = std::fs::read_to_string(file()).map_err(|error| format!("{}: {error}", file().display()))?;
    let compiler = text.lines().find_map(|line| line.strip_prefix(COMPILER)).unwrap_or_default().to_owned();
    let row = |line: &str| {
        let mut words = line.split('\t');
        let (name, instructions) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        Some(Row { name, instructions, note: words.next().unwrap_or_default().to_owned() })
    };
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows = rows.map(|line| row(line).ok_or_else(|| format!("`{line}` means nothing"))).collect::<Result<_, _>>()?;
    Ok(Table { compiler, rows })
}

/// The compiler, as it calls itself, and the machine.
fn compiler() -> Result<String, String> {
    let told = Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc: {error}"))?;
    Ok(format!("{} for {}", String::from_utf8_lossy(&told.stdout).trim(), std::env::consts::ARCH))
}

/// Why nothing can be counted here.
fn obstacle() -> Option<&'static str> {
    if !cfg!(debug_assertions) {
        return Some("the numbers are of the build for tests");
    }
    let valgrind = Command::new("valgrind").arg("--version").output();
    (!valgrind.is_ok_and(|told| told.status.success())).then_some("there is no valgrind to count with")
}

fn count(name: &str) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let tool = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];
    let mut valgrind = Command::new("valgrind");
    valgrind.args(tool).arg(this).args(["--job", name]);
    // Starting a program takes longer the more there is in its environment.
    valgrind.env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
    let told = valgrind.output().map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&told.stderr);
    let line = text.lines().find(|line| line.contains("I") && line.contains("refs:"));
    let digits = line.and_then(|line| line.split_once("refs:")).map(|(_, digits)| digits.trim().replace(',', ""));
    let number = digits.and_then(|digits| digits.parse().ok());
    number.filter(|_| told.status.success()).ok_or_else(|| format!("{name}: {text}"))
}

/// Counts, and complains about what has grown.
fn compare() -> Result<(), String> {
    let known = read()?;
    let compiler = compiler()?;
    if let Some(obstacle) = obstacle() {
        println!("{NAME}: not compared, {obstacle}");
        return Ok(());
    }
    if known.compiler != compiler {
        println!("{NAME}: not compared, the numbers are of {}, and this is {compiler}", known.compiler);
        return Ok(());
    }
    println!("{:16} {:>14} {:>14} {:>8}", "job", "before", "now", "change");
    let mut wrong = Vec::new();
    for (name, _) in JOBS {
        let Some(Row { instructions, note, .. }) = known.rows.iter().find(|row| row.name == name) else {
            wrong.push(format!("{name} has no number"));
            continue;
        };
        let now = count(name)?;
        let change = change(*instructions, now);
        println!("{name:16} {instructions:>14} {now:>14} {change:>+7.1}%");
        if change > TOLERANCE {
            wrong.push(format!("{name} takes {change:.1} % more instructions"));
        }
        if note.contains(ASKED) {
            wrong.push(format!("{name} has grown, and the note does not say why"));
        }
    }
    let help = "`./x bench --instructions --update` writes the new numbers; then say why in instructions.tsv";
    if wrong.is_empty() { Ok(()) } else { Err(format!("{}\n{help}", wrong.join("\n"))) }
}

fn change(before: u64, now: u64) -> f64 {
    (now as f64 / before.max(1) as f64 - 1.0) * 100.0
}

/// Counts, and writes the numbers down.
fn update() -> Result<(), String> {
    if let Some(obstacle) = obstacle() {
        return Err(obstacle.to_owned());
    }
    let known = read().unwrap_or(Table { compiler: String::new(), rows: Vec::new() });
    let compiler = compiler()?;
    let mut text = format!("{HEAD}\n{COMPILER}{compiler}\n");
    for (name, _) in JOBS {
        let now = count(name)?;
        // Numbers of another compiler are not compared.
        let before = known.rows.iter().find(|row| row.name == name).filter(|_| known.compiler == compiler);
        let note = match before.map(|row| (change(row.instructions, now), &row.note)) {
            Some((change, _)) if change > TOLERANCE => format!("{change:.1} % more: {ASKED}"),
            Some((_, note)) => note.clone(),
            None => String::new(),
        };
        let row = format!("{name}\t{now}\t{note}");
        text.push_str(row.trim_end());
        text.push('\n');
        println!("{name:16} {now:>14} {note}");
    }
    std::fs::write(file(), text).map_err(|error| format!("{}: {error}", file().display()))
}
