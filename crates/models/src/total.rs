//! Whether an execution is sequentially consistent, asked of the execution as a whole.

use selvedge_core::walk::{co_successor, created, joined, readers};
use selvedge_core::{EventId, Graph};

/// A search for a cycle of `po | rf | mo | fr | tc | tj`, with the memory it needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Total {
    /// For each event, the search that has met it last, and how far it is.
    met: Vec<(u32, Met)>,
    search: u32,
    pending: Vec<EventId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Met {
    /// It is on the way that is being followed.
    #[default]
    Open,
    /// Everything after it has been seen.
    Done,
}

impl Total {
    /// Whether there is no cycle.
    pub(crate) fn is_acyclic(&mut self, graph: &Graph) -> bool {
        let Total { met, search, pending } = self;
        met.resize(met.len().max(graph.newest().0 as usize + 1), (0, Met::Open));
        pending.clear();
        *search = search.wrapping_add(1);
        if *search == 0 {
            // The numbers have been used up: no event must seem to be met by an old search.
            met.fill((0, Met::Open));
            *search = 1;
        }
        for thread in graph.thread_ids() {
            pending.extend(graph.thread(thread).first());
            while let Some(&event) = pending.last() {
                let here = &mut met[event.0 as usize];
                if here.0 == *search {
                    here.1 = Met::Done;
                    pending.pop();
                    continue;
                }
                *here = (*search, Met::Open);
                for next in successors(graph, event) {
                    match met[next.0 as usize] {
                        (at, Met::Open) if at == *search => return false,
                        (at, Met::Done) if at == *search => {}
                        _ => pending.push(next),
                    }
                }
            }
        }
        true
    }
}

fn successors(graph: &Graph, event: EventId) -> impl Iterator<Item = EventId> + '_ {
    let next = graph.po_next(event).into_iter().chain(co_successor(graph, event));
    next.chain(readers(graph, event)).chain(created(graph, event)).chain(joined(graph, event))
}
