//! Expressions and operators in names. They are rare: what they say is told well enough to be recognised.

use super::Reader;

/// Operators: their code, their sign, and how many operands they have in an expression.
const OPERATORS: [(&str, &str, usize); 52] = [
    ("nw", " new", 0),
    ("na", " new[]", 0),
    ("dl", " delete", 1),
    ("da", " delete[]", 1),
    ("aw", " co_await", 1),
    ("ps", "+", 1),
    ("ng", "-", 1),
    ("ad", "&", 1),
    ("de", "*", 1),
    ("co", "~", 1),
    ("pl", "+", 2),
    ("mi", "-", 2),
    ("ml", "*", 2),
    ("dv", "/", 2),
    ("rm", "%", 2),
    ("an", "&", 2),
    ("or", "|", 2),
    ("eo", "^", 2),
    ("aS", "=", 2),
    ("pL", "+=", 2),
    ("mI", "-=", 2),
    ("mL", "*=", 2),
    ("dV", "/=", 2),
    ("rM", "%=", 2),
    ("aN", "&=", 2),
    ("oR", "|=", 2),
    ("eO", "^=", 2),
    ("ls", "<<", 2),
    ("rs", ">>", 2),
    ("lS", "<<=", 2),
    ("rS", ">>=", 2),
    ("eq", "==", 2),
    ("ne", "!=", 2),
    ("lt", "<", 2),
    ("gt", ">", 2),
    ("le", "<=", 2),
    ("ge", ">=", 2),
    ("ss", "<=>", 2),
    ("nt", "!", 1),
    ("aa", "&&", 2),
    ("oo", "||", 2),
    ("pp", "++", 1),
    ("mm", "--", 1),
    ("cm", ",", 2),
    ("pm", "->*", 2),
    ("pt", "->", 2),
    ("cl", "()", 0),
    ("ix", "[]", 2),
    ("qu", "?", 3),
    ("dt", ".", 2),
    ("ds", ".*", 2),
    ("nx", "noexcept", 1),
];

