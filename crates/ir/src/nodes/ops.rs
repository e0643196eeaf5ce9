//! Small enums: operators, predicates, orderings, flags; each with its spelling.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$vdoc])* #[doc = concat!("`", $word, "`")] $variant,)* }

        impl $name {
            /// As the text spells it.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// From its spelling.
            pub fn from_word(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// A binary operator.
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}

words! {
    /// A conversion.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpTrunc = "fptrunc", FpExt = "fpext", FpToUi = "fptoui",
        FpToSi = "fptosi", UiToFp = "uitofp", SiToFp = "sitofp", PtrToInt = "ptrtoint", PtrToAddr = "ptrtoaddr",
        IntToPtr = "inttoptr", BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
}

words! {
    /// A comparison of integers or pointers.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Sgt = "sgt", Sge = "sge",
        Slt = "slt", Sle = "sle",
    }
}

words! {
    /// A comparison of floating-point numbers; `o…` is false and `u…` is true when one of them is not a
    /// number.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
}

words! {
    /// An atomic ordering, weakest first (acquire and release are incomparable).
    Ordering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}

words! {
    /// What an `atomicrmw` computes.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor", Max = "max",
        Min = "min", UMax = "umax", UMin = "umin", FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        FMaximum = "fmaximum", FMinimum = "fminimum", UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
        USubCond = "usub_cond", USubSat = "usub_sat",
    }
}

words! {
    /// What was said before `call`.
    TailKind { No = "", Tail = "tail", MustTail = "musttail", NoTail = "notail", }
}

/// What an atomic access synchronises with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scope {
    /// With all threads.
    #[default]
    System,
    /// With a signal handler of the same thread: `syncscope("singlethread")`, a compiler barrier.
    SingleThread,
}

/// How atomic an access is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Atomicity {
    /// Its ordering.
    pub ordering: Ordering,
    /// Its scope.
    pub scope: Scope,
}

/// Promises of an arithmetic instruction; a broken one yields poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OpFlags {
    /// No unsigned wrap.
    pub nuw: bool,
    /// No signed wrap.
    pub nsw: bool,
    /// Nothing is lost by a division or a shift.
    pub exact: bool,
    /// No bit is set on both sides of an `or`.
    pub disjoint: bool,
    /// The operand of `zext` or `uitofp` is not negative.
    pub nneg: bool,
    /// Both sides of an `icmp` have the same sign.
    pub samesign: bool,
}

impl OpFlags {
    /// Notes a flag by its spelling; false for a word that is none of ours.
    pub(crate) fn note(&mut self, word: &str) -> bool {
        match word {
            "nuw" => self.nuw = true,
            "nsw" => self.nsw = true,
            "exact" => self.exact = true,
            "disjoint" => self.disjoint = true,
            "nneg" => self.nneg = true,
            "samesign" => self.samesign = true,
            _ => return false,
        }
        true
    }
}

/// Promises of a `getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GepFlags {
    /// Stays within the object.
    pub inbounds: bool,
    /// The offset arithmetic does not wrap as unsigned.
    pub nuw: bool,
    /// The offset arithmetic does not wrap, base unsigned and offset signed.
    pub nusw: bool,
}
