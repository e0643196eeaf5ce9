//! The text of a test as a tree.
//!
//! Every field is public, so that a generator of random tests can build these values directly;
//! [`Litmus::from_ast`](crate::Litmus::from_ast) turns them into a program. `Display` writes herd's syntax,
//! and reading that text back gives an equal tree. For that law to hold a tree must be *canonical*: names are
//! C identifiers (the test's own name: no blanks), a description holds no quote, and no [`Prop::And`] or
//! [`Prop::Or`] has exactly one part.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, Span, WriteOrdering};

/// Where a node stands in the text it was read from, if it was read from one.
///
/// All marks are equal: trees compare by what they say and not by where they say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark(pub Option<Span>);

/// A name, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The identifier.
    pub text: String,
    /// Its place.
    pub mark: Mark,
}

/// A litmus test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// The name after `C`.
    pub name: String,
    /// The string in quotes.
    pub description: Option<String>,
    /// The initial state, between braces.
    pub init: Vec<Init>,
    /// The threads: `P0`, `P1`, … in this order.
    pub threads: Vec<Thread>,
    /// What `locations [...]` asks to see, besides what the condition speaks about.
    pub locations: Vec<Observable>,
    /// The final condition.
    pub condition: Option<Condition>,
}

/// One initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Init {
    /// What is initialised.
    pub target: Observable,
    /// To what.
    pub value: i32,
}

/// What a final state is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observable {
    /// A register of a thread: `0:r1`.
    Register {
        /// The thread's number.
        thread: u32,
        /// The local variable.
        name: Name,
    },
    /// A shared location: `x`, or `[x]`.
    Location(Name),
}

/// The code of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Thread {
    /// The locations it uses.
    pub params: Vec<Param>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A parameter: it names a shared location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// The location.
    pub name: Name,
    /// How the thread declares it.
    pub kind: ParamKind,
}

/// The type of a parameter. It decides what `*x` means, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// `atomic_int*`: `*x` is a seq_cst access.
    Atomic,
    /// `int*` or `volatile int*`: `*x` is a plain access.
    Plain,
}

/// A statement, with its place. An `if` is marked up to the end of its condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its place.
    pub mark: Mark,
}

/// The statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `int r;` or `int r = e;`. A register belongs to its whole thread, whatever block declares it.
    Declare {
        /// The register.
        name: Name,
        /// Its first value.
        value: Option<Expr>,
    },
    /// `r = e;`
    Assign {
        /// The register.
        name: Name,
        /// Its new value.
        value: Expr,
    },
    /// `atomic_store_explicit(x, e, order);`, or `*x = e;` for [`WriteOrdering::Plain`].
    Store {
        /// The parameter.
        at: Name,
        /// What is stored.
        value: Expr,
        /// How.
        ordering: WriteOrdering,
    },
    /// A call whose result nobody wants.
    Call(Expr),
    /// `atomic_thread_fence(order);`. `None` is a relaxed one, which does nothing.
    Fence(Option<FenceOrdering>),
    /// `if (e) { … } else { … }`
    If {
        /// The condition.
        condition: Expr,
        /// What is done if it is not 0.
        then: Vec<Stmt>,
        /// What is done if it is 0.
        otherwise: Vec<Stmt>,
    },
    /// `join(e);`
    Join(Expr),
    /// `assume(e);`
    Assume(Expr),
    /// `assert(e);`
    Assert(Expr),
}

/// An expression of type `int`. Evaluated from left to right, calls included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A constant.
    Const(i32),
    /// A register.
    Local(Name),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `atomic_load_explicit(x, order)`, or `*x` for [`ReadOrdering::Plain`].
    Load {
        /// The parameter.
        at: Name,
        /// How.
        ordering: ReadOrdering,
    },
    /// `atomic_exchange_explicit(x, e, order)` or `atomic_fetch_add_explicit(x, e, order)` and its kin.
    Rmw {
        /// The parameter.
        at: Name,
        /// The operation.
        op: RmwOp,
        /// Its operand.
        operand: Box<Expr>,
        /// How.
        ordering: RmwOrdering,
    },
    /// `atomic_compare_exchange_strong_explicit(x, &r, e, success, failure)`.
    CompareExchange {
        /// The parameter.
        at: Name,
        /// The register that holds the expected value, and receives the one found on failure.
        expected: Name,
        /// What is written on success.
        desired: Box<Expr>,
        /// How, on success.
        success: RmwOrdering,
        /// How, on failure. Not plain.
        failure: ReadOrdering,
        /// Whether the text says `weak`. It makes no difference: see the crate's documentation.
        weak: bool,
    },
    /// `spawn(P2)`: the new thread's handle.
    Spawn(Name),
}

