//! Trees as herd's text.
//!
//! Parentheses are written where reading the text back needs them and nowhere else, so that a printed test
//! nests no deeper than the one it was read from.

use std::fmt::{self, Display, Formatter};

use crate::ast::{
    Condition, Expr, Init, Name, Observable, Operand, Param, ParamKind, Prop, Quantifier, Stmt, StmtKind, Test, Thread,
    UnaryOp,
};
use crate::order;

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "C {}", self.name)?;
        if let Some(description) = &self.description {
            writeln!(f, "\"{}\"", description.replace('"', "'"))?;
        }
        let init: Vec<String> = self.init.iter().map(Init::to_string).collect();
        match init.is_empty() {
            true => writeln!(f, "{{}}")?,
            false => writeln!(f, "{{ {} }}", init.join(" "))?,
        }
        for (number, thread) in self.threads.iter().enumerate() {
            write!(f, "\nP{number} {thread}")?;
        }
        if !self.locations.is_empty() || self.condition.is_some() {
            writeln!(f)?;
        }
        if !self.locations.is_empty() {
            let shown: Vec<String> = self.locations.iter().map(|observable| format!("{observable};")).collect();
            writeln!(f, "locations [{}]", shown.join(" "))?;
        }
        if let Some(condition) = &self.condition {
            writeln!(f, "{condition}")?;
        }
        Ok(())
    }
}

impl Display for Init {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.target {
            Observable::Location(name) => write!(f, "{name} = {};", self.value),
            register => write!(f, "{register} = {};", self.value),
        }
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for Observable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Observable::Register { thread, name } => write!(f, "{thread}:{name}"),
            Observable::Location(name) => write!(f, "[{name}]"),
        }
    }
}

impl Display for Thread {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let params: Vec<String> = self.params.iter().map(Param::to_string).collect();
        writeln!(f, "({}) {{", params.join(", "))?;
        write_block(f, &self.body, 1)?;
        writeln!(f, "}}")
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ParamKind::Atomic => "atomic_int",
            ParamKind::Plain => "int",
        };
        write!(f, "{kind}* {}", self.name)
    }
}

fn write_block(f: &mut Formatter<'_>, block: &[Stmt], depth: usize) -> fmt::Result {
    for stmt in block {
        write!(f, "{:1$}", "", 2 * depth)?;
        write_stmt(f, stmt, depth)?;
    }
    Ok(())
}

/// Writes a statement that starts on an indented line.
fn write_stmt(f: &mut Formatter<'_>, stmt: &Stmt, depth: usize) -> fmt::Result {
    let StmtKind::If { then, otherwise, .. } = &stmt.kind else {
        return writeln!(f, "{stmt};");
    };
    writeln!(f, "{stmt} {{")?;
    write_block(f, then, depth + 1)?;
    write!(f, "{:1$}}}", "", 2 * depth)?;
    match otherwise.as_slice() {
        [] => writeln!(f),
        [alone] if matches!(alone.kind, StmtKind::If { .. }) => {
            write!(f, " else ")?;
            write_stmt(f, alone, depth)
        }
        block => {
            writeln!(f, " else {{")?;
            write_block(f, block, depth + 1)?;
            writeln!(f, "{:1$}}}", "", 2 * depth)
        }
    }
}

/// Writes something, in parentheses if it needs them.
fn write_grouped(f: &mut Formatter<'_>, inner: &impl Display, needed: bool) -> fmt::Result {
    match needed {
        true => write!(f, "({inner})"),
        false => write!(f, "{inner}"),
    }
}

