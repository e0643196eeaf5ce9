//! Loops of a function, and what is still needed at a place in it.
//!
//! What is *needed* is decided by liveness, also for the contents of local variables whose address is used
//! for nothing but loading and storing, as far as they are not in registers anyway (`variables.rs`).
//! `idle_rounds.rs` asks, to find out whether a round of a loop changed anything that matters.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use selvedge_ir::variables::{local, root, simple_variables};
use selvedge_ir::{BlockId, Body, Call, Callee, Constant, Inst, InstKind, Module, Operand, Symbol, ValueId};

use crate::exec::predict::Simple;
use crate::exec::registers::RegisterSet;

/// What is needed at a place in a function.
#[derive(Clone, Debug)]
pub(crate) struct Needs {
    /// The registers whose values may be used later.
    pub(crate) registers: Vec<ValueId>,
    /// The local variables whose contents will not be used before they are written again.
    pub(crate) dead: Vec<ValueId>,
}

/// What is not needed at a place in a function.
#[derive(Debug)]
pub(crate) struct Dead {
    /// The registers that will be written before they are read; not those that hold addresses of variables.
    pub(crate) registers: RegisterSet,
    /// Likewise the local variables.
    pub(crate) variables: Vec<ValueId>,
}

/// What may come before a thread is sure to have taken a visible step: a write to a variable
/// that is there for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ahead {
    /// The beginning of a loop: one of this function's, or one in a function that it calls.
    pub(crate) loops: bool,
    /// The end of the function.
    pub(crate) returns: bool,
}

/// The loops of a function.
#[derive(Debug)]
pub(crate) struct Loops {
    /// For each block, from where a jump to it goes back: nowhere, if no loop begins there.
    latches: Vec<Vec<BlockId>>,
    /// For each block, what is needed when it is entered, its phis already evaluated.
    live: Vec<BTreeSet<Needed>>,
    simple: BTreeSet<ValueId>,
    /// For each block, the blocks from which a jump back to it can be reached without passing it.
    inside: Vec<BTreeSet<BlockId>>,
    /// For each instruction, what is needed before it, and what is not. Filled in when it is asked for.
    needs: Vec<OnceLock<Needs>>,
    dead: Vec<[OnceLock<Dead>; 2]>,
    /// For each instruction, the simple way from there, if there is one (`predict.rs`).
    simple_ways: Vec<OnceLock<Option<Box<Simple>>>>,
    /// For each instruction, what may come from there on.
    ahead: Vec<Ahead>,
}

impl Loops {
    pub(crate) fn new(module: &Module, body: &Body) -> Loops {
        let successors: Vec<Vec<BlockId>> = (0..body.blocks.len()).map(|b| targets(body, b)).collect();
        let latches = depth_first(&successors);
        let simple = simple_variables(module, body);
        let live = live_in(body, &successors, &simple);
        let inside = (0..latches.len()).map(|head| inside(head, &latches[head], &successors)).collect();
        // A thread may stand behind the last instruction, if the text is malformed.
        let places = body.insts.len() + 1;
        let needs = (0..places).map(|_| OnceLock::new()).collect();
        let dead = (0..places).map(|_| Default::default()).collect();
        let ahead = ahead(module, body, &successors, &latches);
        let simple_ways = (0..places).map(|_| OnceLock::new()).collect();
        Loops { latches, live, simple, inside, needs, dead, simple_ways, ahead }
    }

    /// The local variables of which nothing is done with the address but loading and storing.
    pub(crate) fn simple(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.simple.iter().copied()
    }

    /// What may come before the thread takes a visible step, from the instruction with the number `next` on.
    pub(crate) fn ahead(&self, next: u32) -> Ahead {
        self.ahead.get(next as usize).copied().unwrap_or_default()
    }

    /// Whether a loop begins at this block.
    pub(crate) fn is_head(&self, block: BlockId) -> bool {
        !self.latches[block.index()].is_empty()
    }

    /// Whether a jump goes back to the beginning of a loop.
    pub(crate) fn goes_back(&self, from: BlockId, to: BlockId) -> bool {
        self.latches[to.index()].contains(&from)
    }

    /// Whether a thread in a block can come back to the head of a loop without entering the loop anew.
    pub(crate) fn is_inside(&self, head: BlockId, block: BlockId) -> bool {
        self.inside[head.index()].contains(&block)
    }

