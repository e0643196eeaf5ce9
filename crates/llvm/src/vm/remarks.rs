//! What a machine remarks on while threads run: everything that a verdict must not keep quiet about.
//!
//! Threads remember nothing for each other, and these remarks change nothing that a thread does. A step is interpreted at
//! least once if an execution takes it, so nothing is missed; a step that only an inconsistent graph would have taken
//! may be remarked on too, which errs on the side of caution.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use selvedge_core::{Block, Bound, Warning};

use super::Machine;
use super::private::allocator_of;
use super::recall::Fact;
use super::thread::Thread;
use crate::ir::{BlockId, Callee, Constant, FunctionId, InstKind, Operand, Symbol};

/// The remarks.
#[derive(Debug, Default)]
pub(super) struct Remarks {
    remarks: Mutex<Remarked>,
    /// How often the blocks of each function were entered.
    covered: Vec<OnceLock<Box<[AtomicU32]>>>,
}

#[derive(Clone, Debug, Default)]
struct Remarked {
    stubs: BTreeSet<String>,
    inputs: BTreeSet<String>,
    environment: BTreeSet<String>,
    unknown: Option<String>,
    has_threads: bool,
    has_whims: bool,
    first_come: BTreeSet<String>,
    /// Where blocks on the heap were allocated.
    allocations: BTreeMap<Block, String>,
    leaks: BTreeSet<Block>,
}

/// An assertion of the program.
struct Assertion {
    /// Where it fails, or is checked.
    block: BlockId,
    /// Which of the two.
    fails: bool,
    /// Its place in the source.
    place: Option<String>,
}

/// The functions that report a failed assertion.
const FAILURES: [&str; 5] = ["__assert_fail", "__assert_rtn", "__assert", "__VERIFIER_error", "reach_error"];
/// A function that checks its argument.
const CHECK: &str = "__VERIFIER_assert";

impl Remarks {
    pub(super) fn new(functions: usize) -> Remarks {
        Remarks { remarks: Mutex::default(), covered: (0..functions).map(|_| OnceLock::new()).collect() }
    }

    fn lock(&self) -> MutexGuard<'_, Remarked> {
        self.remarks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets everything: the search starts again.
    pub(super) fn clear(&mut self) {
        *self.lock() = Remarked::default();
        self.covered.iter_mut().for_each(|blocks| *blocks = OnceLock::new());
    }

    /// A stub was called.
    pub(super) fn stub(&self, function: &str) {
        self.lock().stubs.insert(function.to_owned());
    }

    /// A function returned one of the values that it could return, and the others were not tried.
    pub(super) fn input(&self, function: &str) {
        self.lock().inputs.insert(function.to_owned());
    }

    /// The program asked about the world around it.
    pub(super) fn environment(&self, function: &str) {
        self.lock().environment.insert(function.to_owned());
    }

    /// A function was called that nobody knows.
    pub(super) fn unknown(&self, function: &str) {
        self.lock().unknown = Some(function.to_owned());
    }

    /// A thread was created.
    pub(super) fn thread(&self) {
        self.lock().has_threads = true;
    }

    /// A thread woke up by itself, and is not allowed to again.
    pub(super) fn whim(&self) {
        self.lock().has_whims = true;
    }

    /// It matters here who arrives at a barrier first.
    pub(super) fn first_come(&self, place: String) {
        self.lock().first_come.insert(place);
    }

