//! Mistakes in what makes a verdict of a search.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const CHECK: &str = "crates/check/src/check.rs";
const EYES: &str = "crates/check/src/eyes.rs";
const VERDICT: &str = "crates/check/src/verdict.rs";
const OPTIONS: &str = "crates/explore/src/options.rs";
const LICENCES: &str = "crates/kat/src/licences.rs";
const MACHINE: &str = "crates/vm/src/subject.rs";

pub(super) const CHECKS: &[Mutant] = &[
    Mutant {
        name: "never-again",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "The program is not asked whether it must be searched again.",
        file: CHECK,
        old: "if subject.again(&found) == Again::Settled => break",
        new: "if subject.again(&found) == Again::Settled || found.stop == StopReason::Exhausted => break",
    },
    Mutant {
        name: "no-bounds",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "What the program has left out is forgotten.",
        file: CHECK,
        old: "    found.bounds.extend(subject.bounds());\n    let doubts",
        new: "    let doubts",
    },
    Mutant {
        name: "bounds-are-nothing",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "What was left out does not matter to the conclusion.",
        file: VERDICT,
        old: "if !bounds.is_empty() => Conclusion::Bounded",
        new: "if bounds.len() > 9 => Conclusion::Bounded",
    },
    Mutant {
        name: "ends-not-judged",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "How executions end is not judged.",
        file: EYES,
        old: "if judges { run.program().judge(run) } else { None }",
        new: "if judges { run.program().judge(run).filter(|_| false) } else { None }",
    },
    Mutant {
        name: "reduced-without-licence",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "What a model does not license is done all the same.",
        file: OPTIONS,
        old: "if licences.has(licence) { wanted } else { Reduce::Never }",
        new: "if licences.has(licence) { wanted } else { wanted }",
    },
    Mutant {
        name: "claims-are-believed",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "What a text cites is relied on, although nobody vouches for it.",
        file: LICENCES,
        old: "Some(_) => citations == Citations::Vouched,",
        new: "Some(_) => citations == citations,",
    },
    Mutant {
        name: "any-model-has-schedules",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "Preemptions are counted where executions need not be schedules.",
        file: OPTIONS,
        old: "self.within.bounds_schedules() && !model",
        new: "self.within.bounds_schedules() && model",
    },
    Mutant {
        name: "nothing-hidden",
        group: Group::Check,
        model: Builtin::Rc11.name(),
        what: "Rounds that were cut short are not reconsidered.",
        file: MACHINE,
        old: "StopReason::Exhausted if searched.violation.is_none() => self.reconsider(),",
        new: "StopReason::Exhausted if searched.violation.is_some() => self.reconsider(),",
    },
];
