//! Clocks with many lanes that share what they have in common.
//!
//! With thousands of threads, most clocks differ from an older one in a few lanes. So a clock is a tree with
//! lanes in its leaves, and trees share nodes: to change a lane is to copy the nodes on the way to it, and a
//! join takes over whole subtrees wherever one side knows all that the other does, without looking at those
//! that both have already.
//!
//! Events come and go like the plates of a stack, and only the clocks of the newest are ever written. So
//! nodes are on a stack as well: those that were made for an event go when it goes, and nobody counts
//! references.

use crate::ids::ThreadId;

/// Lanes of a leaf and children of any other node: as many as fit into a cache line.
const WIDTH: usize = 16;
const BITS: u32 = WIDTH.trailing_zeros();

type Node = [u32; WIDTH];

/// The node of all empty subtrees, whatever their height.
const EMPTY: u32 = 0;

/// The root of a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root {
    node: u32,
    /// 0 is a leaf. Lanes that the tree is too low for are empty.
    height: u32,
}

impl Root {
    const EMPTY: Root = Root { node: EMPTY, height: 0 };

    #[inline]
    fn covers(self, lane: usize) -> bool {
        lane >> (BITS * (self.height + 1)) == 0
    }
}

/// The trees of all clocks.
#[derive(Clone, Debug)]
pub struct Forest {
    nodes: Vec<Node>,
    roots: Vec<Root>,
    /// How many nodes there were before each event.
    marks: Vec<u32>,
    /// The nodes from here on belong to the clock that is being written, and to no other.
    own: u32,
    merged: Merged,
}

/// What became of pairs of nodes lately, where one of them has it all. Threads that learn of the same often
/// merge the same.
#[derive(Clone, Debug)]
struct Merged {
    pairs: Vec<Pair>,
    /// Counts how often nodes have gone: older entries mean nothing.
    age: u32,
}

#[derive(Clone, Copy, Debug)]
struct Pair {
    nodes: [u32; 2],
    result: u32,
    age: u32,
}

impl Merged {
    const SIZE: usize = 1024;

    fn new() -> Merged {
        Merged { pairs: vec![Pair { nodes: [EMPTY; 2], result: EMPTY, age: 0 }; Merged::SIZE], age: 1 }
    }

    fn slot(node: u32, other: u32) -> usize {
        let hash = (u64::from(node) << 32 | u64::from(other)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 32) as usize % Merged::SIZE
    }

    fn find(&self, node: u32, other: u32) -> Option<u32> {
        let pair = &self.pairs[Merged::slot(node, other)];
        (pair.nodes == [node, other] && pair.age == self.age).then_some(pair.result)
    }

    fn insert(&mut self, node: u32, other: u32, result: u32) {
        self.pairs[Merged::slot(node, other)] = Pair { nodes: [node, other], result, age: self.age };
    }

    fn forget(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.age == 0 {
            *self = Merged::new();
        }
    }
}

impl Forest {
    pub(super) fn new() -> Forest {
        Forest { nodes: vec![[EMPTY; WIDTH]], roots: Vec::new(), marks: Vec::new(), own: 0, merged: Merged::new() }
    }

    /// Adds the empty clocks of an event.
    pub(super) fn push(&mut self, rows: usize) {
        self.marks.push(self.nodes.len() as u32);
        self.roots.resize(self.roots.len() + rows, Root::EMPTY);
    }

    /// Takes the clocks of the last event away.
    pub(super) fn pop(&mut self, rows: usize) {
        self.roots.truncate(self.roots.len() - rows);
        let mark = self.marks.pop().expect("invariant: there is an event");
        if (mark as usize) < self.nodes.len() {
            self.nodes.truncate(mark as usize);
            self.merged.forget();
        }
    }

    /// How many clocks there are.
    pub(super) fn len(&self) -> usize {
        self.roots.len()
    }

    #[inline]
    pub(super) fn root(&self, clock: usize) -> Root {
        self.roots[clock]
    }

    /// Begins to write a clock of the last event.
    pub(super) fn begin(&mut self) {
        self.own = self.nodes.len() as u32;
    }

    /// The lanes of a clock, as many as may be other than empty.
    pub(super) fn width(root: Root) -> usize {
        1 << (BITS * (root.height + 1))
    }

    /// Not inline: most programs have few threads, and every step asks for lanes.
    #[inline(never)]
    pub(super) fn lane(&self, root: Root, thread: ThreadId) -> u32 {
        let lane = thread.0 as usize;
        if !root.covers(lane) {
            return 0;
        }
        let mut node = root.node;
        for height in (0..=root.height).rev() {
            node = self.nodes[node as usize][place(lane, height)];
        }
        node
    }

    pub(super) fn clear(&mut self, clock: usize) {
        self.roots[clock] = Root::EMPTY;
    }

    pub(super) fn copy(&mut self, clock: usize, source: usize) {
        self.roots[clock] = self.roots[source];
    }

