//! Values that come from outside of the program: stubs, `__VERIFIER_nondet_*`, random numbers, clocks.
//!
//! The search explores what threads do to each other, not data. So these are functions of the thread and of
//! how often it has asked ([`Machine::nondet_value`]): the same in every execution. Where such an answer
//! decides anything (`report/influence.rs`), the verdict says that others were not tried. Numbers for
//! `__VERIFIER_nondet_*` and havoc are from 0 to 15, because programs count up to them. The exception is
//! `__VERIFIER_nondet_bool`: both of its values are explored.

use std::fmt;

use selvedge_core::{Width, WriteOrdering};
use selvedge_ir::{Call, Type, ValueId};

use crate::Machine;
use crate::exec::flow::{Flow, unsupported};
use crate::exec::value::{Val, bits_of, parts_of};
use crate::machine::Code;
use crate::report::influence::Nature;
use crate::state::thread::Thread;

/// What a function does that the user has replaced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stub {
    /// Returns a value of a fixed sequence, and changes nothing.
    Havoc,
    /// Returns zero, and changes nothing.
    Zero,
    /// Changes nothing; what it returns must not be used.
    Ignore,
}

impl Stub {
    /// Every stub.
    pub const ALL: [Stub; 3] = [Stub::Havoc, Stub::Zero, Stub::Ignore];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Stub::Havoc => "havoc",
            Stub::Zero => "zero",
            Stub::Ignore => "ignore",
        }
    }
}

impl fmt::Display for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The largest number that `rand` returns.
const RAND_MAX: u64 = 0x7fff_ffff;
/// What the clock shows when a thread first looks; every look takes a second, every sleep and every time-out
/// an hour.
const BEGINNING: u64 = 1_700_000_000;
/// The process, and its first thread.
const PROCESS: u64 = 1000;
/// What `sysconf` is asked for, on Linux.
const SC_PAGESIZE: u64 = 30;
const SC_NPROCESSORS_CONF: u64 = 83;
const SC_NPROCESSORS_ONLN: u64 = 84;
/// Inputs are below this.
const SMALL: u64 = 16;

impl Machine {
    /// Runs what the user wants instead of a function, if the user wants that.
    pub(in super::super) fn stub_function(
        &self,
        thread: &mut Thread,
        name: &str,
        call: &Call,
        to: ValueId,
    ) -> Option<Flow> {
        let stub = *self.code.settings().stubs.get(name)?;
        self.log.facts().stub(name);
        if call.ret == Type::Void {
            return Some(Ok(()));
        }
        let value = match stub {
            Stub::Havoc => {
                self.log.facts().input(name);
                let number = self.nondet_value(thread) % SMALL;
                self.code.number(&call.ret, number)
            }
            Stub::Zero => Val::zero(self.code.module(), &call.ret),
            Stub::Ignore => Val::undef(self.code.module(), &call.ret),
        };
        thread.set(to, value);
        Some(Ok(()))
    }

