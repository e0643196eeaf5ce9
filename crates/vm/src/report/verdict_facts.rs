//! What a machine remarks on while threads run: everything that a verdict must not keep quiet about.
//!
//! Threads remember nothing for each other, and these remarks change nothing that a thread does. A step is
//! interpreted at least once if an execution takes it, so nothing is missed; a step that only an inconsistent
//! graph would have taken may be remarked on too, which errs on the side of caution.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use selvedge_core::{Block, Bound, Fault, Property, ViolationKind, Warning};
use selvedge_ir::{BlockId, FunctionId};

use crate::Machine;
use crate::exec::flow::{Flow, fail};
use crate::memory::address::{form_of, owner_of};
use crate::memory::private::allocator_of;
use crate::report::serialise::Fact;
use crate::state::thread::Thread;

/// What was noted.
#[derive(Debug, Default)]
pub(crate) struct VerdictFacts {
    noted: Mutex<Noted>,
    /// How often the blocks of each function were entered.
    covered: Vec<OnceLock<Box<[AtomicU32]>>>,
}

#[derive(Clone, Debug, Default)]
struct Noted {
    stubs: BTreeSet<String>,
    inputs: BTreeSet<String>,
    environment: BTreeSet<String>,
    decides_by_address: bool,
    /// Where loads read that an optimiser may have moved.
    doubtful: BTreeSet<u64>,
    has_weak_exchanges: bool,
    has_waits: bool,
    unknown: Option<String>,
    has_threads: bool,
    has_spurious_wakeups: bool,
    first_come: BTreeSet<String>,
    /// Where blocks on the heap were allocated.
    allocations: BTreeMap<Block, String>,
    leaks: BTreeSet<Block>,
    /// Blocks that are or were shared, of whichever thread: by number and kind, their sizes, and how far they
    /// are aligned.
    objects: BTreeMap<(u32, u32), (u64, u8)>,
}

