//! Bit-fields: setting one reads its neighbours, which may never have been written.
//!
//! Compilers set a bit-field by loading the unit that it is in, clearing its bits, putting in the new ones,
//! and storing the unit. What the other bits are does not matter to that, so unwritten memory is zero to such
//! a load. Afterwards the whole unit counts as written: that another field in it was not is no longer
//! noticed.

use selvedge_ir::{BinaryOp, InstKind, Operand, ValueId};

use crate::machine::Code;
use crate::state::thread::Thread;

/// How far after the load the store may be.
const REACH: usize = 8;

impl Code {
    /// Whether the load that the thread is at only serves to set some bits of what it loads.
    pub(crate) fn sets_bits(&self, thread: &Thread) -> bool {
        let Some(frame) = thread.calls().last() else { return false };
        let Ok(body) = self.module().body(frame.function) else { return false };
        let load = frame.next.saturating_sub(1);
        let Some(InstKind::Load { pointer: loaded, .. }) = body.insts.get(load as usize).map(|inst| &inst.kind) else {
            return false;
        };
        let is = |operand: &Operand, value: ValueId| matches!(operand, Operand::Local(local) if *local == value);
        let (mut cleared, mut set) = (None, None);
        for (offset, inst) in body.insts.iter().skip(load as usize + 1).take(REACH).enumerate() {
            let value = body.value(load + 1 + offset as u32);
            match &inst.kind {
                InstKind::Binary { op: BinaryOp::And, lhs, rhs: Operand::Const(_), .. }
                    if is(lhs, body.value(load)) =>
                {
                    cleared = Some(value);
                }
                InstKind::Binary { op: BinaryOp::Or, lhs, .. } if cleared.is_some_and(|cleared| is(lhs, cleared)) => {
                    set = Some(value);
                }
                InstKind::Store { value, pointer, .. } if set.is_some_and(|set| is(value, set)) => {
                    return pointer == loaded;
                }
                _ => {}
            }
        }
        false
    }
}