    /// A block of a function was entered.
    pub(super) fn cover(&self, function: FunctionId, block: BlockId, blocks: usize) {
        let covered = self.covered[function.index()].get_or_init(|| (0..blocks).map(|_| 0.into()).collect());
        let count = &covered[block.index()];
        // Not one operation: should another worker count at the same time, one of the two may be lost, and neither is zero.
        count.store(count.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    }

    /// Forgets everything, except which functions were called.
    pub(super) fn reset(&self) {
        *self.lock() = Remarked::default();
        let blocks = self.covered.iter().filter_map(OnceLock::get).flatten();
        blocks.for_each(|block| block.store(0, Ordering::Relaxed));
    }

    /// All remarks, as keys and texts.
    pub(super) fn facts(&self, facts: &mut Vec<Fact>) {
        let Remarked { stubs, inputs, environment, unknown, has_threads, has_whims, first_come, allocations, leaks } =
            self.lock().clone();
        let mut add = |key, texts: &mut dyn Iterator<Item = String>| facts.extend(texts.map(|text| (key, text)));
        add("stubbed", &mut stubs.into_iter());
        add("input", &mut inputs.into_iter());
        add("environment", &mut environment.into_iter());
        add("unknown", &mut unknown.into_iter());
        add("has-threads", &mut has_threads.then(String::new).into_iter());
        add("has-whims", &mut has_whims.then(String::new).into_iter());
        add("first-come", &mut first_come.into_iter());
        add("allocation", &mut allocations.into_iter().map(|(block, place)| format!("{} {place}", block.0)));
        add("leak", &mut leaks.into_iter().map(|block| block.0.to_string()));
        for (function, covered) in self.covered.iter().enumerate() {
            let counts = covered.get().into_iter().flatten().map(|count| format!(" {}", count.load(Ordering::Relaxed)));
            let counts: String = counts.collect();
            add("covered", &mut covered.get().map(|_| format!("{function}{counts}")).into_iter());
        }
    }

    /// Takes a remark over. Nothing if it means nothing.
    pub(super) fn recall(&self, key: &str, text: &str) -> Option<()> {
        let mut remarks = self.lock();
        match key {
            "stubbed" => _ = remarks.stubs.insert(text.to_owned()),
            "input" => _ = remarks.inputs.insert(text.to_owned()),
            "environment" => _ = remarks.environment.insert(text.to_owned()),
            "unknown" => remarks.unknown = Some(text.to_owned()),
            "has-threads" => remarks.has_threads = true,
            "has-whims" => remarks.has_whims = true,
            "first-come" => _ = remarks.first_come.insert(text.to_owned()),
            "allocation" => {
                let (block, place) = text.split_once(' ')?;
                remarks.allocations.insert(Block(block.parse().ok()?), place.to_owned());
            }
            "leak" => _ = remarks.leaks.insert(Block(text.parse().ok()?)),
            "covered" => {
                let mut numbers = text.split(' ').map(|word| word.parse::<u32>().ok());
                let function = self.covered.get(numbers.next()?? as usize)?;
                let counts = numbers.collect::<Option<Vec<u32>>>()?;
                let blocks = function.get_or_init(|| counts.iter().map(|_| 0.into()).collect());
                blocks.iter().zip(counts).for_each(|(block, count)| block.store(count, Ordering::Relaxed));
            }
            _ => {}
        }
        Some(())
    }

    fn count(&self, function: FunctionId, block: BlockId) -> u32 {
        let covered = self.covered[function.index()].get();
        covered.map_or(0, |blocks| blocks[block.index()].load(Ordering::Relaxed))
    }
}

impl Machine {
    /// A block on the heap was allocated, here.
    pub(super) fn remark_allocation(&self, thread: &Thread, base: u64) {
        let Some((block, _)) = super::address::block_of(base) else { return };
        let place = self.place_of(thread);
        self.remarks.lock().allocations.insert(block, place);
    }

    /// A thread has ended: what it has on the heap and nobody else knows is lost.
    pub(super) fn remark_end(&self, thread: &Thread) {
        let lost: Vec<Block> = thread
            .memory
            .iter()
            .filter(|(_, block)| block.storage.is_heap())
            .filter_map(|(base, _)| Some(super::address::block_of(base)?.0))
            .collect();
        if !lost.is_empty() {
            self.remarks.lock().leaks.extend(lost);
        }
    }

    /// A complete execution has ended in which these blocks are living.
    pub(super) fn remark_living(&self, blocks: impl Iterator<Item = Block>) {
        let is_heap = |block: &Block| allocator_of(super::address::base_of_block(*block)).is_some();
        let lost: Vec<Block> = blocks.filter(is_heap).collect();
        if !lost.is_empty() {
            self.remarks.lock().leaks.extend(lost);
        }
    }

    /// The function that nobody knows and that ended the search, if one did.
    pub fn unknown_function(&self) -> Option<String> {
        self.remarks.lock().unknown.clone()
    }

    /// The places where it matters who arrives at a barrier first, because of what the wait there returns.
    pub fn first_come(&self) -> Vec<String> {
        self.remarks.lock().first_come.iter().cloned().collect()
    }

    /// What was left out.
    pub(super) fn what_was_left_out(&self) -> Vec<Bound> {
        let remarks = self.remarks.lock();
        let behaviour = |function: &String| self.settings.stubs.get(function).map_or("", |stub| stub.name());
        let stub = |function: &String| Bound::Stub { function: function.clone(), behaviour: behaviour(function) };
        let inputs = (!remarks.inputs.is_empty()).then(|| Bound::FixedInputs(remarks.inputs.iter().cloned().collect()));
        let whims = remarks.has_whims.then_some(Bound::SpuriousWakeups);
        remarks.stubs.iter().map(stub).chain(inputs).chain(whims).collect()
    }

    /// What the user should know about a program none of whose executions goes wrong.
    pub(super) fn cautions(&self) -> Vec<Warning> {
        let unreached = self.unreached_assertions();
        let remarks = self.remarks.lock();
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
        let place = |block: &Block| remarks.allocations.get(block).cloned();
        let leaks: BTreeSet<String> = remarks.leaks.iter().filter_map(place).collect();
        let mut warnings = Vec::new();
        if !remarks.environment.is_empty() {
            warnings.push(Warning::FixedEnvironment(list(&remarks.environment)));
        }
        if !remarks.has_threads {
            warnings.push(Warning::OneThread);
        }
        warnings.extend(unreached);
        if !leaks.is_empty() {
            warnings.push(Warning::Leak(list(&leaks)));
        }
        warnings
    }

