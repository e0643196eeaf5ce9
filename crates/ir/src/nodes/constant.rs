//! Constants.

use std::sync::Arc;

use super::{BinaryOp, CastOp, FunctionId, IntPredicate, Symbol, Type, Unsupported};

/// A constant; its type is known from where it stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An integer, in two's complement, cut to the width of its type. `true` is 1. In types wider than 128
    /// bits it is the number itself; numbers that do not fit are [`Unsupported`](Constant::Unsupported).
    Int(u128),
    /// A floating-point number given as the bits of a `double`, to be rounded to the type (exact for
    /// `float`).
    Float(u64),
    /// The bits of a floating-point number in the format of its type (`half`, `bfloat`, `x86_fp80`, `fp128`).
    FloatBits(u128),
    /// `null`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `zeroinitializer`, also `none`.
    Zero,
    /// The bytes of `c"…"`.
    Bytes(Arc<[u8]>),
    /// The elements of an array, a struct or a vector.
    Aggregate(Arc<[TypedConst]>),
    /// A vector of equal elements.
    Splat(Arc<TypedConst>),
    /// The address of a function, a global or what an alias names.
    Symbol(Symbol),
    /// The address of a block, for computed `goto`. The block is named, since the function may not be parsed
    /// yet: see [`Module::block_named`](super::Module::block_named).
    BlockAddress(Arc<(FunctionId, String)>),
    /// A computation on constants.
    Expr(Arc<ConstExpr>),
    /// Something we do not know.
    Unsupported(Arc<Unsupported>),
}

/// A constant and its type.
#[derive(Clone, PartialEq, Debug)]
pub struct TypedConst {
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Constant,
}

/// A computation on constants.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstExpr {
    /// `getelementptr (source, base, indices…)`.
    Gep {
        /// The type that the first index counts in.
        source: Type,
        /// The pointer.
        base: TypedConst,
        /// All indices.
        indices: Vec<TypedConst>,
        /// Undefined outside of the object.
        inbounds: bool,
    },
    /// `bitcast`, `inttoptr`, `trunc`, …
    Cast {
        /// Which.
        op: CastOp,
        /// What is converted.
        value: TypedConst,
        /// To what.
        to: Type,
    },
    /// `add`, `sub`, …
    Binary {
        /// Which.
        op: BinaryOp,
        /// Nothing is left over: the difference of two pointers, divided by the size of what they point to.
        exact: bool,
        /// The left side.
        lhs: TypedConst,
        /// The right side.
        rhs: TypedConst,
    },
    /// `icmp`, in LLVM 18 and earlier.
    ICmp {
        /// Which.
        predicate: IntPredicate,
        /// The left side.
        lhs: TypedConst,
        /// The right side.
        rhs: TypedConst,
    },
    /// `select`, in LLVM 16 and earlier.
    Select {
        /// An `i1`.
        condition: TypedConst,
        /// If it is 1.
        yes: TypedConst,
        /// If it is 0.
        no: TypedConst,
    },
}

impl Constant {
    /// The integer, if it is one (`zeroinitializer` is 0).
    pub fn as_int(&self) -> Option<u128> {
        match self {
            Constant::Int(n) => Some(*n),
            Constant::Zero => Some(0),
            _ => None,
        }
    }

    /// Visits every [`Unsupported`] inside.
    pub fn unsupported(&self, found: &mut dyn FnMut(&Arc<Unsupported>)) {
        self.visit(&mut |constant| {
            if let Constant::Unsupported(what) = constant {
                found(what);
            }
        });
    }

    /// Visits the constant and every one inside. Depth is limited by the reader.
    pub fn visit(&self, found: &mut dyn FnMut(&Constant)) {
        found(self);
        match self {
            Constant::Aggregate(items) => items.iter().for_each(|item| item.value.visit(found)),
            Constant::Splat(item) => item.value.visit(found),
            Constant::Expr(expr) => match &**expr {
                ConstExpr::Gep { base, indices, .. } => {
                    base.value.visit(found);
                    indices.iter().for_each(|index| index.value.visit(found));
                }
                ConstExpr::Cast { value, .. } => value.value.visit(found),
                ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::ICmp { lhs, rhs, .. } => {
                    lhs.value.visit(found);
                    rhs.value.visit(found);
                }
                ConstExpr::Select { condition, yes, no } => {
                    [condition, yes, no].iter().for_each(|part| part.value.visit(found));
                }
            },
            _ => {}
        }
    }
}
