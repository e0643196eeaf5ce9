//! The programs of `corpus/realistic`: code of the size and style of production code, each with its correct
//! variant and with bugs that are chosen by `-DBUG=N`. The table in `corpus/realistic/README.md` has what
//! they cost.
//!
//! A correct variant must have exactly as many complete executions as the table here says, whatever the
//! schedule, and nothing to warn of: it leaks nothing, and all its assertions are reached. A bug must be
//! found where a model allows it, and must not be seen where none of the model's executions shows it.
//!
//! These tests compile: they need clang or zig. `./x test` sees to that.

use std::path::{Path, PathBuf};

use selvedge_core::{Searched, StopReason, Subject};
use selvedge_driver::{Options, load};
use selvedge_explore::{Schedule, Silent};
use selvedge_models::Builtin;
use selvedge_testkit::c::search_with;
use selvedge_vm::Machine;

/// Compiler flags, and what is found under sc, tso, ra and rc11: the number of complete executions, the kind
/// of the violation (or several that are as good), or `-` where it takes too long.
type Row = (&'static str, [&'static str; 4]);

const MODELS: [Builtin; 4] = [Builtin::Sc, Builtin::Tso, Builtin::Ra, Builtin::Rc11];

/// Two schedules visit the same executions in different orders, so a count that both give is not an accident
/// of one.
const SCHEDULES: [Schedule; 2] = [Schedule::WritesFirst, Schedule::LeftToRight];