    /// The assertions that no execution reached. Those in functions that were never called count only if no other was
    /// reached either: headers are full of them.
    fn unreached_assertions(&self) -> Option<Warning> {
        let names = FAILURES.iter().chain([&CHECK]);
        if !names.into_iter().any(|name| self.module.function_named(name).is_some()) {
            return None;
        }
        let (mut reached, mut missed, mut uncalled) = (0, BTreeSet::new(), 0);
        for function in self.module.function_ids().filter(|&id| self.module.function(id).defined) {
            let called = self.remarks.covered[function.index()].get().is_some();
            if !called && (reached > 0 || !missed.is_empty()) {
                continue;
            }
            for Assertion { block, fails, place } in self.assertions(function) {
                if !called {
                    uncalled += 1;
                } else if self.times_reached(function, block, fails) > 0 {
                    reached += 1;
                } else {
                    missed.extend(place);
                }
            }
        }
        if reached == 0 && (uncalled > 0 || !missed.is_empty()) {
            return Some(Warning::NoAssertion);
        }
        (!missed.is_empty()).then(|| Warning::UnreachedAssertions(missed.into_iter().collect()))
    }

    /// The assertions in functions that were called, each with its place and on how many paths of threads its condition was
    /// looked at: a path that executions share is run once, and so is what follows where paths meet. In loops, every round counts; and so may a path that no
    /// execution takes in the end.
    pub fn assertions_reached(&self) -> Vec<(String, u64)> {
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for function in self.module.function_ids().filter(|&id| self.module.function(id).defined) {
            if self.remarks.covered[function.index()].get().is_none() {
                continue;
            }
            for Assertion { block, fails, place } in self.assertions(function) {
                let Some(place) = place else { continue };
                *found.entry(place).or_default() += u64::from(self.times_reached(function, block, fails));
            }
        }
        found.into_iter().collect()
    }

    /// How often the condition of the assertion was looked at: of one that fails in this block, that is elsewhere.
    fn times_reached(&self, function: FunctionId, block: BlockId, fails: bool) -> u32 {
        if !fails {
            return self.remarks.count(function, block);
        }
        let Ok(body) = self.module.body(function) else { return 1 };
        let targets = |from: BlockId| {
            let mut found = Vec::new();
            if let Some(last) = body.terminator(from) {
                last.kind.clone().for_each_target_mut(&mut |target| found.push(*target));
            }
            found
        };
        let all: Vec<Vec<BlockId>> = (0..body.blocks.len() as u32).map(|from| targets(BlockId(from))).collect();
        let count = |block: BlockId| self.remarks.count(function, block);
        // A block is entered once where several paths go on from it, each with another value: those who leave it without
        // failing are counted, where nobody else goes there.
        let left = |from: usize| {
            let alone = |target: &&BlockId| all.iter().flatten().filter(|other| *other == *target).count() == 1;
            let passed = all[from].iter().filter(|target| **target != block);
            let left = passed.filter(alone).map(|target| count(*target)).fold(0, u32::saturating_add);
            if left > 0 { left } else { count(BlockId(from as u32)) }
        };
        let before = (0..all.len()).filter(|&from| all[from].contains(&block));
        // Whoever fails has looked before.
        before.map(left).fold(0, u32::saturating_add).max(count(block))
    }

    fn assertions(&self, function: FunctionId) -> Vec<Assertion> {
        let Ok(body) = self.module.body(function) else { return Vec::new() };
        let mut found = Vec::new();
        for block in (0..body.blocks.len() as u32).map(BlockId) {
            let called = |kind: &InstKind| {
                let (InstKind::Call(call) | InstKind::Invoke { call, .. }) = kind else { return None };
                let Callee::Value(Operand::Const(Constant::Symbol(symbol))) = &call.callee else { return None };
                let Some(Symbol::Function(callee)) = self.module.resolve(*symbol) else { return None };
                Some(self.module.function(callee).name.as_str())
            };
            // A function that does nothing but fail is not an assertion; those who call it are, and not ours to find.
            let fails = |name: &str| block.index() > 0 && FAILURES.contains(&name);
            let place = |dbg| {
                let place = self.module.location(dbg)?.frame;
                let file = self.sources.get(&place.file).map_or(place.file.as_str(), String::as_str);
                Some(format!("{file}:{}", place.line))
            };
            for (_, inst) in body.block(block) {
                let Some(name) = called(&inst.kind).filter(|name| *name == CHECK || fails(name)) else { continue };
                found.push(Assertion { block, fails: name != CHECK, place: inst.dbg.and_then(place) });
            }
        }
        found
    }
}
