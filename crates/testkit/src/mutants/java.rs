//! Mistakes in the checkers of Java's models: in what makes things visible, in the shortcuts, in the search
//! at every step, in the one on whole executions, and in deciding whether `sc` will do.

use super::{Group, Mutant};

const JAM_RS: &str = "crates/models/src/jam.rs";
const EDGES_RS: &str = "crates/models/src/jam/edges.rs";
const STEP_AXIOMS_RS: &str = "crates/models/src/jam/step_axioms.rs";
const CANDIDATES_RS: &str = "crates/models/src/jam/candidate_cycles.rs";
const VOLATILE_RS: &str = "crates/models/src/jam/volatile.rs";
const VOLATILE19_RS: &str = "crates/models/src/jam/volatile19.rs";
const END_AXIOM_RS: &str = "crates/models/src/jam/end_axiom.rs";
const TOTAL_RS: &str = "crates/models/src/total.rs";
const FORK_JOIN_RS: &str = "crates/models/src/simplify/fork_join.rs";
const SIMPLIFY_RS: &str = "crates/models/src/simplify.rs";
const THESIS_RS: &str = "crates/models/src/thesis.rs";
const DECIDE_RS: &str = "crates/models/src/thesis/decide.rs";
const HAPPENS_RS: &str = "crates/models/src/thesis/happens.rs";

