//! Names of C++ at link time, read back: the grammar of the Itanium C++ ABI, section 5.1.
//!
//! A name is read once from left to right. What it says is written down at once, and types in two halves, as
//! a declarator may come between them: `int (*` and `)[3]`. Return types are read and left out.
//!
//! A name comes from the program and may be made to harm: how deep it nests and how much it says, repetitions
//! included, is limited. What is beyond that, or not understood, is no name of C++ for us, and shown as it
//! is.

mod expression;
mod types;

/// What a name says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Said {
    /// The entity, with its scopes and template arguments.
    pub(super) name: String,
    /// The types of the parameters of a function.
    pub(super) parameters: Option<String>,
}

/// How deep a name may nest.
const MAX_DEPTH: u32 = 100;

/// How many bytes may be written down on the way.
const MAX_WRITTEN: usize = 1 << 16;

/// Reads a name.
pub(super) fn read(mangled: &str) -> Option<Said> {
    let text = mangled.strip_prefix("_Z").or_else(|| mangled.strip_prefix("__Z"))?;
    let mut reader =
        Reader { text: text.as_bytes(), at: 0, known: vec![], arguments: vec![], element: None, depth: 0, written: 0 };
    let said = reader.encoding()?;
    // The compiler's own suffix, as in `.part.0`, says nothing to the author.
    matches!(reader.peek(), None | Some(b'.')).then_some(said)
}

/// A piece of a name, in the two halves between which a declarator goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Piece {
    left: String,
    right: String,
    /// A function or an array, so that a pointer to it needs parentheses.
    wraps: bool,
}

impl Piece {
    fn plain(left: impl Into<String>) -> Piece {
        Piece { left: left.into(), ..Piece::default() }
    }

    fn whole(&self) -> String {
        format!("{}{}", self.left, self.right)
    }
}

/// A template argument.
#[derive(Clone, Debug)]
enum Argument {
    One(Piece),
    Pack(Vec<Piece>),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    /// What substitutions refer to.
    known: Vec<Piece>,
    /// What template parameters refer to.
    arguments: Vec<Argument>,
    /// Which element of packs is meant, and how many there are, as far as that has been seen.
    element: Option<(usize, Option<usize>)>,
    depth: u32,
    written: usize,
}

