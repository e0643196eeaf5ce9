//! Formats: what `printf`, `snprintf` and their kin make of a string and its arguments.
//!
//! `%d %i %u %x %X %o %b %c %s %p %f %e %g %n %%` with flags, width, precision and sizes. Each conversion is
//! compared with the type of its argument, as far as LLVM knows it: a number of 32 or 64 bits, a pointer, a
//! floating-point number. A text may be much longer than what is kept of it: `%1000000000d` costs nothing but
//! a number.

use std::iter::{Copied, Peekable};
use std::slice::Iter;

use selvedge_core::{ViolationKind, WriteOrdering};
use selvedge_ir::{Arg, Type};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::memory::values::width;
use crate::state::thread::Thread;

/// What is left of a format.
type Rest<'a> = Peekable<Copied<Iter<'a, u8>>>;

/// What stands between `%` and the letter.
#[derive(Clone, Copy, Default)]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: u64,
    precision: Option<u64>,
    /// The size of an integer, in bits.
    bits: u32,
    /// After `l` and its kin, for what is no integer.
    long: bool,
    /// After `L`.
    long_double: bool,
}

/// What becomes of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It is printed: what cannot be made of it exactly does not matter.
    Print,
    /// The program gets it.
    Store,
}

/// A text, of which only the beginning is kept.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    pub(super) length: u64,
    /// The strings it was made of: addresses and sizes.
    pub(super) sources: Vec<(u64, u64)>,
    /// Whether an address stands in it.
    pub(super) names: bool,
}

/// The bytes of a text that are kept.
pub(super) const KEPT: usize = 1 << 16;
/// Digits that are made one by one; those behind them are zeros.
const DIGITS: u64 = 2_000;

impl Text {
    fn push(&mut self, bytes: &[u8]) {
        let room = KEPT.saturating_sub(self.bytes.len());
        self.bytes.extend(bytes.iter().take(room));
        self.length = self.length.saturating_add(bytes.len() as u64);
    }

    fn fill(&mut self, byte: u8, count: u64) {
        let room = KEPT.saturating_sub(self.bytes.len());
        self.bytes.resize(self.bytes.len() + room.min(usize::try_from(count).unwrap_or(room)), byte);
        self.length = self.length.saturating_add(count);
    }
}

/// The arguments of a format, and which is the next one.
struct Arguments<'a> {
    all: &'a [Arg],
    next: usize,
}

/// What a conversion wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Int(u32),
    Pointer,
    Double,
    LongDouble,
}

impl Wanted {
    fn is(self, ty: &Type) -> bool {
        match (self, ty) {
            (Wanted::Int(wanted), Type::Int(bits)) => wanted == *bits,
            (Wanted::Pointer, Type::Ptr) | (Wanted::Double, Type::Double) => true,
            // On some machines it is one of these.
            (Wanted::LongDouble, Type::X86Fp80 | Type::Fp128 | Type::PpcFp128) => true,
            _ => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Wanted::Int(64) => "an integer of 64 bits",
            Wanted::Int(_) => "an int",
            Wanted::Pointer => "a pointer",
            Wanted::Double => "a double",
            Wanted::LongDouble => "a long double",
        }
    }
}

/// A type as an argument, in words.
fn given(ty: &Type) -> String {
    match ty {
        Type::Int(32) => Wanted::Int(32).name().to_owned(),
        Type::Int(bits) => format!("an integer of {bits} bits"),
        Type::Ptr => Wanted::Pointer.name().to_owned(),
        Type::Double => Wanted::Double.name().to_owned(),
        Type::X86Fp80 | Type::Fp128 | Type::PpcFp128 => Wanted::LongDouble.name().to_owned(),
        other => format!("a value of type {other}"),
    }
}