impl Reader<'_> {
    /// The name of an operator, and whether it is one that has no return type.
    pub(super) fn operator_name(&mut self) -> Option<(String, bool)> {
        if self.takes("cv") {
            let to = self.kind()?.whole();
            return Some((format!("operator {to}"), true));
        }
        if self.takes("li") {
            return Some((format!("operator\"\" {}", self.source_name()?), false));
        }
        let (code, sign, _) = OPERATORS.iter().find(|(code, ..)| self.sees(code))?;
        self.at += code.len();
        Some((format!("operator{sign}"), false))
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Option<String> {
        self.nest(|reader| {
            let text = reader.expression_text()?;
            reader.write(text.len())?;
            Some(text)
        })
    }

    fn expression_text(&mut self) -> Option<String> {
        match self.peek()? {
            b'L' => return self.literal(),
            b'T' => return Some(self.template_parameter()?.whole()),
            b'f' if self.sees("fp") || self.sees("fL") => return self.parameter(),
            b'0'..=b'9' => {
                let name = self.source_name()?;
                return self.with_arguments(name);
            }
            _ => {}
        }
        if self.takes("sr") {
            let mut scope = String::new();
            if self.peek()?.is_ascii_digit() {
                // Namespaces, one in the other.
                while !self.takes("E") {
                    let name = self.source_name()?;
                    scope = if scope.is_empty() { name } else { format!("{scope}::{name}") };
                    scope = self.with_arguments(scope)?;
                }
            } else {
                scope = self.kind()?.whole();
            }
            let name = if self.peek()?.is_ascii_digit() { self.source_name()? } else { self.operator_name()?.0 };
            return self.with_arguments(format!("{scope}::{name}"));
        }
        if self.takes("on") {
            let name = self.operator_name()?.0;
            return self.with_arguments(name);
        }
        if self.takes("st") || self.takes("at") {
            return Some(format!("sizeof({})", self.kind()?.whole()));
        }
        if self.takes("sz") || self.takes("az") {
            return Some(format!("sizeof({})", self.expression()?));
        }
        if self.takes("sZ") {
            return Some(format!("sizeof...({})", self.expression()?));
        }
        if self.takes("sp") {
            return Some(format!("{}...", self.expression()?));
        }
        if self.takes("cv") {
            let to = self.kind()?.whole();
            let operands = if self.takes("_") { self.operands()? } else { self.expression()? };
            return Some(format!("({to})({operands})"));
        }
        if self.takes("tl") {
            let of = self.kind()?.whole();
            return Some(format!("{of}{{{}}}", self.operands()?));
        }
        if self.takes("il") {
            return Some(format!("{{{}}}", self.operands()?));
        }
        if self.takes("cl") {
            let function = self.expression()?;
            return Some(format!("{function}({})", self.operands()?));
        }
        if self.takes("sc") || self.takes("dc") || self.takes("cc") || self.takes("rc") {
            let to = self.kind()?.whole();
            return Some(format!("cast<{to}>({})", self.expression()?));
        }
        self.operation()
    }

    fn operation(&mut self) -> Option<String> {
        let (code, sign, operands) = *OPERATORS.iter().find(|(code, ..)| self.sees(code))?;
        self.at += code.len();
        // The increments of a postfix and a prefix.
        self.takes("_");
        Some(match operands {
            1 => format!("{sign}({})", self.expression()?),
            2 => {
                let left = self.expression()?;
                let right = self.expression()?;
                match sign {
                    "[]" => format!("{left}[{right}]"),
                    "." | "->" => format!("{left}{sign}{right}"),
                    sign => format!("({left}){sign}({right})"),
                }
            }
            3 => {
                let (asked, yes) = (self.expression()?, self.expression()?);
                format!("({asked})?({yes}):({})", self.expression()?)
            }
            _ => return None,
        })
    }

    /// Expressions up to an end.
    fn operands(&mut self) -> Option<String> {
        let mut all = Vec::new();
        while !self.takes("E") {
            all.push(self.expression()?);
        }
        Some(all.join(", "))
    }

    fn with_arguments(&mut self, name: String) -> Option<String> {
        if self.peek() != Some(b'I') {
            return Some(name);
        }
        let arguments = self.template_arguments(false)?;
        Some(format!("{name}{arguments}"))
    }

    /// A parameter of the function.
    fn parameter(&mut self) -> Option<String> {
        if self.takes("fpT") {
            return Some("this".to_owned());
        }
        if self.takes("fL") {
            self.number()?;
            self.takes("p").then_some(())?;
        } else {
            self.at += 2;
        }
        while matches!(self.peek(), Some(b'r' | b'V' | b'K')) {
            self.at += 1;
        }
        Some(format!("{{parm#{}}}", self.sequence(10)? + 1))
    }

    /// A value, or an entity.
    pub(super) fn literal(&mut self) -> Option<String> {
        self.takes("L").then_some(())?;
        if self.takes("_Z") {
            let said = self.encoding()?;
            return self.takes("E").then_some(said.name);
        }
        let kind = self.kind()?.whole();
        let minus = if self.takes("n") { "-" } else { "" };
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|byte| *byte == b'E')?;
        let value = std::str::from_utf8(&rest[..length]).ok()?.to_owned();
        if !value.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        self.at += length + 1;
        Some(match (kind.as_str(), value.as_str()) {
            ("bool", "0") => "false".to_owned(),
            ("bool", "1") => "true".to_owned(),
            ("int", _) => format!("{minus}{value}"),
            ("unsigned int", _) => format!("{minus}{value}u"),
            ("long", _) => format!("{minus}{value}l"),
            ("unsigned long", _) => format!("{minus}{value}ul"),
            ("decltype(nullptr)", _) => "nullptr".to_owned(),
            _ => format!("({kind}){minus}{value}"),
        })
    }
}
