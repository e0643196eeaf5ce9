//! The litmus matrix of kat.md §4.2 for the models as texts, judged by their definition.
//!
//! The verdicts are those of the specification, not of our own output.

use std::path::PathBuf;

use selvedge_core::execution::Step;
use selvedge_core::{Execution, Value};
use selvedge_explore::{OnRace, Options};
use selvedge_kat::evaluate::{Evaluator, Frame};
use selvedge_kat::{Model, compile_text};
use selvedge_litmus::Litmus;
use selvedge_models::{ByHand, Jam};
use selvedge_oracle::executions;
use selvedge_testkit::anything::Anything;
use selvedge_testkit::compare::Complete;
use selvedge_testkit::notation::{LOCATIONS, Notated, notated};
use selvedge_testkit::searched::explore;
use selvedge_testkit::texts::model;

/// Programs with their weak outcome (`notation.rs`): reads say what they read, `{x=1}` what a location holds
/// in the end.
///
/// Verdicts under the models of [`COLUMNS`], and then by the relations of the thesis: `A` is allowed, `.` is
/// forbidden, a blank is not in the table (fences mean nothing to the release/acquire models).
const MATRIX: &[(&str, &str, &str)] = &[
    ("SB/rlx", "Wx1 Ry=0 | Wy1 Rx=0", ".AAAAAAAAAA"),
    ("SB/sc", "Wsc:x1 Rsc:y=0 | Wsc:y1 Rsc:x=0", "...AA......"),
    ("SB+scf", "Wx1 Fsc Ry=0 | Wy1 Fsc Rx=0", "...  ......"),
    ("MP/rlx", "Wx1 Wy1 | Ry=1 Rx=0", "..A..AAAAAA"),
    ("MP/ra", "Wrel:x1 Wrel:y1 | Racq:y=1 Racq:x=0", "..........A"),
    ("MP+scf", "Wx1 Fsc Wy1 | Ry=1 Rx=0", "...  AAAAAA"),
    ("MP+lw", "Wx1 Far Wy1 | Ry=1 Rx=0", "...  AAAAAA"),
    ("LB/rlx", "Rx=1 Wy1 | Ry=1 Wx1", "..........."),
    ("LB/ra", "Racq:x=1 Wrel:y1 | Racq:y=1 Wrel:x1", "..........."),
    ("S/rlx", "Wx2 Wy1 | Ry=1 Wx1 {x=2}", "..A..AAAAAA"),
    ("S/ra", "Wrel:x2 Wrel:y1 | Racq:y=1 Wrel:x1 {x=2}", "..........A"),
    ("S+rel+rlx", "Wx1 Wrel:y1 | Ry=1 Wx2 {x=1}", ".....AA...A"),
    ("R/ra", "Wrel:x1 Wrel:y1 | Wrel:y2 Racq:x=0 {y=2}", ".AAAAAAAAAA"),
    ("R/sc", "Wsc:x1 Wsc:y1 | Wsc:y2 Rsc:x=0 {y=2}", "...AA......"),
    ("R+scf", "Wx1 Fsc Wy1 | Wy2 Fsc Rx=0 {y=2}", "...  ......"),
    ("R+lw+sync", "Wx1 Far Wy1 | Wy2 Fsc Rx=0 {y=2}", "...  AAAAAA"),
    ("2+2W/rlx", "Wx1 Wy2 | Wy1 Wx2 {x=1} {y=1}", "..A.AAAAAAA"),
    ("2+2W/ra", "Wrel:x1 Wrel:y2 | Wrel:y1 Wrel:x2 {x=1} {y=1}", "....AAAAAAA"),
    ("2+2W/sc", "Wsc:x1 Wsc:y2 | Wsc:y1 Wsc:x2 {x=1} {y=1}", "....A......"),
    ("2+2W+scf", "Wx1 Fsc Wy2 | Wy1 Fsc Wx2 {x=1} {y=1}", "...  ......"),
    ("2+2W+lws", "Wx1 Far Wy2 | Wy1 Far Wx2 {x=1} {y=1}", "...  AAAAAA"),
    ("IRIW/rlx", "Wx1 | Wy1 | Rx=1 Ry=0 | Ry=1 Rx=0", "...AAAAAAAA"),
    ("IRIW/ra", "Wrel:x1 | Wrel:y1 | Racq:x=1 Racq:y=0 | Racq:y=1 Racq:x=0", "...AAAAAAAA"),
    ("IRIW/sc", "Wsc:x1 | Wsc:y1 | Rsc:x=1 Rsc:y=0 | Rsc:y=1 Rsc:x=0", "...AA......"),
    ("IRIW+scf", "Wx1 | Wy1 | Rx=1 Fsc Ry=0 | Ry=1 Fsc Rx=0", "...  ......"),
    ("IRIW-acq-sc", "Wsc:x1 | Wsc:y1 | Racq:x=1 Rsc:y=0 | Racq:y=1 Rsc:x=0", "...AAAA.AAA"),
    ("WRC/rlx", "Wx1 | Rx=1 Wy1 | Ry=1 Rx=0", ".....AAAAAA"),
    ("WRC/ra", "Wrel:x1 | Racq:x=1 Wrel:y1 | Racq:y=1 Racq:x=0", "..........A"),
    ("WRC+sync-rd", "Wx1 | Rx=1 Wy1 | Ry=1 Fsc Rx=0", "...  AAAAAA"),
    ("WRC+late-sync", "Wx1 | Rx=1 Wy1 Fsc Rz | Ry=1 Fsc Rx=0", "...  AA..A."),
    ("RWC/ra", "Wrel:x1 | Racq:x=1 Racq:y=0 | Wrel:y1 Racq:x=0", ".AAAAAAAAAA"),
    ("RWC/sc", "Wsc:x1 | Rsc:x=1 Rsc:y=0 | Wsc:y1 Rsc:x=0", "...AA......"),
    ("RWC+scf", "Wx1 | Rx=1 Fsc Ry=0 | Wy1 Fsc Rx=0", "...  ......"),
    ("W+RWC", "Wx1 Wrel:z1 | Racq:z=1 Fsc Ry=0 | Wy1 Fsc Rx=0", "...  .....A"),
    ("peterZ", "Wx1 Fsc Ry=0 | Wy1 Wrel:z1 | Racq:z=1 Fsc Rx=0", "...  .....A"),
    ("ISA2/ra", "Wrel:x1 Wrel:y1 | Racq:y=1 Wrel:z1 | Racq:z=1 Racq:x=0", "..........A"),
    ("Z6+acq", "Wx1 Fsc Wy1 | Racq:y=1 Wz1 | Wz2 Fsc Rx=0 {z=2}", "...  ......"),
    ("Z6.U", "Wsc:x1 Wrel:y1 | Usc:y=1 Ry=3 | Wsc:y3 Rsc:x=0", "...AAAA.AAA"),
    ("SB+rfis", "Wrel:x1 Rsc:x=1 Rsc:y=0 | Wrel:y1 Rsc:y=1 Rsc:x=0", ".AAAAA....."),
    ("psc-ar", "Ry=1 Fsc Rz=0 | Wz1 Fsc Wx1 | Rx=1 Wy1", "...  AA..A."),
    ("ra-non-global.4", "Wsc:y2 Rsc:x=0 | Wsc:x1 | Rsc:x=1 Wsc:y1 | Rsc:y=1 Rsc:y=2", "...AA..A..."),
    ("sameloc-sync", "Wsc:x1 Wrel:x2 | Racq:x=2 Rsc:y=0 | Wsc:y1 Rsc:x=0", "...AAA..AAA"),
    ("diffloc-sync", "Wsc:x1 Wrel:z2 | Racq:z=2 Rsc:y=0 | Wsc:y1 Rsc:x=0", "...AA...AAA"),
    ("MP+rels+acq(po)", "Wx1 Wrel:y1 Wy2 | Racq:y=2 Rx=0", "......AAAAA"),
    ("MP+rel-rmw+acq", "Wx1 Wrel:y1 | Uy=1 | Racq:y=2 Rx=0", "..........A"),
    ("MP+rel-w-acq(poloc)", "Wx1 Wrel:y1 | Ry=1 Wy2 | Racq:y=2 Rx=0", ".....AAAAAA"),
    ("CoRR/rlx", "Wx1 | Rx=1 Rx=0", "..........."),
    // Dependencies mean nothing to these models.
    ("LB+datas", "Rx=1 Wy1 | Ry=1 Wx1", "..........."),
    ("LB+data+po", "Rx=1 Wy1 | Ry=1 Wx1", "..........."),
    ("IRIW+addrs", "Wx1 | Wy1 | Rx=1 Ry=0 | Ry=1 Rx=0", "...AAAAAAAA"),
    ("WRC+data+addr", "Wx1 | Rx=1 Wy1 | Ry=1 Rx=0", ".....AAAAAA"),
    ("2RMW+CoWW", "Ux=0 | Ux=0", "..........."),
];