impl Machine {
    /// The text that a format makes of its arguments.
    pub(super) fn format(&self, thread: &mut Thread, format: &[u8], arguments: &[Arg], fate: Fate) -> Flow<Text> {
        let mut out = Text::default();
        // What `%n` writes, and where: at the end, because this may be run several times to read all strings.
        let mut counts = Vec::new();
        let mut rest = format.iter().copied().peekable();
        let mut arguments = Arguments { all: arguments, next: 0 };
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                out.push(&[byte]);
                continue;
            }
            let (spec, letter) = self.conversion(thread, &mut rest, &mut arguments)?;
            match letter {
                b'%' => out.push(b"%"),
                b'm' => out.push(b"(error)"),
                b'c' => {
                    let byte = self.next_argument(thread, &mut arguments, letter, Wanted::Int(32))?;
                    spec.pad(&mut out, &[byte as u8]);
                }
                b's' => {
                    let address = self.next_argument(thread, &mut arguments, letter, Wanted::Pointer)?;
                    if spec.long {
                        self.cannot(fate, "%ls")?;
                        continue;
                    }
                    let most = spec.precision.unwrap_or(u64::MAX);
                    let text = if most == 0 { Vec::new() } else { self.text(thread, address, most)? };
                    out.sources.push((address, text.len() as u64 + 1));
                    spec.pad(&mut out, &text);
                }
                b'p' => {
                    let word = self.next_argument(thread, &mut arguments, letter, Wanted::Pointer)?;
                    out.names |= self.is_name(thread, word);
                    spec.integer(&mut out, letter, word);
                }
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => {
                    let wanted = Wanted::Int(spec.bits.max(32));
                    let word = self.next_argument(thread, &mut arguments, letter, wanted)?;
                    out.names |= self.is_name(thread, word);
                    spec.integer(&mut out, letter, word);
                }
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                    let wanted = if spec.long_double { Wanted::LongDouble } else { Wanted::Double };
                    let word = self.next_argument(thread, &mut arguments, letter, wanted)?;
                    if spec.long_double || letter | 0x20 == b'a' {
                        self.cannot(fate, "%Lf or %a")?;
                    } else {
                        spec.float(&mut out, letter, f64::from_bits(word));
                    }
                }
                b'n' => {
                    let place = self.next_argument(thread, &mut arguments, letter, Wanted::Pointer)?;
                    counts.push((place, width(u64::from(spec.bits.max(8)) / 8), out.length));
                }
                b'C' | b'S' => {
                    let wanted = if letter == b'C' { Wanted::Int(32) } else { Wanted::Pointer };
                    self.next_argument(thread, &mut arguments, letter, wanted)?;
                    self.cannot(fate, "%C or %S")?;
                }
                other => {
                    let message = format!("a format has the conversion %{}, which does not exist", char::from(other));
                    return fail(ViolationKind::UndefinedBehaviour, message);
                }
            }
        }
        for (place, width, count) in counts {
            self.write(thread, place, width, width.truncate(count), WriteOrdering::Plain)?;
        }
        Ok(out)
    }

    /// A conversion that exists and is not made here.
    fn cannot(&self, fate: Fate, what: &str) -> Flow {
        match fate {
            Fate::Print => Ok(()),
            Fate::Store => unsupported(format!("the conversion {what} in a format")),
        }
    }

    /// Reads on behind `%`, up to the letter.
    fn conversion(&self, thread: &mut Thread, rest: &mut Rest<'_>, arguments: &mut Arguments<'_>) -> Flow<(Spec, u8)> {
        let mut spec = Spec { bits: 32, ..Spec::default() };
        while let Some(flag) = rest.next_if(|byte| b"-0+ #'I".contains(byte)) {
            match flag {
                b'-' => spec.left = true,
                b'0' => spec.zero = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                _ => {}
            }
        }
        let width = self.amount(thread, rest, arguments)?;
        if rest.peek() == Some(&b'$') {
            return unsupported("a format that numbers its arguments (%1$d)");
        }
        spec.left |= width < 0;
        spec.width = width.unsigned_abs();
        if rest.next_if_eq(&b'.').is_some() {
            // A negative precision is none.
            spec.precision = u64::try_from(self.amount(thread, rest, arguments)?).ok();
        }
        while let Some(size) = rest.next_if(|byte| b"hlzjtqL".contains(byte)) {
            spec.long_double |= size == b'L';
            spec.long |= size == b'l';
            spec.bits = match size {
                b'h' => spec.bits / 2,
                _ => 64,
            };
        }
        match rest.next() {
            Some(letter) => Ok((spec, letter)),
            None => fail(ViolationKind::UndefinedBehaviour, "a format ends within a conversion"),
        }
    }

    /// A width or a precision: digits, or the next argument.
    fn amount(&self, thread: &mut Thread, rest: &mut Rest<'_>, arguments: &mut Arguments<'_>) -> Flow<i64> {
        if rest.next_if_eq(&b'*').is_some() {
            return Ok(i64::from(self.next_argument(thread, arguments, b'*', Wanted::Int(32))? as i32));
        }
        let sign = if rest.next_if_eq(&b'-').is_some() { -1 } else { 1 };
        let mut number = 0i64;
        while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        }
        Ok(sign * number)
    }

    fn next_argument(
        &self,
        thread: &mut Thread,
        arguments: &mut Arguments<'_>,
        letter: u8,
        wanted: Wanted,
    ) -> Flow<u64> {
        let (number, letter) = (arguments.next, char::from(letter));
        arguments.next += 1;
        let Some(argument) = arguments.all.get(number) else {
            let message =
                format!("a format has more conversions than there are arguments: there is none for %{letter}");
            return fail(ViolationKind::UndefinedBehaviour, message);
        };
        if !wanted.is(&argument.ty) {
            let (wanted, given) = (wanted.name(), given(&argument.ty));
            let message = format!("a format does not fit its arguments: %{letter} wants {wanted} and is given {given}");
            return fail(ViolationKind::UndefinedBehaviour, message);
        }
        let value = self.code.value(thread, &argument.ty, &argument.value)?;
        match value.word() {
            Some(word) => Ok(word),
            None if value.as_int().is_some() => Ok(0),
            None => self.code.unusable(&value, "what is printed"),
        }
    }
}

