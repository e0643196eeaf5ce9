//! Types in names.

use super::{Named, Piece, Reader};

/// Types with a name of one letter.
const LETTERS: [(u8, &str); 22] = [
    (b'v', "void"),
    (b'w', "wchar_t"),
    (b'b', "bool"),
    (b'c', "char"),
    (b'a', "signed char"),
    (b'h', "unsigned char"),
    (b's', "short"),
    (b't', "unsigned short"),
    (b'i', "int"),
    (b'j', "unsigned int"),
    (b'l', "long"),
    (b'm', "unsigned long"),
    (b'x', "long long"),
    (b'y', "unsigned long long"),
    (b'n', "__int128"),
    (b'o', "unsigned __int128"),
    (b'f', "float"),
    (b'd', "double"),
    (b'e', "long double"),
    (b'g', "__float128"),
    (b'z', "..."),
    (b'u', ""),
];

/// Types with a name of two letters.
const PAIRS: [(&str, &str); 10] = [
    ("Dn", "decltype(nullptr)"),
    ("Di", "char32_t"),
    ("Ds", "char16_t"),
    ("Du", "char8_t"),
    ("Da", "auto"),
    ("Dc", "decltype(auto)"),
    ("Dd", "decimal64"),
    ("De", "decimal128"),
    ("Df", "decimal32"),
    ("Dh", "half"),
];

