//! What has a name at link time: functions, globals, aliases.

use std::sync::{Arc, OnceLock};

use super::{AliasId, Body, Constant, DbgId, FunctionId, FunctionType, GlobalId, ReadError, Type, UnitId};

/// A named thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A function.
    Function(FunctionId),
    /// A global variable.
    Global(GlobalId),
    /// Another name for either.
    Alias(AliasId),
}

/// How a name meets equal names of other modules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Linkage {
    /// One definition; the default.
    #[default]
    External,
    /// May be missing; then its address is null.
    ExternWeak,
    /// A copy for the optimiser; the real one is elsewhere.
    AvailableExternally,
    /// `linkonce` or `linkonce_odr`: one of several equal ones.
    LinkOnce,
    /// `weak` or `weak_odr`: yields to a strong definition.
    Weak,
    /// A tentative definition of C.
    Common,
    /// Arrays that are joined, such as `llvm.global_ctors`.
    Appending,
    /// Seen in its own module only.
    Internal,
    /// Like internal, and not in the symbol table.
    Private,
}

impl Linkage {
    pub(crate) fn from_word(word: &str) -> Option<Linkage> {
        Some(match word {
            "external" => Linkage::External,
            "extern_weak" => Linkage::ExternWeak,
            "available_externally" => Linkage::AvailableExternally,
            "linkonce" | "linkonce_odr" | "linkonce_odr_auto_hide" => Linkage::LinkOnce,
            "weak" | "weak_odr" => Linkage::Weak,
            "common" => Linkage::Common,
            "appending" => Linkage::Appending,
            "internal" => Linkage::Internal,
            "private" | "linker_private" | "linker_private_weak" => Linkage::Private,
            _ => return None,
        })
    }

    /// Seen in its own module only?
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Internal | Linkage::Private)
    }
}

/// How each thread gets its copy of a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThreadLocal {
    /// `thread_local`.
    GeneralDynamic,
    /// `thread_local(localdynamic)`, `(initialexec)`, `(localexec)`: how it is reached, not what it means.
    Other,
}

/// A range of the text of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

/// A function: its signature, and its body on demand ([`Module::body`](super::Module::body)).
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name without `@`; local names are made unique when modules are linked.
    pub name: String,
    /// The text it was read from.
    pub unit: UnitId,
    /// Its linkage.
    pub linkage: Linkage,
    /// What it takes and returns.
    pub signature: Arc<FunctionType>,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Does the text give a body?
    pub defined: bool,
    /// Its `DISubprogram`.
    pub dbg: Option<DbgId>,
    /// Where its header starts in the text.
    pub at: u32,
    /// The inside of its braces.
    pub(crate) text: Span,
    pub(crate) body: OnceLock<Result<Body, ReadError>>,
}

/// A parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// Its name, unless it is numbered.
    pub name: Option<String>,
    /// Its number, when it has no name.
    pub(crate) number: Option<u32>,
    /// What is said about it.
    pub attrs: ParamAttrs,
}

/// The attributes of a parameter that matter for running the program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParamAttrs {
    /// The caller copies a value of this type, and the callee owns the copy.
    pub byval: Option<Type>,
    /// The callee writes a result of this type there.
    pub sret: Option<Type>,
    /// Alignment of a pointer.
    pub align: Option<u32>,
    /// Passing undef or poison is undefined.
    pub noundef: bool,
    /// Null is poison.
    pub nonnull: bool,
    /// `inalloca`, `preallocated`, `byref`, `swifterror`: conventions that change what the pointer means.
    pub unusual: bool,
}

/// A global variable: its initialiser comes on demand ([`Module::initializer`](super::Module::initializer)).
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name without `@`; local names are made unique when modules are linked.
    pub name: String,
    /// The text it was read from.
    pub unit: UnitId,
    /// Its linkage.
    pub linkage: Linkage,
    /// The type of its value.
    pub ty: Type,
    /// Is it defined, with an initialiser?
    pub defined: bool,
    /// Never written.
    pub constant: bool,
    /// A copy for each thread.
    pub thread_local: Option<ThreadLocal>,
    /// May be initialised from outside before the program starts.
    pub externally_initialized: bool,
    /// Its address space.
    pub address_space: u32,
    /// Only its value matters, not its address.
    pub unnamed_addr: bool,
    /// Its alignment, if given.
    pub align: Option<u32>,
    /// Its section, if given.
    pub section: Option<String>,
    /// Its `DIGlobalVariableExpression`.
    pub dbg: Option<DbgId>,
    /// Where it starts in the text.
    pub at: u32,
    pub(crate) text: Span,
    pub(crate) init: OnceLock<Result<Constant, ReadError>>,
}

/// Another name for a symbol: [`Module::resolve`](super::Module::resolve).
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its name without `@`.
    pub name: String,
    /// The text it was read from.
    pub unit: UnitId,
    /// Its linkage.
    pub linkage: Linkage,
    /// The type behind it.
    pub ty: Type,
    /// An `ifunc`: the target is a function that returns the address.
    pub ifunc: bool,
    /// Where it starts in the text.
    pub at: u32,
    pub(crate) text: Span,
    pub(crate) target: OnceLock<Result<Constant, ReadError>>,
}
