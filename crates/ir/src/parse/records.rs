//! What debug info says about variables: `#dbg_…` records and the `llvm.dbg.…` calls they replaced, read to
//! one node.

use super::Parsed;
use super::body::BodyParser;
use super::metadata;
use crate::lex::Tok;
use crate::nodes::{Call, DbgId, DbgRecord, MetaOperand, Operand, RecordExpr, RecordKind, UnitId};

impl BodyParser<'_> {
    /// `#dbg_value(…)` and its like; kinds we do not use are skipped.
    pub fn record(&mut self, name: &str) -> Parsed<()> {
        self.bump();
        let kind = kind(name);
        if !self.is(b'(') {
            return self.fail("expected `(`");
        }
        if kind.is_none() {
            return self.skip_balanced();
        }
        self.bump();
        let mut args = Vec::with_capacity(4);
        while !self.accept(b')') {
            args.push(self.meta_operand()?);
            if !self.accept(b',') && !self.is(b')') {
                return self.fail("expected `,` or `)` in a debug record");
            }
        }
        self.add_record(kind, args.into_iter());
        Ok(())
    }

    /// A call to `llvm.dbg.value` and its like; it leaves a record and no instruction.
    pub fn debug_intrinsic(&mut self, name: &str, call: &Call) -> Parsed<()> {
        let args = call.args.iter().map(|arg| match &arg.value {
            Operand::Meta(meta) => (**meta).clone(),
            other => MetaOperand::Value(crate::nodes::Typed { ty: arg.ty.clone(), value: other.clone() }),
        });
        self.add_record(kind(name), args);
        Ok(())
    }

    fn add_record(&mut self, kind: Option<RecordKind>, mut args: impl Iterator<Item = MetaOperand>) {
        let (Some(kind), Some(value), Some(MetaOperand::Node(node))) = (kind, args.next(), args.next()) else { return };
        let expr = match args.next() {
            Some(MetaOperand::Text(text)) => expression(&text),
            // Numbered expressions do not occur in practice.
            _ => RecordExpr { complex: true, ..RecordExpr::default() },
        };
        let value = match value {
            MetaOperand::Value(v) => Some(v.value),
            _ => None,
        };
        let variable = DbgId { unit: UnitId(self.scope.unit), node };
        let before = self.body.insts.len() as u32;
        self.body.records.push(DbgRecord { kind, value, variable, expr, before });
    }
}

fn kind(name: &str) -> Option<RecordKind> {
    match name.strip_prefix("llvm.dbg.").or_else(|| name.strip_prefix("dbg_"))? {
        "declare" | "addr" => Some(RecordKind::Declare),
        "value" => Some(RecordKind::Value),
        "assign" => Some(RecordKind::Assign),
        _ => None,
    }
}

/// What we follow of `!DIExpression(…)`.
fn expression(text: &str) -> RecordExpr {
    let mut expr = RecordExpr::default();
    let mut tokens = metadata::tokens(text).skip(2);
    while let Some(tok) = tokens.next() {
        match tok {
            Tok::Punct(b',' | b')') => {}
            Tok::Word("DW_OP_deref") if !expr.deref => expr.deref = true,
            Tok::Word("DW_OP_LLVM_fragment") => {
                let mut number = || match (tokens.next(), tokens.next()) {
                    (Some(Tok::Punct(b',')), Some(Tok::Number(n))) => n.parse().ok(),
                    _ => None,
                };
                match (number(), number()) {
                    (Some(offset), Some(size)) => expr.fragment = Some((offset, size)),
                    _ => expr.complex = true,
                }
            }
            _ => expr.complex = true,
        }
    }
    expr
}
