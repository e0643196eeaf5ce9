//! LLVM's own functions.

use selvedge_core::{Content, ViolationKind, WriteOrdering};
use selvedge_ir::{Call, Type, ValueId};

use crate::Machine;
use crate::exec::arith::signed;
use crate::exec::flow::{Flow, fail, unsupported};
use crate::exec::value::{Val, bits_of};
use crate::machine::Code;
use crate::memory::address::ARGUMENTS;
use crate::memory::locate::Place;
use crate::memory::private::Storage;
use crate::memory::values::put_partial;
use crate::report::chance::may_name;
use crate::state::thread::Thread;

/// The size of a `va_list`.
const VA_LIST: u64 = 24;
/// What a `va_list` says when all arguments in registers have been used up.
const GENERAL_REGISTERS: u64 = 48;
const FLOAT_REGISTERS: u64 = 176;

impl Machine {
    /// Of what an intrinsic has computed from an address.
    fn remark_intrinsic(&self, thread: &mut Thread, call: &Call, to: ValueId) -> Flow {
        let given = [self.code.argument(thread, call, 0)?, self.code.argument(thread, call, 1).unwrap_or(Val::Word(0))];
        if may_name(&given[0], &given[1]) {
            let result = thread.top().registers.get(to);
            self.remark_result(thread, &[&given[0], &given[1]], &result, to);
        }
        Ok(())
    }

    /// Runs an intrinsic; `name` comes without `llvm.`.
    pub(crate) fn intrinsic(&self, thread: &mut Thread, name: &str, call: &Call, to: ValueId) -> Flow {
        let mut parts = name.split('.');
        let family = parts.next().unwrap_or_default();
        match family {
            // Advice to the processor in loops that wait.
            _ if matches!(name, "x86.sse2.pause" | "aarch64.hint" | "aarch64.isb") => Ok(()),
            "dbg" | "lifetime" | "donothing" | "invariant" | "sideeffect" | "prefetch" | "var" | "pseudoprobe" => {
                Ok(())
            }
            "experimental" if name.starts_with("experimental.noalias.scope") => Ok(()),
            "assume" => self.code.assume(thread, call),
            // What is allocated from here on, and not by a declaration of a fixed size, ends where this is
            // restored.
            "stacksave" => self.code.give(thread, to, Val::Word(thread.memory.next_block().into())),
            "stackrestore" => {
                let [saved] = self.words(thread, call)?;
                self.restore_stack(thread, saved);
                Ok(())
            }
            // As if there were no caller.
            "frameaddress" | "returnaddress" => {
                self.given(thread, &format!("__builtin_{family}"), to, &[]);
                self.code.give(thread, to, Val::Word(0))
            }
            "memcpy" => {
                let [destination, source, size] = self.words(thread, call)?;
                self.copy_apart(thread, destination, source, size)
            }
            "memmove" => {
                let [destination, source, size] = self.words(thread, call)?;
                self.copy(thread, destination, source, size)
            }
            "memset" => {
                let [destination, byte, size] = self.words(thread, call)?;
                self.fill(thread, destination, byte as u8, size)
            }
            "va_start" => self.start_arguments(thread, call),
            "va_end" => Ok(()),
            "trap" | "debugtrap" | "ubsantrap" => fail(ViolationKind::UserAbort, "the program traps"),
            "expect" | "threadlocal" | "launder" | "strip" | "ssa" | "ptr" | "annotation" => {
                let value = self.code.argument(thread, call, 0)?;
                self.code.give(thread, to, value)
            }
            // Not known: at most all there is, or at least nothing.
            "objectsize" => {
                let [_, at_least] = self.words(thread, call)?;
                self.code.give(thread, to, Val::Word(if at_least & 1 == 1 { 0 } else { u64::MAX }))
            }
            "is" => self.code.give(thread, to, Val::Word(0)),
            "smax" | "smin" | "umax" | "umin" | "abs" | "bswap" | "ctpop" | "ctlz" | "cttz" | "fshl" | "fshr" => {
                self.code.bit_operation(thread, family, call, to)?;
                self.remark_intrinsic(thread, call, to)
            }
            "sadd" | "uadd" | "ssub" | "usub" | "smul" | "umul" if parts.next() == Some("with") => {
                self.code.checked_operation(thread, family, call, to)?;
                self.remark_intrinsic(thread, call, to)
            }
            "va_copy" => {
                let [destination, source] = self.words(thread, call)?;
                self.copy(thread, destination, source, VA_LIST)
            }
            _ => match self.math_function(thread, family, call, to) {
                Some(flow) => flow,
                None => unsupported(format!("the intrinsic llvm.{name}")),
            },
        }
    }

