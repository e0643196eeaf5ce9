//! Instructions.

use std::sync::Arc;

use super::{
    Atomicity, BinaryOp, BlockId, CastOp, Constant, DbgId, FloatPredicate, FunctionId, FunctionType, GepFlags,
    IntPredicate, Module, OpFlags, Ordering, ParamAttrs, RmwOp, Scope, StructType, Symbol, TailKind, Type, Unsupported,
    ValueId,
};

/// What an instruction works on.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A parameter or the result of an instruction.
    Local(ValueId),
    /// A constant.
    Const(Constant),
    /// Metadata, as an argument of a few intrinsics.
    Meta(Box<MetaOperand>),
}

/// Metadata as an argument.
#[derive(Clone, PartialEq, Debug)]
pub enum MetaOperand {
    /// A wrapped value.
    Value(Typed),
    /// A numbered node of the function's unit.
    Node(u32),
    /// Anything else, as written.
    Text(Arc<str>),
}

/// An operand and its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Typed {
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Operand,
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Its `DILocation`.
    pub dbg: Option<DbgId>,
    /// Where it starts in the text of its unit.
    pub at: u32,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields are those of the LLVM language reference")]
pub enum InstKind {
    /// `ret`.
    Ret(Option<Typed>),
    /// `br label`.
    Br(BlockId),
    /// `br i1`.
    CondBr { condition: Operand, yes: BlockId, no: BlockId },
    /// `switch`; the cases are cut to the width of the type.
    Switch { ty: Type, value: Operand, default: BlockId, cases: Box<[(u128, BlockId)]> },
    /// `indirectbr`.
    IndirectBr { address: Operand, targets: Box<[BlockId]> },
    /// `invoke`: a call that may throw.
    Invoke { call: Box<Call>, normal: BlockId, unwind: BlockId },
    /// `callbr`: inline assembly that may jump.
    CallBr { call: Box<Call>, fallthrough: BlockId, indirect: Box<[BlockId]> },
    /// `resume`: goes on unwinding.
    Resume(Typed),
    /// `unreachable`.
    Unreachable,

    /// `add` and the other binary operators.
    Binary { op: BinaryOp, flags: OpFlags, ty: Type, lhs: Operand, rhs: Operand },
    /// `fneg`.
    FNeg { ty: Type, value: Operand },
    /// `extractelement`; `ty` is the vector's type.
    ExtractElement { ty: Type, vector: Operand, index: Typed },
    /// `insertelement`; `ty` is the vector's type.
    InsertElement { ty: Type, vector: Operand, value: Operand, index: Typed },
    /// `shufflevector`; `None` in the mask is poison.
    ShuffleVector { ty: Type, lhs: Operand, rhs: Operand, mask: Box<[Option<u32>]> },
    /// `extractvalue`; `ty` is the aggregate's type.
    ExtractValue { ty: Type, aggregate: Operand, path: Box<[u32]> },
    /// `insertvalue`; `ty` is the aggregate's type.
    InsertValue { ty: Type, aggregate: Operand, value: Box<Typed>, path: Box<[u32]> },
    /// `alloca`; no count is one.
    Alloca { ty: Type, count: Option<Box<Typed>>, align: Option<u32> },
    /// `load`.
    Load { ty: Type, pointer: Operand, align: Option<u32>, volatile: bool, atomic: Option<Atomicity> },
    /// `store`; `ty` is the value's type.
    Store { ty: Type, value: Operand, pointer: Operand, align: Option<u32>, volatile: bool, atomic: Option<Atomicity> },
    /// `fence`.
    Fence(Atomicity),
    /// `cmpxchg`; its result is `{ ty, i1 }`.
    CmpXchg(Box<CmpXchg>),
    /// `atomicrmw`; its result is the old value.
    AtomicRmw(Box<AtomicRmw>),
    /// `getelementptr`; `base` is a pointer or, rarely, a vector of pointers.
    Gep { source: Type, base: Box<Typed>, indices: Box<[Typed]>, flags: GepFlags },
    /// A conversion.
    Cast { op: CastOp, flags: OpFlags, from: Type, value: Operand, to: Type },
    /// `icmp`; `ty` is the type of both sides.
    ICmp { predicate: IntPredicate, flags: OpFlags, ty: Type, lhs: Operand, rhs: Operand },
    /// `fcmp`; `ty` is the type of both sides.
    FCmp { predicate: FloatPredicate, ty: Type, lhs: Operand, rhs: Operand },
    /// `phi`.
    Phi { ty: Type, incoming: Box<[(Operand, BlockId)]> },
    /// `select`; the condition is an `i1` or a vector of them.
    Select { condition: Box<Typed>, ty: Type, yes: Operand, no: Operand },
    /// `freeze`.
    Freeze { ty: Type, value: Operand },
    /// `call`.
    Call(Box<Call>),
    /// `va_arg`.
    VaArg { list: Operand, ty: Type },
    /// `landingpad`.
    LandingPad { ty: Type, cleanup: bool, clauses: Box<[LandingClause]> },
    /// Instead of an `alloca`: a local variable whose register holds what it contains; see `variables.rs`.
    Variable { ty: Type },
    /// Instead of a `load` from such a variable.
    Get { ty: Type, variable: Operand },
    /// Instead of a `store` to such a variable.
    Set { variable: ValueId, ty: Type, value: Operand },
    /// Instead of `llvm.lifetime.start` or `llvm.lifetime.end`: the block of the source that a local variable
    /// belongs to begins, or ends. `variable` is the `alloca`.
    Scope { begins: bool, variable: ValueId },
    /// Instead of something that concerns nothing but the address of a variable that has none.
    Nothing,
    /// Not understood: an error if it is reached.
    Unsupported(Arc<Unsupported>),
}

