//! Types. They are small values: a nested type is behind an [`Arc`], so a clone is a copy or a count.

use std::fmt;
use std::sync::Arc;

use super::StructId;

/// A first-class type, or a function's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `iN`. LLVM allows up to 2^23 bits; constants are read up to 128.
    Int(u32),
    /// `half`.
    Half,
    /// `bfloat`.
    BFloat,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `x86_fp80`, the `long double` of x86.
    X86Fp80,
    /// `fp128`.
    Fp128,
    /// `ppc_fp128`.
    PpcFp128,
    /// `ptr`, or `T*` of LLVM 14 and earlier.
    Ptr,
    /// A pointer in an address space other than 0.
    PtrIn(u32),
    /// `[n x T]`.
    Array(Arc<(u64, Type)>),
    /// `<n x T>`.
    Vector(Arc<(u32, Type)>),
    /// `{ … }` or `<{ … }>`.
    Struct(Arc<StructType>),
    /// `%name`.
    Named(StructId),
    /// `T (T, …)`.
    Function(Arc<FunctionType>),
    /// `label`.
    Label,
    /// `metadata`.
    Metadata,
    /// `token`.
    Token,
    /// A type we know by name only: `x86_amx`, `target("…")`, scalable vectors.
    Other(Arc<str>),
}

/// The members of a struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// In order.
    pub fields: Vec<Type>,
    /// No padding between members.
    pub packed: bool,
}

/// The signature of a function.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub ret: Type,
    /// What it takes.
    pub params: Vec<Type>,
    /// And maybe more.
    pub varargs: bool,
}

/// `%name = type …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStruct {
    /// The name without `%`.
    pub name: String,
    /// The members; `None` for `opaque`.
    pub body: Option<Arc<StructType>>,
}

impl Type {
    /// `i1`.
    pub const BOOL: Type = Type::Int(1);

    /// Is it one of the floating-point types?
    pub fn is_float(&self) -> bool {
        use Type::*;
        matches!(self, Half | BFloat | Float | Double | X86Fp80 | Fp128 | PpcFp128)
    }

    /// Is it a pointer?
    pub fn is_pointer(&self) -> bool {
        matches!(self, Type::Ptr | Type::PtrIn(_))
    }

    /// The element type of a vector, or the type itself.
    pub fn scalar(&self) -> &Type {
        match self {
            Type::Vector(v) => &v.1,
            other => other,
        }
    }

    /// This type with its scalar replaced: what a comparison of vectors yields.
    pub fn with_scalar(&self, scalar: Type) -> Type {
        match self {
            Type::Vector(v) => Type::Vector(Arc::new((v.0, scalar))),
            _ => scalar,
        }
    }
}

/// Named structs print as `%#n`: a type does not know its module.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, types: &[Type]| {
            for (i, ty) in types.iter().enumerate() {
                write!(f, "{}{ty}", if i == 0 { "" } else { ", " })?;
            }
            Ok(())
        };
        match self {
            Type::Void => f.write_str("void"),
            Type::Int(n) => write!(f, "i{n}"),
            Type::Half => f.write_str("half"),
            Type::BFloat => f.write_str("bfloat"),
            Type::Float => f.write_str("float"),
            Type::Double => f.write_str("double"),
            Type::X86Fp80 => f.write_str("x86_fp80"),
            Type::Fp128 => f.write_str("fp128"),
            Type::PpcFp128 => f.write_str("ppc_fp128"),
            Type::Ptr => f.write_str("ptr"),
            Type::PtrIn(n) => write!(f, "ptr addrspace({n})"),
            Type::Array(a) => write!(f, "[{} x {}]", a.0, a.1),
            Type::Vector(v) => write!(f, "<{} x {}>", v.0, v.1),
            Type::Struct(s) => {
                f.write_str(if s.packed { "<{ " } else { "{ " })?;
                list(f, &s.fields)?;
                f.write_str(if s.packed { " }>" } else { " }" })
            }
            Type::Named(id) => write!(f, "%#{}", id.0),
            Type::Function(s) => {
                write!(f, "{} (", s.ret)?;
                list(f, &s.params)?;
                f.write_str(match (s.varargs, s.params.is_empty()) {
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                    _ => ")",
                })
            }
            Type::Label => f.write_str("label"),
            Type::Metadata => f.write_str("metadata"),
            Type::Token => f.write_str("token"),
            Type::Other(name) => f.write_str(name),
        }
    }
}
