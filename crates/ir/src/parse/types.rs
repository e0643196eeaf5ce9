//! Types. `T*` becomes `ptr`, whatever `T` is.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::lex::Tok;
use crate::nodes::{FunctionType, StructType, Type};

impl Parser<'_> {
    /// Does a type start here? Attributes are told from types by this alone.
    pub fn at_type(&self) -> bool {
        match self.tok {
            Tok::Word(word) => simple(word).is_some() || matches!(word, "target" | "opaque" | "x86_mmx" | "x86_amx"),
            Tok::Local(_) | Tok::LocalNum(_) => true,
            Tok::Punct(b) => matches!(b, b'{' | b'[' | b'<'),
            _ => false,
        }
    }

    /// A type.
    pub fn ty(&mut self) -> Parsed<Type> {
        // The common cases need no recursion and no loop.
        if let Tok::Word(word) = self.tok
            && let Some(ty) = simple(word)
        {
            self.bump();
            return if matches!(self.tok, Tok::Punct(b'*' | b'(')) || self.is_word("addrspace") {
                self.type_suffix(ty)
            } else {
                Ok(ty)
            };
        }
        let ty = self.nested(Self::type_base)?;
        self.type_suffix(ty)
    }

    fn type_suffix(&mut self, mut ty: Type) -> Parsed<Type> {
        loop {
            match self.tok {
                Tok::Punct(b'*') => {
                    self.bump();
                    ty = Type::Ptr;
                }
                // `ptr addrspace(1)`, or `T addrspace(1)*` of old.
                Tok::Word("addrspace") => {
                    let space = self.address_space()?;
                    self.accept(b'*');
                    ty = if space == 0 { Type::Ptr } else { Type::PtrIn(space) };
                }
                Tok::Punct(b'(') => ty = self.nested(|p| p.function_type(ty))?,
                _ => return Ok(ty),
            }
        }
    }

    /// `addrspace(n)`.
    pub fn address_space(&mut self) -> Parsed<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        // Newer versions also accept a name in quotes.
        let space = if let Tok::Str(_) = self.tok { self.string().map(|_| u32::MAX)? } else { self.number()? };
        self.expect(b')')?;
        Ok(space)
    }

    fn function_type(&mut self, ret: Type) -> Parsed<Type> {
        self.expect(b'(')?;
        let mut signature = FunctionType { ret, params: Vec::new(), varargs: false };
        while !self.accept(b')') {
            if self.accept_word("...") {
                signature.varargs = true;
            } else {
                signature.params.push(self.ty()?);
                // Parameter attributes are not part of a type, but old printers left them here.
                while !self.is(b',') && !self.is(b')') && self.skip_attribute()? {}
            }
            if !self.accept(b',') && !self.is(b')') {
                return self.fail("expected `,` or `)` in a function type");
            }
        }
        Ok(Type::Function(Arc::new(signature)))
    }

    fn type_base(&mut self) -> Parsed<Type> {
        match self.tok {
            Tok::Local(name) => {
                let ty = self.named_type(name)?;
                self.bump();
                Ok(ty)
            }
            Tok::LocalNum(number) => {
                let ty = self.named_type(&number.to_string())?;
                self.bump();
                Ok(ty)
            }
            Tok::Punct(b'{') => Ok(Type::Struct(Arc::new(self.struct_fields(false)?))),
            Tok::Punct(b'[') => {
                self.bump();
                let len = self.number()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(b']')?;
                Ok(Type::Array(Arc::new((len, element))))
            }
            Tok::Punct(b'<') => {
                self.bump();
                if self.is(b'{') {
                    let fields = self.struct_fields(true)?;
                    self.expect(b'>')?;
                    return Ok(Type::Struct(Arc::new(fields)));
                }
                let scalable = self.accept_word("vscale");
                if scalable {
                    self.expect_word("x")?;
                }
                let len: u32 = self.number()?;
                self.expect_word("x")?;
                let element = self.ty()?;
                self.expect(b'>')?;
                if scalable {
                    return Ok(Type::Other(format!("<vscale x {len} x {element}>").into()));
                }
                Ok(Type::Vector(Arc::new((len, element))))
            }
            Tok::Word("target") => {
                let from = self.start;
                self.bump();
                self.skip_balanced_if(b'(')?;
                Ok(Type::Other(self.text().get(from..self.end).unwrap_or("target").into()))
            }
            Tok::Word(word @ ("x86_mmx" | "x86_amx")) => {
                self.bump();
                Ok(Type::Other(word.into()))
            }
            Tok::Word(word) if simple(word).is_some() => {
                self.bump();
                Ok(simple(word).unwrap_or(Type::Void))
            }
            // A word may be a type or a modifier of a later version; what it says is unknown, not wrong.
            Tok::Word(word) => self.unknown(format!("expected a type, found `{word}`")),
            _ => self.fail("expected a type"),
        }
    }

    fn skip_balanced_if(&mut self, open: u8) -> Parsed<()> {
        if self.is(open) { self.skip_balanced() } else { self.fail("expected a bracket") }
    }

    fn named_type(&mut self, name: &str) -> Parsed<Type> {
        match self.scope.structs.get(name) {
            Some(&id) => Ok(Type::Named(id)),
            None => self.fail("a type that is not defined"),
        }
    }

    /// `{ T, T }`, the braces included.
    pub fn struct_fields(&mut self, packed: bool) -> Parsed<StructType> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.is(b'}') {
            fields.push(self.ty()?);
            while self.accept(b',') {
                fields.push(self.ty()?);
            }
        }
        self.expect(b'}')?;
        Ok(StructType { fields, packed })
    }
}

/// Types that are one word.
fn simple(word: &str) -> Option<Type> {
    Some(match word {
        "ptr" => Type::Ptr,
        "void" => Type::Void,
        "half" => Type::Half,
        "bfloat" => Type::BFloat,
        "float" => Type::Float,
        "double" => Type::Double,
        "x86_fp80" => Type::X86Fp80,
        "fp128" => Type::Fp128,
        "ppc_fp128" => Type::PpcFp128,
        "label" => Type::Label,
        "metadata" => Type::Metadata,
        "token" => Type::Token,
        _ => {
            let bits = word.strip_prefix('i')?;
            if !bits.as_bytes().first()?.is_ascii_digit() {
                return None;
            }
            let bits: u32 = bits.parse().ok()?;
            // LLVM's own limit.
            if bits == 0 || bits >= 1 << 24 {
                return None;
            }
            Type::Int(bits)
        }
    })
}
