//! Whether the pushes can be ordered: `acyclic half;push;B*;X;B*;half`, and at the end of an execution that together with
//! cause and effect among the events that push. Written as in `kat/jam.kat`, with matrices.

use std::collections::HashMap;

use selvedge_core::{EventId, EventKind, Graph, Mode};

use super::JamVersion;
use crate::matrix::{Matrix, Set};

/// The relations of an execution.
pub(super) struct Pushes {
    push: Matrix,
    /// `half;push;B*;X;B*;half`
    ordered: Matrix,
    /// `(po | rf | tc | tj)+`
    cause: Matrix,
}

impl Pushes {
    pub(super) fn new(graph: &Graph, version: JamVersion) -> Pushes {
        let events: Vec<EventId> = graph.thread_ids().flat_map(|thread| graph.thread(thread).iter().copied()).collect();
        let number: HashMap<EventId, usize> = events.iter().enumerate().map(|(at, &event)| (event, at)).collect();
        let size = events.len();
        let new = || Matrix::new(size);
        let (mut po, mut pox, mut rmw, mut half) = (new(), new(), new(), new().optional());
        let (mut rf, mut threads, mut mo, mut fr) = (new(), new(), new(), new());
        for (at, &event) in events.iter().enumerate() {
            let e = &graph[event];
            let end = at + graph.thread(e.thread).len() - e.index as usize;
            for later in at + 1..end {
                po.add(at, later);
                if e.kind != EventKind::UpdateRead || later > at + 1 {
                    pox.add(at, later);
                }
            }
            match e.kind {
                EventKind::UpdateRead if at + 1 < end => {
                    rmw.add(at, at + 1);
                    half.add(at, at + 1);
                    half.add(at + 1, at);
                }
                EventKind::Start | EventKind::Join => {
                    number.get(&e.from).into_iter().for_each(|&from| threads.add(from, at));
                }
                _ => {}
            }
            if e.kind.is_read() && !e.from.is_init() {
                rf.add(number[&e.from], at);
            }
            if e.kind.is_access() {
                let base = if e.kind.is_read() { e.from } else { event };
                let mut later = graph.co_next(e.loc, base);
                while let Some(write) = later.some() {
                    let to = number[&write];
                    if e.kind.is_read() {
                        fr.add(at, to)
                    } else {
                        mo.add(at, to)
                    }
                    later = graph.co_next(e.loc, write);
                }
            }
        }

        let set = |test: &dyn Fn(usize) -> bool| -> Set { (0..size).map(test).collect() };
        let event = |at: usize| &graph[events[at]];
        let all = vec![true; size];
        let writes = set(&|at| event(at).kind.is_write());
        let is_fence = |at: usize| event(at).kind == EventKind::Fence;
        let is_volatile = |at: usize| event(at).kind.is_access() && event(at).mode == Mode::SeqCst;
        let ends = set(&|at| match event(at).kind {
            EventKind::Create | EventKind::Finish => true,
            kind => kind.is_write() && event(at).mode.is_release(),
        });
        let begins = set(&|at| match event(at).kind {
            EventKind::Start | EventKind::Join => true,
            EventKind::UpdateWrite => event(at - 1).mode.is_acquire(),
            kind => kind.is_read() && event(at).mode.is_acquire(),
        });
        let ra = po.between(&all, &ends).or(&po.between(&begins, &all));
        let over = |fence: Set| po.between(&all, &fence).then(&po);
        let reads = set(&|at| event(at).kind.is_read() || event(at).kind == EventKind::UpdateWrite);
        let svo = over(set(&|at| is_fence(at) && event(at).mode.is_release())).between(&all, &writes);
        let svo = svo.or(&over(set(&|at| is_fence(at) && event(at).mode.is_acquire())).between(&reads, &all));
        let volatile = set(&is_volatile);
        let volint = match version {
            JamVersion::Jam19 => {
                let volatile_reads = set(&|at| is_volatile(at) && event(at).kind.is_read());
                let volatile_writes = set(&|at| is_volatile(at) && event(at).kind.is_write());
                pox.between(&all, &volatile_reads).or(&pox.between(&volatile_writes, &all))
            }
            JamVersion::Jam21 | JamVersion::Jam21s => pox.between(&volatile, &volatile),
        };
        let push = over(set(&|at| is_fence(at) && event(at).mode == Mode::SeqCst)).or(&volint);
        let direct = ra.or(&svo).or(&push).or(&rf).or(&rmw).or(&threads);
        let reach = direct.plus().optional();
        let contradicted = po.between(&all, &writes).then(&mo).or(&mo).or(&fr);
        let ordered = half.then(&push).then(&reach).then(&contradicted).then(&reach).then(&half);
        Pushes { push, ordered, cause: po.or(&rf).or(&threads).plus() }
    }

    pub(super) fn can_be_ordered(self) -> bool {
        self.ordered.plus().is_irreflexive()
    }

    pub(super) fn can_be_ordered_at_the_end(self) -> bool {
        let pushing = self.push.domain();
        let ordered = self.ordered.between(&pushing, &pushing).or(&self.cause.between(&pushing, &pushing));
        ordered.plus().is_irreflexive()
    }
}
