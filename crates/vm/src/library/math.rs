//! Functions on floating-point numbers, of the library and of LLVM. They compute what Rust's do.

use selvedge_ir::{Call, Type, ValueId};

use crate::Machine;
use crate::exec::flow::Flow;
use crate::exec::value::Val;
use crate::state::thread::Thread;

impl Machine {
    /// `name` is that of the function for doubles; that for floats has an `f` behind it.
    pub(in super::super) fn math_function(
        &self,
        thread: &mut Thread,
        name: &str,
        call: &Call,
        to: ValueId,
    ) -> Option<Flow> {
        let single = call.ret == Type::Float;
        let name = if single { name.strip_suffix('f').unwrap_or(name) } else { name };
        let unary: Option<fn(f64) -> f64> = match name {
            "fabs" => Some(f64::abs),
            "sqrt" => Some(f64::sqrt),
            "cbrt" => Some(f64::cbrt),
            "floor" => Some(f64::floor),
            "ceil" => Some(f64::ceil),
            "trunc" => Some(f64::trunc),
            "round" => Some(f64::round),
            "rint" | "nearbyint" => Some(f64::round_ties_even),
            "exp" => Some(f64::exp),
            "exp2" => Some(f64::exp2),
            "log" => Some(f64::ln),
            "log2" => Some(f64::log2),
            "log10" => Some(f64::log10),
            "sin" => Some(f64::sin),
            "cos" => Some(f64::cos),
            "tan" => Some(f64::tan),
            "atan" => Some(f64::atan),
            _ => None,
        };
        let binary: Option<fn(f64, f64) -> f64> = match name {
            "pow" => Some(f64::powf),
            "fmod" => Some(|a, b| a % b),
            "fmin" | "minnum" => Some(f64::min),
            "fmax" | "maxnum" => Some(f64::max),
            "atan2" => Some(f64::atan2),
            "hypot" => Some(f64::hypot),
            "copysign" => Some(f64::copysign),
            _ => None,
        };
        // Whether a compiler fuses the two is up to it.
        let is_fused = matches!(name, "fma" | "fmuladd");
        if !single && call.ret != Type::Double || unary.is_none() && binary.is_none() && !is_fused {
            return None;
        }
        let decode = |word: u64| if single { f64::from(f32::from_bits(word as u32)) } else { f64::from_bits(word) };
        let encode = |value: f64| if single { u64::from((value as f32).to_bits()) } else { value.to_bits() };
        let result = match (unary, binary) {
            (Some(f), _) => self.words(thread, call).map(|[a]| f(decode(a))),
            (_, Some(f)) => self.words(thread, call).map(|[a, b]| f(decode(a), decode(b))),
            (None, None) => self.words(thread, call).map(|[a, b, c]| decode(a).mul_add(decode(b), decode(c))),
        };
        Some(result.map(|value| thread.set(to, Val::Word(encode(value)))))
    }
}
