//! Damaged IR: an error or a result, never a panic, an overflow or a hang.
//!
//! `SELVEDGE_FUZZ=20000 cargo test --release -p selvedge-ir --test fuzz` for a long run, with `SELVEDGE_SEED`
//! for another; the seed is fixed, so a failing case can be had again by its number.

mod common;

use std::time::{Duration, Instant};

use selvedge_ir::{BlockId, DbgId, Module, UnitId};
use selvedge_ir::{link, read};

/// xorshift*: good enough to pick places.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// The bounds of the token around a byte, roughly.
fn token(text: &[u8], at: usize) -> (usize, usize) {
    let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'%' | b'@' | b'!' | b'#' | b'"' | b'-');
    let start = (0..at).rev().find(|&i| !word(text[i])).map_or(0, |i| i + 1);
    let end = (at..text.len()).find(|&i| !word(text[i])).unwrap_or(text.len());
    (start, end.max(start + 1).min(text.len()))
}

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len());
    let span = |random: &mut Random, at: usize, len: usize| at..(at + 1 + random.below(40)).min(len);
    match random.below(8) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text[at] = b"(){}[]<>,=*!@%#\";:\n0-cx"[random.below(23)],
        2 => {
            let range = span(random, at, text.len());
            text.drain(range);
        }
        3 => {
            let range = span(random, at, text.len());
            let copy = text[range].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, copy);
        }
        4 | 5 => {
            let (a, b) = (token(text, at), token(text, random.below(text.len())));
            let copy = text[b.0..b.1].to_vec();
            text.splice(a.0..a.1, copy);
        }
        6 => {
            // A line twice.
            let start = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
            let end = text[at..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| at + i + 1);
            let line = text[start..end].to_vec();
            text.splice(end..end, line);
        }
        _ => {
            // A number out of range, or many brackets.
            let (start, end) = token(text, at);
            let new: &[u8] =
                [b"4294967295".as_slice(), b"-99999999999999999999999999999999999999999", b"i0", b"[[[[[[[[[["]
                    [random.below(4)];
            text.splice(start..end, new.iter().copied());
        }
    }
    if text.is_empty() {
        text.push(b'\n');
    }
}

/// Asks the module everything there is to ask.
fn interrogate(module: &Module) {
    let _ = module.unsupported();
    for id in module.function_ids() {
        let _ = module.function_name(id);
        let Ok(body) = module.body(id) else { continue };
        for i in 0..body.insts.len() as u32 {
            let value = body.value(i);
            let _ = (module.location_of(id, value), module.variable_of(id, value), module.value_name(id, value));
            let _ = module
                .type_of(id, value)
                .map(|ty| (module.size_of(&ty), module.align_of(&ty), module.store_size_of(&ty)));
        }
        for block in 0..body.blocks.len() as u32 {
            let _ = module.block_name(id, BlockId(block));
        }
    }
    for id in module.global_ids() {
        if let Some(var) = module.global_variable(id)
            && let Some(ty) = var.ty
        {
            let _ = (module.type_name(ty), module.member_path(ty, 12, 4), module.pointee(ty));
        }
        let _ = module.size_of(&module.global(id).ty);
    }
    for node in 0..100 {
        let _ = module.type_name(DbgId { unit: UnitId(0), node });
    }
    let _ = module.constructors("llvm.global_ctors");
}

#[test]
fn damaged_files_never_panic_or_hang() {
    let ask = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let cases = ask("SELVEDGE_FUZZ").map_or(1500, |n| n as usize);
    let samples = common::samples();
    let mut random = Random(ask("SELVEDGE_SEED").unwrap_or(0x5eed).max(1));
    let (mut read_ok, mut slowest) = (0, Duration::ZERO);
    for case in 0..cases {
        let (name, original) = &samples[random.below(samples.len())];
        let mut text = original.clone().into_bytes();
        for _ in 0..1 + random.below(4) {
            mutate(&mut text, &mut random);
        }
        let start = Instant::now();
        let result = std::panic::catch_unwind(|| {
            let Ok(module) = read(name, text.as_slice()) else { return false };
            interrogate(&module);
            if case % 16 == 0 {
                let _ = link(vec![module]).map(|m| interrogate(&m));
            }
            true
        });
        let took = start.elapsed();
        slowest = slowest.max(took);
        match result {
            Ok(ok) => read_ok += usize::from(ok),
            Err(_) => {
                let path = std::env::temp_dir().join(format!("selvedge-fuzz-{case}.ll"));
                std::fs::write(&path, &text).unwrap();
                panic!("case {case} (from {name}) panicked; it is in {}", path.display());
            }
        }
        assert!(took < Duration::from_secs(10), "case {case} (from {name}) took {took:?}");
    }
    println!("{cases} cases, {read_ok} opened, slowest {slowest:?}");
    assert!(read_ok > cases / 10, "most damage is inside bodies, which are read on demand");
}

/// Texts made to be deep, wide or circular.
#[test]
fn extreme_texts() {
    let deep = |open: &str, close: &str| format!("@x = global i32 {}0{}", open.repeat(100_000), close.repeat(100_000));
    let texts = [
        deep("[i32 ", "]"),
        deep("add (i32 ", ", i32 1)"),
        format!("@x = global {}i32 0", "{ ".repeat(200_000)),
        format!("@x = global {}", "<".repeat(200_000)),
        format!("define void @f() {{\n call void @g({}) \n}}", "i32 (".repeat(100_000)),
        format!("!0 = !{{{}}}", "!{".repeat(100_000)),
        "!0 = !DILocation(line: 1, scope: !0, inlinedAt: !0)\ndefine void @f() {\n ret void, !dbg !0\n}".into(),
        "!0 = !DIDerivedType(tag: DW_TAG_typedef, name: \"\", baseType: !0)\n@x = global i32 0, !dbg !1\n!1 = !DIGlobalVariable(name: \"x\", type: !0)".into(),
        "!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !0)\n@x = global i32 0, !dbg !1\n!1 = !DIGlobalVariable(name: \"x\", type: !0)".into(),
        (0..50_000).map(|i| format!("%s{i} = type {{ %s{} }}\n", i + 1)).collect::<String>() + "%s50000 = type { i8 }",
        "define void @f() {\n %4294967294 = add i32 0, 0\n ret void\n}".into(),
        "define void @f() {\n".to_owned() + &" frob\n".repeat(100_000) + " ret void\n}",
        "\u{fffd}\u{1f600}".into(),
        String::new(),
    ];
    for text in texts {
        let start = Instant::now();
        if let Ok(module) = read("x.ll", text.as_str()) {
            interrogate(&module);
        }
        let took = start.elapsed();
        assert!(took < Duration::from_secs(5), "{took:?}: {}", &text[..text.len().min(60)]);
    }
}
