//! Constants and constant expressions.

use std::sync::Arc;

use super::{Parsed, Parser};
use crate::lex::{Tok, unescape, unescape_name};
use crate::nodes::{BinaryOp, CastOp, ConstExpr, Constant, IntPredicate, Symbol, Type, TypedConst};

impl Parser<'_> {
    /// Can this word only start a constant? Between a type and its value all other words are attributes.
    pub fn is_constant_word(word: &str) -> bool {
        matches!(
            word,
            "true"
                | "false"
                | "null"
                | "none"
                | "undef"
                | "poison"
                | "zeroinitializer"
                | "splat"
                | "getelementptr"
                | "icmp"
                | "fcmp"
                | "select"
                | "extractelement"
                | "insertelement"
                | "shufflevector"
                | "extractvalue"
                | "insertvalue"
                | "fneg"
                | "blockaddress"
                | "dso_local_equivalent"
                | "no_cfi"
                | "ptrauth"
                | "asm"
        ) || BinaryOp::from_word(word).is_some()
            || CastOp::from_word(word).is_some()
    }

    /// A type and a constant.
    pub fn typed_constant(&mut self) -> Parsed<TypedConst> {
        let ty = self.ty()?;
        let value = self.constant(&ty)?;
        Ok(TypedConst { ty, value })
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: &Type) -> Parsed<Constant> {
        let simple = match self.tok {
            Tok::Number(digits) => {
                let from = self.start;
                self.bump();
                return match number(digits, ty) {
                    Some(constant) => Ok(constant),
                    None => Ok(Constant::Unsupported(self.unsupported_node(format!("number of type {ty}"), from))),
                };
            }
            Tok::Global(name) => {
                let symbol = self.symbol(name)?;
                self.bump();
                return Ok(Constant::Symbol(symbol));
            }
            Tok::Word("true") => Constant::Int(1),
            Tok::Word("false") => Constant::Int(0),
            Tok::Word("null") => Constant::Null,
            Tok::Word("undef") => Constant::Undef,
            Tok::Word("poison") => Constant::Poison,
            Tok::Word("zeroinitializer" | "none") => Constant::Zero,
            Tok::CStr(raw) => Constant::Bytes(unescape(raw).into()),
            Tok::Word(word) => return self.nested(|p| p.constant_expr(word, ty)),
            Tok::Punct(b'[') => return self.nested(|p| p.elements(b']')),
            Tok::Punct(b'{') => return self.nested(|p| p.elements(b'}')),
            Tok::Punct(b'<') => {
                return self.nested(|p| {
                    if p.peek2() != Tok::Punct(b'{') {
                        return p.elements(b'>');
                    }
                    p.bump();
                    let all = p.elements(b'}')?;
                    p.expect(b'>')?;
                    Ok(all)
                });
            }
            _ => return self.fail("expected a constant"),
        };
        self.bump();
        Ok(simple)
    }

    /// What `@name` means here.
    pub fn symbol(&self, name: &str) -> Parsed<Symbol> {
        match self.scope.symbols.get(name) {
            Some(&symbol) => Ok(symbol),
            None => self.fail("a name that is not defined"),
        }
    }

    /// At an opening bracket: typed constants up to the closing one.
    fn elements(&mut self, close: u8) -> Parsed<Constant> {
        self.bump();
        let mut items = Vec::new();
        if !self.is(close) {
            items.push(self.typed_constant()?);
            while self.accept(b',') {
                items.push(self.typed_constant()?);
            }
        }
        self.expect(close)?;
        Ok(Constant::Aggregate(items.into()))
    }

    fn constant_expr(&mut self, word: &str, ty: &Type) -> Parsed<Constant> {
        let from = self.start;
        self.bump();
        let expr = match word {
            "getelementptr" => self.gep_expr()?,
            "splat" => {
                self.expect(b'(')?;
                let element = self.typed_constant()?;
                self.expect(b')')?;
                return Ok(Constant::Splat(Arc::new(element)));
            }
            "icmp" => {
                let Tok::Word(predicate) = self.bump() else { return self.fail("expected a predicate") };
                let Some(predicate) = IntPredicate::from_word(predicate) else {
                    return self.unknown_constant(word, from);
                };
                let [lhs, rhs] = self.expr_operands()?;
                ConstExpr::ICmp { predicate, lhs, rhs }
            }
            "select" => {
                let [condition, yes, no] = self.expr_operands()?;
                ConstExpr::Select { condition, yes, no }
            }
            "blockaddress" => return self.block_address(from),
            _ => {
                if let Some(op) = CastOp::from_word(word) {
                    self.skip_flags()?;
                    self.expect(b'(')?;
                    let value = self.typed_constant()?;
                    self.expect_word("to")?;
                    let to = self.ty()?;
                    self.expect(b')')?;
                    ConstExpr::Cast { op, value, to }
                } else if let Some(op) = BinaryOp::from_word(word) {
                    let exact = self.is_word("exact");
                    self.skip_flags()?;
                    let [lhs, rhs] = self.expr_operands()?;
                    ConstExpr::Binary { op, exact, lhs, rhs }
                } else if let Some(value) = hexadecimal(word, ty) {
                    return Ok(value);
                } else {
                    return self.unknown_constant(word, from);
                }
            }
        };
        Ok(Constant::Expr(Arc::new(expr)))
    }

    fn skip_flags(&mut self) -> Parsed<()> {
        while matches!(self.tok, Tok::Word(_)) {
            self.bump();
        }
        Ok(())
    }

    /// `(c, c, …)`: exactly `N` typed constants.
    fn expr_operands<const N: usize>(&mut self) -> Parsed<[TypedConst; N]> {
        self.expect(b'(')?;
        let mut all = Vec::with_capacity(N);
        for i in 0..N {
            if i > 0 {
                self.expect(b',')?;
            }
            all.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        match all.try_into() {
            Ok(all) => Ok(all),
            Err(_) => self.fail("expected operands"),
        }
    }

    fn gep_expr(&mut self) -> Parsed<ConstExpr> {
        let mut inbounds = false;
        // `inbounds`, `nuw`, `nusw`, `inrange(-16, 16)`.
        while let Tok::Word(word) = self.tok {
            inbounds |= word == "inbounds";
            self.bump();
            if word == "inrange" && self.is(b'(') {
                self.skip_balanced()?;
            }
        }
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.accept(b',') {
            // The `inrange` of LLVM 18 and earlier marks one index.
            self.accept_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect(b')')?;
        Ok(ConstExpr::Gep { source, base, indices, inbounds })
    }

    fn block_address(&mut self, from: usize) -> Parsed<Constant> {
        self.expect(b'(')?;
        let Tok::Global(name) = self.tok else { return self.fail("expected a function") };
        let symbol = self.symbol(name)?;
        self.bump();
        self.expect(b',')?;
        let block = match self.bump() {
            Tok::Local(name) => unescape_name(name),
            Tok::LocalNum(n) => n.to_string(),
            _ => return self.fail("expected a block"),
        };
        self.expect(b')')?;
        match symbol {
            Symbol::Function(id) => Ok(Constant::BlockAddress(Arc::new((id, block)))),
            _ => Ok(Constant::Unsupported(self.unsupported_node("constant blockaddress".into(), from))),
        }
    }

    /// After an unknown word: takes the bracket or the name that belongs to it.
    fn unknown_constant(&mut self, word: &str, from: usize) -> Parsed<Constant> {
        while matches!(self.tok, Tok::Word(_)) {
            self.bump();
        }
        if self.is(b'(') {
            self.skip_balanced()?;
        } else if matches!(self.tok, Tok::Global(_)) {
            self.bump();
        }
        Ok(Constant::Unsupported(self.unsupported_node(format!("constant {word}"), from)))
    }
}

/// An integer or floating-point literal; `None` when it does not fit the type.
fn number(digits: &str, ty: &Type) -> Option<Constant> {
    match ty {
        Type::Int(bits) => integer(digits, *bits).map(Constant::Int),
        ty if ty.is_float() => float(digits, ty),
        _ => None,
    }
}

/// An integer cut to `bits`. Of wider types than 128 bits only the numbers that need no more are known.
pub(super) fn integer(digits: &str, bits: u32) -> Option<u128> {
    let value = match digits.strip_prefix('-') {
        // Most numbers are short, and 64-bit parsing is the faster one.
        None if digits.len() < 19 => digits.parse::<u64>().ok()?.into(),
        None => digits.parse::<u128>().ok()?,
        Some(_) if bits > 128 => return None,
        Some(_) => digits.parse::<i128>().ok()? as u128,
    };
    Some(if bits >= 128 { value } else { value & ((1 << bits) - 1) })
}

/// `u0xFF`, `s0xFF`: hexadecimal integers, which clang does not print but accepts.
fn hexadecimal(word: &str, ty: &Type) -> Option<Constant> {
    let Type::Int(bits @ 1..=128) = ty else { return None };
    let digits = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x"))?;
    let value = u128::from_str_radix(digits, 16).ok()?;
    // `s0x` is signed in as many bits as it has digits.
    let width = digits.len() as u32 * 4;
    let negative = word.starts_with('s') && width > 0 && width < 128 && value >> (width - 1) & 1 == 1;
    let value = if negative { value | u128::MAX << width } else { value };
    Some(Constant::Int(if *bits == 128 { value } else { value & ((1 << bits) - 1) }))
}

fn float(digits: &str, ty: &Type) -> Option<Constant> {
    let Some(hex) = digits.strip_prefix("0x") else {
        // Rust's parser also knows words such as `inf`; a literal has digits.
        return digits
            .bytes()
            .any(|b| b.is_ascii_digit())
            .then(|| digits.parse::<f64>().ok())?
            .map(|f| Constant::Float(f.to_bits()));
    };
    let bits = |hex: &str| u128::from_str_radix(hex, 16).ok();
    let matches = |wanted: Type, hex: &str| if *ty == wanted { bits(hex).map(Constant::FloatBits) } else { None };
    // Two 64-bit halves, the low one first.
    let halves = |wanted: Type, hex: &str| {
        let (low, high) = (hex.get(..16)?, hex.get(16..32)?);
        (*ty == wanted && hex.len() == 32).then_some(Constant::FloatBits(bits(high)? << 64 | bits(low)?))
    };
    match hex.as_bytes().first()? {
        b'K' => matches(Type::X86Fp80, &hex[1..]),
        b'H' => matches(Type::Half, &hex[1..]),
        b'R' => matches(Type::BFloat, &hex[1..]),
        b'L' => halves(Type::Fp128, &hex[1..]),
        b'M' => halves(Type::PpcFp128, &hex[1..]),
        // Plain hexadecimal is always the bits of a double, for `float` too.
        _ => u64::from_str_radix(hex, 16).ok().map(Constant::Float),
    }
}
