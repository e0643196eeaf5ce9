//! C expressions over registers, enough of them for litmus tests.

use std::collections::HashMap;

/// The registers of a thread, or of all threads, and `[x]` for the final value of location `x`.
pub type Registers = HashMap<String, i64>;

/// Evaluates an expression. Registers that were not assigned are zero.
pub fn evaluate(text: &str, registers: &Registers) -> i64 {
    let mut parser = Parser { rest: text.trim(), registers };
    let value = parser.binary(0);
    assert!(parser.rest.is_empty(), "cannot read {:?} of {text:?}", parser.rest);
    value
}

/// Binary operators by precedence, the loosest first; a longer one goes before its prefixes.
const LEVELS: [&[&str]; 7] = [&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["+", "-"]];

struct Parser<'a> {
    rest: &'a str,
    registers: &'a Registers,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn operator(&mut self, level: usize) -> Option<&'static str> {
        let doubled = |token: &str| token.len() == 1 && "|&".contains(token) && self.rest[1..].starts_with(token);
        let token = LEVELS[level].iter().find(|token| self.rest.starts_with(**token) && !doubled(token))?;
        self.eat(token);
        Some(token)
    }

    fn binary(&mut self, level: usize) -> i64 {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1);
        while let Some(token) = self.operator(level) {
            let right = self.binary(level + 1);
            left = match token {
                "||" => i64::from(left != 0 || right != 0),
                "&&" => i64::from(left != 0 && right != 0),
                "|" => left | right,
                "^" => left ^ right,
                "&" => left & right,
                "==" => i64::from(left == right),
                "!=" => i64::from(left != right),
                "+" => left + right,
                "-" => left - right,
                _ => unreachable!("not an operator: {token}"),
            };
        }
        left
    }

    fn unary(&mut self) -> i64 {
        if self.eat("-") {
            return -self.unary();
        }
        if self.eat("!") {
            return i64::from(self.unary() == 0);
        }
        if self.eat("(") {
            let value = self.binary(0);
            assert!(self.eat(")"), "a parenthesis is missing before {:?}", self.rest);
            return value;
        }
        let end = match self.rest.find(']') {
            Some(end) if self.rest.starts_with('[') => end + 1,
            _ => self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len()),
        };
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word.parse().unwrap_or_else(|_| self.registers.get(word).copied().unwrap_or(0))
    }
}

#[test]
fn expressions_mean_what_c_says() {
    let registers = Registers::from([("a".into(), 3), ("b".into(), 5), ("[x]".into(), 2)]);
    for (text, value) in [
        ("1+(a^a)", 1),
        ("a==3 && b!=3", 1),
        ("(a==1 && b==0) || [x]==2", 1),
        ("(a&1)==1 && (b&2)==2", 0),
        ("a==(-1)", 0),
        ("!a || c", 0),
        ("a - b-1", -3),
    ] {
        assert_eq!(evaluate(text, &registers), value, "{text}");
    }
}