/// Checks every row, and those for `./x test --full` only there.
fn check(program: &str, flags: &str, quick: &[Row], full: &[Row]) {
    let is_full = std::env::var_os("SELVEDGE_FULL").is_some();
    let rows = quick.iter().chain(if is_full { full } else { &[] });
    let mut wrong = Vec::new();
    for (defines, expected) in rows {
        let mut machine = compile(program, &format!("{flags} {defines}"));
        for (model, expected) in MODELS.into_iter().zip(expected).filter(|(_, expected)| **expected != "-") {
            let counts = expected.parse::<u64>().is_ok();
            for &schedule in if counts { &SCHEDULES[..] } else { &SCHEDULES[..1] } {
                let found = outcome(&search_with(&mut machine, model, schedule, || Silent).0);
                if expected.split('|').all(|expected| expected != found) {
                    wrong.push(format!("{defines:?} {} {schedule:?}: {found}, not {expected}", model.name()));
                }
                let warnings = machine.warnings();
                if counts && !warnings.is_empty() {
                    wrong.push(format!("{defines:?} {} {schedule:?}: {warnings:?}", model.name()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{program}:\n{}", wrong.join("\n"));
}

fn folder(program: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/realistic").join(program)
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a folder of the corpus can be read").path());
    let mut sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "c" || suffix == "cpp")).collect();
    sources.sort();
    sources
}

fn compile(program: &str, flags: &str) -> Machine {
    let compiler = std::env::var("SELVEDGE_COMPILER").ok();
    let flags = flags.split_whitespace().map(Into::into).collect();
    let loaded = load(&sources(&folder(program)), &Options { compiler, flags, ..Options::default() });
    let module = loaded.unwrap_or_else(|error| panic!("{program}: {error}")).module;
    Machine::new(module, "main").unwrap_or_else(|error| panic!("{program}: {error}"))
}

fn outcome(verdict: &Searched) -> String {
    match (&verdict.violation, &verdict.stop) {
        (Some(violation), _) => violation.kind.name().to_owned(),
        (None, StopReason::Exhausted) => verdict.counts.complete.to_string(),
        (None, stop) => format!("{stop:?}"),
    }
}

/// The interleavings of the accesses that other threads can see make 338 executions
/// (corpus/realistic/README.md says how that was counted). Under tso there are no more: the only stores that
/// a later load may overtake are those of a slot's state, and nobody else looks at that before the slot has
/// gone through an exchange.
#[test]
fn pool() {
    check(
        "pool",
        "",
        &[
            ("", ["338", "338", "424", "424"]),
            // The head of the free list is the same again, though not the list: a slot is handed out twice,
            // or lost.
            ("-DBUG=1", ["assertion|race"; 4]),
            // A slot is given back without its contents.
            ("-DBUG=2", ["338", "338", "race", "race"]),
            ("-DSLOTS=1 -DCHUNKS=2", ["-", "-", "-", "306"]),
        ],
        &[("-DCHUNKS=2", ["-", "-", "-", "10196"])],
    );
}

/// The numbers for sc are those of an enumeration of interleavings, too. The models agree as long as no two
/// stripes are involved: the sequence number makes a reader see either all of a change or start again.
#[test]
fn striped_map() {
    check(
        "striped-map",
        "",
        &[
            ("", ["4553"; 4]),
            // The table that was current before the stripe was locked is not the one to add to.
            ("-DBUG=1", ["assertion"; 4]),
            // A reader may find the sequence number unchanged although it has read one half of a new pair.
            ("-DBUG=2", ["4553", "4553", "assertion", "assertion"]),
            // Between the search and the load, another key was added in front.
            ("-DBUG=3", ["assertion"; 4]),
            ("-DADDERS=1", ["178"; 4]),
            ("-DADDERS=1 -DSWAPPERS=1", ["2108", "-", "-", "2188"]),
        ],
        &[("-DSWAPPERS=1", ["-", "-", "-", "72370"])],
    );
}

/// With sequential consistency, an execution is determined by what the reader reads of the phase and of the
/// list, and by what the updater reads of the reader's word. Enumerating the interleavings of just these
/// accesses gives 206 of them, and 24 with one lookup. Two readers do not know each other, so the numbers
/// multiply. Fences order nothing more than acquire and release under `ra`, so that there the algorithm is
/// wrong.
#[test]
fn rcu() {
    let freed = "use-after-free";
    check(
        "rcu",
        "",
        &[
            ("", ["206", "207", freed, "207"]),
            ("-DLOOKUPS=1", ["24", "24", freed, "24"]),
            ("-DLOOKUPS=1 -DREADERS=2", ["576", "576", freed, "576"]),
            // A reader that was late to announce itself is in the other phase, and is not waited for.
            ("-DBUG=1", [freed; 4]),
            // The reader's announcement is seen too late.
            ("-DBUG=2", ["206", freed, freed, freed]),
            // The end of a section is not part of what the next announcement publishes.
            ("-DBUG=3", ["206", "207", freed, freed]),
        ],
        &[("-DREADERS=2", ["-", "-", "-", "42849"]), ("-DLOOKUPS=1 -DREMOVE", ["-", "-", "-", "391"])],
    );
}

/// The algorithm needs fences that are sequentially consistent, which there are none of under `ra`.
#[test]
fn scheduler() {
    check(
        "scheduler",
        "-std=c++17",
        &[
            ("", ["1923", "2131", "use-after-free", "2919"]),
            // Owner and thief get the same task: who finishes it the second time does so after it is gone.
            ("-DBUG=1", ["1923", "use-after-free", "use-after-free", "use-after-free"]),
            // A thief follows the pointer to a buffer that it does not see the making of.
            ("-DBUG=2", ["1923", "2131", "use-after-free", "unordered-access"]),
        ],
        &[],
    );
}

/// Here, too, `ra` is too weak for the correct variant.
#[test]
fn mailbox() {
    check(
        "mailbox",
        "-std=c++17",
        &[
            ("", ["-", "-", "deadlock", "22482"]),
            ("-DDEPOSITORS=1 -DDEPOSITS=2", ["1963", "2450", "deadlock", "2482"]),
            // A message that comes before the consumer says that it sleeps wakes nobody.
            ("-DBUG=1", ["deadlock"; 4]),
            // Neither does one that comes at the same time.
            ("-DBUG=2", ["-", "deadlock", "deadlock", "deadlock"]),
            ("-DDEPOSITORS=1 -DDEPOSITS=2 -DBUG=2", ["1963", "deadlock", "deadlock", "deadlock"]),
            // The consumer uses or deletes a node that it does not see the making of.
            ("-DBUG=3", ["-", "-", "deadlock", "use-after-free|unordered-access"]),
            ("-DDEPOSITORS=1 -DDEPOSITS=2 -DBUG=3", ["1963", "2450", "deadlock", "use-after-free|unordered-access"]),
        ],
        &[],
    );
}