    /// What is not needed before the instruction with the number `next` in a block, while the one before may
    /// still be in progress or is not.
    pub(crate) fn dead(&self, body: &Body, block: BlockId, next: u32, in_progress: bool) -> &Dead {
        self.dead[next as usize][usize::from(in_progress)].get_or_init(|| {
            let Needs { registers, dead } = self.needs(body, block, next);
            let mut kept: BTreeSet<ValueId> = registers.iter().copied().collect();
            let before = next.checked_sub(1).filter(|_| in_progress);
            let before = before.filter(|at| body.blocks[block.index()].insts.contains(at));
            if let Some((at, inst)) = before.map(|at| (at, &body.insts[at as usize]))
                && !matches!(inst.kind, InstKind::Phi { .. })
            {
                kept.insert(body.value(at));
                inst.kind.clone().for_each_operand_mut(&mut |operand| kept.extend(local(operand)));
            }
            // A call that may throw comes back to another block.
            let stays = |kind: &InstKind| matches!(kind, InstKind::Alloca { .. } | InstKind::Invoke { .. });
            // Most of the rest never hold anything.
            let stays = |kind: &InstKind| {
                stays(kind) || kind.is_terminator() || matches!(kind, InstKind::Store { .. } | InstKind::Set { .. })
            };
            let count = body.params + body.insts.len() as u32;
            let all = (0..count).map(ValueId).filter(|value| !kept.contains(value));
            let dead_ones = all.filter(|value| body.inst(*value).is_none_or(|inst| !stays(&inst.kind)));
            let registers = RegisterSet::new(count as usize, dead_ones);
            Dead { registers, variables: dead.clone() }
        })
    }

    /// The simple way from a place, found the first time.
    pub(crate) fn simple_way(&self, next: u32, find: impl FnOnce() -> Option<Simple>) -> Option<&Simple> {
        self.simple_ways[next as usize].get_or_init(|| find().map(Box::new)).as_deref()
    }

    /// What is needed before the instruction with the number `next` in a block.
    pub(crate) fn needs(&self, body: &Body, block: BlockId, next: u32) -> &Needs {
        self.needs[next as usize].get_or_init(|| self.find_needs(body, block, next))
    }

    fn find_needs(&self, body: &Body, block: BlockId, next: u32) -> Needs {
        let range = body.blocks[block.index()].insts.clone();
        let first = range.clone().find(|&i| !matches!(body.insts[i as usize].kind, InstKind::Phi { .. }));
        let live = if Some(next) == first {
            self.live[block.index()].clone()
        } else {
            let mut live = live_out(body, &targets(body, block.index()), block.index(), &self.live);
            for i in (next..range.end).rev() {
                step_back(body, &self.simple, body.value(i), &body.insts[i as usize], &mut live);
            }
            live
        };
        Needs {
            registers: live.iter().filter_map(|needed| needed.register()).collect(),
            dead: self.simple.iter().copied().filter(|variable| !live.contains(&Needed::Content(*variable))).collect(),
        }
    }
}

fn targets(body: &Body, block: usize) -> Vec<BlockId> {
    let mut found = Vec::new();
    if let Some(last) = body.terminator(BlockId(block as u32)) {
        last.kind.clone().for_each_target_mut(&mut |target| found.push(*target));
    }
    found
}

/// The edges of a depth-first walk that lead back to a block on the path, by target.
fn depth_first(successors: &[Vec<BlockId>]) -> Vec<Vec<BlockId>> {
    let count = successors.len();
    let mut latches = vec![Vec::new(); count];
    let (mut met, mut on_path) = (vec![false; count], vec![false; count]);
    let mut path: Vec<(usize, usize)> = Vec::new();
    if count > 0 {
        path.push((0, 0));
    }
    while let Some((block, next)) = path.last_mut() {
        let block = *block;
        if *next == 0 {
            met[block] = true;
            on_path[block] = true;
        }
        let Some(target) = successors[block].get(*next).map(|target| target.index()) else {
            on_path[block] = false;
            path.pop();
            continue;
        };
        *next += 1;
        if on_path.get(target).copied().unwrap_or(false) {
            latches[target].push(BlockId(block as u32));
        } else if met.get(target) == Some(&false) {
            path.push((target, 0));
        }
    }
    latches
}

