//! Threads as straight code with forward jumps, and how they run.
//!
//! A thread's value is its position and its registers; temporaries of nested expressions are registers
//! without a name. The position stays at an action until its answer arrives, so that it also says where the
//! thread stands. There are no backward jumps: a thread always reaches its next action.

use std::sync::Arc;

use selvedge_core::{
    Access, Action, Address, Answer, BlockReason, FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, Site, Spawn,
    ThreadId, Value, ViolationKind, Width, WriteOrdering,
};

use crate::ast::{BinaryOp, UnaryOp};

/// A register, by its place in the thread's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot(pub usize);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    Const(i32),
    Slot(Slot),
}

/// One step. The first group is invisible to other threads; the others become actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Instr {
    Move {
        to: Slot,
        from: Operand,
    },
    Unary {
        op: UnaryOp,
        to: Slot,
        operand: Operand,
    },
    Binary {
        op: BinaryOp,
        to: Slot,
        left: Operand,
        right: Operand,
    },
    Jump(usize),
    JumpIf {
        condition: Operand,
        equals_zero: bool,
        target: usize,
    },
    Assume(Operand),
    Assert {
        condition: Operand,
        message: Arc<str>,
    },

    Load {
        to: Slot,
        at: Address,
        ordering: ReadOrdering,
    },
    Store {
        at: Address,
        value: Operand,
        ordering: WriteOrdering,
    },
    Rmw {
        to: Slot,
        at: Address,
        op: RmwOp,
        operand: Operand,
        ordering: RmwOrdering,
    },
    CompareExchange {
        to: Slot,
        at: Address,
        expected: Slot,
        desired: Operand,
        success: RmwOrdering,
        failure: ReadOrdering,
    },
    Fence(FenceOrdering),
    Spawn {
        to: Slot,
        entry: u32,
    },
    Join(Operand),
    Finish,
}

/// The code of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    /// The steps. The last one is [`Instr::Finish`], the only one.
    pub instrs: Vec<Instr>,
    /// For each step, the statement it comes from; `None` for the end.
    pub origins: Vec<Option<usize>>,
    /// The statements.
    pub sites: Vec<Site>,
    /// The names of the registers, which come first among the slots.
    pub registers: Vec<String>,
    /// What all slots hold at the start.
    pub initial: Vec<i32>,
}

/// The state of a thread between two actions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    number: u32,
    /// The next step or, if `waiting`, the action whose answer is awaited.
    position: usize,
    waiting: bool,
    slots: Box<[i32]>,
}

/// An `int` as a word of memory.
pub(crate) fn to_value(int: i32) -> Value {
    Value(u64::from(int as u32))
}

/// A word of memory as an `int`.
pub(crate) fn to_int(value: Value) -> i32 {
    value.0 as u32 as i32
}

impl Thread {
    pub(crate) fn new(number: u32, code: &Code) -> Thread {
        Thread { number, position: 0, waiting: false, slots: code.initial.clone().into_boxed_slice() }
    }

    /// Its number in the test: 2 for `P2`.
    pub fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn slot(&self, slot: Slot) -> i32 {
        self.slots[slot.0]
    }

    fn set(&mut self, slot: Slot, int: i32) {
        self.slots[slot.0] = int;
    }

    fn get(&self, operand: Operand) -> i32 {
        match operand {
            Operand::Const(int) => int,
            Operand::Slot(slot) => self.slot(slot),
        }
    }
}

impl Code {
    /// Where the thread stands.
    pub fn site(&self, thread: &Thread) -> Option<&Site> {
        self.origins.get(thread.position).copied().flatten().map(|statement| &self.sites[statement])
    }

    /// Runs a thread up to its next action.
    pub fn resume(&self, thread: &mut Thread, answer: Answer) -> Action {
        if thread.waiting {
            self.receive(thread, answer);
            thread.waiting = false;
        }
        loop {
            let instr = &self.instrs[thread.position];
            if let Some(action) = self.action(thread, instr) {
                thread.waiting = true;
                return action;
            }
            thread.position = self.compute(thread, instr);
        }
    }

