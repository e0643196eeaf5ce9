//! All executions of some operations: every coherence order, every source of every read.

use std::ops::ControlFlow;

use super::bitgraph::{Bitgraph, is_acyclic};
use super::{Execution, Kind, Op};

/// Whether executions are left out in which a single location is not coherent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coherence {
    /// They are.
    ByLocation,
    /// They are not.
    Any,
}

/// Calls the function with each well-formed execution of the operations, its edges drawn in the bitgraph.
pub(super) fn executions<B>(
    ops: &[Op],
    coherence: Coherence,
    visit: &mut impl FnMut(&Execution, &mut Bitgraph) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let locations =
        ops.iter().filter(|op| op.kind != Kind::Fence).map(|op| op.location as usize + 1).max().unwrap_or(0);
    let Some(bitgraph) = Bitgraph::new(ops, locations) else { return ControlFlow::Continue(()) };
    let execution =
        Execution { ops: ops.to_vec(), sources: vec![None; ops.len()], coherence: vec![Vec::new(); locations] };
    Enumeration { execution, bitgraph, coherence, visit }.order(0)
}

struct Enumeration<'v, V> {
    execution: Execution,
    bitgraph: Bitgraph,
    coherence: Coherence,
    visit: &'v mut V,
}

impl<V> Enumeration<'_, V> {
    /// Orders the writes of a location, and of those after it.
    fn order<B>(&mut self, location: usize) -> ControlFlow<B>
    where
        V: FnMut(&Execution, &mut Bitgraph) -> ControlFlow<B>,
    {
        if location == self.execution.coherence.len() {
            return self.source(0);
        }
        let is_write = |op: &Op| op.kind.writes() && op.location as usize == location;
        let writes = self.execution.ops.iter().filter(|op| is_write(op)).count();
        if self.execution.coherence[location].len() == writes {
            return self.order(location + 1);
        }
        for write in 0..self.execution.ops.len() {
            let op = self.execution.ops[write];
            let order = &self.execution.coherence[location];
            if !is_write(&op) || order.contains(&write) {
                continue;
            }
            // Writes of a thread to a location come in program order.
            let overtakes = order.iter().any(|&other| other > write && self.execution.ops[other].thread == op.thread);
            if self.coherence == Coherence::ByLocation && overtakes {
                continue;
            }
            if op.kind == Kind::Update {
                self.execution.sources[write] = order.last().copied();
            }
            self.execution.coherence[location].push(write);
            self.order(location)?;
            self.execution.coherence[location].pop();
        }
        ControlFlow::Continue(())
    }

    /// Chooses where a read, and those after it, read from.
    fn source<B>(&mut self, at: usize) -> ControlFlow<B>
    where
        V: FnMut(&Execution, &mut Bitgraph) -> ControlFlow<B>,
    {
        let Some(op) = self.execution.ops.get(at).copied() else {
            self.bitgraph.set_edges(&self.execution);
            let is_coherent = || {
                let Bitgraph { size, po, same_location, rf, mo, fr, .. } = &self.bitgraph;
                let steps = std::array::from_fn(|e| po[e] & same_location[e] | rf[e] | mo[e] | fr[e]);
                is_acyclic(&steps, *size)
            };
            if !self.bitgraph.is_well_formed() || (self.coherence == Coherence::ByLocation && !is_coherent()) {
                return ControlFlow::Continue(());
            }
            return (self.visit)(&self.execution, &mut self.bitgraph);
        };
        if op.kind != Kind::Read {
            return self.source(at + 1);
        }
        let writes = self.execution.coherence[op.location as usize].clone();
        for source in std::iter::once(None).chain(writes.into_iter().map(Some)) {
            self.execution.sources[at] = source;
            self.source(at + 1)?;
        }
        ControlFlow::Continue(())
    }
}