impl Spec {
    /// Fills up to the width with blanks.
    fn pad(&self, out: &mut Text, text: &[u8]) {
        let missing = self.width.saturating_sub(text.len() as u64);
        if !self.left {
            out.fill(b' ', missing);
        }
        out.push(text);
        if self.left {
            out.fill(b' ', missing);
        }
    }

    /// Sign or prefix, digits with as many zeros before and behind them, and zeros in between where the width
    /// asks for them.
    fn assemble(&self, out: &mut Text, prefix: &str, (before, digits, behind): (u64, &str, u64), zeros: bool) {
        let length = before.saturating_add(behind).saturating_add((prefix.len() + digits.len()) as u64);
        let missing = self.width.saturating_sub(length);
        let zeros = zeros && self.zero && !self.left;
        if !zeros && !self.left {
            out.fill(b' ', missing);
        }
        out.push(prefix.as_bytes());
        out.fill(b'0', before.saturating_add(if zeros { missing } else { 0 }));
        // Zeros behind the digits stand before an exponent.
        let (digits, exponent) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
        out.push(digits.as_bytes());
        out.fill(b'0', behind);
        out.push(exponent.as_bytes());
        if self.left {
            out.fill(b' ', missing);
        }
    }

    fn integer(&self, out: &mut Text, letter: u8, word: u64) {
        let bits = if letter == b'p' { 64 } else { self.bits.max(8) };
        let unsigned = word & (u64::MAX >> (64 - bits));
        let signed = (word << (64 - bits)) as i64 >> (64 - bits);
        let (prefix, digits) = match letter {
            b'd' | b'i' => (self.sign(signed < 0), signed.unsigned_abs().to_string()),
            b'u' => ("", unsigned.to_string()),
            b'o' => ("", format!("{unsigned:o}")),
            b'b' | b'B' => (if self.alternate && unsigned != 0 { "0b" } else { "" }, format!("{unsigned:b}")),
            b'X' => (if self.alternate && unsigned != 0 { "0X" } else { "" }, format!("{unsigned:X}")),
            b'p' if unsigned == 0 => ("", "(nil)".to_owned()),
            _ => (if letter == b'p' || self.alternate && unsigned != 0 { "0x" } else { "" }, format!("{unsigned:x}")),
        };
        let (zeros, digits) = match self.precision {
            Some(0) if unsigned == 0 => (0, String::new()),
            Some(precision) => (precision.saturating_sub(digits.len() as u64), digits),
            None => (0, digits),
        };
        // In octal, the alternate form begins with a zero.
        let octal = letter == b'o' && self.alternate && zeros == 0 && !digits.starts_with('0');
        self.assemble(out, prefix, (zeros + u64::from(octal), &digits, 0), self.precision.is_none());
    }