/// The prefix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

/// The infix operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
}

/// The last line of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What is said about the final states.
    pub quantifier: Quantifier,
    /// The proposition.
    pub prop: Prop,
}

/// What a condition says of its proposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// `exists`: a question. Does some final state satisfy it?
    Exists,
    /// `~exists`: a claim. No final state satisfies it.
    NotExists,
    /// `forall`: a claim. Every final state satisfies it.
    Forall,
}

/// A proposition about a final state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prop {
    /// All of them hold. Of nothing: `true`.
    And(Vec<Prop>),
    /// One of them holds. Of nothing: `false`.
    Or(Vec<Prop>),
    /// It does not hold.
    Not(Box<Prop>),
    /// `0:r1 = 2`, or `<>` when not `equal`.
    Compare {
        /// The left side.
        left: Observable,
        /// `=` rather than `<>`.
        equal: bool,
        /// The right side.
        right: Operand,
    },
}

/// The right side of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A constant.
    Const(i32),
    /// Another part of the state.
    Observed(Observable),
}

impl PartialEq for Mark {
    fn eq(&self, _: &Mark) -> bool {
        true
    }
}

impl Eq for Mark {}

impl Mark {
    /// The place, or an empty one at the start of the text.
    pub fn span(self) -> Span {
        self.0.unwrap_or_default()
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name { text: text.to_owned(), mark: Mark::default() }
    }
}

impl From<StmtKind> for Stmt {
    fn from(kind: StmtKind) -> Stmt {
        Stmt { kind, mark: Mark::default() }
    }
}

impl Expr {
    /// Whether evaluating it changes nothing: no call is made.
    pub fn is_pure(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Local(_) => true,
            Expr::Unary(_, operand) => operand.is_pure(),
            Expr::Binary(_, left, right) => left.is_pure() && right.is_pure(),
            Expr::Load { .. } | Expr::Rmw { .. } | Expr::CompareExchange { .. } | Expr::Spawn(_) => false,
        }
    }
}

impl BinaryOp {
    /// Every operator.
    pub const ALL: [BinaryOp; 14] = [
        BinaryOp::Or,
        BinaryOp::And,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::BitAnd,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
    ];

    /// How C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Or => "||",
            BinaryOp::And => "&&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::BitAnd => "&",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
        }
    }

    /// How tightly it binds; all operators associate to the left.
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::Or => 1,
            BinaryOp::And => 2,
            BinaryOp::BitOr => 3,
            BinaryOp::BitXor => 4,
            BinaryOp::BitAnd => 5,
            BinaryOp::Eq | BinaryOp::Ne => 6,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 7,
            BinaryOp::Add | BinaryOp::Sub => 8,
            BinaryOp::Mul => 9,
        }
    }

    /// Its value. Arithmetic wraps at 32 bits; truth is 1.
    ///
    /// `&&` and `||` are here too, for operands that have both been evaluated.
    pub fn apply(self, left: i32, right: i32) -> i32 {
        match self {
            BinaryOp::Or => i32::from(left != 0 || right != 0),
            BinaryOp::And => i32::from(left != 0 && right != 0),
            BinaryOp::BitOr => left | right,
            BinaryOp::BitXor => left ^ right,
            BinaryOp::BitAnd => left & right,
            BinaryOp::Eq => i32::from(left == right),
            BinaryOp::Ne => i32::from(left != right),
            BinaryOp::Lt => i32::from(left < right),
            BinaryOp::Le => i32::from(left <= right),
            BinaryOp::Gt => i32::from(left > right),
            BinaryOp::Ge => i32::from(left >= right),
            BinaryOp::Add => left.wrapping_add(right),
            BinaryOp::Sub => left.wrapping_sub(right),
            BinaryOp::Mul => left.wrapping_mul(right),
        }
    }
}

impl UnaryOp {
    /// How C writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
            UnaryOp::Not => "!",
        }
    }

    /// Its value.
    pub fn apply(self, operand: i32) -> i32 {
        match self {
            UnaryOp::Neg => operand.wrapping_neg(),
            UnaryOp::BitNot => !operand,
            UnaryOp::Not => i32::from(operand == 0),
        }
    }
}