/// What is known of a name that has been read.
struct Named {
    text: String,
    /// It ends with template arguments, and so its type says what it returns.
    returns: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn sees(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what.as_bytes())
    }

    fn takes(&mut self, what: &str) -> bool {
        let sees = self.sees(what);
        self.at += if sees { what.len() } else { 0 };
        sees
    }

    /// One level deeper, within the limits.
    fn nest<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Accounts for so much that was written down.
    fn write(&mut self, bytes: usize) -> Option<()> {
        self.written += bytes + 1;
        (self.written <= MAX_WRITTEN).then_some(())
    }

    fn know(&mut self, piece: &Piece) -> Option<()> {
        self.write(piece.left.len() + piece.right.len())?;
        self.known.push(piece.clone());
        Some(())
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.text[self.at..self.at + digits]).ok()?.parse().ok()?;
        self.at += digits;
        Some(number)
    }

    /// `_` is the first, `0_` the second, and so on. Letters are digits too where they may be.
    fn sequence(&mut self, base: u32) -> Option<usize> {
        if self.takes("_") {
            return Some(0);
        }
        let mut value = 0_usize;
        while !self.takes("_") {
            let digit = char::from(self.peek()?).to_ascii_lowercase().to_digit(base)?;
            value = value.checked_mul(base as usize)?.checked_add(digit as usize)?;
            self.at += 1;
        }
        value.checked_add(1)
    }

    fn encoding(&mut self) -> Option<Said> {
        self.nest(|reader| {
            if let Some(special) = reader.special()? {
                return Some(Said { name: special, parameters: None });
            }
            let Named { text: name, returns } = reader.name(true)?;
            if matches!(reader.peek(), None | Some(b'E' | b'.')) {
                return Some(Said { name, parameters: None });
            }
            if returns {
                reader.kind()?;
            }
            let parameters = reader.parameters()?;
            Some(Said { name, parameters: Some(parameters) })
        })
    }

    /// The types of parameters, up to the end.
    fn parameters(&mut self) -> Option<String> {
        let mut all = Vec::new();
        while !matches!(self.peek(), None | Some(b'E' | b'.')) && !self.sees("Qr") {
            // What a member function may be called on.
            if (self.sees("RE") || self.sees("OE")) && !all.is_empty() {
                self.at += 1;
                break;
            }
            all.push(self.kind()?.whole());
        }
        let all: Vec<String> = all.into_iter().filter(|kind| !kind.is_empty() && kind != "void").collect();
        let joined = all.join(", ");
        self.write(joined.len())?;
        Some(joined)
    }

    /// Tables and functions that the compiler makes.
    #[expect(clippy::option_option, reason = "it may be something else, or nothing at all")]
    fn special(&mut self) -> Option<Option<String>> {
        const OF_TYPES: [(&str, &str); 4] =
            [("TV", "vtable for "), ("TT", "VTT for "), ("TI", "typeinfo for "), ("TS", "typeinfo name for ")];
        const OF_NAMES: [(&str, &str); 4] = [
            ("GV", "guard variable for "),
            ("GR", "reference temporary for "),
            ("TH", "TLS init function for "),
            ("TW", "TLS wrapper function for "),
        ];
        for (code, says) in OF_TYPES {
            if self.takes(code) {
                return Some(Some(format!("{says}{}", self.kind()?.whole())));
            }
        }
        for (code, says) in OF_NAMES {
            if self.takes(code) {
                let name = self.name(false)?.text;
                if code == "GR" {
                    self.sequence(36)?;
                }
                return Some(Some(format!("{says}{name}")));
            }
        }
        if self.takes("GTt") || self.takes("GTn") {
            return Some(Some(format!("transaction clone for {}", self.encoding()?.name)));
        }
        if self.takes("TC") {
            let derived = self.kind()?.whole();
            self.number()?;
            let base = self.takes("_").then(|| self.kind())??.whole();
            return Some(Some(format!("construction vtable for {base}-in-{derived}")));
        }
        for (code, offsets, says) in [
            ("Th", 1, "non-virtual thunk to "),
            ("Tv", 2, "virtual thunk to "),
            ("Tc", 0, "covariant return thunk to "),
        ] {
            if self.takes(code) {
                match offsets {
                    0 => (0..2).try_for_each(|_| self.call_offset())?,
                    offsets => (0..offsets).try_for_each(|_| self.offset())?,
                }
                return Some(Some(format!("{says}{}", self.encoding()?.name)));
            }
        }
        Some(None)
    }

    fn call_offset(&mut self) -> Option<()> {
        let offsets = if self.takes("h") { 1 } else { self.takes("v").then_some(2)? };
        (0..offsets).try_for_each(|_| self.offset())
    }

    fn offset(&mut self) -> Option<()> {
        self.takes("n");
        self.number()?;
        self.takes("_").then_some(())
    }

    /// A name. Template parameters that come after that of an entity refer to its arguments.
    fn name(&mut self, of_entity: bool) -> Option<Named> {
        self.nest(|reader| match reader.peek()? {
            b'N' => reader.nested(of_entity),
            b'Z' => reader.local(),
            _ => {
                let (piece, is_known) = match reader.sees("St") || !reader.sees("S") {
                    true => (reader.unscoped()?, false),
                    false => (reader.substitution()?, true),
                };
                if reader.peek() != Some(b'I') {
                    return Some(Named { text: piece.whole(), returns: false });
                }
                if !is_known {
                    reader.know(&piece)?;
                }
                let arguments = reader.template_arguments(of_entity)?;
                Some(Named { text: format!("{}{arguments}", piece.whole()), returns: true })
            }
        })
    }

    fn unscoped(&mut self) -> Option<Piece> {
        let scope = if self.takes("St") { "std::" } else { "" };
        let name = self.unqualified("")?.0;
        Some(Piece::plain(format!("{scope}{name}")))
    }

    /// Scopes, innermost last.
    fn nested(&mut self, of_entity: bool) -> Option<Named> {
        self.takes("N").then_some(())?;
        while matches!(self.peek(), Some(b'r' | b'V' | b'K' | b'R' | b'O' | b'H')) {
            self.at += 1;
        }
        let mut all = String::new();
        // The last name, for constructors.
        let mut last = String::new();
        let (mut returns, mut never_returns) = (false, false);
        while !self.takes("E") {
            match self.peek()? {
                b'I' if !all.is_empty() => {
                    let arguments = self.template_arguments(of_entity)?;
                    all.push_str(&arguments);
                    returns = !never_returns;
                }
                b'S' if !self.sees("St") => {
                    all = self.substitution()?.whole();
                    last = bare(&all).to_owned();
                    continue;
                }
                b'T' => all = self.template_parameter()?.whole(),
                b'D' if self.sees("Dt") || self.sees("DT") => all = self.kind()?.whole(),
                b'M' => {
                    // The initialiser of a member: what follows is in its scope.
                    self.at += 1;
                    continue;
                }
                _ => {
                    let is_std = self.takes("St");
                    let (name, special) = self.unqualified(&last)?;
                    never_returns = special;
                    returns = false;
                    if !special {
                        last = name.clone();
                    }
                    all = match (all.is_empty(), is_std) {
                        (true, true) => format!("std::{name}"),
                        (true, false) => name,
                        (false, _) => format!("{all}::{name}"),
                    };
                }
            }
            if self.peek() != Some(b'E') {
                self.know(&Piece::plain(all.clone()))?;
            }
        }
        (!all.is_empty()).then_some(Named { text: all, returns })
    }

    /// What is in a function.
    fn local(&mut self) -> Option<Named> {
        self.takes("Z").then_some(())?;
        let outer = std::mem::take(&mut self.arguments);
        let Said { name: function, .. } = self.encoding()?;
        self.takes("E").then_some(())?;
        if self.takes("s") {
            self.discriminator()?;
            self.arguments = outer;
            return Some(Named { text: format!("{function}::string literal"), returns: false });
        }
        if self.takes("d") {
            // In a default argument, counted from the last.
            if !self.takes("_") {
                self.number()?;
                self.takes("_").then_some(())?;
            }
        }
        let Named { text, returns } = self.name(true)?;
        self.discriminator()?;
        Some(Named { text: format!("{function}::{text}"), returns })
    }

    fn discriminator(&mut self) -> Option<()> {
        if self.takes("__") {
            self.number()?;
            return self.takes("_").then_some(());
        }
        if self.sees("_") && self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) {
            self.at += 2;
        }
        Some(())
    }

    /// A name without scopes, in a class of this name; and whether it is one that has no return type.
    fn unqualified(&mut self, class: &str) -> Option<(String, bool)> {
        self.nest(|reader| {
            // Internal linkage.
            reader.takes("L");
            let (mut name, special) = match reader.peek()? {
                b'0'..=b'9' => (reader.source_name()?, false),
                b'C' | b'D' if !class.is_empty() && !reader.sees("DC") => {
                    let is_destructor = reader.takes("D");
                    if !is_destructor {
                        reader.takes("C");
                        if reader.takes("I") {
                            reader.at += 1;
                            reader.kind()?;
                            return Some((class.to_owned(), true));
                        }
                    }
                    reader.at += usize::from(reader.peek()?.is_ascii_digit());
                    (format!("{}{class}", if is_destructor { "~" } else { "" }), true)
                }
                b'D' if reader.takes("DC") => {
                    let mut names = Vec::new();
                    while !reader.takes("E") {
                        names.push(reader.source_name()?);
                    }
                    (format!("[{}]", names.join(", ")), false)
                }
                b'U' if reader.takes("Ut") => (format!("{{unnamed type#{}}}", reader.sequence(10)? + 1), false),
                b'U' if reader.takes("Ul") => {
                    // Parameters that are `auto` refer to template parameters of their own.
                    let outer = std::mem::take(&mut reader.arguments);
                    let parameters = reader.parameters();
                    reader.arguments = outer;
                    let parameters = parameters.filter(|_| reader.takes("E"))?;
                    (format!("{{lambda({parameters})#{}}}", reader.sequence(10)? + 1), false)
                }
                b'a'..=b'z' => reader.operator_name()?,
                _ => return None,
            };
            while reader.takes("B") {
                let tag = reader.source_name()?;
                // As every string of libstdc++ has that one, it says nothing.
                if tag != "cxx11" {
                    name = format!("{name}[abi:{tag}]");
                }
            }
            reader.write(name.len())?;
            Some((name, special))
        })
    }

    fn source_name(&mut self) -> Option<String> {
        let length = self.number()?;
        let bytes = self.text.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        let name = std::str::from_utf8(bytes).ok().filter(|name| !name.is_empty())?;
        Some(if name.starts_with("_GLOBAL__N") { "(anonymous namespace)".to_owned() } else { name.to_owned() })
    }

    fn template_arguments(&mut self, of_entity: bool) -> Option<String> {
        self.nest(|reader| {
            reader.takes("I").then_some(())?;
            let mut all = Vec::new();
            while !reader.takes("E") {
                if reader.takes("Q") {
                    reader.expression()?;
                    continue;
                }
                all.push(reader.template_argument()?);
            }
            let mut shown: Vec<String> = Vec::new();
            for argument in &all {
                match argument {
                    Argument::One(piece) => shown.push(piece.whole()),
                    Argument::Pack(pieces) => shown.extend(pieces.iter().map(Piece::whole)),
                }
            }
            let shown: Vec<String> = shown.into_iter().filter(|argument| !argument.is_empty()).collect();
            let text = format!("<{}>", shown.join(", "));
            reader.write(text.len())?;
            if of_entity {
                reader.arguments = all;
            }
            Some(text)
        })
    }

    fn template_argument(&mut self) -> Option<Argument> {
        self.nest(|reader| match reader.peek()? {
            b'L' => Some(Argument::One(Piece::plain(reader.literal()?))),
            b'X' => {
                reader.at += 1;
                let text = reader.expression()?;
                reader.takes("E").then_some(Argument::One(Piece::plain(text)))
            }
            b'J' => {
                reader.at += 1;
                let mut pack = Vec::new();
                while !reader.takes("E") {
                    match reader.template_argument()? {
                        Argument::One(piece) => pack.push(piece),
                        Argument::Pack(pieces) => pack.extend(pieces),
                    }
                }
                Some(Argument::Pack(pack))
            }
            _ => Some(Argument::One(reader.kind()?)),
        })
    }

    fn template_parameter(&mut self) -> Option<Piece> {
        self.takes("T").then_some(())?;
        let number = self.sequence(36)?;
        let piece = match self.arguments.get(number) {
            // Of a lambda with `auto` parameters.
            None => Piece::plain(format!("auto:{}", number + 1)),
            Some(Argument::One(piece)) => piece.clone(),
            Some(Argument::Pack(pieces)) => match &mut self.element {
                Some((element, count)) => {
                    *count = Some(pieces.len());
                    pieces.get(*element).cloned().unwrap_or_default()
                }
                None => {
                    let shown: Vec<String> = pieces.iter().map(Piece::whole).collect();
                    Piece::plain(shown.join(", "))
                }
            },
        };
        self.write(piece.left.len() + piece.right.len())?;
        Some(piece)
    }

    fn substitution(&mut self) -> Option<Piece> {
        const STANDARD: [(&str, &str); 6] = [
            ("Sa", "std::allocator"),
            ("Sb", "std::basic_string"),
            ("Ss", "std::string"),
            ("Si", "std::istream"),
            ("So", "std::ostream"),
            ("Sd", "std::iostream"),
        ];
        for (code, name) in STANDARD {
            if self.takes(code) {
                return Some(Piece::plain(name));
            }
        }
        self.takes("S").then_some(())?;
        let number = self.sequence(36)?;
        let piece = self.known.get(number)?.clone();
        self.write(piece.left.len() + piece.right.len())?;
        Some(piece)
    }
}

/// The last name in a text, without its template arguments.
fn bare(text: &str) -> &str {
    let (mut depth, mut start, mut end) = (0_usize, 0, text.len());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => {
                end = if depth == 0 { at } else { end };
                depth += 1;
            }
            b'>' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => (start, end) = (at + 1, text.len()),
            _ => {}
        }
    }
    let name = &text[start..end.max(start)];
    // An abbreviation of a class has the name of the class.
    match text {
        "std::string" => "basic_string",
        "std::istream" => "basic_istream",
        "std::ostream" => "basic_ostream",
        "std::iostream" => "basic_iostream",
        _ => name,
    }
}
