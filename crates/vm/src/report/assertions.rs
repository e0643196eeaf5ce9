//! Which assertions were reached: one that never is says nothing.
//!
//! An assertion is reached when control gets through its condition, whatever part of it decides: `assert(a &&
//! b)` is several branches, and both ways out of them count. Debug info says which branches belong to an
//! assertion, since what a macro makes has one place; without it, branches that lead to the same two places
//! do.
//!
//! An assertion without a condition (`assert(0)`) can only be reached by failing. Mostly it stands where the
//! program never comes, which is its point. But where control was on its way to it and could go nowhere else,
//! something has stopped it: a loop that was cut, or a wait. Then it counts as one that was not reached.

use std::collections::{BTreeMap, BTreeSet};

use selvedge_core::Warning;
use selvedge_ir::{BlockId, Body, Callee, Constant, DbgId, FunctionId, InstKind, Operand, Symbol};

use crate::Machine;
use crate::machine::Code;

/// An assertion of the program.
struct Assertion {
    /// Where it fails, or is checked.
    block: BlockId,
    kind: Kind,
    /// Its place in the source.
    place: Option<String>,
    dbg: Option<DbgId>,
}

/// How an assertion looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A call that fails, of a macro that has looked at the condition.
    Macro,
    /// A call that fails, of the program's own.
    Call,
    /// A function that checks its argument.
    Check,
}

/// What became of an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// Its condition was decided so often.
    Reached(u32),
    /// It has no condition, and control went elsewhere so often.
    Avoided(u32),
    Missed,
}

/// The functions that macros call to report a failed assertion.
const MACROS: [&str; 3] = ["__assert_fail", "__assert_rtn", "__assert"];
/// Those that programs call.
const CALLS: [&str; 2] = ["__VERIFIER_error", "reach_error"];
/// A function that checks its argument.
const CHECK: &str = "__VERIFIER_assert";

impl Machine {
    /// The assertions that no execution reached. Those in functions that were never called count only if no
    /// other was reached either: headers are full of them.
    pub(crate) fn unreached_assertions(&self) -> Option<Warning> {
        let names = MACROS.iter().chain(&CALLS).chain([&CHECK]);
        if !names.into_iter().any(|name| self.code.module().function_named(name).is_some()) {
            return None;
        }
        let (mut reached, mut missed, mut uncalled) = (0, BTreeSet::new(), 0);
        for function in self.code.module().function_ids().filter(|&id| self.code.module().function(id).defined) {
            let called = self.log.facts().is_covered(function);
            if !called && (reached > 0 || !missed.is_empty()) {
                continue;
            }
            for assertion in self.code.assertions(function) {
                if !called {
                    uncalled += 1;
                } else if self.fate(function, &assertion) == Fate::Missed {
                    missed.extend(assertion.place);
                } else {
                    reached += 1;
                }
            }
        }
        if reached == 0 && (uncalled > 0 || !missed.is_empty()) {
            return Some(Warning::NoAssertion);
        }
        (!missed.is_empty()).then(|| Warning::UnreachedAssertions(missed.into_iter().collect()))
    }

    /// The assertions in functions that were called, each with its place and on how many paths of threads its
    /// condition was decided: a path that executions share is run once, and so is what follows where paths
    /// meet. In loops, every round counts; and so may a path that no execution takes in the end.
    pub fn assertions_reached(&self) -> Vec<(String, u64)> {
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for function in self.code.module().function_ids().filter(|&id| self.code.module().function(id).defined) {
            if !self.log.facts().is_covered(function) {
                continue;
            }
            for assertion in self.code.assertions(function) {
                let times = match self.fate(function, &assertion) {
                    Fate::Reached(times) | Fate::Avoided(times) => times,
                    Fate::Missed => 0,
                };
                let Some(place) = assertion.place else { continue };
                *found.entry(place).or_default() += u64::from(times);
            }
        }
        found.into_iter().collect()
    }

    fn fate(&self, function: FunctionId, assertion: &Assertion) -> Fate {
        let count = |block: BlockId| self.log.facts().count(function, block);
        let reached = |times: u32| if times > 0 { Fate::Reached(times) } else { Fate::Missed };
        let block = assertion.block;
        if assertion.kind == Kind::Check {
            return reached(count(block));
        }
        let Ok(body) = self.code.module().body(function) else { return Fate::Reached(1) };
        let flow = Flow::of(body);
        let condition = self.code.condition(assertion, &flow, body);
        if condition.is_empty() {
            let before: Vec<BlockId> = flow.before(block).collect();
            let elsewhere = before.iter().map(|block| count(*block)).fold(count(block), u32::saturating_add);
            let stopped = flow.bound_for(block).into_iter().any(|on_the_way| count(on_the_way) > 0);
            return match stopped && count(block) == 0 {
                true => Fate::Missed,
                false => Fate::Avoided(elsewhere),
            };
        }
        // Blocks that are left for are counted, if no other way leads there: a block is entered once where
        // several paths go on from it, each with another value.
        let left: BTreeSet<BlockId> =
            condition.iter().flat_map(|from| flow.after(*from)).filter(|to| !condition.contains(to)).collect();
        let alone = |to: &BlockId| flow.before(*to).all(|from| condition.contains(&from));
        if left.iter().all(alone) {
            return reached(left.iter().map(|to| count(*to)).fold(0, u32::saturating_add));
        }
        let is_first = |block: &&BlockId| {
            let mut before = flow.before(**block).peekable();
            before.peek().is_none() || before.any(|from| !condition.contains(&from))
        };
        reached(condition.iter().filter(is_first).map(|block| count(*block)).fold(0, u32::saturating_add))
    }
}

