//! Whether threads come and go so that, if all atomic accesses are volatile, `jam21` and `jam21s` allow what
//! `sc` allows, and `jam19` forbids nothing but what cycles of volatile accesses and coherence forbid.
//!
//! Let a graph be given whose accesses are volatile or plain, without races (two accesses of a location by
//! different threads, one a write, one plain, and neither causes the other), and let [`is_forked`] hold. If
//! `jam21s` allows it, so does `sc`. With the names of `kat/jam.kat`, an update taken for one event, and
//! `hb = (po | rf between volatile accesses | tc | tj)+`:
//!
//! 1. A path of `hb` from one thread to another is one of `B`: it leaves a thread by a volatile write, a
//!    creation or an end, and enters one by a volatile read, a start or a join, and `ra` leads to the former
//!    and from the latter.
//! 2. What communicates (`rf`, `mo`, `fr`) and is not volatile on both sides follows `hb`. The two accesses
//!    are ordered by `hb`, since they do not race, by induction over what causes what. They follow it by
//!    coherence if they are of one thread. Otherwise `rf` does since causes have no cycle, `mo` and `fr`
//!    since they are in `X` and `B+;X` is irreflexive.
//! 3. Call an event a *cut* if every event of other threads is before or after it by `po | tc | tj`. No cycle
//!    of `po`, `rf`, `mo`, `fr`, `tc` and `tj` has events on both sides of a cut, or passes it: an edge back
//!    from `e` to `f`, with `f` at or before the cut and `e` at or after it, would have to be in `mo` or
//!    `fr`, and `f` is before `e`: in one thread, which contradicts coherence, or by `hb`, so in `B+`, which
//!    contradicts `irreflexive B+;X`.
//! 4. Suppose there is such a cycle. By (2) it is one of `hb` and of `mo` and `fr` between volatile accesses.
//!    If there is neither of the latter, causes have a cycle. Otherwise it goes from volatile access to
//!    volatile access by `(po | tc | tj)+`, `rf`, `mo` and `fr`. Volatile accesses of the first thread are
//!    cuts, if it creates any other, so they are not on it. A way from one of the others to another passes a
//!    join and then a creation, with a cut between them. So what remains of `(po | tc | tj)+` is `po` between
//!    volatile accesses, which is `push`.
//! 5. Then `rf`, `mo` and `fr` in a row, which have no cycle of their own, make one step of `rf`, `X` or
//!    `X;rf`. So between two steps of `X` there is a push, and `rf` and `push` are in `B`: the cycle is one
//!    of `push;B*;X;B*`, which `jam21s` forbids. If there is no step of `X` on it, causes have a cycle.
//!
//! Conversely, all that `sc` allows is allowed (see [`crate::Jam`]), and `jam21` allows nothing that `jam21s`
//! does not.
//!
//! **`jam19`.** Steps 1 to 4 hold there, too: of `B` they need `ra`, `rf`, `tc` and `tj`, and of the axioms
//! `irreflexive B+;X`. Coherence for the clocks of `sc` is coherence within threads and that axiom, by step 1
//! and since `B+` is cause and effect. Let a graph be given that is like that and coherent, and suppose that
//! an axiom about pushes fails, at every step or on the whole.
//!
//! 5. The cycle is one of `po`, `rf`, `tc`, `tj` and `X`, with a push (in program order) between any two
//!    steps of `X`. By step 4 it becomes one of volatile accesses: steps of `mo` and `fr` that are not
//!    volatile on both sides become `hb`, which leaves fewer steps of `X`; and the way from one to the next
//!    becomes one of `rf` and of `po` between volatile accesses.
//! 6. A push is still on that way. Let it lead from `a` to `b`. The way comes to their thread by a volatile
//!    access `c` at or before `a`, and leaves it by a volatile access `d` at or after `b`: where the cycle
//!    did so by a plain access, so does `hb`, since a start or an end is beyond a cut. If `b` is a volatile
//!    read, `c` pushes it; if `a` is a volatile write, it pushes `d`; and if there is a full fence between
//!    them, `c` pushes `d`.
//! 7. So there is a cycle of volatile accesses that communicate or follow each other in a thread, with a push
//!    between any two steps of `X`. That is what [`crate::jam::Volatile19`] looks for, and all that it finds
//!    is forbidden.
//!
//! **The search.** If every graph that it meets is like that, it has met all that is allowed. For let an
//! execution be given that is allowed (by `jam21s`; for `jam19`, by the axioms that are asked at every step)
//! and not like that, with as few events as possible. Without an event that causes nothing it is like that,
//! so the search has met it, and has then met what the thread of that event does next, reading from wherever.
//! Neither modes, nor who creates and joins, nor races depend on where it reads from: what races with it does
//! so whatever it reads itself ([`selvedge_core::model::PORF`]). So there is none.

use selvedge_core::{EventKind, Graph, Mode, ThreadId};

const FIRST: ThreadId = ThreadId(0);

/// Whether nobody creates or joins threads; or only the first thread does, it is the only one that nobody
/// creates, it makes volatile accesses only while it is alone, and it creates no thread after a join unless
/// it has been alone in between.
pub(super) fn is_forked(graph: &Graph) -> bool {
    let others = || graph.thread_ids().filter(|&thread| thread != FIRST);
    let creator = |thread| {
        let creation = graph[*graph.thread(thread).first()?].from;
        creation.is_some().then(|| graph[creation].thread)
    };
    let joiner = |thread| graph.joiner(thread).map(|join| graph[join].thread);
    if graph.thread_ids().all(|thread| creator(thread).is_none() && joiner(thread).is_none()) {
        return true;
    }
    let is_first = |thread| thread == FIRST;
    others().all(|thread| creator(thread).is_some_and(is_first) && joiner(thread).is_none_or(is_first))
        && creates_in_rounds(graph)
}

fn creates_in_rounds(graph: &Graph) -> bool {
    let (mut running, mut joins) = (0_usize, false);
    graph.thread(FIRST).iter().all(|&event| {
        let e = &graph[event];
        let is_alone = running == 0;
        match e.kind {
            EventKind::Create => {
                let suits = is_alone || !joins;
                (running, joins) = (running + 1, false);
                suits
            }
            EventKind::Join => {
                // Who joins a thread that was joined before is wrong anyway.
                running -= usize::from(graph.joiner(graph[e.from].thread) == Some(event));
                joins = true;
                true
            }
            EventKind::Read | EventKind::UpdateRead => is_alone || e.mode == Mode::Plain,
            EventKind::Write | EventKind::UpdateWrite => is_alone || e.mode == Mode::Plain,
            EventKind::Init | EventKind::Start | EventKind::Finish => true,
            EventKind::Fence | EventKind::Allocate | EventKind::Free | EventKind::Choose => true,
        }
    })
}
