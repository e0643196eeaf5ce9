//! Coming back: does a thread, whatever it reads in one place, come to where it was, in the same state?
//!
//! A copy of the thread is run as in `dynamic.rs`, but it must not touch shared memory, unless it reads that
//! one place. It may wait there, in one loop, which it begins in one state, whatever it has read: otherwise
//! something that was there for a moment could decide what it waits for, and it is not enough to know what is
//! there in the end.

use std::collections::BTreeSet;

use selvedge_core::{Access, Value};
use selvedge_ir::{Callee, InstKind, Type};

use super::dynamic::{MOST_STEPS, MOST_WAYS, Marks, Next, Seen, Way};
use crate::Machine;
use crate::exec::value::Val;
use crate::machine::Code;
use crate::memory::address::{base_of, block_of};
use crate::memory::image::function_at;
use crate::state::thread::Thread;

/// How a thread comes back to where it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Back {
    /// In any case.
    Straight,
    /// If an assumption holds.
    Assuming,
    /// When it sees some value.
    Waiting,
}

impl Machine {
    /// Whether the thread, some of whose values are unknown, goes to where one of these stands, in the same
    /// state, without touching shared memory, unless it reads this, and waits for some value there. What it
    /// reads there is unknown, or always the same: then it must not wait for ever.
    pub(crate) fn leads_back(
        &self,
        thread: Thread,
        goals: &[&Thread],
        may_read: Access,
        seen: Option<Value>,
    ) -> Option<Back> {
        let mut ways = vec![Way { thread, marks: Marks::default(), guarded: BTreeSet::new() }];
        let mut been: Vec<Way> = Vec::new();
        let (mut back, mut arrives, mut has_read) = (Back::Straight, false, false);
        let mut steps = 0;
        while let Some(mut way) = ways.pop() {
            loop {
                steps += 1;
                if steps > MOST_STEPS || been.len() + ways.len() > MOST_WAYS {
                    return None;
                }
                let begins_loop = self.code.begins_loop(&mut way.thread);
                let stands = |goal: &&&Thread| {
                    way.thread.calls().len() == goal.calls().len() && way.thread.place() == goal.place()
                };
                if goals.iter().filter(stands).any(|goal| self.same(goal, &way.thread).is_ok()) {
                    arrives = true;
                    break;
                }
                if begins_loop {
                    if been.contains(&way) {
                        // It waits.
                        if seen.is_some() {
                            return None;
                        }
                        break;
                    }
                    been.push(way.clone());
                }
                if !self.code.stays_private(&mut way, may_read, &mut back).unwrap_or(false) {
                    return None;
                }
                let reads = self.code.reads_there(&mut way, may_read);
                has_read |= reads && been.is_empty();
                let next = match seen {
                    Some(seen) if reads => self.told(&mut way, seen),
                    _ => self.follow(&mut way),
                };
                match next {
                    Ok(Next::GoOn) => {}
                    Ok(Next::Fork(_)) if has_read || been.len() != 1 || back == Back::Assuming => return None,
                    Ok(Next::Fork(targets)) => {
                        back = Back::Waiting;
                        for target in targets {
                            let mut other = way.clone();
                            self.jump(&mut other.thread, target).ok()?;
                            ways.push(other);
                        }
                        break;
                    }
                    Ok(Next::Done) | Err(Seen) => return None,
                }
            }
        }
        let waits_in_one_state = back != Back::Waiting || been.len() == 1;
        (arrives && waits_in_one_state).then_some(back)
    }

    /// The thread where it next begins a loop, without having touched shared memory.
    pub(crate) fn next_loop(&self, thread: Thread, at: Access) -> Option<Thread> {
        let mut way = Way { thread, marks: Marks::default(), guarded: BTreeSet::new() };
        for _ in 0..MOST_STEPS {
            if self.code.begins_loop(&mut way.thread) {
                return Some(way.thread);
            }
            let goes_on = !self.code.reads_there(&mut way, at)
                && self.code.stays_private(&mut way, at, &mut Back::Straight).unwrap_or(false)
                && matches!(self.follow(&mut way), Ok(Next::GoOn));
            if !goes_on {
                return None;
            }
        }
        None
    }

    /// Follows a load of which the answer is known.
    fn told(&self, way: &mut Way, seen: Value) -> Result<Next, Seen> {
        let to = way.thread.frame().next;
        let body = self.code.module().body(way.thread.frame().function).map_err(|_| Seen)?;
        self.pass(way, body.value(to), Val::Word(seen.0))
    }
}

impl Code {
    /// Whether the next instruction touches nothing but the thread's own memory, or only reads this, or
    /// waits.
    fn stays_private(&self, way: &mut Way, may_read: Access, back: &mut Back) -> Option<bool> {
        let frame = way.thread.calls().last()?;
        let inst = self.module().body(frame.function).ok()?.insts.get(frame.next as usize)?;
        Some(match &inst.kind {
            InstKind::Load { ty, pointer, atomic: Some(_), .. }
                if self.known(way, &Type::Ptr, pointer).ok()?.word() == Some(may_read.address.0) =>
            {
                self.module().store_size_of(ty) == Some(may_read.width.bytes())
            }
            InstKind::Load { pointer, .. } | InstKind::Store { pointer, .. } => {
                let address = self.known(way, &Type::Ptr, pointer).ok()?.word()?;
                block_of(address).is_some() && way.thread.memory.get(base_of(address)).is_some()
            }
            InstKind::Call(call) => {
                let Callee::Value(callee) = &call.callee else { return None };
                let callee = self.known(way, &Type::Ptr, callee).ok()?.word()?;
                let called = self.module().function(function_at(self.module(), callee)?);
                let marker = ["llvm.dbg.", "llvm.lifetime."].iter().any(|prefix| called.name.starts_with(prefix));
                if called.name == "__VERIFIER_assume" {
                    let waits = std::mem::replace(back, Back::Assuming) == Back::Waiting;
                    return Some(!waits);
                }
                called.defined || marker
            }
            InstKind::Ret(_) => way.thread.calls().len() > 1,
            InstKind::CmpXchg(_) | InstKind::AtomicRmw(_) | InstKind::Fence(_) | InstKind::Invoke { .. } => false,
            _ => true,
        })
    }

    /// Whether the next instruction is a load from there.
    fn reads_there(&self, way: &mut Way, at: Access) -> bool {
        let frame = way.thread.frame();
        let Ok(body) = self.module().body(frame.function) else { return false };
        let Some(InstKind::Load { pointer, .. }) = body.insts.get(frame.next as usize).map(|inst| &inst.kind) else {
            return false;
        };
        self.known(way, &Type::Ptr, pointer).is_ok_and(|pointer| pointer.word() == Some(at.address.0))
    }
}