impl Reader<'_> {
    /// A type. Nothing but a name that stands for itself can be referred to by a substitution.
    pub(super) fn kind(&mut self) -> Option<Piece> {
        self.nest(|reader| {
            let (piece, is_known) = reader.kind_and_whether_known()?;
            if !is_known {
                reader.know(&piece)?;
            }
            Some(piece)
        })
    }

    fn kind_and_whether_known(&mut self) -> Option<(Piece, bool)> {
        let first = self.peek()?;
        if first != b'u'
            && let Some(letter) = self.letter()
        {
            return Some((Piece::plain(letter), true));
        }
        for (code, name) in PAIRS {
            if self.takes(code) {
                return Some((Piece::plain(name), true));
            }
        }
        let piece = match first {
            b'u' => {
                self.at += 1;
                Piece::plain(self.source_name()?)
            }
            b'r' | b'V' | b'K' => self.qualified()?,
            b'U' if !self.sees("Ut") && !self.sees("Ul") => {
                // A vendor's qualifier.
                self.at += 1;
                let qualifier = self.source_name()?;
                if self.peek() == Some(b'I') {
                    self.template_arguments(false)?;
                }
                let Piece { left, right, wraps } = self.kind()?;
                Piece { left: format!("{left} {qualifier}"), right, wraps }
            }
            b'P' => self.pointer("*")?,
            b'R' => self.pointer("&")?,
            b'O' => self.pointer("&&")?,
            b'C' | b'G' => {
                self.at += 1;
                let Piece { left, right, wraps } = self.kind()?;
                Piece {
                    left: format!("{left}{}", if first == b'C' { " _Complex" } else { " _Imaginary" }),
                    right,
                    wraps,
                }
            }
            b'F' => self.function()?,
            b'A' => self.array()?,
            b'M' => self.member_pointer()?,
            b'T' if !self.sees("Ts") && !self.sees("Tu") && !self.sees("Te") => {
                let piece = self.template_parameter()?;
                if self.peek() != Some(b'I') {
                    piece
                } else {
                    self.know(&piece)?;
                    let arguments = self.template_arguments(false)?;
                    Piece::plain(format!("{}{arguments}", piece.whole()))
                }
            }
            b'T' => {
                // struct, union, enum
                self.at += 2;
                Piece::plain(self.name(false)?.text)
            }
            b'D' => return self.special_type(),
            b'S' if !self.sees("St") => {
                let piece = self.substitution()?;
                if self.peek() != Some(b'I') {
                    return Some((piece, true));
                }
                let arguments = self.template_arguments(false)?;
                Piece::plain(format!("{}{arguments}", piece.whole()))
            }
            b'N' | b'Z' | b'S' | b'0'..=b'9' => {
                let outer = std::mem::take(&mut self.arguments);
                self.arguments.clone_from(&outer);
                let named = self.name(false);
                self.arguments = outer;
                let Named { text, .. } = named?;
                Piece::plain(text)
            }
            _ => return None,
        };
        self.write(piece.left.len() + piece.right.len())?;
        Some((piece, false))
    }

    /// A type with a name of one letter.
    pub(super) fn letter(&mut self) -> Option<&'static str> {
        let first = self.peek()?;
        let (_, name) = LETTERS.iter().find(|(letter, name)| *letter == first && !name.is_empty())?;
        self.at += 1;
        Some(name)
    }

    fn qualified(&mut self) -> Option<Piece> {
        let mut qualifiers = Vec::new();
        while let Some(next) = self.peek() {
            qualifiers.push(match next {
                b'r' => "restrict",
                b'V' => "volatile",
                b'K' => "const",
                _ => break,
            });
            self.at += 1;
        }
        qualifiers.reverse();
        let qualifiers = qualifiers.join(" ");
        let Piece { left, right, wraps } = self.kind()?;
        let is_declarator = left.ends_with(['*', '&']) || right.contains(')');
        Some(if left.is_empty() {
            // An element of an empty pack.
            Piece::default()
        } else if wraps && !right.contains('[') {
            // A function that may be called on what is const.
            Piece { left, right: format!("{right} {qualifiers}"), wraps }
        } else if is_declarator {
            Piece { left: format!("{left} {qualifiers}"), right, wraps }
        } else {
            Piece { left: format!("{qualifiers} {left}"), right, wraps }
        })
    }

    fn pointer(&mut self, sign: &str) -> Option<Piece> {
        self.at += 1;
        let Piece { left, right, wraps } = self.kind()?;
        if left.is_empty() && right.is_empty() {
            // An element of an empty pack.
            return Some(Piece::default());
        }
        // References to references are one.
        if let Some(base) = left.strip_suffix("&&").or_else(|| left.strip_suffix('&')).filter(|_| sign != "*") {
            let both = left.ends_with("&&") && sign == "&&";
            return Some(Piece { left: format!("{base}{}", if both { "&&" } else { "&" }), right, wraps });
        }
        Some(match wraps {
            true => Piece { left: format!("{left} ({sign}"), right: format!("){}", behind(&right)), wraps: false },
            false => Piece { left: format!("{left}{sign}"), right, wraps: false },
        })
    }

    fn function(&mut self) -> Option<Piece> {
        self.takes("F").then_some(())?;
        self.takes("Y");
        let Piece { left, right, .. } = self.kind()?;
        let parameters = self.parameters()?;
        self.takes("E").then_some(())?;
        Some(Piece { left, right: format!(" ({parameters}){right}"), wraps: true })
    }

    fn array(&mut self) -> Option<Piece> {
        self.takes("A").then_some(())?;
        let size = match self.peek()? {
            b'0'..=b'9' => self.number()?.to_string(),
            b'_' => String::new(),
            _ => self.expression()?,
        };
        self.takes("_").then_some(())?;
        let Piece { left, right, .. } = self.kind()?;
        Some(Piece { left, right: format!(" [{size}]{}", right.trim_start()), wraps: true })
    }

    fn member_pointer(&mut self) -> Option<Piece> {
        self.takes("M").then_some(())?;
        let class = self.kind()?.whole();
        let Piece { left, right, wraps } = self.kind()?;
        Some(match wraps {
            true => Piece { left: format!("{left} ({class}::*"), right: format!("){}", behind(&right)), wraps: false },
            false => Piece { left: format!("{left} {class}::*"), right, wraps: false },
        })
    }

    /// Types that begin with D, and whether a substitution cannot refer to them.
    fn special_type(&mut self) -> Option<(Piece, bool)> {
        if self.takes("Dp") {
            return Some((self.expansion()?, false));
        }
        if self.takes("Dt") || self.takes("DT") {
            let text = self.expression()?;
            return self.takes("E").then_some((Piece::plain(format!("decltype({text})")), false));
        }
        if self.takes("DF") {
            let bits = self.number()?;
            return (self.takes("_") || self.takes("b") || self.takes("x"))
                .then(|| (Piece::plain(format!("_Float{bits}")), true));
        }
        if self.takes("DB") || self.takes("DU") {
            let bits = self.number()?;
            return self.takes("_").then(|| (Piece::plain(format!("_BitInt({bits})")), true));
        }
        if self.takes("Dv") {
            let count = self.number()?;
            self.takes("_").then_some(())?;
            let element = self.kind()?.whole();
            return Some((Piece::plain(format!("{element} __vector({count})")), false));
        }
        // Functions that do not throw.
        if self.takes("Do") {
            return Some((self.function()?, false));
        }
        if self.takes("DO") {
            self.expression()?;
            self.takes("E").then_some(())?;
            return Some((self.function()?, false));
        }
        None
    }

    /// A type for each element of a pack: it is read once for each.
    fn expansion(&mut self) -> Option<Piece> {
        let (start, outer) = (self.at, self.element);
        let (known, mut shown, mut element) = (self.known.len(), Vec::new(), 0);
        loop {
            (self.at, self.element) = (start, Some((element, None)));
            if element > 0 {
                self.known.truncate(known);
            }
            let piece = self.kind()?;
            let count = self.element.and_then(|(_, count)| count);
            if count.is_none() || count.is_some_and(|count| element < count) {
                shown.push(piece.whole());
            }
            element += 1;
            if count.is_none_or(|count| element >= count) {
                break;
            }
        }
        self.element = outer;
        Some(Piece::plain(shown.join(", ")))
    }
}

/// What follows a declarator in parentheses: parameters stand beside it.
fn behind(right: &str) -> &str {
    if right.starts_with(" (") { &right[1..] } else { right }
}
