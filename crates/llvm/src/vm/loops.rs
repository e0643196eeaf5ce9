//! Loops of a function, and what is alive where they begin.
//!
//! A round of a loop that leaves everything as it was (registers that are still needed, private memory) and did nothing but
//! read will do the same again unless it reads something else. So it is no use taking it: the thread waits instead. That
//! loses no final state, because dropping the round's reads from an execution gives another execution of the program, with
//! fewer constraints (engine.md §4.3, spin-assume; ours is decided at run time, by comparison).

//!
//! What is *needed* is decided by liveness, also for the contents of local variables whose address is used for nothing but
//! loading and storing: compilers that do not optimise leave every temporary in such a variable.

use std::collections::BTreeSet;

use crate::ir::{BlockId, Body, CastOp, InstKind, Module, Operand, Type, ValueId};

/// What is needed where a loop begins.
#[derive(Debug)]
pub(super) struct Head {
    /// The registers whose values may be used later.
    pub(super) live: Vec<ValueId>,
    /// The local variables whose contents will not be used before they are written again.
    pub(super) dead: Vec<ValueId>,
}

/// What a function's loops need to know.
#[derive(Debug)]
pub(super) struct Loops {
    /// For each block, if a loop begins there.
    heads: Vec<Option<Head>>,
    /// For each block, when it is first met on a walk from the entry.
    rank: Vec<u32>,
}

impl Loops {
    pub(super) fn new(module: &Module, body: &Body) -> Loops {
        let successors: Vec<Vec<BlockId>> = (0..body.blocks.len()).map(|b| targets(body, b)).collect();
        let (rank, heads) = depth_first(&successors);
        let simple = simple_variables(module, body);
        let live = live_in(body, &successors, &simple);
        let head = |live: BTreeSet<Needed>| Head {
            live: live.iter().filter_map(|needed| needed.register()).collect(),
            dead: simple.iter().copied().filter(|variable| !live.contains(&Needed::Content(*variable))).collect(),
        };
        let heads = heads.into_iter().zip(live).map(|(is_head, live)| is_head.then(|| head(live))).collect();
        Loops { heads, rank }
    }

    /// What matters at the beginning of the loop at this block; nothing if there is no loop.
    pub(super) fn head(&self, block: BlockId) -> Option<&Head> {
        self.heads[block.index()].as_ref()
    }

    /// Whether a jump goes back to the beginning of a loop.
    pub(super) fn goes_back(&self, from: BlockId, to: BlockId) -> bool {
        self.rank[to.index()] <= self.rank[from.index()] && self.heads[to.index()].is_some()
    }
}

fn targets(body: &Body, block: usize) -> Vec<BlockId> {
    let mut found = Vec::new();
    if let Some(last) = body.terminator(BlockId(block as u32)) {
        last.kind.clone().for_each_target_mut(&mut |target| found.push(*target));
    }
    found
}

/// Ranks of a depth-first walk, and which blocks are met again while still on the path.
fn depth_first(successors: &[Vec<BlockId>]) -> (Vec<u32>, Vec<bool>) {
    let count = successors.len();
    let (mut rank, mut heads) = (vec![u32::MAX; count], vec![false; count]);
    let mut on_path = vec![false; count];
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut next_rank = 0;
    if count > 0 {
        path.push((0, 0));
    }
    while let Some((block, next)) = path.last_mut() {
        let block = *block;
        if *next == 0 {
            rank[block] = next_rank;
            next_rank += 1;
            on_path[block] = true;
        }
        let Some(target) = successors[block].get(*next).map(|target| target.index()) else {
            on_path[block] = false;
            path.pop();
            continue;
        };
        *next += 1;
        if on_path.get(target).copied().unwrap_or(false) {
            heads[target] = true;
        } else if rank.get(target) == Some(&u32::MAX) {
            path.push((target, 0));
        }
    }
    (rank, heads)
}

/// Something whose value may be used later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Needed {
    Register(ValueId),
    /// What a local variable contains; named by the register that holds its address.
    Content(ValueId),
}

