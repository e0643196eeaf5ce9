//! Cycles: strongly connected components of walks (Tarjan).

use std::collections::HashMap;

use selvedge_core::{EventId, Graph};

use super::Plan;

/// Strongly connected components of walks, with an explicit stack: graphs can be deep.
pub(super) struct Components<'a> {
    plan: &'a Plan,
    graph: &'a Graph,
    numbers: HashMap<(usize, EventId), usize>,
    /// By number, the least number reachable; `usize::MAX` when the component is done.
    low: Vec<usize>,
    open: Vec<(usize, EventId)>,
}

struct Visit {
    node: (usize, EventId),
    number: usize,
    next: std::vec::IntoIter<(usize, EventId)>,
}

impl<'a> Components<'a> {
    pub fn new(plan: &'a Plan, graph: &'a Graph) -> Components<'a> {
        Components { plan, graph, numbers: HashMap::new(), low: Vec::new(), open: Vec::new() }
    }

    fn enter(&mut self, node: (usize, EventId)) -> Visit {
        let number = self.low.len();
        self.numbers.insert(node, number);
        self.low.push(number);
        self.open.push(node);
        Visit { node, number, next: self.plan.next(self.graph, node).into_iter() }
    }

    /// False if a component with a cycle contains a start.
    pub fn visit(&mut self, root: (usize, EventId)) -> bool {
        if self.numbers.contains_key(&root) {
            return true;
        }
        let mut visits = vec![self.enter(root)];
        while let Some(visit) = visits.last_mut() {
            let number = visit.number;
            match visit.next.next() {
                Some(next) => match self.numbers.get(&next) {
                    None => {
                        let entered = self.enter(next);
                        visits.push(entered);
                    }
                    Some(&known) if self.low[known] != usize::MAX => self.low[number] = self.low[number].min(known),
                    Some(_) => {}
                },
                None => {
                    let node = visit.node;
                    visits.pop();
                    let low = self.low[number];
                    if low == number && self.close(node) {
                        return false;
                    }
                    if let Some(parent) = visits.last() {
                        let above = &mut self.low[parent.number];
                        *above = (*above).min(low);
                    }
                }
            }
        }
        true
    }

    /// Ends a component. Whether it has more than one node and one of them is a start: no step leads from a node to
    /// itself, since primitive relations are irreflexive and ends lead to another state.
    fn close(&mut self, root: (usize, EventId)) -> bool {
        let mut size = 0;
        let mut has_start = false;
        while let Some(node) = self.open.pop() {
            self.low[self.numbers[&node]] = usize::MAX;
            size += 1;
            has_start |= node.0 == 0;
            if node == root {
                break;
            }
        }
        size > 1 && has_start
    }
}