/// `cmpxchg`.
#[derive(Clone, PartialEq, Debug)]
pub struct CmpXchg {
    /// The type of the values.
    pub ty: Type,
    /// Where.
    pub pointer: Operand,
    /// Compared with what is there.
    pub expected: Operand,
    /// Written if they are equal.
    pub new: Operand,
    /// The ordering when they are.
    pub success: Ordering,
    /// The ordering when they are not.
    pub failure: Ordering,
    /// May fail without a reason.
    pub weak: bool,
    /// Volatile.
    pub volatile: bool,
    /// Alignment of the pointer.
    pub align: Option<u32>,
    /// Its scope.
    pub scope: Scope,
}

/// `atomicrmw`.
#[derive(Clone, PartialEq, Debug)]
pub struct AtomicRmw {
    /// What it computes.
    pub op: RmwOp,
    /// The type of the values.
    pub ty: Type,
    /// Where.
    pub pointer: Operand,
    /// The operand besides the old value.
    pub value: Operand,
    /// Its ordering and scope.
    pub atomic: Atomicity,
    /// Volatile.
    pub volatile: bool,
    /// Alignment of the pointer.
    pub align: Option<u32>,
}

/// A clause of a `landingpad`.
#[derive(Clone, PartialEq, Debug)]
pub enum LandingClause {
    /// `catch`: a type's descriptor.
    Catch(Typed),
    /// `filter`: an array of descriptors.
    Filter(Typed),
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// `tail` and friends.
    pub tail: TailKind,
    /// What it returns.
    pub ret: Type,
    /// The full type where the text gives it: for variadic functions.
    pub signature: Option<Arc<FunctionType>>,
    /// What it calls.
    pub callee: Callee,
    /// With what.
    pub args: Vec<Arg>,
    /// Operand bundles.
    pub bundles: Vec<Bundle>,
}

/// What a call calls.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function or a pointer to one.
    Value(Operand),
    /// Inline assembly.
    Asm(InlineAsm),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// The instructions; empty for a compiler barrier.
    pub text: String,
    /// Operands and clobbers.
    pub constraints: String,
    /// Has effects beyond its outputs.
    pub side_effect: bool,
}

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Operand,
    /// `byval`, `sret` and other attributes that matter; absent when there are none.
    pub attrs: Option<Box<ParamAttrs>>,
}

/// An operand bundle: `"align"(ptr %p, i64 8)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Bundle {
    /// Its tag.
    pub tag: String,
    /// Its operands.
    pub args: Vec<Typed>,
}

impl Call {
    /// The function it calls by name, when it does. Aliases are not looked through: see [`Module::resolve`].
    pub fn direct(&self) -> Option<FunctionId> {
        match &self.callee {
            Callee::Value(Operand::Const(Constant::Symbol(Symbol::Function(id)))) => Some(*id),
            _ => None,
        }
    }
}

impl InstKind {
    /// Does it end a block? An unsupported instruction may.
    pub fn is_terminator(&self) -> bool {
        use InstKind::*;
        matches!(
            self,
            Ret(_)
                | Br(_)
                | CondBr { .. }
                | Switch { .. }
                | IndirectBr { .. }
                | Invoke { .. }
                | CallBr { .. }
                | Resume(_)
                | Unreachable
        )
    }

    /// The type of its result; `void` when it has none or we do not know it.
    pub fn result_type(&self, module: &Module) -> Type {
        use InstKind::*;
        match self {
            Ret(_) | Br(_) | CondBr { .. } | Switch { .. } | IndirectBr { .. } | Resume(_) | Unreachable => Type::Void,
            Store { .. } | Set { .. } | Fence(_) | Scope { .. } | Nothing | Unsupported(_) => Type::Void,
            Invoke { call, .. } | CallBr { call, .. } | Call(call) => call.ret.clone(),
            Binary { ty, .. } | FNeg { ty, .. } | Load { ty, .. } | Phi { ty, .. } | Select { ty, .. } => ty.clone(),
            Freeze { ty, .. } | VaArg { ty, .. } | LandingPad { ty, .. } => ty.clone(),
            Variable { ty } | Get { ty, .. } => ty.clone(),
            InsertElement { ty, .. } | InsertValue { ty, .. } => ty.clone(),
            ExtractElement { ty, .. } => ty.scalar().clone(),
            ShuffleVector { ty, mask, .. } => Type::Vector(Arc::new((mask.len() as u32, ty.scalar().clone()))),
            ExtractValue { ty, path, .. } => module.member_type(ty, path).unwrap_or(Type::Void),
            Alloca { .. } => Type::Ptr,
            CmpXchg(c) => Type::Struct(Arc::new(StructType { fields: vec![c.ty.clone(), Type::BOOL], packed: false })),
            AtomicRmw(r) => r.ty.clone(),
            Gep { base, indices, .. } => match indices.iter().find(|i| matches!(i.ty, Type::Vector(_))) {
                Some(index) if !matches!(base.ty, Type::Vector(_)) => index.ty.with_scalar(base.ty.clone()),
                _ => base.ty.clone(),
            },
            Cast { to, .. } => to.clone(),
            ICmp { ty, .. } | FCmp { ty, .. } => ty.with_scalar(Type::BOOL),
        }
    }

