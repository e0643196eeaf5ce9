//! Forgetting nodes.
//!
//! When the trie outgrows its budget, every node goes that nothing refers to. What refers to nodes, and lasts
//! longer than a step, is the graph (its events, and its undo log: [`Graph::cursors`]) and the trie itself:
//! the roots are kept because threads are started there, and tables within the trie forget what they knew of
//! nodes that go. Nothing else may keep a cursor while the search goes back or on to another run; debug
//! builds notice if something does (docs/decisions/0030).
//!
//! To forget takes as long as there are nodes, and is worth it only if many of them go: if more than half of
//! the budget is needed, the budget grows, to twice what the graph needs at that time. So the next time is
//! not before half a budget has been added, and all of it takes a constant time per node; and the budget, if
//! it is small, stays below twice what one graph has ever needed.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use selvedge_core::{Cursor, Graph, Program, Value};

use super::{Node, Rest, Trie};

impl<P: Program> Trie<P> {
    /// Whether the trie has outgrown its budget.
    #[inline]
    pub(crate) fn is_over_budget(&self) -> bool {
        self.bytes > self.budget
    }

    /// Forgets every node that neither the graph nor a kept node needs.
    #[cold]
    pub(crate) fn evict(&mut self, graph: &Graph) {
        let needed = self.needed(graph);
        let is_kept = |at: Cursor| needed[at.place()];
        for place in (0..self.nodes.len()).filter(|&place| needed[place]) {
            let (node, rest) = (&mut self.nodes[place], &mut self.rest[place]);
            let left = rest.ways.retain(is_kept);
            let way = node.way().filter(|&(_, next)| is_kept(next)).or(left);
            node.set_way(way.unwrap_or((Value(0), Cursor::NONE)));
            rest.pattern = rest.pattern.filter(|&next| is_kept(next));
        }
        retain(&mut self.states, |_, at| is_kept(*at));
        // Where a node leads that is kept is kept too, if there is only one way.
        retain(&mut self.predicted, |_, at| is_kept(*at));
        retain(&mut self.patterns, |_, at| is_kept(*at));
        retain(&mut self.gone, |(at, _), there| is_kept(*at) && is_kept(*there));
        self.compared.get_mut().clear();
        self.forget_others(&needed);
        let threads: usize = self.rest.iter().map(|rest| rest.weight as usize).sum();
        self.bytes = (self.nodes.len() - self.free.len()) * Self::NODE + threads;
        self.budget = self.budget.max(2 * self.bytes);
    }

    /// Gives the places of nodes that are not needed to those that will come, the first ones first.
    fn forget_others(&mut self, needed: &[bool]) {
        self.generation = self.generation.next();
        let length = needed.iter().rposition(|needed| *needed).map_or(0, |last| last + 1);
        self.nodes.truncate(length);
        self.rest.truncate(length);
        self.free.clear();
        for place in (0..length).rev().filter(|&place| !needed[place]) {
            self.nodes[place].next = Cursor::NONE;
            self.rest[place] = Rest { generation: self.generation, ..Rest::new(0) };
            self.free.push(place as u32);
        }
    }

    /// Which places have nodes that are needed.
    fn needed(&self, graph: &Graph) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        let roots = self.threads.iter().flat_map(|known| known.roots.iter().map(|(_, root)| *root));
        for at in graph.cursors().chain(roots) {
            // Where there is only one way on, the snapshot has moved along: keep the node that has it.
            let mut ahead = at;
            while !needed[self.place(ahead)] {
                needed[ahead.place()] = true;
                let node: &Node = self.node(ahead);
                match node.way() {
                    Some((_, next)) if !node.task.returns_value() => ahead = next,
                    _ => break,
                }
            }
        }
        needed
    }
}

/// Forgets what is not to be kept. A table that was large once does not stay so.
fn retain<K: Eq + Hash, S: BuildHasher>(table: &mut HashMap<K, Cursor, S>, is_kept: impl Fn(&K, &Cursor) -> bool) {
    table.retain(|key, at| is_kept(key, at));
    table.shrink_to(2 * table.len());
}