    /// `va_start` as the calling convention of x86-64 has it: all arguments are on the stack, and none in a
    /// register. On other machines they can only be passed on.
    fn start_arguments(&self, thread: &mut Thread, call: &Call) -> Flow {
        if !self.code.module().triple.starts_with("x86_64") {
            return self.pass_on_arguments(thread, call);
        }
        let [list] = self.words(thread, call)?;
        let arguments = thread.frame().variadic.clone();
        let size = 8 * arguments.len() as u64;
        let area = self.code.allocate(thread, Storage::Stack, Content::Zeros, size.max(8))?;
        thread.frame().locals.push(area);
        let block = thread.memory.get_mut(area).expect("invariant: just allocated");
        for (number, argument) in arguments.iter().enumerate() {
            match argument {
                Val::Word(_) | Val::Undef => block.write(8 * number as u64, 8, argument.as_int()),
                Val::Partial(partial) => put_partial(block, 8 * number as u64, 8, partial),
                Val::Poison(poison) => block.spoil(8 * number as u64, 8, poison),
                Val::Wide(_) | Val::Parts(_) => {
                    return unsupported("a large value as one of a variable number of arguments");
                }
            }
        }
        let (plain, registers) = (WriteOrdering::Plain, GENERAL_REGISTERS | FLOAT_REGISTERS << 32);
        self.store(thread, &Type::Int(64), &Val::Word(registers), list, plain)?;
        self.store(thread, &Type::Int(64), &Val::Word(area), list.wrapping_add(8), plain)?;
        self.store(thread, &Type::Int(64), &Val::Word(0), list.wrapping_add(16), plain)
    }

    /// A list of variable arguments may be passed to functions such as `vfprintf`, which we do not look into.
    /// Whatever a compiler makes of reading from it goes through a pointer in the list, and these lead to
    /// where we are told.
    fn pass_on_arguments(&self, thread: &mut Thread, call: &Call) -> Flow {
        let [list] = self.words(thread, call)?;
        let Place::Private(base, offset) = self.code.locate(thread, list, 1)? else {
            return unsupported("a list of variable arguments that is shared between threads");
        };
        let block = thread.memory.get_mut(base).expect("invariant: just located");
        for word in 0..(block.size() - offset) / 8 {
            block.write(offset + 8 * word, 8, Some(ARGUMENTS.into()));
        }
        Ok(())
    }
}

impl Code {
    /// What the program takes for granted (`__builtin_assume`) must hold.
    fn assume(&self, thread: &mut Thread, call: &Call) -> Flow {
        let condition = self.argument(thread, call, 0)?;
        match condition.word() {
            None => self.unusable(&condition, "an assumption"),
            Some(0) => fail(ViolationKind::UndefinedBehaviour, "an assumption (__builtin_assume) does not hold"),
            Some(_) => Ok(()),
        }
    }

    fn give(&self, thread: &mut Thread, to: ValueId, value: Val) -> Flow {
        thread.set(to, value);
        Ok(())
    }