impl Code {
    /// The blocks whose branches decide an assertion.
    fn condition(&self, assertion: &Assertion, flow: &Flow, body: &Body) -> BTreeSet<BlockId> {
        let position = |dbg: Option<DbgId>| {
            let frame = self.module().location(dbg?)?.frame;
            Some((frame.file, frame.line, frame.column))
        };
        let here = position(assertion.dbg).filter(|_| assertion.kind == Kind::Macro);
        let mut condition = BTreeSet::new();
        let mut open: Vec<BlockId> = flow.before(assertion.block).collect();
        if here.is_none() {
            // Without places: branches that can only go where the last one goes, too.
            condition.extend(open.iter().copied());
            let left: BTreeSet<BlockId> = open.iter().flat_map(|from| flow.after(*from)).collect();
            open = open.iter().flat_map(|block| flow.before(*block)).collect();
            while let Some(block) = open.pop() {
                let fits = |to: BlockId| condition.contains(&to) || left.contains(&to);
                if flow.branches(block) && flow.after(block).all(fits) && condition.insert(block) {
                    open.extend(flow.before(block));
                }
            }
            return condition;
        }
        while let Some(block) = open.pop() {
            let last = body.terminator(block).and_then(|inst| inst.dbg);
            if block != assertion.block && position(last) == here && condition.insert(block) {
                open.extend(flow.before(block));
            }
        }
        // What only leads on from one to another decides nothing.
        if condition.iter().any(|block| flow.branches(*block)) { condition } else { BTreeSet::new() }
    }

    fn assertions(&self, function: FunctionId) -> Vec<Assertion> {
        let Ok(body) = self.module().body(function) else { return Vec::new() };
        let mut found = Vec::new();
        for block in (0..body.blocks.len() as u32).map(BlockId) {
            let called = |kind: &InstKind| {
                let (InstKind::Call(call) | InstKind::Invoke { call, .. }) = kind else { return None };
                let Callee::Value(Operand::Const(Constant::Symbol(symbol))) = &call.callee else { return None };
                let Some(Symbol::Function(callee)) = self.module().resolve(*symbol) else { return None };
                Some(self.module().function(callee).name.as_str())
            };
            let kind_of = |name: &str| match name {
                CHECK => Some(Kind::Check),
                // A function that does nothing but fail is not an assertion; its callers are, and are not
                // looked for.
                _ if block.index() == 0 => None,
                _ if MACROS.contains(&name) => Some(Kind::Macro),
                _ if CALLS.contains(&name) => Some(Kind::Call),
                _ => None,
            };
            let place = |dbg| {
                let place = self.module().location(dbg)?.frame;
                let file = self.shown_source(&place.file).unwrap_or(&place.file);
                Some(format!("{file}:{}", place.line))
            };
            for (_, inst) in body.block(block) {
                let Some(kind) = called(&inst.kind).and_then(kind_of) else { continue };
                found.push(Assertion { block, kind, place: inst.dbg.and_then(place), dbg: inst.dbg });
            }
        }
        found
    }
}

/// Which block leads where.
struct Flow {
    targets: Vec<Vec<BlockId>>,
}

impl Flow {
    fn of(body: &Body) -> Flow {
        let targets = |from: BlockId| {
            let mut found = Vec::new();
            if let Some(last) = body.terminator(from) {
                last.kind.clone().for_each_target_mut(&mut |target| found.push(*target));
            }
            found
        };
        Flow { targets: (0..body.blocks.len() as u32).map(|from| targets(BlockId(from))).collect() }
    }

    fn after(&self, from: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        self.targets[from.index()].iter().copied()
    }

    fn before(&self, to: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let leads = move |from: &BlockId| self.targets[from.index()].contains(&to);
        (0..self.targets.len() as u32).map(BlockId).filter(leads)
    }

    fn branches(&self, from: BlockId) -> bool {
        self.targets[from.index()].len() > 1
    }

    /// The blocks from which one can come to a block, and nowhere else where the function ends.
    fn bound_for(&self, block: BlockId) -> BTreeSet<BlockId> {
        let ends = (0..self.targets.len() as u32).map(BlockId);
        let ends = ends.filter(|end| *end != block && self.targets[end.index()].is_empty());
        let escapes = self.leading_to(ends.collect(), Some(block));
        let leading = self.leading_to(vec![block], None);
        leading.into_iter().filter(|from| *from != block && !escapes.contains(from)).collect()
    }

    /// The blocks from which one can come to some of these, without going through one.
    fn leading_to(&self, mut open: Vec<BlockId>, without: Option<BlockId>) -> BTreeSet<BlockId> {
        let mut found: BTreeSet<BlockId> = open.iter().copied().collect();
        while let Some(to) = open.pop() {
            let new: Vec<BlockId> =
                self.before(to).filter(|from| Some(*from) != without && !found.contains(from)).collect();
            found.extend(new.iter().copied());
            open.extend(new);
        }
        found
    }
}
