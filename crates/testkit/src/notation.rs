//! A short notation for litmus tests, for tables of them.
//!
//! `|` separates threads; a mode stands before `:`, relaxed if missing; `U` adds one. Reads say what they
//! read in the outcome that is asked about, or nothing. `Wx1 Wrel:y1 | Racq:y=1 Fsc Rx=0` is message passing
//! with a fence too many.

use selvedge_litmus::{Litmus, parse};

/// A program, and what its reads are to read: thread, step, value.
pub struct Notated {
    /// The program.
    pub litmus: Litmus,
    /// What each step that reads must read.
    pub reads: Vec<(usize, usize, u64)>,
}

/// The locations.
pub const LOCATIONS: [char; 3] = ['x', 'y', 'z'];

/// Reads a program. Words in braces are left to the caller. Panics if it makes no sense: it is part of a
/// test.
pub fn notated(name: &str, program: &str) -> Notated {
    let code: Vec<&str> = program.split_whitespace().filter(|word| !word.starts_with('{')).collect();
    let mut text = String::from("C test\n{ x = 0; y = 0; z = 0; }\n");
    let mut reads = Vec::new();
    for (thread, words) in code.split(|word| *word == "|").enumerate() {
        text.push_str(&format!("P{thread} (atomic_int* x, atomic_int* y, atomic_int* z) {{\n"));
        for (step, word) in words.iter().enumerate() {
            let (kind, rest) = word.split_at(1);
            let (mode_word, rest) = rest.split_once(':').unwrap_or(if kind == "F" { (rest, "") } else { ("", rest) });
            let mode = mode(mode_word);
            let location = rest.get(..1).unwrap_or_default();
            match kind {
                "W" => text.push_str(&format!("  atomic_store_explicit({location}, {}, {mode});\n", &rest[1..])),
                "F" => text.push_str(&format!("  atomic_thread_fence({mode});\n")),
                "R" => text.push_str(&format!("  int r{step} = atomic_load_explicit({location}, {mode});\n")),
                "U" => text.push_str(&format!("  int r{step} = atomic_fetch_add_explicit({location}, 1, {mode});\n")),
                other => panic!("{name}: {other}"),
            }
            if let Some(value) = rest.get(1..).and_then(|rest| rest.strip_prefix('=')) {
                reads.push((thread, step, value.parse().expect("a number")));
            }
        }
        text.push_str("}\n");
    }
    let litmus = parse(name, &text).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{text}"));
    Notated { litmus, reads }
}

fn mode(word: &str) -> String {
    let name = match word {
        "" => "relaxed",
        "rel" => "release",
        "acq" => "acquire",
        "ar" => "acq_rel",
        "sc" => "seq_cst",
        other => other,
    };
    format!("memory_order_{name}")
}
