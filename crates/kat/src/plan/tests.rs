//! The plans of the built-in models are as small as they can be. That they are right, the comparisons of
//! `testkit` show.

use super::ModelPlan;
use super::clocks::CAUSALITY;
use super::model::{Acyclic, AxiomCheck, ErrorPlan};
use crate::compile;

fn plan(name: &str) -> ModelPlan {
    changed_plan(name, "", "")
}

/// The plan of a model whose text has something else in one place.
fn changed_plan(name: &str, old: &str, new: &str) -> ModelPlan {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/kat");
    let mut load = |path: &str| {
        let text = std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string())?;
        assert!(text.contains(old), "{path} has no {old:?}");
        Ok(if old.is_empty() { text } else { text.replace(old, new) })
    };
    let compiled = compile(&format!("{name}.kat"), &mut load).expect("a readable model");
    ModelPlan::new(&compiled.model.expect("a model")).expect("a plan")
}

fn only_axiom(plan: &ModelPlan) -> &Acyclic {
    match &plan.axioms.as_ref().expect("plans of axioms")[..] {
        [axiom] => match &axiom.check {
            AxiomCheck::Acyclic(acyclic) => acyclic,
            AxiomCheck::Irreflexive(_) => panic!("the axiom is about cycles"),
        },
        other => panic!("there is one axiom, not {}", other.len()),
    }
}

#[test]
fn causality_needs_no_clock() {
    for name in ["sc", "tso", "tso-x86", "ra-popl16", "sra"] {
        let plan = plan(name);
        assert_eq!((plan.rows, plan.coherence, plan.race), (1, CAUSALITY, CAUSALITY), "{name}");
    }
    // Program order for coherence, causality for races.
    let pso = plan("pso");
    assert_eq!((pso.rows, pso.coherence, pso.race), (2, 1, CAUSALITY));
}

/// Since the last release fence; before the next acquire fence; happens-before; what a store hands on.
#[test]
fn happens_before_is_four_clocks() {
    for name in ["ra", "rc11", "rc11-2017", "c20-std"] {
        let plan = plan(name);
        assert_eq!((plan.rows, plan.coherence, plan.race), (5, 3, 3), "{name}");
    }
}

#[test]
fn sequential_consistency_is_one_walk() {
    for name in ["sc", "sra"] {
        let plan = plan(name);
        let search = &only_axiom(&plan).search;
        assert_eq!(search.states.len(), 1, "{name}");
        assert!(search.states[0].follows_po && search.seeds.len() == 1, "{name}");
    }
}

/// One state for each way in which program order goes on, and one for where it has been kept.
#[test]
fn total_store_order_has_a_state_for_each_kept_order() {
    let sizes = ["tso", "tso-x86"].map(|name| only_axiom(&plan(name)).search.states.len());
    assert_eq!(sizes, [4, 3]);
}

/// Happens-before is one edge, known by clocks; the shortcuts are the walk of sequential consistency, and
/// that of seq_cst accesses, which goes on in coherence in a second state.
#[test]
fn seq_cst_has_shortcuts() {
    for name in ["rc11", "rc11-2017", "c20-std"] {
        let plan = plan(name);
        let axiom = only_axiom(&plan);
        assert_eq!(plan.known.len(), 1, "{name}");
        assert!(axiom.search.needs_seq_cst && axiom.search.states.len() < 16, "{name}");
        assert!(axiom.nested.iter().all(Option::is_some), "{name}");
        let shortcuts = [&axiom.shortcuts.wider, &axiom.shortcuts.narrower];
        let sizes = shortcuts.map(|shortcut| shortcut.as_ref().map(|search| search.states.len()));
        assert_eq!(sizes, [Some(1), Some(2)], "{name}");
    }
}

/// A plain write settles races if it races with everything, if the order is a closure, and if a race ends the
/// search.
#[test]
fn plain_writes_settle_races_only_where_they_do() {
    let settles = |plan: &ModelPlan| match &plan.errors.as_ref().expect("plans of errors")[..] {
        [ErrorPlan::Conflicts { known, .. }] => known.plain_writes_settle,
        other => panic!("{other:?}"),
    };
    for name in ["sc", "tso", "pso", "ra", "rc11", "c20-std"] {
        assert!(settles(&plan(name)), "{name}");
    }
    let race = "[NA];conflict | conflict;[NA] <= hb_stable";
    assert!(!settles(&changed_plan("sc", race, "[NA];conflict;[NA] <= hb_stable")), "atomic accesses do not race");
    assert!(!settles(&changed_plan("sc", "[MEM];loc-overlap;[W] |", "")), "writes do not race with writes");
    let axiom = "export acyclic po | rf | mo | fr | tc | tj as total_order";
    let at_the_end = format!("{axiom}\nexport acyclic po | rf as causes when complete");
    assert!(!settles(&changed_plan("sc", axiom, &at_the_end)), "races may be passed over");
    assert!(!settles(&changed_plan("sc", "view hb_stable = (po | (rf | asw);po)+", "view hb_stable = po | rf;po")));
}