const fn mutant(
    name: &'static str,
    model: &'static str,
    what: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutant {
    Mutant { name, group: Group::Java, under: model, what, file, old, new }
}

/// Mistakes in the checkers of Java's models.
pub(super) const JAVA: &[Mutant] = &[
    mutant(
        "release-fence-for-reads",
        "jam21",
        "A release fence orders what comes before it before later reads, too.",
        EDGES_RS,
        "releases && f.kind.is_write()",
        "releases",
    ),
    mutant(
        "acquire-fence-for-writes",
        "jam21",
        "An acquire fence orders earlier writes, too.",
        EDGES_RS,
        "acquires && reads",
        "acquires",
    ),
    mutant(
        "full-fence-only-shows",
        "jam21",
        "What comes before a full fence does not push.",
        EDGES_RS,
        "full |= f.mode == Mode::SeqCst;",
        "full |= false;",
    ),
    mutant(
        "weak-fence-pushes",
        "jam21",
        "What comes before any fence that acquires and releases pushes.",
        EDGES_RS,
        "full |= f.mode == Mode::SeqCst;",
        "full |= f.mode.is_acquire() && f.mode.is_release();",
    ),
    mutant(
        "release-write-does-not-end",
        "jam21s",
        "A release write is not ordered after what comes before it, as in the thesis.",
        EDGES_RS,
        "|| event.kind.is_write() && event.mode.is_release()",
        "|| false",
    ),
    mutant(
        "acquire-read-does-not-begin",
        "jam21s",
        "What comes after an acquire read is not ordered after it.",
        EDGES_RS,
        "EventKind::Read | EventKind::UpdateRead => e.mode.is_acquire(),",
        "EventKind::Read | EventKind::UpdateRead => false,",
    ),
    mutant(
        "update-acquires-in-vain",
        "jam21",
        "What comes after an acquiring update is not ordered after its write.",
        EDGES_RS,
        "EventKind::UpdateWrite => graph[thread[here - 1]].mode.is_acquire(),",
        "EventKind::UpdateWrite => false,",
    ),
    mutant(
        "volatile-as-in-2019",
        "jam21",
        "Volatile accesses are ordered as in jam19.",
        EDGES_RS,
        "ByHand::Jam21 | ByHand::Jam21s => volatile && is_volatile(f),",
        "ByHand::Jam21 | ByHand::Jam21s => is_volatile(f) && f.kind.is_read() || volatile && e.kind.is_write(),",
    ),
    mutant(
        "volatile-as-in-2021",
        "jam19",
        "Volatile accesses are ordered as in jam21.",
        EDGES_RS,
        "ByHand::Jam19 => is_volatile(f) && f.kind.is_read() || volatile && e.kind.is_write(),",
        "ByHand::Jam19 => volatile && is_volatile(f),",
    ),
    mutant(
        "halves-push-each-other",
        "jam21s",
        "The read of a volatile update pushes because of the write of the same update.",
        EDGES_RS,
        "if full || in_a_row && !own {",
        "if full || in_a_row {",
    ),
    mutant(
        "later-writes-forgotten",
        "jam21",
        "What must not be visible to a later write of the thread may be visible to what comes before it.",
        EDGES_RS,
        "own.chain(later.iter().copied().filter(|&later| graph[later].kind.is_write()))",
        "own.chain(later.iter().copied().filter(|_| false))",
    ),
    mutant(
        "reads-across-forgotten",
        "jam21",
        "Reads-from makes nothing visible.",
        EDGES_RS,
        "readers(graph, event).chain(created(graph, event))",
        "created(graph, event).into_iter()",
    ),
    mutant(
        "thread-starts-unordered",
        "jam21",
        "What a thread does is not ordered after its creation.",
        EDGES_RS,
        "EventKind::Start | EventKind::Join => true,",
        "EventKind::Start | EventKind::Join => false,",
    ),
    mutant(
        "only-visible",
        "jam21s",
        "It is not asked whether pushes can be ordered.",
        STEP_AXIOMS_RS,
        "if step == Step::Pushes && state != State::Pushed {",
        "if false {",
    ),
    mutant(
        "visible-is-forgotten",
        "jam21s",
        "It is not asked whether something is visible that coherence contradicts.",
        STEP_AXIOMS_RS,
        "if state != State::Contradicted && comes_back(event) {",
        "if state == State::Pushed && comes_back(event) {",
    ),
    mutant(
        "contradicted-is-visible",
        "jam21s",
        "What coherence orders after a push counts as visible to who pushed.",
        STEP_AXIOMS_RS,
        "if state != State::Contradicted && comes_back(event) {",
        "if comes_back(event) {",
    ),
    mutant(
        "only-the-write-itself",
        "jam21",
        "What a new write contradicts is asked of the write alone, and not of what comes before it in its thread.",
        STEP_AXIOMS_RS,
        "true => graph[event].thread == e.thread,",
        "true => event == changed,",
    ),
    mutant(
        "one-contradiction",
        "jam21s",
        "Cycles of two or more pushes are not looked for.",
        STEP_AXIOMS_RS,
        "bases(graph, event).for_each(|base| self.follow_coherence(graph, base, State::Contradicted))",
        "bases(graph, event).for_each(|_| ())",
    ),
    mutant(
        "volatile-cycles-of-2019",
        "jam19",
        "Cycles of volatile accesses are all forbidden in jam19, too.",
        JAM_RS,
        "jam.volatile19.finds_cycle(graph, changed)",
        "jam.volatile.finds_cycle(graph, changed)",
    ),
    mutant(
        "volatile-write-is-pushed",
        "jam19",
        "A volatile read pushes a volatile write directly after it in jam19, too.",
        VOLATILE19_RS,
        "Some(&next) if graph[next].is_write() => self.reach(graph, next),",
        "Some(&next) if graph[next].is_write() => self.pushed.reach(graph, next),",
    ),
    // These show only where all is volatile: elsewhere, the search at every step would find the cycle all the
    // same.
    mutant(
        "volatile-write-does-not-push",
        "jam19",
        "A volatile write that overwrites something does not push what comes after it.",
        VOLATILE19_RS,
        "            self.pushed.reach_after(graph, write);\n",
        "",
    ),
    mutant(
        "overwritten-once",
        "jam19",
        "Of the writes that overwrite something, only the first counts.",
        VOLATILE19_RS,
        "            if !self.meet(later, OVERWRITING) {",
        "            if !self.meet(later, OVERWRITING) || later != graph.co_next(loc, write) {",
    ),
    mutant(
        "nothing-is-judged-at-the-end",
        "jam21",
        "Pushes are ordered only as far as specified, as in jam21s.",
        JAM_RS,
        "self.version != ByHand::Jam21s && graph",
        "self.version == ByHand::Jam19 && graph",
    ),
    // That only where a read has read from last it is a candidate is not listed: random programs find it too
    // rarely.
    mutant(
        "writes-are-no-candidates",
        "jam21",
        "Writes are never why an execution is not sequentially consistent.",
        CANDIDATES_RS,
        "Some(Candidate::Always) => true,",
        "Some(Candidate::Always) => false,",
    ),
    mutant(
        "volatile-by-chance",
        "jam21",
        "Cycles of volatile accesses may pass through accesses of other modes.",
        VOLATILE_RS,
        "            if is_volatile(graph, event) {\n",
        "            if graph[event].kind.is_access() {\n",
    ),
    mutant(
        "volatile-readers",
        "jam21",
        "Cycles of volatile accesses may pass through reads of other modes.",
        VOLATILE_RS,
        ".filter(|&reader| is_volatile(graph, reader))",
        ".filter(|_| true)",
    ),
    mutant(
        "cause-is-no-order",
        "jam21",
        "At the end, pushes are not ordered by cause and effect.",
        END_AXIOM_RS,
        "            cause(graph, event, found);\n        }\n        State::Pushed",
        "        }\n        State::Pushed",
    ),
    mutant(
        "ordered-without-pushing",
        "jam21",
        "At the end, what comes after a push need not push itself to be ordered before what it causes.",
        END_AXIOM_RS,
        "            found.extend(top(event));\n        }\n        State::Caused",
        "            found.push((event, State::Top));\n        }\n        State::Caused",
    ),
    mutant(
        "total-without-from-read",
        "jam21",
        "Whether an execution is sequentially consistent is asked without from-read.",
        TOTAL_RS,
        ".chain(co_successor(graph, event))",
        ".chain(co_successor(graph, event).filter(|_| graph[event].is_write()))",
    ),
    mutant(
        "thesis-total-without-readers",
        "jam21-thesis",
        "The same without reads-from, under the thesis's model.",
        TOTAL_RS,
        "next.chain(readers(graph, event)).chain(created(graph, event))",
        "next.chain(created(graph, event))",
    ),
    // That there is no order of pushes is noticed in two places, each of which is enough.
    mutant(
        "thesis-pushes-ignore-reads",
        "jam21-thesis",
        "The order of pushes extends program order, and not reads-from.",
        THESIS_RS,
        "let before = po.clone().or(&rf).or(&asw).plus();",
        "let before = po.clone().plus();",
    ),
    mutant(
        "thesis-volatile-does-not-push",
        "jam21-thesis",
        "Volatile accesses do not push.",
        THESIS_RS,
        "let push = over(&full).or(&po.between(&seq_cst, &seq_cst));",
        "let push = over(&full);",
    ),
    mutant(
        "thesis-tries-one-order",
        "jam21-thesis",
        "Of writes that nothing orders, only the execution's own order is tried.",
        DECIDE_RS,
        "let Some((a, b)) = pair else { return false };",
        "let Some((a, b)) = pair.filter(|_| false) else { return false };",
    ),
    mutant(
        "thesis-is-not-coherent",
        "jam21-thesis",
        "Executions need not be coherent for the happens-before of RC11 with the release sequences of C++11.",
        HAPPENS_RS,
        "happens.is_irreflexive() && happens.then(&eco).is_irreflexive()",
        "true",
    ),
    // That others create or join threads, or threads are created between joins, is not listed: random
    // programs find it too rarely, and `tests/simplify.rs` has a program for each.
    mutant(
        "sc-while-others-run",
        "jam21",
        "The first thread may make volatile accesses while others run.",
        FORK_JOIN_RS,
        "EventKind::Write | EventKind::UpdateWrite => is_alone || e.mode == Mode::Plain,",
        "EventKind::Write | EventKind::UpdateWrite => true,",
    ),
    mutant(
        "sc-with-races",
        "jam21s",
        "Races do not matter.",
        SIMPLIFY_RS,
        "!self.simpler.suits(graph) || self.has_race(graph)",
        "!self.simpler.suits(graph)",
    ),
];
