//! Mistakes in what makes a verdict of a search.

use selvedge_models::Builtin;

use super::{Group, Mutant};

const ARGUMENTS: &str = "crates/vm/src/exec/arguments.rs";
const DEEPEN: &str = "crates/check/src/deepen.rs";
const FINDINGS: &str = "crates/explore/src/findings/mod.rs";
const FLAGS: &str = "crates/driver/src/flags.rs";
const RACE: &str = "crates/explore/src/check/race.rs";
const SEAL: &str = "crates/core/src/seal.rs";
const VIOLATIONS: &str = "crates/explore/src/findings/violations.rs";
const STUCK: &str = "crates/explore/src/check/stuck.rs";
const LAPS: &str = "crates/explore/src/check/laps.rs";
const CHECK: &str = "crates/check/src/check.rs";
const EYES: &str = "crates/check/src/eyes.rs";
const VERDICT: &str = "crates/check/src/verdict.rs";
const OPTIONS: &str = "crates/explore/src/options.rs";
const LICENCES: &str = "crates/kat/src/licences.rs";
const MACHINE: &str = "crates/vm/src/subject.rs";

pub(super) const CHECKS: &[Mutant] = &[
    Mutant {
        name: "rounds-in-one-memory",
        group: Group::Check,
        under: "explore/lib",
        what: "Rounds are only tried in the memory that the run has left.",
        file: LAPS,
        old: "if lap.written().next().is_none() {",
        new: "if lap.accesses.len() < 99 {",
    },
    Mutant {
        name: "who-waits-would-go-on",
        group: Group::Check,
        under: "testkit/hangs",
        what: "Whoever waits for a lock that others let go in their rounds is sure to go on with it.",
        file: STUCK,
        old: "Awake::GoesRound(lap, then) => {",
        new: "Awake::GoesRound(..) if laps.len() < 99 => return,\n                Awake::GoesRound(lap, then) => {",
    },
    Mutant {
        name: "next-round-at-any-rate",
        group: Group::Check,
        under: "testkit/liveness",
        what: "Whoever has taken back what it added is taken to stop waiting whatever it sees.",
        file: STUCK,
        old: "is_some_and(|thread| self.program.stops_waiting(thread, seen))",
        new: "is_some_and(|thread| self.program.stops_waiting(thread, seen) || true)",
    },
    Mutant {
        name: "rounds-leave-things-behind",
        group: Group::Check,
        under: "explore/lib",
        what: "A round that changes memory is taken for ever.",
        file: LAPS,
        old: "self.run(from, self.accesses.len(), &mut after, first)\n            && after",
        new: "self.run(from, self.accesses.len(), &mut after, first)\n            || after",
    },
    Mutant {
        name: "never-again",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "The program is not asked whether it must be searched again.",
        file: CHECK,
        old: "if subject.again(&found) == Again::Settled => return",
        new: "if subject.again(&found) == Again::Settled || found.stop == StopReason::Exhausted => return",
    },
    Mutant {
        name: "no-bounds",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "What the program has left out is forgotten.",
        file: CHECK,
        old: "    found.bounds.extend(subject.bounds());\n    let doubts",
        new: "    let doubts",
    },
    Mutant {
        name: "bounds-are-nothing",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "What was left out does not matter to the conclusion.",
        file: VERDICT,
        old: "if !bounds.is_empty() => Conclusion::Bounded",
        new: "if bounds.len() > 9 => Conclusion::Bounded",
    },
    Mutant {
        name: "ends-not-judged",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "How executions end is not judged.",
        file: EYES,
        old: "run.program().judge(run) else",
        new: "run.program().judge(run).filter(|_| false) else",
    },
    Mutant {
        name: "reduced-without-licence",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "What a model does not license is done all the same.",
        file: OPTIONS,
        old: "if licences.has(licence) { wanted } else { Reduce::Never }",
        new: "if licences.has(licence) { wanted } else { wanted }",
    },
    Mutant {
        name: "claims-are-believed",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "What a text cites is relied on, although nobody vouches for it.",
        file: LICENCES,
        old: "Some(_) => citations == Citations::Vouched,",
        new: "Some(_) => citations == citations,",
    },
    Mutant {
        name: "any-model-has-schedules",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "Preemptions are counted where executions need not be schedules.",
        file: OPTIONS,
        old: "self.within.bounds_schedules() && !model",
        new: "self.within.bounds_schedules() && model",
    },
    Mutant {
        name: "nothing-hidden",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "Rounds that were cut short are not reconsidered.",
        file: MACHINE,
        old: "StopReason::Exhausted if searched.violation.is_none() => self.reconsider(),",
        new: "StopReason::Exhausted if searched.violation.is_some() => self.reconsider(),",
    },
    Mutant {
        name: "passed-over-in-silence",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "That an error was met that is not looked for is not noted.",
        file: FINDINGS,
        old: "fn pass_over(&mut self, kind: ViolationKind) {\n        self.passed_over.insert(kind);",
        new: "fn pass_over(&mut self, kind: ViolationKind) {\n        _ = kind;",
    },
    Mutant {
        name: "one-of-each-kind",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "A search that goes on keeps one violation of each kind, wherever they are.",
        file: VIOLATIONS,
        old: "self.0.iter().all(|(known, _)| *known != identity)",
        new: "self.0.iter().all(|(known, _)| known.kind != identity.kind)",
    },
    Mutant {
        name: "seal-not-compared",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "A checkpoint is read whatever its seal says.",
        file: SEAL,
        old: "(self.close(lines) == text).then_some(lines)",
        new: "(self.close(lines).len() == text.len()).then_some(lines)",
    },
    Mutant {
        name: "no-arguments",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "main is called with argc 0.",
        file: ARGUMENTS,
        old: "let mut values = vec![Val::int(given.len() as u128, 32)];",
        new: "let mut values = vec![Val::int(0, 32)];",
    },
    Mutant {
        name: "optimised",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "A flag that lets the compiler optimise is passed on, after our own.",
        file: FLAGS,
        old: "    (\"-O\", OPTIMISES),\n",
        new: "",
    },
    Mutant {
        name: "not-deepened",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "Loops without an end are not looked into.",
        file: DEEPEN,
        old: "found.violation.is_none() && matches!(found.stop, StopReason::Limit(Limit::GraphSize(_)))",
        new: "found.violation.is_some() && matches!(found.stop, StopReason::Limit(Limit::GraphSize(_)))",
    },
    Mutant {
        name: "races-end-nothing",
        group: Group::Check,
        under: Builtin::Rc11.name(),
        what: "Races that are not looked for are not seen.",
        file: RACE,
        old: "self.options.on_race == OnRace::Ignore {",
        new: "self.options.on_race == OnRace::Ignore || !self.options.properties.include(ViolationKind::Race) {",
    },
];