    fn argument(&self, thread: &mut Thread, call: &Call, index: usize) -> Flow<Val> {
        match call.args.get(index) {
            Some(argument) => self.value(thread, &argument.ty, &argument.value),
            None => unsupported("an intrinsic with too few arguments"),
        }
    }

    fn bit_operation(&self, thread: &mut Thread, family: &str, call: &Call, to: ValueId) -> Flow {
        let bits = bits_of(self.module(), &call.ret);
        if bits == 0 || bits > 128 {
            return unsupported(format!("llvm.{family} on {}", call.ret));
        }
        let (a, b) = (self.argument(thread, call, 0)?, self.argument(thread, call, 1).unwrap_or(Val::Word(0)));
        if matches!(a, Val::Parts(_)) {
            return unsupported(format!("llvm.{family} on vectors"));
        }
        let spoiled = Val::spoiled(&[&a, &b]);
        let (Some(a), Some(b)) = (a.as_int(), b.as_int()) else { return self.give(thread, to, spoiled) };
        let (sa, sb) = (signed(a, bits), signed(b, bits));
        let value = match family {
            "smax" => sa.max(sb) as u128,
            "smin" => sa.min(sb) as u128,
            "umax" => a.max(b),
            "umin" => a.min(b),
            "abs" => sa.unsigned_abs(),
            "bswap" => a.swap_bytes() >> (128 - bits),
            "ctpop" => u128::from(a.count_ones()),
            "ctlz" => u128::from(a.leading_zeros() - (128 - bits)),
            "cttz" => u128::from(a.trailing_zeros().min(bits)),
            "fshl" | "fshr" => {
                let Some(shift) = self.argument(thread, call, 2)?.as_int() else {
                    return self.give(thread, to, Val::Undef);
                };
                let shift = (shift % u128::from(bits)) as u32;
                let both = |left: u32, right: u32| a.checked_shl(left).unwrap_or(0) | b.checked_shr(right).unwrap_or(0);
                match (family, shift) {
                    ("fshl", 0) => a,
                    ("fshl", _) => both(shift, bits - shift),
                    (_, 0) => b,
                    _ => both(bits - shift, shift),
                }
            }
            _ => return unsupported(format!("llvm.{family}")),
        };
        self.give(thread, to, Val::int(value, bits))
    }

    /// `llvm.sadd.with.overflow` and its kin: the result and whether it overflowed.
    fn checked_operation(&self, thread: &mut Thread, family: &str, call: &Call, to: ValueId) -> Flow {
        let (a, b) = (self.argument(thread, call, 0)?, self.argument(thread, call, 1)?);
        let bits = call.args.first().map_or(64, |argument| bits_of(self.module(), &argument.ty));
        if bits == 0 || bits > 128 {
            return unsupported(format!("llvm.{family}.with.overflow on {bits} bits"));
        }
        let (Some(a), Some(b)) = (a.as_int(), b.as_int()) else {
            return self.give(thread, to, Val::Parts([Val::Undef, Val::Undef].into()));
        };
        let (sa, sb) = (signed(a, bits), signed(b, bits));
        let (value, exact) = match family {
            "sadd" => (a.wrapping_add(b), sa.checked_add(sb).map(|v| v as u128)),
            "ssub" => (a.wrapping_sub(b), sa.checked_sub(sb).map(|v| v as u128)),
            "smul" => (a.wrapping_mul(b), sa.checked_mul(sb).map(|v| v as u128)),
            "uadd" => (a.wrapping_add(b), a.checked_add(b)),
            "usub" => (a.wrapping_sub(b), a.checked_sub(b)),
            _ => (a.wrapping_mul(b), a.checked_mul(b)),
        };
        let result = Val::int(value, bits);
        let cut = result.as_int().unwrap_or(0);
        let whole = if family.starts_with('s') { signed(cut, bits) as u128 } else { cut };
        let overflow = exact != Some(whole);
        self.give(thread, to, Val::Parts([result, Val::bool(overflow)].into()))
    }
}
