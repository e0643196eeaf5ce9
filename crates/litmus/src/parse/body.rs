//! Statements.

use selvedge_core::{Span, WriteOrdering};

use super::{MAX_ERRORS, Parsed, Parser};
use crate::ast::{Mark, Name, Stmt, StmtKind};
use crate::error::Diagnostic;
use crate::lex::Kind;

impl Parser<'_> {
    /// Statements up to a closing brace, which is left for the caller.
    ///
    /// A statement with an error is noted and skipped.
    pub(super) fn block(&mut self) -> Vec<Stmt> {
        let mut block = Vec::new();
        while !self.at("}") && self.peek().kind != Kind::End {
            let before = self.next;
            if let Err(error) = self.statement(&mut block) {
                self.errors.push(error);
                if self.errors.len() >= MAX_ERRORS {
                    // Enough: let the callers run into the end.
                    self.next = self.tokens.len() - 1;
                }
                self.recover(before);
            }
        }
        block
    }

    /// Skips to the end of the statement that started at token `before`: past its semicolon, or past its
    /// block.
    fn recover(&mut self, before: usize) {
        if self.next == before {
            self.advance();
        }
        let mut open = 0_usize;
        loop {
            match self.peek().kind {
                Kind::End => return,
                Kind::Symbol("}") if open == 0 => return,
                Kind::Symbol(";") if open == 0 => {
                    self.advance();
                    return;
                }
                Kind::Symbol("{") => open += 1,
                Kind::Symbol("}") => open -= 1,
                _ => {}
            }
            let closed = self.advance().kind == Kind::Symbol("}") && open == 0;
            if closed && self.word() != "else" {
                return;
            }
        }
    }

    /// Skips what stands in parentheses: the semicolons in the head of a `for` do not end it.
    fn skip_parentheses(&mut self) {
        let mut open = 0_usize;
        loop {
            match self.peek().kind {
                Kind::Symbol("(") => open += 1,
                Kind::Symbol(")") if open > 0 => open -= 1,
                Kind::Symbol("{" | "}") | Kind::End => return,
                _ => {}
            }
            if open == 0 {
                return;
            }
            self.advance();
        }
    }

    /// Reads one statement of the text; it may be none of the tree (`;`) or several (`int r0, r1;`).
    fn statement(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        self.operators = 0;
        self.nested(|parser| parser.statement_here(block))
    }

    fn statement_here(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        let start = self.peek().span;
        match self.peek().kind {
            Kind::Symbol(";") => {
                self.advance();
                return Ok(());
            }
            Kind::Symbol("{") => {
                self.advance();
                block.extend(self.block());
                return self.expect("}");
            }
            Kind::Symbol("*") => {
                self.advance();
                let at = self.name("the name of a location")?;
                self.expect("=")?;
                let value = self.expr()?;
                block.push(self.finish(start, StmtKind::Store { at, value, ordering: WriteOrdering::Plain })?);
                return Ok(());
            }
            Kind::Word => {}
            Kind::Number | Kind::Symbol(_) | Kind::End => return Err(self.expected("a statement")),
        }
        match self.word() {
            "int" => self.declaration(start, block),
            "if" => {
                self.advance();
                let stmt = self.conditional(start)?;
                block.push(stmt);
                Ok(())
            }
            _ => {
                if let Some(error) = self.foreign_statement() {
                    self.advance();
                    self.skip_parentheses();
                    return Err(error);
                }
                let name = self.name("a statement")?;
                let kind = if self.eat("(") {
                    self.call_statement(name)?
                } else if self.eat("=") {
                    StmtKind::Assign { name, value: self.expr()? }
                } else {
                    return Err(self.expected("`=` or `(`"));
                };
                block.push(self.finish(start, kind)?);
                Ok(())
            }
        }
    }

    /// The statement that started at `start` and of which only the semicolon is missing.
    fn finish(&mut self, start: Span, kind: StmtKind) -> Parsed<Stmt> {
        let stmt = Stmt { kind, mark: self.since(start) };
        self.expect(";")?;
        Ok(stmt)
    }

    /// From `start` to the last token read.
    fn since(&self, start: Span) -> Mark {
        Mark(Some(start.to(self.tokens[self.next.saturating_sub(1)].span)))
    }

    /// `int r0, r1 = 5;`
    fn declaration(&mut self, mut start: Span, block: &mut Vec<Stmt>) -> Parsed<()> {
        self.advance();
        if self.at("*") {
            return Err(Diagnostic::unsupported(self.peek().span, "local pointers are not supported"));
        }
        loop {
            let name = self.name("the name of a local variable")?;
            let value = match self.eat("=") {
                true => Some(self.expr()?),
                false => None,
            };
            let mark = self.since(start);
            block.push(Stmt { kind: StmtKind::Declare { name, value }, mark });
            if !self.eat(",") {
                return self.expect(";");
            }
            start = self.peek().span;
        }
    }

    /// What follows `if`.
    fn conditional(&mut self, start: Span) -> Parsed<Stmt> {
        self.expect("(")?;
        let condition = self.expr()?;
        self.expect(")")?;
        let mark = self.since(start);
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        self.branch(&mut then)?;
        if self.eat_word("else") {
            self.branch(&mut otherwise)?;
        }
        Ok(Stmt { kind: StmtKind::If { condition, then, otherwise }, mark })
    }

    fn branch(&mut self, block: &mut Vec<Stmt>) -> Parsed<()> {
        if !self.eat("{") {
            return self.statement(block);
        }
        *block = self.block();
        self.expect("}")
    }

    /// A call as a statement; its name and opening parenthesis have been read.
    fn call_statement(&mut self, function: Name) -> Parsed<StmtKind> {
        match function.text.as_str() {
            name @ ("atomic_store" | "atomic_store_explicit") => {
                let explicit = name.ends_with("_explicit");
                let at = self.location()?;
                self.comma(&function)?;
                let value = self.expr()?;
                let ordering = match self.order(explicit)? {
                    Some((order, span)) => order.write(span)?,
                    None => WriteOrdering::SeqCst,
                };
                self.close(&function)?;
                Ok(StmtKind::Store { at, value, ordering })
            }
            "atomic_thread_fence" => {
                let (order, _) = self.order_name()?;
                self.close(&function)?;
                Ok(StmtKind::Fence(order.fence()))
            }
            "assume" | "__VERIFIER_assume" => self.argument(&function).map(StmtKind::Assume),
            "assert" => self.argument(&function).map(StmtKind::Assert),
            "join" => self.argument(&function).map(StmtKind::Join),
            _ => self.call(function).map(StmtKind::Call),
        }
    }

    fn argument(&mut self, function: &Name) -> Parsed<crate::ast::Expr> {
        let argument = self.expr()?;
        self.close(function)?;
        Ok(argument)
    }

    /// The error of a statement of C that we do not have.
    fn foreign_statement(&self) -> Option<Diagnostic> {
        let (word, span) = (self.word(), self.peek().span);
        let error = |what: String| Diagnostic::unsupported(span, what);
        Some(match word {
            "while" | "for" | "do" => error(format!("`{word}` loops are not supported in litmus tests"))
                .help("unroll the loop; one that only waits can be written as a load and `assume(…);`"),
            "goto" | "switch" | "break" | "continue" | "return" | "case" => {
                error(format!("`{word}` is not supported in litmus tests")).help("use `if` and `else`")
            }
            "else" => Diagnostic::input(span, "this `else` has no `if`"),
            "atomic_int" | "volatile" | "const" | "_Atomic" | "long" | "unsigned" | "char" | "short" | "bool"
            | "_Bool" | "static" | "struct" | "intptr_t" | "uintptr_t" => {
                error(format!("local variables of type `{word}` are not supported")).help("use `int`")
            }
            _ => return None,
        })
    }
}