    /// Visits every operand, for passes that rename or replace values.
    pub fn for_each_operand_mut(&mut self, visit: &mut dyn FnMut(&mut Operand)) {
        use InstKind::*;
        match self {
            Br(_) | Unreachable | Fence(_) | Unsupported(_) | Ret(None) => {}
            Variable { .. } | Scope { .. } | Nothing => {}
            Ret(Some(v)) | Resume(v) => visit_typed(v, visit),
            CondBr { condition: v, .. } | Switch { value: v, .. } | IndirectBr { address: v, .. } => visit(v),
            FNeg { value: v, .. } | ExtractValue { aggregate: v, .. } | Load { pointer: v, .. } => visit(v),
            Cast { value: v, .. } | Freeze { value: v, .. } | VaArg { list: v, .. } => visit(v),
            Get { variable: v, .. } | Set { value: v, .. } => visit(v),
            Invoke { call, .. } | CallBr { call, .. } | Call(call) => {
                if let Callee::Value(v) = &mut call.callee {
                    visit(v);
                }
                call.args.iter_mut().for_each(|a| visit_operand(&mut a.value, visit));
                call.bundles.iter_mut().flat_map(|b| &mut b.args).for_each(|v| visit_typed(v, visit));
            }
            Binary { lhs, rhs, .. } | ShuffleVector { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(visit),
            ICmp { lhs, rhs, .. } | FCmp { lhs, rhs, .. } => [lhs, rhs].into_iter().for_each(visit),
            ExtractElement { vector, index, .. } => {
                visit(vector);
                visit_typed(index, visit);
            }
            InsertElement { vector, value, index, .. } => {
                visit(vector);
                visit(value);
                visit_typed(index, visit);
            }
            InsertValue { aggregate, value, .. } => {
                visit(aggregate);
                visit_typed(value, visit);
            }
            Alloca { count, .. } => {
                if let Some(count) = count {
                    visit_typed(count, visit);
                }
            }
            Store { value, pointer, .. } => [value, pointer].into_iter().for_each(visit),
            CmpXchg(c) => [&mut c.pointer, &mut c.expected, &mut c.new].into_iter().for_each(visit),
            AtomicRmw(r) => [&mut r.pointer, &mut r.value].into_iter().for_each(visit),
            Gep { base, indices, .. } => {
                visit_typed(base, visit);
                indices.iter_mut().for_each(|v| visit_typed(v, visit));
            }
            Phi { incoming, .. } => incoming.iter_mut().for_each(|(v, _)| visit(v)),
            Select { condition, yes, no, .. } => {
                visit_typed(condition, visit);
                visit(yes);
                visit(no);
            }
            LandingPad { clauses, .. } => clauses.iter_mut().for_each(|c| match c {
                LandingClause::Catch(v) | LandingClause::Filter(v) => visit_typed(v, visit),
            }),
        }
    }

    /// Visits every block it may go to.
    pub fn for_each_target_mut(&mut self, visit: &mut dyn FnMut(&mut BlockId)) {
        use InstKind::*;
        match self {
            Br(target) => visit(target),
            CondBr { yes, no, .. } => [yes, no].into_iter().for_each(visit),
            Switch { default, cases, .. } => {
                visit(default);
                cases.iter_mut().for_each(|(_, b)| visit(b));
            }
            IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
            Invoke { normal, unwind, .. } => [normal, unwind].into_iter().for_each(visit),
            CallBr { fallthrough, indirect, .. } => {
                visit(fallthrough);
                indirect.iter_mut().for_each(visit);
            }
            _ => {}
        }
    }
}

fn visit_typed(v: &mut Typed, visit: &mut dyn FnMut(&mut Operand)) {
    visit_operand(&mut v.value, visit);
}

fn visit_operand(v: &mut Operand, visit: &mut dyn FnMut(&mut Operand)) {
    // A value wrapped in metadata is renamed like any other.
    if let Operand::Meta(meta) = v
        && let MetaOperand::Value(inner) = &mut **meta
    {
        return visit_operand(&mut inner.value, visit);
    }
    visit(v);
}
