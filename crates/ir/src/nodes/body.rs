//! The body of a function.

use std::ops::Range;

use super::{BlockId, DbgId, Inst, InstKind, Operand, ValueId};

/// Blocks and instructions of a function.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    /// How many parameters come before the instructions in the numbering of values.
    pub params: u32,
    /// All instructions, block after block.
    pub insts: Vec<Inst>,
    /// The blocks, the entry first.
    pub blocks: Vec<Block>,
    /// What debug info says about variables, in order of appearance.
    pub records: Vec<DbgRecord>,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its instructions, as indices into [`Body::insts`]; never empty.
    pub insts: Range<u32>,
    /// Where its label, or its first instruction, starts in the text.
    pub at: u32,
}

/// A variable's address or value becomes known: `#dbg_declare` or `llvm.dbg.declare`, `value`, `assign`.
#[derive(Clone, PartialEq, Debug)]
pub struct DbgRecord {
    /// Which of them.
    pub kind: RecordKind,
    /// The address (declare) or value; `None` when it is lost or computed from several.
    pub value: Option<Operand>,
    /// The `DILocalVariable`.
    pub variable: DbgId,
    /// How the value relates to the variable.
    pub expr: RecordExpr,
    /// The index of the instruction it stands before.
    pub before: u32,
}

/// The kind of a [`DbgRecord`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// The operand is the variable's address, all the time.
    Declare,
    /// The operand is its value, from here on.
    Value,
    /// A store that assigns to it.
    Assign,
}

/// What a `DIExpression` says, as far as we follow it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecordExpr {
    /// The variable is behind the operand: `DW_OP_deref` alone.
    pub deref: bool,
    /// Only these bits of the variable: offset and size.
    pub fragment: Option<(u64, u64)>,
    /// There are operations we do not follow.
    pub complex: bool,
}

impl Body {
    /// The instruction that defines a value; `None` for a parameter.
    pub fn inst(&self, value: ValueId) -> Option<&Inst> {
        self.insts.get(value.0.checked_sub(self.params)? as usize)
    }

    /// The value of the instruction with this index.
    pub fn value(&self, inst: u32) -> ValueId {
        ValueId(self.params + inst)
    }

    /// The instructions of a block, each with its value.
    pub fn block(&self, block: BlockId) -> impl Iterator<Item = (ValueId, &Inst)> {
        let range = self.blocks.get(block.index()).map_or(0..0, |b| b.insts.clone());
        range.filter_map(|i| Some((self.value(i), self.insts.get(i as usize)?)))
    }

    /// The last instruction of a block.
    pub fn terminator(&self, block: BlockId) -> Option<&Inst> {
        let last = self.blocks.get(block.index())?.insts.end.checked_sub(1)?;
        self.insts.get(last as usize)
    }

    /// Every instruction or operand that was not understood.
    pub fn unsupported(&self) -> Vec<std::sync::Arc<super::Unsupported>> {
        let mut found = Vec::new();
        for inst in &self.insts {
            match &inst.kind {
                InstKind::Unsupported(u) => found.push(u.clone()),
                kind => {
                    // Operands are visited mutably so that there is one list of them, not two that may drift
                    // apart.
                    kind.clone().for_each_operand_mut(&mut |operand| {
                        if let Operand::Const(c) = operand {
                            c.unsupported(&mut |u| found.push(u.clone()));
                        }
                    });
                }
            }
        }
        found
    }
}
