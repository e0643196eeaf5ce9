//! Strings and bytes.
//!
//! These functions look at one byte after the other ([`Machine::byte`]). A byte that others may know is an
//! event each: the call is then run again from its beginning, with the bytes it has seen so far
//! (`Belongings::seen`), and must not have changed anything before it has seen all it needs.

use std::cmp::Ordering;

use selvedge_core::{Access, Action, Address, Content, ReadOrdering, ViolationKind, Width, WriteOrdering};
use selvedge_ir::{Call, Type, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::memory::locate::Place;
use crate::memory::private::{PrivateBlock, Storage};
use crate::state::awaiting::Awaiting;
use crate::state::thread::Thread;

/// Whether a character is one of a kind.
type Class = fn(u8) -> bool;

/// What the table of `isdigit` and its kin says of a character, as glibc has it on a little-endian machine.
const CLASSES: [(u16, Class); 12] = [
    (1 << 8, |c| c.is_ascii_uppercase()),
    (1 << 9, |c| c.is_ascii_lowercase()),
    (1 << 10, |c| c.is_ascii_alphabetic()),
    (1 << 11, |c| c.is_ascii_digit()),
    (1 << 12, |c| c.is_ascii_hexdigit()),
    (1 << 13, |c| is_space(c)),
    (1 << 14, |c| (0x20..0x7f).contains(&c)),
    (1 << 15, |c| c.is_ascii_graphic()),
    (1, |c| c == b' ' || c == b'\t'),
    (1 << 1, |c| c.is_ascii_control()),
    (1 << 2, |c| c.is_ascii_punctuation()),
    (1 << 3, |c| c.is_ascii_alphanumeric()),
];

/// Bytes that are written at once.
const LONGEST: u64 = 1 << 28;

/// What `errno` says of a number that does not fit.
const ERANGE: u64 = 34;

impl Machine {
    pub(super) fn string_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "memcmp" | "bcmp" => self.words(thread, call).and_then(|[a, b, size]| {
                let order = self.compare(thread, (a, b), size, |byte| byte, false, to)?;
                self.answer(thread, to, sign(order))
            }),
            "strcmp" | "strcoll" => self.words(thread, call).and_then(|[a, b]| {
                let order = self.compare(thread, (a, b), u64::MAX, |byte| byte, true, to)?;
                self.answer(thread, to, sign(order))
            }),
            "strcasecmp" => self.words(thread, call).and_then(|[a, b]| {
                let order = self.compare(thread, (a, b), u64::MAX, |byte| byte.to_ascii_lowercase(), true, to)?;
                self.answer(thread, to, sign(order))
            }),
            "strncmp" => self.words(thread, call).and_then(|[a, b, size]| {
                let order = self.compare(thread, (a, b), size, |byte| byte, true, to)?;
                self.answer(thread, to, sign(order))
            }),
            "strncasecmp" => self.words(thread, call).and_then(|[a, b, size]| {
                let order = self.compare(thread, (a, b), size, |byte| byte.to_ascii_lowercase(), true, to)?;
                self.answer(thread, to, sign(order))
            }),
            "strlen" => self.words(thread, call).and_then(|[text]| {
                let length = self.text(thread, text, u64::MAX)?.len();
                self.answer(thread, to, length as u64)
            }),
            "strnlen" => self.words(thread, call).and_then(|[text, most]| {
                let length = self.text(thread, text, most)?.len();
                self.answer(thread, to, length as u64)
            }),
            "strcpy" | "stpcpy" => self.words(thread, call).and_then(|[destination, source]| {
                let mut text = self.text(thread, source, u64::MAX)?;
                let end = if name == "stpcpy" { text.len() as u64 } else { 0 };
                text.push(0);
                let size = text.len() as u64;
                self.code.check_apart(thread, name, (destination, size), (source, size))?;
                self.put(thread, destination, &text)?;
                self.answer(thread, to, destination + end)
            }),
            "strncpy" => self.words(thread, call).and_then(|[destination, source, size]| {
                let mut text = self.text(thread, source, size)?;
                self.code.check_apart(thread, name, (destination, size), (source, size.min(text.len() as u64 + 1)))?;
                self.code.locate(thread, destination, size)?;
                if size > LONGEST {
                    return unsupported(format!("{name} of {size} bytes"));
                }
                text.resize(size as usize, 0);
                self.put(thread, destination, &text)?;
                self.answer(thread, to, destination)
            }),
            "strcat" => self
                .words(thread, call)
                .and_then(|[destination, source]| self.append(thread, to, destination, source, u64::MAX)),
            "strncat" => self
                .words(thread, call)
                .and_then(|[destination, source, most]| self.append(thread, to, destination, source, most)),
            "strdup" | "__strdup" => self.words(thread, call).and_then(|[source]| {
                let mut text = self.text(thread, source, u64::MAX)?;
                text.push(0);
                self.heap(thread, to, Content::Nothing, text.len() as u64)?;
                let copy = thread.top().registers.word(to).unwrap_or(0);
                self.put(thread, copy, &text)
            }),
            "strchr" | "strrchr" | "strchrnul" => self.words(thread, call).and_then(|[text, wanted]| {
                let mut bytes = self.text(thread, text, u64::MAX)?;
                let end = bytes.len() as u64;
                bytes.push(0);
                let is_it = |byte: &u8| *byte == wanted as u8;
                let found = match name {
                    "strrchr" => bytes.iter().rposition(is_it),
                    _ => bytes.iter().position(is_it),
                };
                let missing = if name == "strchrnul" { text + end } else { 0 };
                self.answer(thread, to, found.map_or(missing, |at| text + at as u64))
            }),
            "memchr" => self.words(thread, call).and_then(|[bytes, wanted, size]| {
                for offset in 0..size {
                    if self.byte(thread, bytes.wrapping_add(offset))? == wanted as u8 {
                        return self.answer(thread, to, bytes + offset);
                    }
                }
                self.answer(thread, to, 0)
            }),
            "strstr" => self.words(thread, call).and_then(|[text, wanted]| {
                let (bytes, needle) = (self.text(thread, text, u64::MAX)?, self.text(thread, wanted, u64::MAX)?);
                let found = (0..=bytes.len()).find(|&at| bytes[at..].starts_with(&needle));
                self.answer(thread, to, found.map_or(0, |at| text + at as u64))
            }),
            "strspn" | "strcspn" => self.words(thread, call).and_then(|[text, set]| {
                let (bytes, set) = (self.text(thread, text, u64::MAX)?, self.text(thread, set, u64::MAX)?);
                let inside = name == "strspn";
                let length = bytes.iter().take_while(|byte| set.contains(byte) == inside).count();
                self.answer(thread, to, length as u64)
            }),
            "strerror" => self.words(thread, call).and_then(|[error]| {
                let text = format!("error {error}\0");
                let base = self.code.allocate(thread, Storage::ThreadLocal, Content::Zeros, text.len() as u64)?;
                self.put(thread, base, text.as_bytes())?;
                self.answer(thread, to, base)
            }),
            "__ctype_b_loc" => self.class_table(thread).and_then(|table| self.answer(thread, to, table)),
            _ => {
                return self
                    .number_function(thread, name, call, to)
                    .or_else(|| self.class_function(thread, name, call, to));
            }
        })
    }

    fn number_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        Some(match name {
            "abs" => self.words(thread, call).and_then(|[n]| match (n as i32).checked_abs() {
                Some(magnitude) => self.answer(thread, to, magnitude as u64),
                None => fail(ViolationKind::UndefinedBehaviour, "abs of the least int does not fit into an int"),
            }),
            "labs" | "llabs" => self.words(thread, call).and_then(|[n]| match (n as i64).checked_abs() {
                Some(magnitude) => self.answer(thread, to, magnitude as u64),
                None => fail(ViolationKind::UndefinedBehaviour, "labs of the least long does not fit into a long"),
            }),
            "atoi" => self.words(thread, call).and_then(|[text]| {
                let (number, _) = self.parse(thread, text, 10)?;
                if i32::try_from(number).is_err() {
                    return fail(ViolationKind::UndefinedBehaviour, "atoi of a number that does not fit into an int");
                }
                self.answer(thread, to, Width::W32.truncate(number as u64))
            }),
            "atol" | "atoll" => self.words(thread, call).and_then(|[text]| {
                let (number, _) = self.parse(thread, text, 10)?;
                self.answer(thread, to, number as u64)
            }),
            "strtod" | "strtof" | "atof" => self.words(thread, call).and_then(|[text]| {
                let end = if name == "atof" { 0 } else { self.words::<2>(thread, call)?[1] };
                let (number, length) = self.parse_float(thread, text)?;
                let word = match call.ret {
                    Type::Float => u64::from((number as f32).to_bits()),
                    _ => number.to_bits(),
                };
                thread.set(to, Val::Word(word));
                match end {
                    0 => Ok(()),
                    _ => self.write(thread, end, Width::W64, text + length, WriteOrdering::Plain),
                }
            }),
            // Since C23, headers use names of their own.
            "strtol" | "strtoll" | "strtoul" | "strtoull" | "__isoc23_strtol" | "__isoc23_strtoll"
            | "__isoc23_strtoul" | "__isoc23_strtoull" => self.words(thread, call).and_then(|[text, end, base]| {
                let (number, length) = self.parse(thread, text, base as u32)?;
                let (least, most) = match name.contains("strtou") {
                    true => (-i128::from(u64::MAX), i128::from(u64::MAX)),
                    false => (i128::from(i64::MIN), i128::from(i64::MAX)),
                };
                // Without a sign, a number that is too small is as large as one can be.
                let nearest = if number < least && name.contains("strtou") { most } else { number.clamp(least, most) };
                thread.set(to, Val::Word(nearest as u64));
                if nearest != number {
                    self.set_errno(thread, ERANGE)?;
                }
                match end {
                    0 => Ok(()),
                    _ => self.write(thread, end, Width::W64, text + length, WriteOrdering::Plain),
                }
            }),
            _ => return None,
        })
    }

    fn class_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        let class: Class = match name {
            "isdigit" => |c| c.is_ascii_digit(),
            "isalpha" => |c| c.is_ascii_alphabetic(),
            "isalnum" => |c| c.is_ascii_alphanumeric(),
            "isspace" => is_space,
            "isupper" => |c| c.is_ascii_uppercase(),
            "islower" => |c| c.is_ascii_lowercase(),
            "isxdigit" => |c| c.is_ascii_hexdigit(),
            "ispunct" => |c| c.is_ascii_punctuation(),
            "isprint" => |c| (0x20..0x7f).contains(&c),
            "isgraph" => |c| c.is_ascii_graphic(),
            "iscntrl" => |c| c.is_ascii_control(),
            "toupper" | "tolower" => |_| false,
            _ => return None,
        };
        Some(self.words(thread, call).and_then(|[word]| {
            // What is no character, and no end of a file.
            if !(-1..256).contains(&(word as i32)) {
                let message = format!("{name} of {}, which is neither an unsigned char nor EOF", word as i32);
                return fail(ViolationKind::UndefinedBehaviour, message);
            }
            let byte = u8::try_from(word).ok();
            let answer = match (name, byte) {
                ("toupper", Some(byte)) => u64::from(byte.to_ascii_uppercase()),
                ("tolower", Some(byte)) => u64::from(byte.to_ascii_lowercase()),
                ("toupper" | "tolower", None) => word,
                _ => u64::from(byte.is_some_and(class)),
            };
            self.answer(thread, to, answer)
        }))
    }

    /// Where the pointer to the table of `isdigit` and its kin is. Indices start at −128.
    fn class_table(&self, thread: &mut Thread) -> Flow<u64> {
        if let Some(place) = thread.cold.library.keys.classes {
            return Ok(place);
        }
        let base = self.code.allocate(thread, Storage::ThreadLocal, Content::Zeros, 8 + 2 * 384)?;
        let block = thread.memory.get_mut(base).expect("invariant: just allocated");
        block.write(0, 8, Some(u128::from(base + 8 + 2 * 128)));
        for byte in 0..=127u8 {
            let classes = CLASSES.iter().filter(|(_, is_in)| is_in(byte)).fold(0, |all, (class, _)| all | class);
            block.write(8 + 2 * (128 + u64::from(byte)), 2, Some(u128::from(classes)));
        }
        thread.cold.library.keys.classes = Some(base);
        Ok(base)
    }

    /// One byte.
    pub(super) fn byte(&self, thread: &mut Thread, address: u64) -> Flow<u8> {
        let byte = match self.code.locate(thread, address, 1)? {
            Place::Private(base, offset) => thread.memory.get(base).and_then(|block| block.read(offset, 1)),
            Place::Constant => self.code.image().initial(address, 1),
            Place::Shared => match thread.cold.memory.seen(address) {
                Some(byte) => return Ok(byte),
                None => {
                    thread.frame().next -= 1;
                    thread.awaits(Awaiting::Byte(address));
                    let at = Access { address: Address(address), width: Width::W8 };
                    return Err(Box::new(Action::Read { at, ordering: ReadOrdering::Plain }));
                }
            },
        };
        byte.map_or_else(|| self.code.unknown("a string"), |byte| Ok(byte as u8))
    }

    /// The bytes of a string, without the zero at its end, and at most so many.
    pub(super) fn text(&self, thread: &mut Thread, text: u64, most: u64) -> Flow<Vec<u8>> {
        let mut bytes = Vec::new();
        while (bytes.len() as u64) < most {
            match self.byte(thread, text.wrapping_add(bytes.len() as u64))? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// Writes bytes.
    pub(super) fn put(&self, thread: &mut Thread, to: u64, bytes: &[u8]) -> Flow {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut block = PrivateBlock::passing(bytes.len() as u64);
        for (offset, byte) in bytes.iter().enumerate() {
            block.write(offset as u64, 1, Some(u128::from(*byte)));
        }
        self.write_bytes(thread, to, &block, 0, bytes.len() as u64)
    }

    fn append(&self, thread: &mut Thread, to: ValueId, destination: u64, source: u64, most: u64) -> Flow {
        let length = self.text(thread, destination, u64::MAX)?.len() as u64;
        let mut text = self.text(thread, source, most)?;
        text.push(0);
        let size = text.len() as u64;
        self.code.check_apart(thread, "strcat", (destination, length + size), (source, size))?;
        self.put(thread, destination + length, &text)?;
        self.answer(thread, to, destination)
    }

    /// Compares up to `size` bytes, or up to the end of both strings.
    fn compare(
        &self,
        thread: &mut Thread,
        (one, other): (u64, u64),
        size: u64,
        fold: fn(u8) -> u8,
        strings: bool,
        to: ValueId,
    ) -> Flow<Ordering> {
        for offset in 0..size {
            let (a, b) = (self.byte(thread, one.wrapping_add(offset))?, self.byte(thread, other.wrapping_add(offset))?);
            if fold(a) != fold(b) || strings && a == 0 {
                self.remark_difference(thread, [one.wrapping_add(offset), other.wrapping_add(offset)], to);
                return Ok(fold(a).cmp(&fold(b)));
            }
        }
        Ok(Ordering::Equal)
    }

    /// The number at the beginning of a string, and how many bytes it takes: none if there is no number.
    fn parse(&self, thread: &mut Thread, text: u64, base: u32) -> Flow<(i128, u64)> {
        let mut at = text;
        while is_space(self.byte(thread, at)?) {
            at += 1;
        }
        let sign = self.byte(thread, at)?;
        at += u64::from(sign == b'-' || sign == b'+');
        let mut base = base;
        if matches!(base, 0 | 16)
            && self.byte(thread, at)? == b'0'
            && self.byte(thread, at + 1)? | 0x20 == b'x'
            && self.byte(thread, at + 2)?.is_ascii_hexdigit()
        {
            (at, base) = (at + 2, 16);
        } else if base == 0 {
            base = if self.byte(thread, at)? == b'0' { 8 } else { 10 };
        }
        let (mut number, first) = (0i128, at);
        while let Some(digit) = char::from(self.byte(thread, at)?).to_digit(base.clamp(2, 36)) {
            number = (number * i128::from(base) + i128::from(digit)).min(i128::from(u64::MAX) + 1);
            at += 1;
        }
        let length = if at == first { 0 } else { at - text };
        Ok((if sign == b'-' { -number } else { number }, length))
    }

    /// The decimal number at the beginning of a string, and how many bytes it takes.
    fn parse_float(&self, thread: &mut Thread, text: u64) -> Flow<(f64, u64)> {
        let mut at = text;
        while is_space(self.byte(thread, at)?) {
            at += 1;
        }
        let (mut digits, mut best) = (String::new(), (0.0, 0));
        // Every beginning is tried, since `1e` is a number and something else.
        loop {
            let byte = self.byte(thread, at)?;
            if !(byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E')) {
                if matches!(byte | 0x20, b'x' | b'n' | b'i') && digits.trim_start_matches(['+', '-', '0']).is_empty() {
                    return unsupported("a floating-point number in hexadecimal, or one that is infinite or none");
                }
                return Ok(best);
            }
            digits.push(char::from(byte));
            at += 1;
            if let Ok(number) = digits.parse::<f64>() {
                best = (number, at - text);
            }
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// The result as an int.
fn sign(order: Ordering) -> u64 {
    u64::from(order as i8 as i32 as u32)
}