    /// What the step asks of the world, if it does.
    fn action(&self, thread: &Thread, instr: &Instr) -> Option<Action> {
        let access = |address| Access { address, width: Width::W32 };
        let value = |operand| to_value(thread.get(operand));
        Some(match *instr {
            Instr::Load { at, ordering, .. } => Action::Read { at: access(at), ordering },
            Instr::Store { at, value: stored, ordering } => {
                Action::Write { at: access(at), ordering, value: value(stored) }
            }
            Instr::Rmw { at, op, operand, ordering, .. } => {
                Action::Rmw { at: access(at), ordering, op, operand: value(operand) }
            }
            Instr::CompareExchange { at, expected, desired, success, failure, .. } => Action::CompareExchange {
                at: access(at),
                expected: value(Operand::Slot(expected)),
                desired: value(desired),
                success,
                failure,
            },
            Instr::Fence(ordering) => Action::Fence(ordering),
            Instr::Spawn { entry, .. } => Action::Spawn(Spawn { entry, argument: Value(0) }),
            Instr::Join(handle) => Action::Join(ThreadId(thread.get(handle) as u32)),
            Instr::Assume(condition) if thread.get(condition) == 0 => Action::Block(BlockReason::Assume),
            Instr::Assert { condition, ref message } if thread.get(condition) == 0 => {
                Action::Fail { kind: ViolationKind::Assertion, message: message.clone(), about: None }
            }
            Instr::Finish => Action::Finish(Value(0)),
            Instr::Move { .. }
            | Instr::Unary { .. }
            | Instr::Binary { .. }
            | Instr::Jump(_)
            | Instr::JumpIf { .. }
            | Instr::Assume(_)
            | Instr::Assert { .. } => return None,
        })
    }

    /// Does a step that is no action. Returns the position of the next one.
    fn compute(&self, thread: &mut Thread, instr: &Instr) -> usize {
        match *instr {
            Instr::Move { to, from } => thread.set(to, thread.get(from)),
            Instr::Unary { op, to, operand } => thread.set(to, op.apply(thread.get(operand))),
            Instr::Binary { op, to, left, right } => thread.set(to, op.apply(thread.get(left), thread.get(right))),
            Instr::Jump(target) => return target,
            Instr::JumpIf { condition, equals_zero, target } => {
                if (thread.get(condition) == 0) == equals_zero {
                    return target;
                }
            }
            // An assumption or assertion that holds does nothing; the others are actions.
            Instr::Assume(_)
            | Instr::Assert { .. }
            | Instr::Load { .. }
            | Instr::Store { .. }
            | Instr::Rmw { .. }
            | Instr::CompareExchange { .. }
            | Instr::Fence(_)
            | Instr::Spawn { .. }
            | Instr::Join(_)
            | Instr::Finish => {}
        }
        thread.position + 1
    }

    /// Takes the answer to the action at which the thread stands.
    fn receive(&self, thread: &mut Thread, answer: Answer) {
        match self.instrs[thread.position] {
            Instr::Load { to, .. } | Instr::Rmw { to, .. } | Instr::Spawn { to, .. } => {
                thread.set(to, to_int(answer.value()));
            }
            Instr::CompareExchange { to, expected, .. } => {
                let found = to_int(answer.value());
                let succeeded = found == thread.slot(expected);
                // On success this writes what is there already. The result comes last: `r = cas(x, &r, …)`.
                thread.set(expected, found);
                thread.set(to, i32::from(succeeded));
            }
            Instr::Finish => return,
            Instr::Store { .. }
            | Instr::Fence(_)
            | Instr::Join(_)
            | Instr::Assume(_)
            | Instr::Assert { .. }
            | Instr::Move { .. }
            | Instr::Unary { .. }
            | Instr::Binary { .. }
            | Instr::Jump(_)
            | Instr::JumpIf { .. } => {}
        }
        thread.position += 1;
    }
}