    pub(super) fn input_function(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Option<Flow> {
        if let Some(kind) = name.strip_prefix("__VERIFIER_nondet_") {
            return Some(self.nondeterministic(thread, name, kind, call, to));
        }
        Some(match name {
            "rand" | "random" | "lrand48" | "rand_r" => {
                self.given(thread, name, to, &[]);
                let number = self.nondet_value(thread) & RAND_MAX;
                self.answer(thread, to, number)
            }
            // The numbers are the same whatever the seed.
            "srand" | "srandom" | "srand48" => Ok(()),
            "getpid" | "getppid" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, if name == "getpid" { PROCESS } else { 1 })
            }
            "gettid" => {
                self.given_name(thread, name, to, &[]);
                self.answer(thread, to, PROCESS + u64::from(thread.id().0))
            }
            "time" => self.words(thread, call).and_then(|[place]| {
                let now = self.look_at_clock(thread, name, to, &[0]);
                thread.set(to, Val::Word(now));
                if place == 0 { Ok(()) } else { self.write(thread, place, Width::W64, now, WriteOrdering::Plain) }
            }),
            "clock" => {
                let microseconds = (self.look_at_clock(thread, name, to, &[]) - BEGINNING) * 1_000_000;
                self.answer(thread, to, microseconds)
            }
            "clock_gettime" => {
                self.words(thread, call).and_then(|[_, place]| self.write_time(thread, name, place, to, 1))
            }
            "gettimeofday" => self.words(thread, call).and_then(|[place]| self.write_time(thread, name, place, to, 0)),
            // C11 returns the base that it was asked for.
            "timespec_get" => self.words(thread, call).and_then(|[place, base]| {
                self.write_time(thread, name, place, to, 0)?;
                self.answer(thread, to, base)
            }),
            "getenv" | "secure_getenv" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 0)
            }
            // No file can be opened, and there is no input.
            "fopen" | "fdopen" | "tmpfile" | "opendir" | "fgets" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 0)
            }
            "open" | "getchar" | "getc" | "fgetc" | "getchar_unlocked" | "getc_unlocked" | "getline" | "getdelim"
            | "scanf" | "fscanf" | "__isoc99_scanf" | "__isoc99_fscanf" | "__isoc23_scanf" | "__isoc23_fscanf" => {
                self.given(thread, name, to, &[]);
                let end = self.code.number(&call.ret, u64::MAX);
                thread.set(to, end);
                Ok(())
            }
            "fread" | "read" | "ferror" | "fclose" | "close" | "clearerr" | "rewind" | "fseek" => {
                if matches!(name, "fread" | "read") {
                    self.given(thread, name, to, &[]);
                }
                self.zero(thread, call, to)
            }
            "feof" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 1)
            }
            "isatty" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 0)
            }
            // No signals are sent, so a handler never runs.
            "signal" | "sigaction" => self.words(thread, call).and_then(|[_, handler]| {
                let (default, ignore) = (0, 1);
                match handler == default || handler == ignore && name == "signal" {
                    true => self.log.facts().environment("signals"),
                    false => self.log.facts().input("the arrival of signals (never)"),
                }
                self.zero(thread, call, to)
            }),
            "sigemptyset" | "sigfillset" | "sigaddset" | "pthread_sigmask" | "sigprocmask" => {
                self.log.facts().environment("signals");
                self.zero(thread, call, to)
            }
            "sysconf" => self.words(thread, call).and_then(|[what]| {
                match what {
                    SC_NPROCESSORS_CONF | SC_NPROCESSORS_ONLN => self.given(thread, name, to, &[]),
                    // A page is that large wherever this runs.
                    _ => self.log.facts().environment(name),
                }
                match what {
                    SC_PAGESIZE => self.answer(thread, to, 4096),
                    SC_NPROCESSORS_CONF | SC_NPROCESSORS_ONLN => self.answer(thread, to, 2),
                    other => unsupported(format!("sysconf({other})")),
                }
            }),
            "get_nprocs" | "get_nprocs_conf" => {
                self.given(thread, name, to, &[]);
                self.answer(thread, to, 2)
            }
            _ => return None,
        })
    }

    fn nondeterministic(&self, thread: &mut Thread, name: &str, kind: &str, call: &Call, to: ValueId) -> Flow {
        if matches!(kind, "bool" | "_Bool") {
            let Some(way) = self.choose(thread, 2) else { return Ok(()) };
            return self.answer(thread, to, way);
        }
        self.given(thread, name, to, &[]);
        // There is no object that such a pointer could point to.
        let number = if kind == "pointer" { 0 } else { self.nondet_value(thread) % SMALL };
        let value = self.code.number(&call.ret, number);
        thread.set(to, value);
        Ok(())
    }

    /// The call returns zero, if anything.
    fn zero(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        if call.ret != Type::Void {
            thread.set(to, Val::zero(self.code.module(), &call.ret));
        }
        Ok(())
    }

    /// The next of the values that the thread is given from outside.
    fn nondet_value(&self, thread: &mut Thread) -> u64 {
        thread.cold.library.nondet_calls += 1;
        // A loop that asks again is not a loop that waits.
        thread.takes_visible_step();
        scramble(u64::from(thread.id().0) << 32 | thread.cold.library.nondet_calls)
    }

    /// The call returns one of the values that it could return, or writes one to where some of its arguments
    /// point.
    pub(in super::super) fn given(&self, thread: &Thread, name: &str, to: ValueId, places: &[usize]) {
        match self.decides((thread.top().function, to), Nature::Answer, places) {
            true => self.log.facts().input(name),
            false => self.log.facts().environment(name),
        }
    }

    /// The call returns a name of something, which could also have another, or writes it to where some of its
    /// arguments point.
    pub(super) fn given_name(&self, thread: &Thread, name: &str, to: ValueId, places: &[usize]) {
        if self.decides((thread.top().function, to), Nature::Name, places) {
            self.log.facts().input(name);
        }
    }

    /// Seconds.
    pub(super) fn look_at_clock(&self, thread: &mut Thread, name: &str, to: ValueId, places: &[usize]) -> u64 {
        self.given(thread, name, to, places);
        self.nondet_value(thread);
        BEGINNING + thread.cold.library.nondet_calls + 3600 * thread.cold.library.hours
    }

    /// Seconds, and no parts of a second.
    fn write_time(&self, thread: &mut Thread, name: &str, place: u64, to: ValueId, argument: usize) -> Flow {
        let now = self.look_at_clock(thread, name, to, &[argument]);
        thread.set(to, Val::Word(0));
        self.write(thread, place, Width::W64, now, WriteOrdering::Plain)?;
        self.write(thread, place.wrapping_add(8), Width::W64, 0, WriteOrdering::Plain)
    }
}

impl Code {
    /// A number as a value of a type.
    fn number(&self, ty: &Type, number: u64) -> Val {
        match ty {
            Type::Float => Val::Word(u64::from((number as f32).to_bits())),
            Type::Double => Val::Word((number as f64).to_bits()),
            Type::Int(bits) => Val::int(u128::from(number), *bits),
            _ if parts_of(self.module(), ty).is_none() && !matches!(ty, Type::Ptr) => {
                Val::int(u128::from(number), bits_of(self.module(), ty))
            }
            _ => Val::zero(self.module(), ty),
        }
    }
}

/// The finaliser of SplitMix64.
fn scramble(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