/// The statement on one line, without its semicolon. Of an `if` only the head.
impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            StmtKind::Declare { name, value: None } => write!(f, "int {name}"),
            StmtKind::Declare { name, value: Some(value) } => write!(f, "int {name} = {value}"),
            StmtKind::Assign { name, value } => write!(f, "{name} = {value}"),
            StmtKind::Store { at, value, ordering } => match order::write_name(*ordering) {
                None => write!(f, "*{at} = {value}"),
                Some(ordering) => write!(f, "atomic_store_explicit({at}, {value}, {ordering})"),
            },
            StmtKind::Call(call) => write!(f, "{call}"),
            StmtKind::Fence(ordering) => write!(f, "atomic_thread_fence({})", order::fence_name(*ordering)),
            StmtKind::If { condition, .. } => write!(f, "if ({condition})"),
            StmtKind::Join(handle) => write!(f, "join({handle})"),
            StmtKind::Assume(condition) => write!(f, "assume({condition})"),
            StmtKind::Assert(condition) => write!(f, "assert({condition})"),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Const(value) => write!(f, "{value}"),
            Expr::Local(name) => write!(f, "{name}"),
            Expr::Unary(op, operand) => write_unary(f, *op, operand),
            Expr::Binary(op, left, right) => {
                let binds = |operand: &Expr| match operand {
                    Expr::Binary(inner, ..) => inner.precedence(),
                    _ => u8::MAX,
                };
                write_grouped(f, &**left, binds(left) < op.precedence())?;
                write!(f, " {} ", op.symbol())?;
                write_grouped(f, &**right, binds(right) <= op.precedence())
            }
            Expr::Load { at, ordering } => match order::read_name(*ordering) {
                None => write!(f, "*{at}"),
                Some(ordering) => write!(f, "atomic_load_explicit({at}, {ordering})"),
            },
            Expr::Rmw { at, op, operand, ordering } => {
                write!(f, "{}_explicit({at}, {operand}, {})", order::rmw_function(*op), order::rmw_name(*ordering))
            }
            Expr::CompareExchange { at, expected, desired, success, failure, weak } => {
                let strength = if *weak { "weak" } else { "strong" };
                let success = order::rmw_name(*success);
                // A plain failure ordering has no name in C; `plain` is refused when it is read.
                let failure = order::read_name(*failure).unwrap_or("plain");
                write!(
                    f,
                    "atomic_compare_exchange_{strength}_explicit({at}, &{expected}, {desired}, {success}, {failure})"
                )
            }
            Expr::Spawn(thread) => write!(f, "spawn({thread})"),
        }
    }
}

fn write_unary(f: &mut Formatter<'_>, op: UnaryOp, operand: &Expr) -> fmt::Result {
    let symbol = op.symbol();
    match operand {
        Expr::Binary(..) => write!(f, "{symbol}({operand})"),
        // `-1` is read as one constant, and `--` as one symbol.
        Expr::Const(0..) if op == UnaryOp::Neg => write!(f, "{symbol}({operand})"),
        Expr::Const(_) | Expr::Unary(UnaryOp::Neg, _) if op == UnaryOp::Neg => write!(f, "{symbol} {operand}"),
        _ => write!(f, "{symbol}{operand}"),
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.quantifier, self.prop)
    }
}

impl Display for Quantifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        })
    }
}

impl Display for Prop {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Prop::And(parts) if parts.is_empty() => write!(f, "true"),
            Prop::Or(parts) if parts.is_empty() => write!(f, "false"),
            Prop::And(parts) => write_parts(f, parts, " /\\ ", |part| !part.is_atomic()),
            Prop::Or(parts) => write_parts(f, parts, " \\/ ", |part| !part.is_atomic() && matches!(part, Prop::Or(_))),
            Prop::Not(prop) => {
                f.write_str("~")?;
                write_grouped(f, &**prop, !prop.is_atomic())
            }
            Prop::Compare { left, equal, right } => write!(f, "{left}{}{right}", if *equal { "=" } else { "<>" }),
        }
    }
}

fn write_parts(f: &mut Formatter<'_>, parts: &[Prop], glue: &str, needs: impl Fn(&Prop) -> bool) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(glue)?;
        }
        write_grouped(f, part, needs(part))?;
    }
    Ok(())
}

impl Prop {
    /// Whether its text is one piece whatever stands around it.
    fn is_atomic(&self) -> bool {
        match self {
            Prop::And(parts) | Prop::Or(parts) => parts.is_empty(),
            Prop::Not(_) | Prop::Compare { .. } => true,
        }
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Const(value) => write!(f, "{value}"),
            Operand::Observed(observable) => write!(f, "{observable}"),
        }
    }
}
