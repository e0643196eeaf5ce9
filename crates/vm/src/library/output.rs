//! Output, and strings made with `snprintf` and its kin.
//!
//! Nothing is printed, because the search runs a program thousands of times; but what is printed is used: a
//! string is read, a format must fit its arguments, and a value that is none is an error. Only when one
//! execution is told again, the text is noted.

use selvedge_core::{Content, ViolationKind, Width};
use selvedge_ir::{Call, Type, ValueId};

use super::format::{Fate, KEPT};
use crate::Machine;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::Val;
use crate::memory::locate::Place;
use crate::memory::private::{PrivateBlock, Storage};
use crate::state::awaiting::Purpose;
use crate::state::thread::Thread;

/// What functions that print more than fits into an `int` return, and those that make such strings.
const TOO_LONG: u64 = 0xffff_ffff;

impl Machine {
    pub(super) fn output_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        let stream = match name {
            "fprintf" | "__fprintf_chk" | "vfprintf" | "__vfprintf_chk" | "setbuf" | "setvbuf" | "setlinebuf" => {
                Some(0)
            }
            "fputs" | "fputc" | "putc" => Some(1),
            "fwrite" => Some(3),
            _ => None,
        };
        if let Some(number) = stream
            && let Ok(0) = self.argument_word(thread, call, number)
        {
            return Some(fail(ViolationKind::NullAccess, format!("{name} is given no stream: a null pointer")));
        }
        Some(match name {
            "printf" => self.print(thread, call, to, 0),
            "fprintf" | "dprintf" | "__printf_chk" | "syslog" => self.print(thread, call, to, 1),
            "__fprintf_chk" => self.print(thread, call, to, 2),
            "puts" | "fputs" | "perror" => self.print_text(thread, name, call, to),
            "putchar" | "fputc" | "putc" | "putchar_unlocked" => self.words(thread, call).and_then(|[byte]| {
                thread.note_output(&[byte as u8]);
                self.answer(thread, to, u64::from(byte as u8))
            }),
            // They succeed. How many bytes that were is not counted.
            "vprintf" | "vfprintf" | "vdprintf" | "__vfprintf_chk" | "__vprintf_chk" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 1)
            }
            "fflush" | "setbuf" | "setvbuf" | "setlinebuf" | "openlog" => match call.ret {
                Type::Void => Ok(()),
                _ => self.answer(thread, to, 0),
            },
            // All of it is written.
            "fwrite" => self
                .words(thread, call)
                .and_then(|[text, size, count]| self.print_bytes(thread, to, text, size.saturating_mul(count), count)),
            "write" => {
                self.words(thread, call).and_then(|[_, text, size]| self.print_bytes(thread, to, text, size, size))
            }
            "sprintf" => self
                .words(thread, call)
                .and_then(|[place, format]| self.make_text(thread, call, to, (place, u64::MAX), format, 2)),
            "snprintf" => self
                .words(thread, call)
                .and_then(|[place, size, format]| self.make_text(thread, call, to, (place, size), format, 3)),
            "__sprintf_chk" => self
                .words(thread, call)
                .and_then(|[place, _, _, format]| self.make_text(thread, call, to, (place, u64::MAX), format, 4)),
            "__snprintf_chk" => self
                .words(thread, call)
                .and_then(|[place, size, _, _, format]| self.make_text(thread, call, to, (place, size), format, 5)),
            _ => return None,
        })
    }

    /// `printf` and its kin, with the format at this argument.
    fn print(&self, thread: &mut Thread, call: &Call, to: ValueId, format: usize) -> Flow {
        let address = self.argument_word(thread, call, format)?;
        let format_text = self.text(thread, address, u64::MAX)?;
        let arguments = call.args.get(format + 1..).unwrap_or_default();
        let text = self.format(thread, &format_text, arguments, Fate::Print)?;
        thread.note_output(&text.bytes);
        match call.ret {
            Type::Void => Ok(()),
            _ => self.answer(thread, to, length_as_int(text.length)),
        }
    }

    /// `puts`, `fputs` and `perror`, which may be given nothing.
    fn print_text(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Flow {
        let [address] = self.words(thread, call)?;
        let mut text = match (name, address) {
            ("perror", 0) => Vec::new(),
            _ => self.text(thread, address, u64::MAX)?,
        };
        if name != "fputs" {
            text.push(b'\n');
        }
        thread.note_output(&text);
        if call.ret == Type::Void { Ok(()) } else { self.answer(thread, to, length_as_int(text.len() as u64)) }
    }

    /// Bytes are printed as they are. What was never written may be among them, as padding is.
    fn print_bytes(&self, thread: &mut Thread, to: ValueId, from: u64, size: u64, result: u64) -> Flow {
        thread.set(to, Val::Word(result));
        if size == 0 {
            return Ok(());
        }
        let mut so_far = PrivateBlock::new(Storage::Stack, Content::Nothing, 0);
        match self.code.locate(thread, from, size)? {
            Place::Private(base, offset) => {
                let block = thread.memory.get(base).expect("invariant: just located");
                if let Some(poison) = block.poison_in(offset, size).cloned() {
                    return self.code.unusable(&Val::Poison(poison), "what is printed");
                }
                so_far = PrivateBlock::new(Storage::Stack, Content::Nothing, size);
                so_far.copy(0, block, offset, size);
            }
            Place::Constant => {}
            Place::Shared if size > KEPT as u64 => {
                return unsupported(format!("printing {size} bytes of shared memory"));
            }
            Place::Shared => {
                so_far = PrivateBlock::new(Storage::Stack, Content::Nothing, size);
                return self.gather(thread, self.cuts.cut(from, 0, size), from, so_far, Purpose::Print);
            }
        }
        self.print_block(thread, &so_far);
        Ok(())
    }

    /// Notes what a block contains as printed.
    pub(in super::super) fn print_block(&self, thread: &mut Thread, block: &PrivateBlock) {
        let bytes: Vec<u8> =
            (0..block.size().min(4096)).map(|at| block.read(at, 1).map_or(b'?', |byte| byte as u8)).collect();
        thread.note_output(&bytes);
    }

    /// Formats the arguments from `first` on, into `size` bytes.
    fn make_text(
        &self,
        thread: &mut Thread,
        call: &Call,
        to: ValueId,
        (place, size): (u64, u64),
        format: u64,
        first: usize,
    ) -> Flow {
        let format = self.text(thread, format, u64::MAX)?;
        let text = self.format(thread, &format, call.args.get(first..).unwrap_or_default(), Fate::Store)?;
        if text.names {
            self.remark_text(thread, to);
        }
        // More than an int can tell is an error, and what is in the buffer then is not said.
        if length_as_int(text.length) == TOO_LONG {
            return self.answer(thread, to, TOO_LONG);
        }
        if size > 0 {
            let stored = text.length.min(size - 1);
            self.code.locate(thread, place, stored + 1)?;
            for source in text.sources {
                self.code.check_apart(thread, "sprintf", (place, stored + 1), source)?;
            }
            let mut bytes = text.bytes;
            if stored > bytes.len() as u64 {
                return unsupported(format!("a formatted text of {stored} bytes"));
            }
            bytes.truncate(stored as usize);
            bytes.push(0);
            self.put(thread, place, &bytes)?;
        }
        self.answer(thread, to, text.length)
    }

    /// One argument of a call, a word.
    fn argument_word(&self, thread: &mut Thread, call: &Call, number: usize) -> Flow<u64> {
        let Some(argument) = call.args.get(number) else {
            return self.code.unknown("an argument of a library function");
        };
        let value = self.code.value(thread, &argument.ty, &argument.value)?;
        match value.word() {
            Some(word) => Ok(word),
            None => self.code.unusable(&value, "an argument of a library function"),
        }
    }
}

fn length_as_int(length: u64) -> u64 {
    if length > i32::MAX as u64 { TOO_LONG } else { Width::W32.truncate(length) }
}
