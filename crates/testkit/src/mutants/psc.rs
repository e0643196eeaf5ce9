//! Mistakes in RC11's axiom on seq_cst, in its shortcuts and in the search for its cycles.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const RC11_KAT: &str = "crates/models/kat/rc11.kat";
const CLOCKS_RS: &str = "crates/kat/src/plan/clocks.rs";
const CYCLE_RS: &str = "crates/kat/src/plan/cycle.rs";
const SHORTCUT_RS: &str = "crates/kat/src/plan/shortcut.rs";
const GEN_RS: &str = "crates/kat/src/generate/mod.rs";
const WALK_RS: &str = "crates/core/src/walk.rs";

/// Mistakes in the axiom on seq_cst.
pub(super) const RC11: &[Mutant] = &[
    Mutant {
        name: "checks-only-seq-cst",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "The check is skipped when the event that changed is not seq_cst itself.",
        file: GEN_RS,
        old: r#""graph.seq_cst_events() == 0 || ".to_string()"#,
        new: r#""graph[changed].mode != Mode::SeqCst || ".to_string()"#,
    },
    Mutant {
        name: "wider-without-fr",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "The first shortcut does not follow from-read.",
        file: SHORTCUT_RS,
        old: "Fr | Fre | Fri => Fr,",
        new: "Fr | Fre | Fri => Mo,",
    },
    Mutant {
        name: "only-from-the-start",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Cycles that pass the event that changed on the way from a fence are not searched for.",
        file: CYCLE_RS,
        old: "(0..states.len()).filter_map(|from| seeds(",
        new: "(0..1).filter_map(|from| seeds(",
    },
    Mutant {
        name: "own-source",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "What an event learns from its own source is left out of happens-before.",
        file: CLOCKS_RS,
        old: "std::iter::once(view).chain(self.output(output)).collect()",
        new: "std::iter::once(view).collect()",
    },
    Mutant {
        name: "last-of-thread",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Of the events of a thread that know another, only the last is reached.",
        file: WALK_RS,
        old: ".take_while(|&&event| holds(event)).count()",
        new: ".take(1).filter(|&&event| holds(event)).count()",
    },
    Mutant {
        name: "no-fr",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "From-read is missing.",
        file: RC11_KAT,
        old: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | mo | fr",
        new: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | mo",
    },
    Mutant {
        name: "no-mo",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Modification order is missing.",
        file: RC11_KAT,
        old: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | mo | fr",
        new: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | fr",
    },
    Mutant {
        name: "no-hb-same-location",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Happens-before at the same location is missing between accesses.",
        file: RC11_KAT,
        old: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | mo | fr",
        new: "let scb = po | po-neqloc;hb;po-neqloc | mo | fr",
    },
    // That the first step after an access may be of the same location is not listed: random programs find it
    // too rarely, and `corpus/litmus/sameloc-sync` always does. That the last step before an access may be is
    // not either: no code can be generated for such a text, so it is noticed sooner.
    Mutant {
        name: "no-hb-other-location",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Happens-before between other locations is missing.",
        file: RC11_KAT,
        old: "let scb = po | po-neqloc;hb;po-neqloc | hb & same-loc | mo | fr",
        new: "let scb = po | hb & same-loc | mo | fr",
    },
    Mutant {
        name: "fence-to-access",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "What happens after a fence does not count as after it for a later seq_cst access.",
        file: RC11_KAT,
        old: "let psc_base = ([SC] | [FSC];hb?);scb;([SC] | hb?;[FSC])",
        new: "let psc_base = [SC];scb;([SC] | hb?;[FSC])",
    },
    Mutant {
        name: "access-to-fence",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "What happens before a fence does not count as before it for an earlier seq_cst access.",
        file: RC11_KAT,
        old: "let psc_base = ([SC] | [FSC];hb?);scb;([SC] | hb?;[FSC])",
        new: "let psc_base = ([SC] | [FSC];hb?);scb;[SC]",
    },
    Mutant {
        name: "fences-by-hb-only",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Two fences are ordered by happens-before alone.",
        file: RC11_KAT,
        old: "let psc_fence = [FSC];(hb | hb;eco;hb);[FSC]",
        new: "let psc_fence = [FSC];hb;[FSC]",
    },
    Mutant {
        name: "weak-fences",
        group: Group::Rc11,
        under: Builtin::Rc11.name(),
        what: "Every fence is taken for a seq_cst one.",
        file: RC11_KAT,
        old: "let FSC = F;SC",
        new: "let FSC = F",
    },
];