impl VerdictFacts {
    pub(crate) fn new(functions: usize) -> VerdictFacts {
        VerdictFacts { noted: Mutex::default(), covered: (0..functions).map(|_| OnceLock::new()).collect() }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets everything: the search starts again.
    pub(crate) fn clear(&mut self) {
        *self.lock() = Noted::default();
        self.covered.iter_mut().for_each(|blocks| *blocks = OnceLock::new());
    }

    /// A stub was called.
    pub(crate) fn stub(&self, function: &str) {
        self.lock().stubs.insert(function.to_owned());
    }

    /// A function returned one of the values that it could return, and the others were not tried.
    pub(crate) fn input(&self, function: &str) {
        self.lock().inputs.insert(function.to_owned());
    }

    /// The program asked about the world around it.
    pub(crate) fn environment(&self, function: &str) {
        self.lock().environment.insert(function.to_owned());
    }

    /// A function was called that is not modelled.
    pub(crate) fn unknown(&self, function: &str) {
        self.lock().unknown = Some(function.to_owned());
    }

    /// A thread was created.
    pub(crate) fn thread(&self) {
        self.lock().has_threads = true;
    }

    /// A thread woke up by itself, and is not allowed to again.
    pub(crate) fn spurious_wakeup(&self) {
        self.lock().has_spurious_wakeups = true;
    }

    /// Something decides that depends on where objects lie in memory.
    pub(crate) fn decides_by_address(&self) {
        self.lock().decides_by_address = true;
    }

    /// A block is about to be shared.
    pub(crate) fn object(&self, block: Block, size: u64, aligned: u8) {
        let mut noted = self.lock();
        let known = noted.objects.entry((owner_of(block).1, form_of(block))).or_insert((size, aligned));
        *known = (known.0.max(size), known.1.min(aligned));
    }

    /// The size of a block that is or was shared, and how far it is aligned. Nothing if there is no such
    /// block. Threads that are started alike have like blocks, and not all of them run.
    pub(crate) fn shared_object(&self, block: Block) -> Option<(u64, u8)> {
        self.lock().objects.get(&(owner_of(block).1, form_of(block))).copied()
    }

    /// What was read there may be nothing that the source reads.
    pub(crate) fn doubtful(&self, address: u64) {
        self.lock().doubtful.insert(address);
    }

    /// Whether that was said of a place.
    pub(crate) fn is_doubtful(&self, address: u64) -> bool {
        self.lock().doubtful.contains(&address)
    }

    /// A weak compare-exchange was made that fails only if it must.
    pub(crate) fn weak_exchange(&self) {
        self.lock().has_weak_exchanges = true;
    }

    /// A thread waits for a condition until it is woken.
    pub(crate) fn waits(&self) {
        self.lock().has_waits = true;
    }

    /// It matters here which thread arrives at a barrier first.
    pub(crate) fn first_come(&self, place: String) {
        self.lock().first_come.insert(place);
    }

    /// A block of a function was entered.
    pub(crate) fn cover(&self, function: FunctionId, block: BlockId, blocks: usize) {
        let covered = self.covered[function.index()].get_or_init(|| (0..blocks).map(|_| 0.into()).collect());
        let count = &covered[block.index()];
        // Not one operation: should another worker count at the same time, one of the two may be lost, and
        // neither is zero.
        count.store(count.load(Ordering::Relaxed).saturating_add(1), Ordering::Relaxed);
    }

    /// Forgets everything, except which functions were called.
    pub(crate) fn reset(&self) {
        let mut noted = self.lock();
        let objects = std::mem::take(&mut noted.objects);
        *noted = Noted { objects, ..Noted::default() };
        let blocks = self.covered.iter().filter_map(OnceLock::get).flatten();
        blocks.for_each(|block| block.store(0, Ordering::Relaxed));
    }

    /// Everything that was noted, as keys and texts.
    pub(crate) fn facts(&self, facts: &mut Vec<Fact>) {
        let Noted {
            stubs,
            inputs,
            environment,
            decides_by_address,
            doubtful,
            has_weak_exchanges,
            has_waits,
            unknown,
            has_threads,
            has_spurious_wakeups,
            first_come,
            allocations,
            leaks,
            objects,
        } = self.lock().clone();
        let mut add = |key, texts: &mut dyn Iterator<Item = String>| facts.extend(texts.map(|text| (key, text)));
        add("stubbed", &mut stubs.into_iter());
        add("input", &mut inputs.into_iter());
        add("environment", &mut environment.into_iter());
        add("decides-by-address", &mut decides_by_address.then(String::new).into_iter());
        add("doubtful", &mut doubtful.into_iter().map(|address| address.to_string()));
        add("has-weak-exchanges", &mut has_weak_exchanges.then(String::new).into_iter());
        add("has-waits", &mut has_waits.then(String::new).into_iter());
        add("unknown", &mut unknown.into_iter());
        add("has-threads", &mut has_threads.then(String::new).into_iter());
        add("has-whims", &mut has_spurious_wakeups.then(String::new).into_iter());
        add("first-come", &mut first_come.into_iter());
        add("allocation", &mut allocations.into_iter().map(|(block, place)| format!("{} {place}", block.0)));
        add("leak", &mut leaks.into_iter().map(|block| block.0.to_string()));
        let object = |((number, form), (size, aligned))| format!("{number} {form} {size} {aligned}");
        add("object", &mut objects.into_iter().map(object));
        for (function, covered) in self.covered.iter().enumerate() {
            let counts = covered.get().into_iter().flatten().map(|count| format!(" {}", count.load(Ordering::Relaxed)));
            let counts: String = counts.collect();
            add("covered", &mut covered.get().map(|_| format!("{function}{counts}")).into_iter());
        }
    }

    /// Takes a remark over. Nothing if it means nothing.
    pub(crate) fn recall(&self, key: &str, text: &str) -> Option<()> {
        let mut noted = self.lock();
        match key {
            "stubbed" => _ = noted.stubs.insert(text.to_owned()),
            "input" => _ = noted.inputs.insert(text.to_owned()),
            "environment" => _ = noted.environment.insert(text.to_owned()),
            "decides-by-address" => noted.decides_by_address = true,
            "doubtful" => _ = noted.doubtful.insert(text.parse().ok()?),
            "has-weak-exchanges" => noted.has_weak_exchanges = true,
            "has-waits" => noted.has_waits = true,
            "unknown" => noted.unknown = Some(text.to_owned()),
            "has-threads" => noted.has_threads = true,
            "has-whims" => noted.has_spurious_wakeups = true,
            "first-come" => _ = noted.first_come.insert(text.to_owned()),
            "allocation" => {
                let (block, place) = text.split_once(' ')?;
                noted.allocations.insert(Block(block.parse().ok()?), place.to_owned());
            }
            "leak" => _ = noted.leaks.insert(Block(text.parse().ok()?)),
            "object" => {
                let numbers: Vec<u64> = text.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
                let [number, form, size, aligned] = numbers[..] else { return None };
                let key = (u32::try_from(number).ok()?, u32::try_from(form).ok()?);
                noted.objects.insert(key, (size, u8::try_from(aligned).ok()?));
            }
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

    /// Whether a function was called.
    pub(crate) fn is_covered(&self, function: FunctionId) -> bool {
        self.covered[function.index()].get().is_some()
    }

    /// How often a block was entered.
    pub(crate) fn count(&self, function: FunctionId, block: BlockId) -> u32 {
        let covered = self.covered[function.index()].get();
        covered.map_or(0, |blocks| blocks[block.index()].load(Ordering::Relaxed))
    }
}

impl Machine {
    /// A block on the heap was allocated, here. Where it is asked what is left when the program ends, the
    /// graph has all blocks, also those that no other thread is ever told of: the program may end while their
    /// threads go on.
    pub(crate) fn remark_allocation(&self, thread: &mut Thread, base: u64) {
        let Some((block, _)) = crate::memory::address::block_of(base) else { return };
        let place = self.code.place_of(thread);
        self.log.facts().lock().allocations.insert(block, place);
        if self.code.settings().properties.has(Property::Leak) {
            self.share(thread, &[base]);
        }
    }

    /// A thread has ended: what it has on the heap and no other thread knows is lost.
    pub(crate) fn remark_end(&self, thread: &Thread) -> Flow {
        let blocks = thread.memory.iter().filter(|(_, block)| block.storage.is_heap());
        let blocks = blocks.filter_map(|(base, _)| Some(crate::memory::address::block_of(base)?.0));
        match self.remark_lost(blocks) {
            Some(fault) => fail(fault.kind, fault.message),
            None => Ok(()),
        }
    }

    /// A complete execution has ended in which these blocks are living. A fault if leaks are, and some of
    /// them are on the heap.
    pub(crate) fn remark_living(&self, blocks: impl Iterator<Item = Block>) -> Option<Fault> {
        let is_heap = |block: &Block| allocator_of(crate::memory::address::base_of_block(*block)).is_some();
        self.remark_lost(blocks.filter(is_heap))
    }

    fn remark_lost(&self, lost: impl Iterator<Item = Block>) -> Option<Fault> {
        let mut lost = lost.peekable();
        lost.peek()?;
        let mut noted = self.log.facts().lock();
        if !self.code.settings().properties.has(Property::Leak) {
            // So it is with many executions: where the blocks were allocated is looked up in the end.
            noted.leaks.extend(lost);
            return None;
        }
        let lost: Vec<Block> = lost.collect();
        let places: BTreeSet<&str> =
            lost.iter().filter_map(|block| Some(noted.allocations.get(block)?.as_str())).collect();
        let message = match places.is_empty() {
            true => "memory is not freed".to_owned(),
            false => format!("memory is not freed that was allocated at {}", Vec::from_iter(places).join(", ")),
        };
        noted.leaks.extend(lost);
        Some(Fault { kind: ViolationKind::Leak, message })
    }

    /// The function that is not modelled and that ended the search, if one did.
    pub fn unknown_function(&self) -> Option<String> {
        self.log.facts().lock().unknown.clone()
    }

    /// The places where it matters which thread arrives at a barrier first, because of what the wait there
    /// returns.
    pub fn first_come(&self) -> Vec<String> {
        self.log.facts().lock().first_come.iter().cloned().collect()
    }

    /// What the program was spared although its language allows it: it was not asked for.
    pub fn assumptions(&self) -> Vec<&'static str> {
        let noted = self.log.facts().lock();
        let weak =
            "weak compare-exchanges failed only where they had to (--spurious-failures lets them fail otherwise)";
        let waits = "no thread woke up from a condition unasked (--spurious-wakeups lets each do so once)";
        let told = [(noted.has_weak_exchanges, weak), (noted.has_waits, waits)];
        told.into_iter().filter_map(|(spared, text)| spared.then_some(text)).collect()
    }

    /// What was left out.
    pub(crate) fn what_was_left_out(&self) -> Vec<Bound> {
        let constants = self.constants_are_chance();
        let noted = self.log.facts().lock();
        let behaviour = |function: &String| self.code.settings().stubs.get(function).map_or("", |stub| stub.name());
        let stub = |function: &String| Bound::Stub { function: function.clone(), behaviour: behaviour(function) };
        let inputs = (!noted.inputs.is_empty()).then(|| Bound::FixedInputs(noted.inputs.iter().cloned().collect()));
        let addresses = (noted.decides_by_address || constants).then_some(Bound::FixedAddresses);
        let wakeups = noted.has_spurious_wakeups.then_some(Bound::SpuriousWakeups);
        let optimised =
            (!self.code.module().optimised.is_empty()).then(|| Bound::Optimised(self.code.module().optimised.clone()));
        noted.stubs.iter().map(stub).chain(inputs).chain(addresses).chain(wakeups).chain(optimised).collect()
    }

    /// What the user should know about a program none of whose executions goes wrong.
    pub(crate) fn cautions(&self) -> Vec<Warning> {
        let unreached = self.unreached_assertions();
        let noted = self.log.facts().lock();
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>();
        let place = |block: &Block| noted.allocations.get(block).cloned();
        let leaks: BTreeSet<String> = noted.leaks.iter().filter_map(place).collect();
        let mut warnings = Vec::new();
        let harmless: BTreeSet<String> = noted.environment.difference(&noted.inputs).cloned().collect();
        if !harmless.is_empty() {
            warnings.push(Warning::FixedEnvironment(list(&harmless)));
        }
        if !noted.has_threads {
            warnings.push(Warning::OneThread);
        }
        warnings.extend(unreached);
        if !leaks.is_empty() && !self.code.settings().properties.has(Property::Leak) {
            warnings.push(Warning::Leak(list(&leaks)));
        }
        warnings
    }
}
