//! Expressions and calls.

use selvedge_core::{ReadOrdering, RmwOp, RmwOrdering, Span};

use super::{MAX_OPERATORS, Parsed, Parser};
use crate::ast::{BinaryOp, Expr, Name, UnaryOp};
use crate::error::Diagnostic;
use crate::lex::Kind;
use crate::order::{self, Order};

impl Parser<'_> {
    /// A whole expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| parser.binary(0))
    }

    /// Operands joined by operators that bind more tightly than `floor`.
    fn binary(&mut self, floor: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some(op) = self.binary_op().filter(|op| op.precedence() > floor) {
            self.count_operator()?;
            self.advance();
            let right = self.binary(op.precedence())?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn binary_op(&self) -> Option<BinaryOp> {
        let Kind::Symbol(symbol) = self.peek().kind else { return None };
        BinaryOp::ALL.into_iter().find(|op| op.symbol() == symbol)
    }

    /// Chains such as `1 + 1 + 1` make deep trees without nesting in the text; this bounds them.
    fn count_operator(&mut self) -> Parsed<()> {
        if self.operators == MAX_OPERATORS {
            return Err(Diagnostic::input(self.peek().span, "the expression is too long")
                .help(format!("at most {MAX_OPERATORS} operators are allowed in one expression")));
        }
        self.operators += 1;
        Ok(())
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let op = match self.peek().kind {
            Kind::Symbol("-") => UnaryOp::Neg,
            Kind::Symbol("~") => UnaryOp::BitNot,
            Kind::Symbol("!") => UnaryOp::Not,
            _ => return self.primary(),
        };
        let sign = self.advance().span;
        if op == UnaryOp::Neg && self.peek().kind == Kind::Number {
            return Ok(Expr::Const(self.signed_number(true, sign)?));
        }
        let operand = self.nested(Self::unary)?;
        Ok(Expr::Unary(op, Box::new(operand)))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        match token.kind {
            Kind::Number => Ok(Expr::Const(self.signed_number(false, token.span)?)),
            Kind::Symbol("(") => {
                self.advance();
                if self.word() == "int" {
                    return Err(Diagnostic::unsupported(token.span.to(self.peek().span), "casts are not supported"));
                }
                let inner = self.expr()?;
                self.expect(")")?;
                Ok(inner)
            }
            Kind::Symbol("*") => {
                self.advance();
                let at = self.name("the name of a location")?;
                Ok(Expr::Load { at, ordering: ReadOrdering::Plain })
            }
            Kind::Word => {
                let name = self.name("an expression")?;
                match self.eat("(") {
                    true => self.call(name),
                    false => Ok(Expr::Local(name)),
                }
            }
            Kind::Symbol(_) | Kind::End => Err(self.expected("an expression")),
        }
    }

    /// A call that returns a value; its name and opening parenthesis have been read.
    pub(super) fn call(&mut self, function: Name) -> Parsed<Expr> {
        let (base, explicit) = match function.text.strip_suffix("_explicit") {
            Some(base) => (base, true),
            None => (function.text.as_str(), false),
        };
        if base == "atomic_load" {
            let at = self.location()?;
            let ordering = self.order(explicit)?.map_or(Ok(ReadOrdering::SeqCst), |(order, span)| order.read(span))?;
            self.close(&function)?;
            return Ok(Expr::Load { at, ordering });
        }
        if let Some(op) = order::RMW_OPS.into_iter().find(|op| order::rmw_function(*op) == base) {
            return self.rmw(&function, op, explicit);
        }
        match base {
            "atomic_compare_exchange_strong" | "atomic_compare_exchange_weak" => {
                self.compare_exchange(&function, base.ends_with("weak"), explicit)
            }
            "spawn" => {
                let thread = self.name("a thread, as in `spawn(P1)`")?;
                self.close(&function)?;
                Ok(Expr::Spawn(thread))
            }
            "atomic_store" | "atomic_thread_fence" | "assume" | "__VERIFIER_assume" | "assert" | "join" => {
                let message = format!("`{}` returns no value", function.text);
                Err(Diagnostic::input(function.mark.span(), message).label("not an expression"))
            }
            _ => Err(unknown_function(&function)),
        }
    }

    fn rmw(&mut self, function: &Name, op: RmwOp, explicit: bool) -> Parsed<Expr> {
        let at = self.location()?;
        self.comma(function)?;
        let operand = Box::new(self.expr()?);
        let ordering = self.order(explicit)?.map_or(RmwOrdering::SeqCst, |(order, _)| order.rmw());
        self.close(function)?;
        Ok(Expr::Rmw { at, op, operand, ordering })
    }

    fn compare_exchange(&mut self, function: &Name, weak: bool, explicit: bool) -> Parsed<Expr> {
        let at = self.location()?;
        self.comma(function)?;
        if !self.eat("&") {
            let token = self.peek();
            return match token.kind {
                Kind::Word => Err(Diagnostic::unsupported(
                    token.span,
                    "an expected value that lives in shared memory is not supported",
                )
                .help("pass the address of a local variable: `&r0`")),
                Kind::Number | Kind::Symbol(_) | Kind::End => Err(self.expected("`&` and a local variable")),
            };
        }
        let expected = self.name("a local variable")?;
        self.comma(function)?;
        let desired = Box::new(self.expr()?);
        let success = self.order(explicit)?.map_or(RmwOrdering::SeqCst, |(order, _)| order.rmw());
        let failure = self.order(explicit)?.map_or(Ok(ReadOrdering::SeqCst), |(order, span)| order.failure(span))?;
        self.close(function)?;
        Ok(Expr::CompareExchange { at, expected, desired, success, failure, weak })
    }

    /// The first argument of an atomic operation.
    pub(super) fn location(&mut self) -> Parsed<Name> {
        if self.at("&") {
            return Err(
                Diagnostic::input(self.peek().span, "a parameter is already a pointer").help("leave the `&` out")
            );
        }
        self.name("the name of a location")
    }

    /// The comma before an argument that must be there.
    pub(super) fn comma(&mut self, function: &Name) -> Parsed<()> {
        if self.at(")") {
            return Err(Diagnostic::input(self.peek().span, format!("`{}` needs more arguments", function.text)));
        }
        self.expect(",")
    }

    /// The closing parenthesis of a call.
    pub(super) fn close(&mut self, function: &Name) -> Parsed<()> {
        if self.at(",") {
            let message = format!("`{}` has too many arguments", function.text);
            let error = Diagnostic::input(self.peek().span, message);
            return Err(match function.text.ends_with("_explicit") {
                true => error,
                false => error.help("the variant that takes a memory ordering ends in `_explicit`"),
            });
        }
        self.expect(")")
    }

    /// A comma and a memory ordering, where the function takes one.
    pub(super) fn order(&mut self, explicit: bool) -> Parsed<Option<(Order, Span)>> {
        if !explicit {
            return Ok(None);
        }
        if self.at(")") {
            return Err(Diagnostic::input(self.peek().span, "a memory ordering is missing")
                .help("`_explicit` operations take one, such as `memory_order_relaxed`"));
        }
        self.expect(",")?;
        self.order_name().map(Some)
    }

    /// `memory_order_relaxed` and its kin.
    pub(super) fn order_name(&mut self) -> Parsed<(Order, Span)> {
        let order = Order::from_name(self.word()).ok_or_else(|| {
            self.expected("a memory ordering")
                .help("one of: memory_order_relaxed, _consume, _acquire, _release, _acq_rel, _seq_cst")
        })?;
        Ok((order, self.advance().span))
    }
}

/// Calls that herd's C dialect, or that of the Linux kernel, allows and we do not, with what to write
/// instead. A name that ends in `_` stands for all that start with it.
const FOREIGN: &[(&str, &str)] = &[
    ("READ_ONCE", "write `atomic_load_explicit(x, memory_order_relaxed)`"),
    ("WRITE_ONCE", "write `atomic_store_explicit(x, v, memory_order_relaxed)`"),
    ("smp_load_acquire", "write `atomic_load_explicit(x, memory_order_acquire)`"),
    ("smp_store_release", "write `atomic_store_explicit(x, v, memory_order_release)`"),
    ("smp_", "write `atomic_thread_fence` with an ordering"),
    ("xchg", "write `atomic_exchange_explicit`"),
    ("xchg_", "write `atomic_exchange_explicit`"),
    ("cmpxchg", "write `atomic_compare_exchange_strong_explicit`"),
    ("cmpxchg_", "write `atomic_compare_exchange_strong_explicit`"),
    ("atomic_init", "give the value in the initial state: `{ x = 1; }`"),
    ("atomic_", "use loads, stores, exchanges, compare-exchanges, or fetch_add, _sub, _or, _and, _xor"),
    ("spin_", "write the lock with a compare-exchange and `assume`"),
    ("mutex_", "write the lock with a compare-exchange and `assume`"),
    ("mtx_", "write the lock with a compare-exchange and `assume`"),
    ("rcu_", "only C11 operations are modelled"),
    ("srcu_", "only C11 operations are modelled"),
    ("synchronize_", "only C11 operations are modelled"),
    ("printf", "name what you want to see in `locations [...]`"),
    ("__atomic_", "use the functions of <stdatomic.h>"),
    ("__sync_", "use the functions of <stdatomic.h>"),
];

/// The error of calling something that is not ours.
pub(super) fn unknown_function(function: &Name) -> Diagnostic {
    let (name, span) = (function.text.as_str(), function.mark.span());
    let foreign =
        FOREIGN.iter().find(|(foreign, _)| name == *foreign || foreign.ends_with('_') && name.starts_with(foreign));
    match foreign {
        Some((_, help)) => Diagnostic::unsupported(span, format!("`{name}` is not supported")).help(*help),
        None => Diagnostic::input(span, format!("unknown function `{name}`")),
    }
}
