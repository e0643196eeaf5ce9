//! Reading what an optimiser has made of a program.
//!
//! LLVM may load early what may be needed later: a plain load that races with a write gives an undefined
//! value and is no error, as long as nothing depends on that value. So a race with such a load says nothing
//! about the source, and its absence neither. Where the value certainly decides a branch or an address, is
//! stored or handed on, the load stands in the source as well: an optimiser adds no such use. In code that
//! was not optimised, every load is the author's.

use selvedge_core::{Mode, Step, StepName, Violation, ViolationKind};
use selvedge_ir::variables::local;
use selvedge_ir::{BlockId, Body, Callee, InstKind, Operand, ValueId};

use crate::Machine;
use crate::state::thread::Thread;

impl Machine {
    /// A plain load is about to be made, and an optimiser may have put it where it is.
    pub(crate) fn remark_load(&self, thread: &Thread, to: ValueId, address: u64) {
        let frame = thread.top();
        if self.code.module().body(frame.function).is_ok_and(|body| !is_used(body, frame.block, to)) {
            self.log.facts().doubtful(address);
        }
    }

    /// Why a violation may be none of the source's.
    pub(crate) fn doubts(&self, violation: &Violation) -> Option<String> {
        use ViolationKind::{MixedSizeRace, Race, UninitialisedRead, UnorderedAccess};
        if !matches!(violation.kind, Race | UnorderedAccess | UninitialisedRead | MixedSizeRace) {
            return None;
        }
        let doubtful = |name: &StepName| {
            let step = violation.execution.threads.get(name.thread)?.steps.get(name.index)?;
            match step {
                Step::Read { at, mode: Mode::Plain, .. } if self.log.facts().is_doubtful(at.address.0) => Some(*at),
                _ => None,
            }
        };
        let at = violation.steps.iter().find_map(doubtful)?;
        let files = self.code.module().optimised.join(", ");
        Some(format!(
            "{}: the read of {} may be one that the optimiser has moved, and then it is no error; check the source of {files}, or \
             compile it with -O0",
            violation.message,
            self.code.name_of(at.address.0)
        ))
    }
}

/// Whether something certainly depends on a value as soon as it is there.
fn is_used(body: &Body, block: BlockId, value: ValueId) -> bool {
    let mut known = vec![value];
    for (to, inst) in body.block(block).skip_while(|(at, _)| at.0 <= value.0) {
        let depends = |operand: &Operand| local(operand).is_some_and(|value| known.contains(&value));
        let computes = match &inst.kind {
            InstKind::Store { value, pointer, .. } if depends(value) || depends(pointer) => return true,
            InstKind::Load { pointer, .. } if depends(pointer) => return true,
            InstKind::CmpXchg(exchange)
                if [&exchange.pointer, &exchange.expected, &exchange.new].into_iter().any(depends) =>
            {
                return true;
            }
            InstKind::AtomicRmw(update) if depends(&update.pointer) || depends(&update.value) => return true,
            InstKind::CondBr { condition: decides, .. } | InstKind::Switch { value: decides, .. } => {
                return depends(decides);
            }
            InstKind::Ret(Some(value)) => return depends(&value.value),
            InstKind::Call(call) | InstKind::Invoke { call, .. } => {
                let callee = matches!(&call.callee, Callee::Value(callee) if depends(callee));
                let is_intrinsic = call.args.iter().any(|arg| matches!(arg.value, Operand::Meta(_)));
                if callee || !is_intrinsic && call.args.iter().any(|arg| depends(&arg.value)) {
                    return true;
                }
                false
            }
            // Of a selection, only the condition matters whatever is chosen; a frozen value is some value.
            InstKind::Select { condition, .. } => depends(&condition.value),
            InstKind::Freeze { .. } | InstKind::Phi { .. } => false,
            kind => {
                let mut found = false;
                kind.clone().for_each_operand_mut(&mut |operand| found |= depends(operand));
                found
            }
        };
        if computes {
            known.push(to);
        }
    }
    false
}