/// What may come after each place. What the library runs of the program's own counts as a loop.
fn ahead(module: &Module, body: &Body, successors: &[Vec<BlockId>], latches: &[Vec<BlockId>]) -> Vec<Ahead> {
    let may_loop = |call: &Call| match &call.callee {
        Callee::Asm(_) => false,
        Callee::Value(Operand::Const(Constant::Symbol(Symbol::Function(id)))) => {
            let called = module.function(*id);
            called.defined || called.name.contains("once")
        }
        Callee::Value(_) => true,
    };
    let before = |inst: &Inst, after: Ahead| match &inst.kind {
        InstKind::Store { pointer: Operand::Const(Constant::Symbol(Symbol::Global(id))), .. }
            if module.global(*id).thread_local.is_none() =>
        {
            Ahead::default()
        }
        InstKind::Call(call) | InstKind::Invoke { call, .. } => Ahead { loops: after.loops || may_loop(call), ..after },
        InstKind::Ret(_) => Ahead { loops: false, returns: true },
        _ => after,
    };
    let mut found = vec![Ahead::default(); body.insts.len() + 1];
    let mut grows = true;
    while grows {
        grows = false;
        for block in (0..successors.len()).rev() {
            let mut after = Ahead::default();
            for next in &successors[block] {
                let Some(there) = body.blocks.get(next.index()) else { continue };
                let start = found[there.insts.start as usize];
                after.loops |= start.loops || !latches[next.index()].is_empty();
                after.returns |= start.returns;
            }
            for at in body.blocks[block].insts.clone().rev() {
                after = before(&body.insts[at as usize], after);
                grows |= found[at as usize] != after;
                found[at as usize] = after;
            }
        }
    }
    found
}

/// The blocks from which a latch can be reached without passing the head.
fn inside(head: usize, latches: &[BlockId], successors: &[Vec<BlockId>]) -> BTreeSet<BlockId> {
    let mut found: BTreeSet<BlockId> = latches.iter().copied().collect();
    let mut grows = !found.is_empty();
    while grows {
        let reaches = |block: &usize| {
            *block != head && successors[*block].iter().any(|next| next.index() != head && found.contains(next))
        };
        let more: Vec<usize> = (0..successors.len()).filter(reaches).collect();
        let before = found.len();
        found.extend(more.into_iter().map(|block| BlockId(block as u32)));
        grows = found.len() > before;
    }
    // A thread that stands in the head has just entered.
    if !latches.is_empty() {
        found.insert(BlockId(head as u32));
    }
    found
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

/// What is needed when a block is entered, its phis already evaluated.
fn live_in(body: &Body, successors: &[Vec<BlockId>], simple: &BTreeSet<ValueId>) -> Vec<BTreeSet<Needed>> {
    let count = body.blocks.len();
    let mut live: Vec<BTreeSet<Needed>> = vec![BTreeSet::new(); count];
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..count).rev() {
            let mut now = live_out(body, &successors[block], block, &live);
            let mut insts: Vec<_> = body.block(BlockId(block as u32)).collect();
            insts.reverse();
            for (value, inst) in insts {
                step_back(body, simple, value, inst, &mut now);
            }
            if now != live[block] {
                live[block] = now;
                changed = true;
            }
        }
    }
    live
}

/// What is needed at the end of a block.
fn live_out(body: &Body, targets: &[BlockId], block: usize, live: &[BTreeSet<Needed>]) -> BTreeSet<Needed> {
    let mut now: BTreeSet<Needed> = BTreeSet::new();
    for target in targets {
        let mut there = live[target.index()].clone();
        let mut phis = Vec::new();
        for (value, inst) in body.block(*target) {
            let InstKind::Phi { incoming, .. } = &inst.kind else { break };
            there.remove(&Needed::Register(value));
            let from_here = incoming.iter().filter(|(_, from)| from.index() == block);
            phis.extend(from_here.filter_map(|(operand, _)| local(operand)).map(Needed::Register));
        }
        now.extend(there);
        now.extend(phis);
    }
    now
}

/// What is needed before an instruction, given what is needed after it.
fn step_back(body: &Body, simple: &BTreeSet<ValueId>, value: ValueId, inst: &Inst, now: &mut BTreeSet<Needed>) {
    if matches!(inst.kind, InstKind::Phi { .. }) {
        return;
    }
    let variable = |operand: &Operand| root(body, operand).filter(|value| simple.contains(value)).map(Needed::Content);
    now.remove(&Needed::Register(value));
    if let InstKind::Set { variable, .. } = &inst.kind {
        now.remove(&Needed::Register(*variable));
    }
    if let InstKind::Store { pointer, .. } = &inst.kind
        && let Some(content) = variable(pointer)
    {
        now.remove(&content);
    }
    if let InstKind::Load { pointer, .. } = &inst.kind {
        now.extend(variable(pointer));
    }
    inst.kind.clone().for_each_operand_mut(&mut |operand| now.extend(local(operand).map(Needed::Register)));
}
