//! Calls, in all their forms.

use super::Parsed;
use super::body::{BodyParser, Trail};
use crate::lex::{Tok, unescape_name};
use crate::nodes::{Arg, Bundle, Call, Callee, InlineAsm, InstKind, LandingClause, ParamAttrs, TailKind, Type};

impl BodyParser<'_> {
    pub fn call(&mut self, word: &str) -> Parsed<(InstKind, Trail)> {
        let tail = TailKind::from_word(word).unwrap_or(TailKind::No);
        if tail != TailKind::No {
            self.expect_word("call")?;
        }
        let call = self.call_rest(tail)?;
        Ok((InstKind::Call(call), self.trail()?))
    }

    pub fn invoke(&mut self) -> Parsed<(InstKind, Trail)> {
        let call = self.call_rest(TailKind::No)?;
        self.expect_word("to")?;
        let normal = self.block_label()?;
        self.expect_word("unwind")?;
        let unwind = self.block_label()?;
        Ok((InstKind::Invoke { call, normal, unwind }, self.trail()?))
    }

    pub fn call_br(&mut self) -> Parsed<(InstKind, Trail)> {
        let call = self.call_rest(TailKind::No)?;
        self.expect_word("to")?;
        let fallthrough = self.block_label()?;
        let indirect = self.block_list()?;
        Ok((InstKind::CallBr { call, fallthrough, indirect }, self.trail()?))
    }

    /// What comes after the opcode, up to the bundles.
    fn call_rest(&mut self, tail: TailKind) -> Parsed<Box<Call>> {
        // Fast-math flags, calling convention, attributes of the result.
        while !self.at_type() {
            if self.is_word("addrspace") {
                self.address_space()?;
            } else if !self.skip_attribute()? {
                return self.fail("expected a type");
            }
        }
        let ty = self.ty()?;
        let (ret, signature) = match ty {
            Type::Function(signature) => (signature.ret.clone(), Some(signature)),
            ret => (ret, None),
        };
        let callee = match self.tok {
            Tok::Word("asm") => Callee::Asm(self.inline_asm()?),
            _ => {
                if let Tok::Global(name) = self.tok
                    && name.starts_with("llvm.dbg.")
                {
                    self.debug_call = Some(name);
                }
                Callee::Value(self.operand(&Type::Ptr)?)
            }
        };
        let args = self.args()?;
        self.skip_call_attributes()?;
        let bundles = if self.is(b'[') { self.bundles()? } else { Vec::new() };
        Ok(Box::new(Call { tail, ret, signature, callee, args, bundles }))
    }

    fn args(&mut self) -> Parsed<Vec<Arg>> {
        self.expect(b'(')?;
        let mut args = Vec::new();
        while !self.accept(b')') {
            if !self.accept_word("...") {
                let ty = self.ty()?;
                // What follows `metadata` is a type or a node, never an attribute.
                let attrs = if ty == Type::Metadata { ParamAttrs::default() } else { self.param_attrs()? };
                if self.is(b',') || self.is(b')') {
                    // The word taken for an attribute must have been a constant of a kind we do not know.
                    return self.unknown("argument of a call".into());
                }
                let attrs = (attrs != ParamAttrs::default()).then(|| Box::new(attrs));
                let value = self.operand(&ty)?;
                args.push(Arg { ty, value, attrs });
            }
            if !self.accept(b',') && !self.is(b')') {
                return self.fail("expected `,` or `)` after an argument");
            }
        }
        Ok(args)
    }

    fn inline_asm(&mut self) -> Parsed<InlineAsm> {
        self.bump();
        let mut side_effect = false;
        while let Tok::Word(word) = self.tok {
            side_effect |= word == "sideeffect";
            self.bump();
        }
        let text = unescape_name(self.string()?);
        self.expect(b',')?;
        let constraints = unescape_name(self.string()?);
        Ok(InlineAsm { text, constraints, side_effect })
    }

    fn bundles(&mut self) -> Parsed<Vec<Bundle>> {
        self.expect(b'[')?;
        let mut bundles = Vec::new();
        while !self.accept(b']') {
            let tag = unescape_name(self.string()?);
            self.expect(b'(')?;
            let mut args = Vec::new();
            while !self.accept(b')') {
                args.push(self.typed()?);
                if !self.accept(b',') && !self.is(b')') {
                    return self.fail("expected `,` or `)` in an operand bundle");
                }
            }
            bundles.push(Bundle { tag, args });
            if !self.accept(b',') && !self.is(b']') {
                return self.fail("expected `,` or `]` after an operand bundle");
            }
        }
        Ok(bundles)
    }

    pub fn landing_pad(&mut self) -> Parsed<(InstKind, Trail)> {
        let ty = self.ty()?;
        let mut cleanup = false;
        let mut clauses = Vec::new();
        loop {
            if self.accept_word("cleanup") {
                cleanup = true;
            } else if self.accept_word("catch") {
                clauses.push(LandingClause::Catch(self.typed()?));
            } else if self.accept_word("filter") {
                clauses.push(LandingClause::Filter(self.typed()?));
            } else {
                break;
            }
        }
        Ok((InstKind::LandingPad { ty, cleanup, clauses: clauses.into() }, self.trail()?))
    }
}