impl Needed {
    fn register(self) -> Option<ValueId> {
        match self {
            Needed::Register(value) => Some(value),
            Needed::Content(_) => None,
        }
    }
}

/// The local variables of which nothing is done with the address but loading and storing, always as a whole.
fn simple_variables(module: &Module, body: &Body) -> BTreeSet<ValueId> {
    let mut simple: BTreeSet<ValueId> = (0..body.insts.len() as u32)
        .filter(|&i| matches!(body.insts[i as usize].kind, InstKind::Alloca { count: None, .. }))
        .map(|i| body.value(i))
        .collect();
    let whole = |pointer: &Operand, accessed: &Type| {
        let kind = root(body, pointer).and_then(|value| body.inst(value)).map(|inst| &inst.kind);
        // Compilers load pointers as integers, so it is the size that counts.
        matches!(kind, Some(InstKind::Alloca { ty, .. }) if module.store_size_of(ty) == module.store_size_of(accessed))
    };
    for inst in &body.insts {
        match &inst.kind {
            InstKind::Load { ty, pointer, .. } if whole(pointer, ty) => {}
            InstKind::Store { ty, value, pointer, .. } if whole(pointer, ty) => {
                root(body, value).map(|value| simple.remove(&value));
            }
            InstKind::Cast { op: CastOp::BitCast, .. } => {}
            kind => kind.clone().for_each_operand_mut(&mut |operand| {
                root(body, operand).map(|value| simple.remove(&value));
            }),
        }
    }
    simple
}

/// What is needed when a block is entered, its phis already evaluated.
fn live_in(body: &Body, successors: &[Vec<BlockId>], simple: &BTreeSet<ValueId>) -> Vec<BTreeSet<Needed>> {
    let count = body.blocks.len();
    let mut live: Vec<BTreeSet<Needed>> = vec![BTreeSet::new(); count];
    let register = |operand: &Operand| local(operand).map(Needed::Register);
    let variable = |operand: &Operand| root(body, operand).filter(|value| simple.contains(value)).map(Needed::Content);
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..count).rev() {
            let mut now: BTreeSet<Needed> = BTreeSet::new();
            for target in &successors[block] {
                now.extend(&live[target.index()]);
                for (value, inst) in body.block(*target) {
                    let InstKind::Phi { incoming, .. } = &inst.kind else { break };
                    now.remove(&Needed::Register(value));
                    now.extend(
                        incoming.iter().filter(|(_, from)| from.index() == block).filter_map(|(v, _)| register(v)),
                    );
                }
            }
            let mut insts: Vec<_> = body.block(BlockId(block as u32)).collect();
            insts.reverse();
            for (value, inst) in insts {
                if matches!(inst.kind, InstKind::Phi { .. }) {
                    continue;
                }
                now.remove(&Needed::Register(value));
                if let InstKind::Store { pointer, .. } = &inst.kind
                    && let Some(content) = variable(pointer)
                {
                    now.remove(&content);
                }
                if let InstKind::Load { pointer, .. } = &inst.kind {
                    now.extend(variable(pointer));
                }
                inst.kind.clone().for_each_operand_mut(&mut |operand| now.extend(register(operand)));
            }
            if now != live[block] {
                live[block] = now;
                changed = true;
            }
        }
    }
    live
}

/// The register behind an operand, looking through the casts between pointers that old compilers write.
fn root(body: &Body, operand: &Operand) -> Option<ValueId> {
    let mut value = local(operand)?;
    // Nothing keeps a malformed text from casting in circles.
    for _ in 0..8 {
        match body.inst(value).map(|inst| &inst.kind) {
            Some(InstKind::Cast { op: CastOp::BitCast, value: inner, .. }) => value = local(inner)?,
            _ => break,
        }
    }
    Some(value)
}

fn local(operand: &Operand) -> Option<ValueId> {
    match operand {
        Operand::Local(value) => Some(*value),
        Operand::Const(_) | Operand::Meta(_) => None,
    }
}
