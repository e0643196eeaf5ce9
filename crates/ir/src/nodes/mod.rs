//! The data model: what a module says, in types that cannot say much else.
//!
//! Pointers are opaque (`T*` of old versions reads as `ptr`), names are resolved to dense ids, and everything
//! that is kept has a meaning for running or explaining a program.

mod body;
mod constant;
mod error;
mod inst;
mod module;
mod ops;
mod supplied;
mod symbols;
mod types;

pub use body::{Block, Body, DbgRecord, RecordExpr, RecordKind};
pub use constant::{ConstExpr, Constant, TypedConst};
pub use error::{ReadError, Unsupported};
pub use inst::{
    Arg, AtomicRmw, Bundle, Call, Callee, CmpXchg, InlineAsm, Inst, InstKind, LandingClause, MetaOperand, Operand,
    Typed,
};
pub use module::{Module, Unit};
pub use ops::{
    Atomicity, BinaryOp, CastOp, FloatPredicate, GepFlags, IntPredicate, OpFlags, Ordering, RmwOp, Scope, TailKind,
};
pub use supplied::Supplied;
pub use symbols::{Alias, Function, Global, Linkage, Param, ParamAttrs, Symbol, ThreadLocal};
pub use types::{FunctionType, NamedStruct, StructType, Type};

pub(crate) use module::Scope as NameScope;
pub(crate) use symbols::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index into the array it numbers.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A function of the module: [`Module::functions`].
    FunctionId;
    /// A global variable of the module: [`Module::globals`].
    GlobalId;
    /// An alias of the module: [`Module::aliases`].
    AliasId;
    /// A named struct of the module: [`Module::structs`].
    StructId;
    /// One of the texts the module was read from: [`Module::units`].
    UnitId;
    /// A parameter or an instruction of a function: parameters first, then instructions in textual order.
    /// Instructions without a result are numbered too.
    ValueId;
    /// A basic block of a function; the entry is block 0.
    BlockId;
}

/// A numbered metadata node of one unit, such as a `DILocation`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DbgId {
    /// The text that numbers it.
    pub unit: UnitId,
    /// Its number there.
    pub node: u32,
}
