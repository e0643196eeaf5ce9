//! A model as it is written, before names mean anything (kat.md §1.2, §1.6).
//!
//! Equality ignores places, so that a text can be compared with what the printer made of it.
//! Parentheses are not kept; brackets are, because they say that a set is meant.

use selvedge_core::Span;

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// Its statements.
    pub items: Vec<Item>,
}

/// A name, perhaps with the name of a file and `::` in front.
#[derive(Clone, Debug)]
pub struct Name {
    /// The file it is from, if that is said.
    pub file: Option<String>,
    /// The name itself.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// `include "file.kat"`
    Include(Text),
    /// `relation r`: a primitive relation of which nothing is known.
    Relation(Name, Option<Text>),
    /// `predicate P`: a primitive set of events.
    Predicate(Name, Option<Text>),
    /// `disjoint A # B # C`
    Disjoint(Vec<Name>),
    /// `let` or `view`, with one definition, or with `rec` and several joined by `and`.
    Define {
        /// `let` or `view`.
        binder: Binder,
        /// Whether the definitions may use each other.
        recursive: bool,
        /// The definitions.
        definitions: Vec<Definition>,
    },
    /// `set D = dom(e)`: a set kept up to date while an execution grows.
    Set(Definition),
    /// `assume c`
    Assume(Assumption),
    /// `assert c`
    Assert(Comparison),
    /// `export …`: something to check of every execution.
    Export(Box<Export>),
    /// `licence n by "…"`: something that the search may rely on, with what shows it if that is not for
    /// proofs to find out.
    Licence(Name, Option<Text>),
}

/// A string.
#[derive(Clone, Debug)]
pub struct Text {
    /// What is between the quotes.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// How a definition is introduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binder {
    /// An abbreviation.
    Let,
    /// An abbreviation that each event carries as a clock.
    View,
}

/// `name = e`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: Name,
    /// What it stands for.
    pub body: Expr,
}

/// What is taken for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// An inclusion or equation.
    Compare(Comparison),
    /// `total r`
    Total(Expr),
}

/// `a <= b` or `a = b`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// The left side.
    pub left: Expr,
    /// Inclusion or equality.
    pub operator: Compare,
    /// The right side.
    pub right: Expr,
}

/// Inclusion or equality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Compare {
    /// `<=`
    Included,
    /// `=`
    Equal,
}

/// A check with its trimmings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// `extra N`: not part of consistency.
    pub extra: Option<Name>,
    /// What is checked.
    pub check: Check,
    /// `as N`: the name that reports use.
    pub name: Option<Name>,
    /// `unless c`
    pub unless: Option<Comparison>,
    /// `when complete`: only asked of executions in which all threads have ended.
    pub when_complete: bool,
    /// `(genmc: "…")`, which other tools read.
    pub accessor: Option<Text>,
}

/// What is checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// `acyclic e`
    Acyclic(Expr),
    /// `irreflexive e`
    Irreflexive(Expr),
    /// `empty e`
    Empty(Expr),
    /// `coherence v`: `irreflexive v;eco`
    Coherence(Expr),
    /// `error N unless c`
    Error(Name),
    /// `warning N unless c`
    Warning(Name),
    /// An inclusion or equation.
    Compare(Comparison),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression. `|` and `;` have at least two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `0`
    Zero,
    /// `id`, also written `[]`
    Id,
    /// A name.
    Name(Name),
    /// `[e]`
    Brackets(Box<Expr>),
    /// `a | b | …`
    Union(Vec<Expr>),
    /// `a ; b ; …`
    Sequence(Vec<Expr>),
    /// `a & b`
    Intersection(Box<Expr>, Box<Expr>),
    /// `a \ b`
    Difference(Box<Expr>, Box<Expr>),
    /// A postfix operator.
    Postfix(Box<Expr>, Postfix),
    /// `rot e`: all rotations of the cycles of `e`.
    Rot(Box<Expr>),
    /// `dom(e)`
    Domain(Box<Expr>),
    /// `codom(e)`
    Codomain(Box<Expr>),
    /// Something that could not be read; a diagnostic says why.
    Missing,
}

/// A postfix operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Postfix {
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `?`
    Optional,
    /// `^-1`
    Inverse,
    /// `^=`
    Symmetric,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        (&self.file, &self.text) == (&other.file, &other.text)
    }
}

impl Eq for Name {}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.text == other.text
    }
}

impl Eq for Text {}

impl PartialEq for Item {
    fn eq(&self, other: &Item) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Item {}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}
