//! Output, and strings made with `snprintf` and its kin.
//!
//! What a program prints has no influence on it: output functions return at once, and nothing is printed, because the search
//! runs a program thousands of times. Only when one execution is told again, the text is made and noted. `sprintf` and `snprintf` do what they say, as far as [`Machine::format`] goes:
//! `%d %i %u %x %X %o %c %s %p %f %e %g %%` with flags, width, precision and sizes.

use std::iter::{Copied, Peekable};
use std::slice::Iter;

use selvedge_core::Width;

use super::super::Machine;
use super::super::run::{Flow, unsupported};
use super::super::thread::Thread;
use crate::ir::{Arg, Call, Type, ValueId};

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
    width: usize,
    precision: Option<usize>,
    /// The size of an integer, in bits.
    bits: u32,
}

impl Machine {
    pub(super) fn output_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "printf" | "puts" | "putchar" | "fprintf" | "fflush" | "perror" | "fputs" | "fputc" | "putc"
            | "vprintf" | "vfprintf" | "dprintf" | "vdprintf" | "putchar_unlocked" | "setbuf" | "setvbuf"
            | "setlinebuf" | "__printf_chk" | "__fprintf_chk" | "__vfprintf_chk" | "__vprintf_chk" | "syslog"
            | "openlog" => {
                self.note_output(thread, |machine, thread| machine.printed(thread, name, call));
                if call.ret == Type::Void { Ok(()) } else { self.answer(thread, to, 0) }
            }
            // All of it was written.
            "fwrite" => self.words(thread, call).and_then(|[text, size, count]| {
                self.note_output(thread, |machine, thread| machine.bytes_of(thread, text, size.saturating_mul(count)));
                self.answer(thread, to, count)
            }),
            "write" => self.words(thread, call).and_then(|[_, text, size]| {
                self.note_output(thread, |machine, thread| machine.bytes_of(thread, text, size));
                self.answer(thread, to, size)
            }),
            "sprintf" => self
                .words(thread, call)
                .and_then(|[place, format]| self.print(thread, call, to, (place, u64::MAX), format, 2)),
            "snprintf" => self
                .words(thread, call)
                .and_then(|[place, size, format]| self.print(thread, call, to, (place, size), format, 3)),
            "__sprintf_chk" => self
                .words(thread, call)
                .and_then(|[place, _, _, format]| self.print(thread, call, to, (place, u64::MAX), format, 4)),
            "__snprintf_chk" => self
                .words(thread, call)
                .and_then(|[place, size, _, _, format]| self.print(thread, call, to, (place, size), format, 5)),
            _ => return None,
        })
    }

    /// The text that a call prints.
    fn printed(&self, thread: &mut Thread, name: &str, call: &Call) -> Flow<Vec<u8>> {
        // Which argument is the text, and which are put into it.
        let (text, first) = match name {
            "printf" => (0, Some(1)),
            "fprintf" | "dprintf" | "__printf_chk" | "syslog" => (1, Some(2)),
            "__fprintf_chk" => (2, Some(3)),
            "puts" | "fputs" | "perror" => (0, None),
            "putchar" | "fputc" | "putc" | "putchar_unlocked" => {
                return self.words(thread, call).map(|[byte]| vec![byte as u8]);
            }
            _ => return Ok(Vec::new()),
        };
        let Some(argument) = call.args.get(text) else { return Ok(Vec::new()) };
        let address = self.value(thread, &argument.ty, &argument.value)?.word().unwrap_or(0);
        let mut out = self.text(thread, address, u64::MAX)?;
        if let Some(first) = first {
            out = self.format(thread, &out, call.args.get(first..).unwrap_or_default())?;
        }
        if matches!(name, "puts" | "perror") {
            out.push(b'\n');
        }
        Ok(out)
    }

    fn bytes_of(&self, thread: &mut Thread, from: u64, size: u64) -> Flow<Vec<u8>> {
        (0..size.min(4096)).map(|offset| self.byte(thread, from.wrapping_add(offset))).collect()
    }

    /// Formats the arguments from `first` on, into `size` bytes.
    fn print(
        &self,
        thread: &mut Thread,
        call: &Call,
        to: ValueId,
        (place, size): (u64, u64),
        format: u64,
        first: usize,
    ) -> Flow {
        let format = self.text(thread, format, u64::MAX)?;
        let mut text = self.format(thread, &format, call.args.get(first..).unwrap_or_default())?;
        let length = text.len() as u64;
        if size > 0 {
            text.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
            text.push(0);
            self.put(thread, place, &text)?;
        }
        self.answer(thread, to, Width::W32.truncate(length))
    }

    fn format(&self, thread: &mut Thread, format: &[u8], arguments: &[Arg]) -> Flow<Vec<u8>> {
        let mut out = Vec::new();
        let mut rest = format.iter().copied().peekable();
        let mut arguments = arguments.iter();
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            let mut spec = Spec { bits: 32, ..Spec::default() };
            while let Some(flag) = rest.next_if(|byte| b"-0+ #".contains(byte)) {
                match flag {
                    b'-' => spec.left = true,
                    b'0' => spec.zero = true,
                    b'+' => spec.plus = true,
                    b' ' => spec.space = true,
                    _ => spec.alternate = true,
                }
            }
            let width = self.amount(thread, &mut rest, &mut arguments)?;
            spec.left |= width < 0;
            spec.width = (width.unsigned_abs() as usize).min(4096);
            if rest.next_if_eq(&b'.').is_some() {
                let precision = self.amount(thread, &mut rest, &mut arguments)?;
                spec.precision = usize::try_from(precision).ok().map(|precision| precision.min(4096));
            }
            while let Some(size) = rest.next_if(|byte| b"hlzjtL".contains(byte)) {
                spec.bits = match size {
                    b'h' => spec.bits / 2,
                    _ => 64,
                };
            }
            let Some(letter) = rest.next() else { return unsupported("a format that ends within a conversion") };
            let piece = match letter {
                b'%' => "%".to_owned().into_bytes(),
                b'c' => spec.pad(vec![self.next_argument(thread, &mut arguments)? as u8]),
                b's' => {
                    let address = self.next_argument(thread, &mut arguments)?;
                    let most = spec.precision.map_or(u64::MAX, |most| most as u64);
                    let text = if address == 0 { b"(null)".to_vec() } else { self.text(thread, address, most)? };
                    spec.pad(text)
                }
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
                    let word = self.next_argument(thread, &mut arguments)?;
                    spec.integer(letter, word)
                }
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => {
                    let word = self.next_argument(thread, &mut arguments)?;
                    spec.float(letter, f64::from_bits(word))
                }
                other => return unsupported(format!("the conversion %{} in a format", char::from(other))),
            };
            out.extend(piece);
        }
        Ok(out)
    }

    /// A width or a precision: digits, or the next argument.
    fn amount(&self, thread: &mut Thread, rest: &mut Rest<'_>, arguments: &mut Iter<'_, Arg>) -> Flow<i32> {
        if rest.next_if_eq(&b'*').is_some() {
            return Ok(self.next_argument(thread, arguments)? as i32);
        }
        let mut number = 0i32;
        while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
            number = number.saturating_mul(10).saturating_add(i32::from(digit - b'0'));
        }
        Ok(number)
    }

    fn next_argument(&self, thread: &mut Thread, arguments: &mut Iter<'_, Arg>) -> Flow<u64> {
        let Some(argument) = arguments.next() else { return self.unknown("a format with too few arguments") };
        match self.value(thread, &argument.ty, &argument.value)?.word() {
            Some(word) => Ok(word),
            None => self.unknown("what is to be formatted"),
        }
    }
}