    /// Raises a lane to this count.
    pub(super) fn raise(&mut self, clock: usize, thread: ThreadId, count: u32) {
        if self.lane(self.roots[clock], thread) >= count {
            return;
        }
        let lane = thread.0 as usize;
        while !self.roots[clock].covers(lane) {
            self.lift(clock);
        }
        let Root { node, height } = self.roots[clock];
        let top = self.own(node);
        self.roots[clock].node = top;
        let mut at = top;
        for height in (1..=height).rev() {
            let child = self.own(self.nodes[at as usize][place(lane, height)]);
            self.nodes[at as usize][place(lane, height)] = child;
            at = child;
        }
        self.nodes[at as usize][place(lane, 0)] = count;
    }

    /// Adds all of another clock.
    pub(super) fn join(&mut self, clock: usize, source: usize) {
        let other = self.roots[source];
        if other.node == EMPTY {
            return;
        }
        while self.roots[clock].height < other.height {
            self.lift(clock);
        }
        let Root { node, height } = self.roots[clock];
        self.roots[clock].node = self.merge_lower(node, height, other);
    }

    /// Merges a node with a tree that is not higher.
    fn merge_lower(&mut self, node: u32, height: u32, other: Root) -> u32 {
        if height == other.height {
            return self.merge(node, other.node, height);
        }
        let first = self.nodes[node as usize][0];
        let merged = self.merge_lower(first, height - 1, other);
        if merged == first {
            return node;
        }
        let node = self.own(node);
        self.nodes[node as usize][0] = merged;
        node
    }

    /// The node of everything in either of two. It is one of them if that has it all.
    fn merge(&mut self, node: u32, other: u32, height: u32) -> u32 {
        if node == other || other == EMPTY {
            return node;
        }
        if node == EMPTY {
            return other;
        }
        if height == 0 {
            return self.merge_leaves(node, other);
        }
        if let Some(merged) = self.merged.find(node, other) {
            return merged;
        }
        let (mine, theirs) = (self.nodes[node as usize], self.nodes[other as usize]);
        let (mut merged, mut is_mine, mut is_theirs) = (mine, true, true);
        for ((child, mine), theirs) in merged.iter_mut().zip(mine).zip(theirs) {
            *child = self.merge(mine, theirs, height - 1);
            is_mine &= *child == mine;
            is_theirs &= *child == theirs;
        }
        if !is_mine && !is_theirs {
            return self.write(node, merged);
        }
        let result = if is_mine { node } else { other };
        if node < self.own {
            self.merged.insert(node, other, result);
        }
        result
    }

    fn merge_leaves(&mut self, node: u32, other: u32) -> u32 {
        let (mine, theirs) = (self.nodes[node as usize], self.nodes[other as usize]);
        let (mut merged, mut is_mine, mut is_theirs) = (mine, true, true);
        for (lane, theirs) in merged.iter_mut().zip(theirs) {
            is_mine &= *lane >= theirs;
            is_theirs &= *lane <= theirs;
            *lane = (*lane).max(theirs);
        }
        match (is_mine, is_theirs) {
            // The older one of two equals: more clocks have it.
            (true, true) => node.min(other),
            (true, false) => node,
            (false, true) => other,
            (false, false) => self.write(node, merged),
        }
    }

    /// The node, or a copy of it, with this content.
    fn write(&mut self, node: u32, content: Node) -> u32 {
        if node >= self.own {
            self.nodes[node as usize] = content;
            return node;
        }
        self.nodes.push(content);
        self.nodes.len() as u32 - 1
    }

    /// Makes the tree of a clock higher.
    fn lift(&mut self, clock: usize) {
        let Root { node, height } = self.roots[clock];
        let mut top = EMPTY;
        if node != EMPTY {
            top = self.own(EMPTY);
            self.nodes[top as usize][0] = node;
        }
        self.roots[clock] = Root { node: top, height: height + 1 };
    }

    /// The node, or a copy of it, to be written to.
    fn own(&mut self, node: u32) -> u32 {
        if node >= self.own && node != EMPTY {
            return node;
        }
        self.nodes.push(self.nodes[node as usize]);
        self.nodes.len() as u32 - 1
    }

    /// Adds all of a clock to lanes.
    pub(super) fn add_to(&self, root: Root, lanes: &mut [u32]) {
        self.add_node(root.node, root.height, lanes);
    }

    fn add_node(&self, node: u32, height: u32, lanes: &mut [u32]) {
        if node == EMPTY {
            return;
        }
        let node = &self.nodes[node as usize];
        if height == 0 {
            super::join(lanes, node);
            return;
        }
        let share = 1 << (BITS * height);
        for (&child, lanes) in node.iter().zip(lanes.chunks_mut(share)) {
            self.add_node(child, height - 1, lanes);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.roots.capacity() * size_of::<Root>()
            + self.marks.capacity() * size_of::<u32>()
    }
}

/// Where the way to a lane goes on from a node of this height.
#[inline]
fn place(lane: usize, height: u32) -> usize {
    lane >> (BITS * height) & (WIDTH - 1)
}