const COLUMNS: [&str; 10] =
    ["sc", "tso", "pso", "sra", "ra-popl16", "rc11-2017", "c20-std", "jam19", "jam21", "jam21s"];

/// The relations that paper 004 prints, judged by the order of writes that the execution has. `jam21-thesis`
/// is not that: it reproduces the paper's tables, which count executions whose order of writes contradicts
/// what is visible, and leave out those that the happens-before of RC11 forbids (`thesis.rs`).
fn thesis() -> Model {
    let text = "
let ppo = po
view hb_stable = (po | (rf | tc | tj);po)+
view pov = po
let ra = po;[ACQ | REL];po | po;[TC | TE] | [TB | TJ];po
let push = po;[F;SC];po | [SC];po;[SC]
let B = ra | push | rf | rmw | tc | tj
let X = mo | fr | po;[W];mo
let half = (rmw | rmw^-1)?
let ordered = half;push;B*;X;B*;half
export coherence pov
export irreflexive B+;X
set D = dom(push)
export acyclic [D];ordered;[D] | [D];(po | rf | tc | tj)+;[D] when complete
";
    let compiled = compile_text("thesis.kat", text.to_owned(), &mut |_: &str| Err("nothing is included".to_owned()));
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// A program with its weak outcome.
struct Row {
    litmus: Litmus,
    /// What each step that reads must read, by thread and step.
    reads: Vec<(usize, usize, u64)>,
    /// What is written last to the location that this value is written to: locations have no names in
    /// executions.
    finals: Vec<(usize, u64)>,
    locations: Vec<char>,
}

fn row(name: &str, program: &str) -> Row {
    let Notated { litmus, reads } = notated(name, program);
    let conditions = program.split_whitespace().filter(|word| word.starts_with('{'));
    let finals = conditions.map(|condition| {
        let condition = condition.trim_matches(['{', '}']);
        let location = LOCATIONS.iter().position(|location| condition.starts_with(*location)).expect("a location");
        (location, condition[2..].parse().expect("a number"))
    });
    Row { litmus, reads, finals: finals.collect(), locations: LOCATIONS.to_vec() }
}

impl Row {
    fn is_weak(&self, execution: &Execution) -> bool {
        let reads = self.reads.iter().all(|&(thread, step, value)| match execution.threads[thread].steps[step] {
            Step::Read { value: read, .. } | Step::Update { read, .. } => read == Value(value),
            _ => false,
        });
        reads
            && self.finals.iter().all(|&(location, value)| {
                let name = self.locations[location].to_string();
                let address = self.litmus.address(&name).expect("a location");
                execution.final_value(address) == Some(Value(value))
            })
    }
}

fn candidates(row: &Row) -> Vec<Execution> {
    executions(&row.litmus, Anything, 1 << 20).expect("small programs").into_iter().collect()
}

fn allowed<'e>(model: &Model, executions: &'e [Execution]) -> impl Iterator<Item = &'e Execution> {
    let evaluator = Evaluator::new(model).expect("built-in models can be evaluated");
    let frames: Vec<bool> =
        executions.iter().map(|execution| evaluator.forbids(&Frame::of_execution(execution)).is_none()).collect();
    executions.iter().zip(frames).filter(|(_, allowed)| *allowed).map(|(execution, _)| execution)
}