    fn float(&self, out: &mut Text, letter: u8, value: f64) {
        let sign = self.sign(value.is_sign_negative());
        let value = value.abs();
        if !value.is_finite() {
            return self.assemble(out, sign, (0, if value.is_nan() { "nan" } else { "inf" }, 0), false);
        }
        let asked = self.precision.unwrap_or(6);
        // A double has less than 1,100 digits behind the point that are not zero.
        let precision = asked.min(DIGITS) as usize;
        let mut behind = asked - precision as u64;
        let digits = match letter | 0x20 {
            b'f' => format!("{value:.precision$}"),
            b'e' => scientific(value, precision),
            _ => {
                let precision = precision.max(1);
                let exponent: i32 =
                    scientific(value, precision - 1).rsplit_once('e').map_or(0, |(_, e)| e.parse().unwrap_or(0));
                let text = if exponent < -4 || exponent >= precision as i32 {
                    scientific(value, precision - 1)
                } else {
                    format!("{value:.*}", (precision as i32 - 1 - exponent).max(0) as usize)
                };
                behind = if self.alternate { behind } else { 0 };
                if self.alternate { text } else { without_zeros(&text) }
            }
        };
        let digits = if letter.is_ascii_uppercase() { digits.to_uppercase() } else { digits };
        self.assemble(out, sign, (0, &digits, behind), true);
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            (false, false, false) => "",
        }
    }
}

/// As `%e` writes it: at least two digits of exponent, with a sign.
fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// Without the zeros at the end of a fraction, as `%g` writes it.
fn without_zeros(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').map_or((text, ""), |(digits, _)| (digits, &text[digits.len()..]));
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(make: impl Fn(&mut Text)) -> String {
        let mut out = Text::default();
        make(&mut out);
        assert_eq!(out.length, out.bytes.len() as u64);
        String::from_utf8(out.bytes).expect("text")
    }

    #[test]
    fn numbers_as_c_writes_them() {
        let plain = Spec { bits: 32, ..Spec::default() };
        let integer = |spec: Spec, letter, word| text(|out| spec.integer(out, letter, word));
        let float = |spec: Spec, letter, value| text(|out| spec.float(out, letter, value));
        assert_eq!(integer(plain, b'd', 0xffff_ffff), "-1");
        assert_eq!(integer(plain, b'u', u64::MAX), "4294967295");
        let wide = Spec { width: 6, zero: true, ..plain };
        assert_eq!(integer(wide, b'd', -42i64 as u64), "-00042");
        assert_eq!(integer(Spec { left: true, ..wide }, b'x', 255), "ff    ");
        assert_eq!(integer(Spec { alternate: true, ..plain }, b'x', 255), "0xff");
        assert_eq!(integer(Spec { alternate: true, ..plain }, b'o', 8), "010");
        assert_eq!(integer(Spec { precision: Some(3), ..plain }, b'd', 7), "007");
        assert_eq!(float(plain, b'f', 1.5), "1.500000");
        assert_eq!(float(Spec { precision: Some(2), ..plain }, b'e', 12345.0), "1.23e+04");
        for (value, expected) in [(0.0, "0"), (100000.0, "100000"), (1e6, "1e+06"), (0.0001, "0.0001"), (1e-5, "1e-05")]
        {
            assert_eq!(float(plain, b'g', value), expected);
        }
        assert_eq!(float(plain, b'g', -2.5), "-2.5");
        assert_eq!(float(Spec { precision: Some(DIGITS + 3), ..plain }, b'f', 0.5).len() as u64, DIGITS + 5);
    }

    #[test]
    fn of_what_is_long_the_beginning_is_kept() {
        let mut out = Text::default();
        Spec { bits: 32, width: 1_000_000_000, ..Spec::default() }.integer(&mut out, b'd', 7);
        assert_eq!((out.length, out.bytes.len()), (1_000_000_000, KEPT));
    }
}