impl Spec {
    /// Fills up to the width with blanks.
    fn pad(&self, mut text: Vec<u8>) -> Vec<u8> {
        let missing = self.width.saturating_sub(text.len());
        if self.left {
            text.resize(text.len() + missing, b' ');
            return text;
        }
        let mut out = vec![b' '; missing];
        out.append(&mut text);
        out
    }

    /// Sign or prefix, digits, and zeros in between where the width asks for them.
    fn assemble(&self, prefix: &str, digits: &str, zeros: bool) -> Vec<u8> {
        let missing = self.width.saturating_sub(prefix.len() + digits.len());
        let filling = if zeros && self.zero && !self.left { missing } else { 0 };
        self.pad(format!("{prefix}{}{digits}", "0".repeat(filling)).into_bytes())
    }

    fn integer(&self, letter: u8, word: u64) -> Vec<u8> {
        let bits = if letter == b'p' { 64 } else { self.bits.max(8) };
        let unsigned = word & (u64::MAX >> (64 - bits));
        let signed = (word << (64 - bits)) as i64 >> (64 - bits);
        let (prefix, digits) = match letter {
            b'd' | b'i' => (self.sign(signed < 0), signed.unsigned_abs().to_string()),
            b'u' => ("", unsigned.to_string()),
            b'o' => ("", format!("{unsigned:o}")),
            b'X' => (if self.alternate && unsigned != 0 { "0X" } else { "" }, format!("{unsigned:X}")),
            b'p' if unsigned == 0 => ("", "(nil)".to_owned()),
            _ => (if letter == b'p' || self.alternate && unsigned != 0 { "0x" } else { "" }, format!("{unsigned:x}")),
        };
        let digits = match self.precision {
            Some(0) if unsigned == 0 => String::new(),
            Some(precision) => format!("{}{digits}", "0".repeat(precision.saturating_sub(digits.len()))),
            None => digits,
        };
        self.assemble(prefix, &digits, self.precision.is_none())
    }

    fn float(&self, letter: u8, value: f64) -> Vec<u8> {
        let sign = self.sign(value.is_sign_negative());
        let value = value.abs();
        if !value.is_finite() {
            return self.assemble(sign, if value.is_nan() { "nan" } else { "inf" }, false);
        }
        let precision = self.precision.unwrap_or(6);
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
                if self.alternate { text } else { without_zeros(&text) }
            }
        };
        let digits = if letter.is_ascii_uppercase() { digits.to_uppercase() } else { digits };
        self.assemble(sign, &digits, true)
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

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn numbers_as_c_writes_them() {
        let plain = Spec { bits: 32, ..Spec::default() };
        assert_eq!(text(plain.integer(b'd', 0xffff_ffff)), "-1");
        assert_eq!(text(plain.integer(b'u', u64::MAX)), "4294967295");
        let wide = Spec { width: 6, zero: true, ..plain };
        assert_eq!(text(wide.integer(b'd', -42i64 as u64)), "-00042");
        assert_eq!(text(Spec { left: true, ..wide }.integer(b'x', 255)), "ff    ");
        assert_eq!(text(Spec { alternate: true, ..plain }.integer(b'x', 255)), "0xff");
        assert_eq!(text(Spec { precision: Some(3), ..plain }.integer(b'd', 7)), "007");
        assert_eq!(text(plain.float(b'f', 1.5)), "1.500000");
        assert_eq!(text(Spec { precision: Some(2), ..plain }.float(b'e', 12345.0)), "1.23e+04");
        for (value, expected) in [(0.0, "0"), (100000.0, "100000"), (1e6, "1e+06"), (0.0001, "0.0001"), (1e-5, "1e-05")]
        {
            assert_eq!(text(plain.float(b'g', value)), expected);
        }
        assert_eq!(text(plain.float(b'g', -2.5)), "-2.5");
    }
}