#[test]
fn the_matrix_of_the_specification() {
    let models: Vec<Model> = COLUMNS.iter().map(|name| model(name)).chain([thesis()]).collect();
    let (rc11, ra) = (model("rc11"), model("ra"));
    let mut wrong = String::new();
    let mut checked = 0;
    for (name, program, verdicts) in MATRIX {
        let row = row(name, program);
        let candidates = candidates(&row);
        assert!(
            candidates.iter().any(|execution| row.is_weak(execution)) || *name == "2RMW+CoWW" || name.starts_with("LB"),
            "{name}"
        );
        let verdict = |model: &Model| match allowed(model, &candidates).any(|execution| row.is_weak(execution)) {
            true => 'A',
            false => '.',
        };
        let found: String = models
            .iter()
            .zip(verdicts.chars())
            .map(|(model, expected)| if expected == ' ' { ' ' } else { verdict(model) })
            .collect();
        if found != *verdicts {
            wrong.push_str(&format!("{name}: {found}, not {verdicts}\n"));
        }
        checked += verdicts.chars().filter(|verdict| *verdict != ' ').count();
        // rc11 is rc11-2017 with the release sequences of C++20, where a later store of the thread does not
        // go on.
        let expected = if *name == "MP+rels+acq(po)" { 'A' } else { verdicts.chars().nth(5).expect("a column") };
        if verdict(&rc11) != expected {
            wrong.push_str(&format!("{name} under rc11: not {expected}\n"));
        }
        // ra is rc11 without an axiom, so it allows at least as much.
        if verdict(&rc11) == 'A' && verdict(&ra) != 'A' {
            wrong.push_str(&format!("{name} is allowed by rc11 and not by ra\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(MATRIX.len(), 52);
    assert!(checked > 340, "{checked}");
}

/// The columns of the Java models, by the search with the checkers that ship.
#[test]
fn the_matrix_by_the_checkers_of_java() {
    let options = Options { on_race: OnRace::Ignore, ..Options::default() };
    for (name, program, verdicts) in MATRIX {
        let row = row(name, program);
        for version in ByHand::ALL {
            let column = COLUMNS.iter().position(|column| *column == version.name()).expect("a column");
            let mut complete = Complete::default();
            explore(&row.litmus, Jam::new(version), &options, &mut complete);
            let found = complete.found.iter().any(|execution| row.is_weak(execution));
            let expected = verdicts.chars().nth(column) == Some('A');
            assert_eq!(found, expected, "{name} under {}", version.name());
        }
    }
}

/// Executions in all, whatever their outcome (kat.md §4.4).
#[test]
fn counts_of_the_specification() {
    for (name, sc, rc11) in [("Z6.U", 18, 24), ("SB+rfis", 3, 4), ("W+RWC", 7, 7), ("2+2W/sc", 3, 3), ("Z6+acq", 7, 7)]
    {
        let (_, program, _) = MATRIX.iter().find(|(known, ..)| *known == name).expect("a row");
        let row = row(name, program);
        let candidates = candidates(&row);
        assert_eq!(allowed(&model("sc"), &candidates).count(), sc, "{name} under sc");
        assert_eq!(allowed(&model("rc11-2017"), &candidates).count(), rc11, "{name} under rc11-2017");
        assert_eq!(allowed(&model("rc11"), &candidates).count(), rc11, "{name} under rc11");
    }
}

/// What compilers make of C11 on x86: only seq_cst stores and fences drain the store buffer.
#[test]
fn tso_as_compilers_use_it() {
    let (language, machine) = (model("tso"), model("tso-x86"));
    for (program, by_language, by_machine) in [
        ("Wx1 Ry=0 | Wy1 Rx=0", true, true),
        ("Wsc:x1 Rsc:y=0 | Wsc:y1 Rsc:x=0", false, false),
        ("Wx1 Fsc Ry=0 | Wy1 Fsc Rx=0", false, false),
        // An acquire-release fence costs nothing on x86.
        ("Wx1 Far Ry=0 | Wy1 Far Rx=0", false, true),
        // A seq_cst store is an exchange: later loads wait for it, whatever their mode.
        ("Wsc:x1 Ry=0 | Wsc:y1 Rx=0", true, false),
        ("Wx1 Rsc:y=0 | Wy1 Rsc:x=0", true, true),
        ("Wx1 Uz Ry=0 | Wy1 Uz Rx=0", false, false),
    ] {
        let row = row(program, program);
        let candidates = candidates(&row);
        let allows = |model: &Model| allowed(model, &candidates).any(|execution| row.is_weak(execution));
        assert_eq!((allows(&language), allows(&machine)), (by_language, by_machine), "{program}");
    }
}

/// The example of the guide: release/acquire for all accesses, and fences that forbid what fences forbid.
#[test]
fn the_example_of_the_guide() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/models/ra-fences.kat");
    let text = std::fs::read_to_string(file).expect("the file is there");
    let compiled = selvedge_kat::compile_text("ra-fences.kat", text, &mut |_: &str| Err("no files here".into()));
    let example = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    for (program, is_allowed) in [
        // As in release/acquire, whatever the modes.
        ("Wx1 Ry=0 | Wy1 Rx=0", true),
        ("Wx1 Wy1 | Ry=1 Rx=0", false),
        ("Wx1 Wy2 | Wy1 Wx2 {x=1} {y=1}", true),
        ("Wx1 | Wy1 | Rx=1 Ry=0 | Ry=1 Rx=0", true),
        // Fences: both threads need one.
        ("Wx1 Fsc Ry=0 | Wy1 Fsc Rx=0", false),
        ("Wx1 Fsc Ry=0 | Wy1 Rx=0", true),
        ("Wx1 Far Ry=0 | Wy1 Far Rx=0", true),
        ("Wx1 Fsc Wy2 | Wy1 Fsc Wx2 {x=1} {y=1}", false),
        ("Wx1 | Wy1 | Rx=1 Fsc Ry=0 | Ry=1 Fsc Rx=0", false),
        // Accesses that are seq_cst are no fences here.
        ("Wsc:x1 Rsc:y=0 | Wsc:y1 Rsc:x=0", true),
    ] {
        let row = row(program, program);
        let candidates = candidates(&row);
        let found = allowed(&example, &candidates).any(|execution| row.is_weak(execution));
        assert_eq!(found, is_allowed, "{program}");
    }
}
