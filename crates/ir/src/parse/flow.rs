//! Terminators.

use super::Parsed;
use super::body::{BodyParser, Trail};
use super::constant::integer;
use crate::lex::Tok;
use crate::nodes::{BlockId, InstKind, Type};

impl BodyParser<'_> {
    pub fn ret(&mut self) -> Parsed<(InstKind, Trail)> {
        let ty = self.ty()?;
        if ty == Type::Void {
            return Ok((InstKind::Ret(None), self.trail()?));
        }
        let value = self.operand(&ty)?;
        Ok((InstKind::Ret(Some(crate::nodes::Typed { ty, value })), self.trail()?))
    }

    pub fn br(&mut self) -> Parsed<(InstKind, Trail)> {
        if self.is_word("label") {
            let target = self.block_label()?;
            return Ok((InstKind::Br(target), self.trail()?));
        }
        let condition = self.typed()?.value;
        self.expect(b',')?;
        let yes = self.block_label()?;
        self.expect(b',')?;
        let no = self.block_label()?;
        Ok((InstKind::CondBr { condition, yes, no }, self.trail()?))
    }

    pub fn switch(&mut self) -> Parsed<(InstKind, Trail)> {
        let value = self.typed()?;
        self.expect(b',')?;
        let default = self.block_label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.accept(b']') {
            let ty = self.ty()?;
            let case = match (self.tok, &ty) {
                (Tok::Number(digits), Type::Int(bits)) => integer(digits, *bits),
                (Tok::Word("true"), _) => Some(1),
                (Tok::Word("false"), _) => Some(0),
                _ => None,
            };
            let Some(case) = case else { return self.unknown("case of a switch".into()) };
            self.bump();
            self.expect(b',')?;
            cases.push((case, self.block_label()?));
        }
        Ok((InstKind::Switch { ty: value.ty, value: value.value, default, cases: cases.into() }, self.trail()?))
    }

    pub fn indirect_br(&mut self) -> Parsed<(InstKind, Trail)> {
        let address = self.typed()?.value;
        self.expect(b',')?;
        let targets = self.block_list()?;
        Ok((InstKind::IndirectBr { address, targets }, self.trail()?))
    }

    /// `[label %a, label %b]`.
    pub fn block_list(&mut self) -> Parsed<Box<[BlockId]>> {
        self.expect(b'[')?;
        let mut blocks = Vec::new();
        while !self.accept(b']') {
            blocks.push(self.block_label()?);
            if !self.accept(b',') && !self.is(b']') {
                return self.fail("expected `,` or `]` after a block");
            }
        }
        Ok(blocks.into())
    }
}
