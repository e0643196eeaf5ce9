//! What is said about wrong tests, and where.

use selvedge_litmus::{Class, parse};

/// The diagnostics as `line:column class message`.
fn errors(text: &str) -> Vec<String> {
    let errors = parse("test.litmus", text).err().unwrap_or_default();
    let line = |error: selvedge_litmus::Diagnostic| {
        let (line, column) = error.span.line_column(text);
        let class = match error.class {
            Class::Input => "input",
            Class::Unsupported => "unsupported",
        };
        format!("{line}:{column} {class}: {}", error.message)
    };
    errors.into_iter().map(line).collect()
}

/// The errors of a thread with locations `x` (atomic) and `p` (plain); its code starts at 3:1.
fn body(code: &str) -> Vec<String> {
    errors(&format!("C t\n{{}} P0 (atomic_int* x, int* p) {{ int r; int s;\n{code}\n}} P1 () {{}}"))
}

/// The errors of a condition at 2:1 on threads P0 and P1 with register `r` and location `x`.
fn condition(text: &str) -> Vec<String> {
    errors(&format!("C t {{ x = 0; }} P0 () {{ int r; }} P1 (atomic_int* y) {{ int r; }}\n{text}"))
}

#[test]
fn headers() {
    assert_eq!(errors(""), ["1:1 input: the file is empty"]);
    assert_eq!(errors(" (* only a comment *) "), ["1:23 input: the file is empty"]);
    assert_eq!(errors("D t {}"), ["1:1 input: a litmus test starts with `C` and its name"]);
    assert_eq!(errors("X86_64 SB\n{}"), ["1:1 unsupported: litmus tests for X86_64 are not supported"]);
    assert_eq!(errors("C  \n{}"), ["1:1 input: the test has no name"]);
    assert_eq!(errors("C t \"open\n{}"), ["1:5 input: the description never ends"]);
    assert_eq!(errors("C t \"a\" \"b\" {}"), ["1:9 input: a test has one description"]);
    assert_eq!(errors("C t\nP0 () {}"), ["2:1 input: expected `{`, the initial state, found `P0`"]);
    assert_eq!(errors("C t (* open"), ["1:5 input: the comment opened by `(*` never ends"]);
}

#[test]
fn initial_states() {
    let init = |text: &str| errors(&format!("C t {{\n{text} }} P0 (int* x) {{}}"));
    assert_eq!(init("x = 1; x = 2;"), ["2:8 input: `[x]` is initialised twice"]);
    assert_eq!(init("1:r = 1;"), ["2:3 input: there is no thread P1"]);
    assert_eq!(init("x = 2147483648;"), ["2:5 input: the constant does not fit in an `int`"]);
    assert_eq!(init("x = 123456789012345678901234567890;"), ["2:5 input: the constant does not fit in an `int`"]);
    assert_eq!(init("x = 0b1;"), ["2:5 input: `0b1` is not an integer"]);
    assert_eq!(init("x = 010;"), ["2:5 unsupported: octal constants are not supported"]);
    assert_eq!(init("int a[2];"), ["2:6 unsupported: arrays are not supported"]);
    assert_eq!(init("int *q = x;"), ["2:5 unsupported: pointers in memory are not supported"]);
    assert_eq!(init("x 1;"), ["2:3 input: expected `;`, found `1`"]);
}

#[test]
fn threads() {
    assert_eq!(errors("C t {}"), ["1:7 input: expected a thread: `P0 (…) { … }`, found the end of the file"]);
    assert_eq!(errors("C t {} P1 () {}"), ["1:8 input: expected thread P0"]);
    assert_eq!(errors("C t {} P0 (long* x) {}"), ["1:12 unsupported: the type `long` is not supported"]);
    assert_eq!(errors("C t {} P0 (int x) {}"), ["1:16 input: expected `*`, found `x`"]);
    assert_eq!(errors("C t {} P0 (int* x, int* x) {}"), ["1:25 input: P0 has two parameters named `x`"]);
    assert_eq!(errors("C t {} P0 (int* x) { int x; }"), ["1:26 input: `x` is already a parameter of P0"]);
    assert_eq!(errors("C t {} P0 () { "), ["1:16 input: expected `}`, found the end of the file"]);
    assert_eq!(
        errors("C t {} P0 () {} nonsense"),
        ["1:17 input: expected a thread or the final condition, found `nonsense`"]
    );
}

#[test]
fn orderings() {
    assert_eq!(
        body("r = atomic_load_explicit(x, memory_order_release);"),
        ["3:29 input: a load cannot be `memory_order_release`"]
    );
    assert_eq!(
        body("atomic_store_explicit(x, 1, memory_order_acq_rel);"),
        ["3:29 input: a store cannot be `memory_order_acq_rel`"]
    );
    assert_eq!(
        body("atomic_compare_exchange_strong_explicit(x, &r, 1, memory_order_acq_rel,\n memory_order_release);"),
        ["4:2 input: the failure case of a compare-exchange, which only loads, cannot be `memory_order_release`"]
    );
    assert_eq!(
        body("r = atomic_load_explicit(x, relaxed);"),
        ["3:29 input: expected a memory ordering, found `relaxed`"]
    );
    assert_eq!(body("r = atomic_load_explicit(x);"), ["3:27 input: a memory ordering is missing"]);
}

#[test]
fn calls() {
    assert_eq!(body("atomic_store(x);"), ["3:15 input: `atomic_store` needs more arguments"]);
    assert_eq!(
        body("atomic_store(x, 1, memory_order_relaxed);"),
        ["3:18 input: `atomic_store` has too many arguments"]
    );
    assert_eq!(body("r = atomic_store(x, 1);"), ["3:5 input: `atomic_store` returns no value"]);
    assert_eq!(body("frobnicate(x);"), ["3:1 input: unknown function `frobnicate`"]);
    assert_eq!(body("r = atomic_load(&x);"), ["3:17 input: a parameter is already a pointer"]);
    assert_eq!(
        body("atomic_compare_exchange_strong(x, p, 1);"),
        ["3:35 unsupported: an expected value that lives in shared memory is not supported"]
    );
}

#[test]
fn names() {
    assert_eq!(body("q = 1;"), ["3:1 input: `q` is not declared in P0"]);
    assert_eq!(body("r = q + 1;"), ["3:5 input: `q` is not declared in P0"]);
    assert_eq!(body("r = x;"), ["3:5 input: `x` is a location, not a register"]);
    assert_eq!(body("q = 1; int q;"), ["3:1 input: `q` is used before its declaration"]);
    assert_eq!(body("r = atomic_load(y);"), ["3:17 input: P0 has no parameter `y`"]);
    assert_eq!(body("*r = 1;"), ["3:2 input: `r` is a register, not a location"]);
    assert_eq!(body("int r;"), ["3:5 input: `r` is declared twice in P0"]);
    assert_eq!(body("if (r) { int q; } else { int q; }"), ["3:30 input: `q` is declared twice in P0"]);
    assert_eq!(body("int if;"), ["3:5 input: expected the name of a local variable, found `if`"]);
}

#[test]
fn constructs_we_do_not_have() {
    assert_eq!(body("while (r) { r = 0; }"), ["3:1 unsupported: `while` loops are not supported in litmus tests"]);
    assert_eq!(
        body("for (r = 0; r < 1; r = 1) s = 0;"),
        ["3:1 unsupported: `for` loops are not supported in litmus tests"]
    );
    assert_eq!(body("goto end;"), ["3:1 unsupported: `goto` is not supported in litmus tests"]);
    assert_eq!(body("r = READ_ONCE(*x);"), ["3:5 unsupported: `READ_ONCE` is not supported"]);
    assert_eq!(body("smp_mb();"), ["3:1 unsupported: `smp_mb` is not supported"]);
    assert_eq!(body("spin_lock(x);"), ["3:1 unsupported: `spin_lock` is not supported"]);
    assert_eq!(body("atomic_init(x, 1);"), ["3:1 unsupported: `atomic_init` is not supported"]);
    assert_eq!(body("atomic_flag_clear(x);"), ["3:1 unsupported: `atomic_flag_clear` is not supported"]);
    assert_eq!(body("r += 1;"), ["3:3 unsupported: the operator `+=` is not supported"]);
    assert_eq!(body("r = s / 2;"), ["3:7 unsupported: the operator `/` is not supported"]);
    assert_eq!(body("r = (int)s;"), ["3:5 unsupported: casts are not supported"]);
    assert_eq!(body("int* q;"), ["3:4 unsupported: local pointers are not supported"]);
}

#[test]
fn spawns() {
    assert_eq!(body("r = spawn(P7);"), ["3:11 input: there is no thread `P7`"]);
    assert_eq!(body("r = spawn(P1); s = spawn(P1);"), ["3:26 input: P1 is spawned twice"]);
    assert_eq!(body("r = spawn(P0);"), ["3:11 input: P0 can only be started by itself"]);
    let cycle = "C t {} P0 () {} P1 () { int r = spawn(P2); } P2 () { int r = spawn(P1); }";
    assert_eq!(
        errors(cycle),
        ["1:39 input: P2 can only be started by itself", "1:68 input: P1 can only be started by itself"]
    );
}

#[test]
fn conditions() {
    assert_eq!(condition("exists (0:q=1)"), ["2:11 input: P0 has no register `q`"]);
    assert_eq!(condition("exists (0:x=1)"), ["2:11 input: P0 has no register `x`"]);
    assert_eq!(condition("exists (2:r=1)"), ["2:11 input: there is no thread P2"]);
    assert_eq!(condition("exists (99999999999:r=1)"), ["2:21 input: there is no thread P4294967295"]);
    assert_eq!(
        condition("exists (r=1 /\\ z=1)"),
        ["2:9 input: there is no location `r`", "2:16 input: there is no location `z`"]
    );
    assert_eq!(condition("exists (y=1 && x=1)"), ["2:13 input: expected `/\\`, `\\/` or `)`, found `&&`"]);
    assert_eq!(condition("exists (0:r<1)"), ["2:12 unsupported: `<` is not supported in conditions"]);
    assert_eq!(condition("exists x=1 => y=1"), ["2:12 unsupported: `=>` is not supported"]);
    assert_eq!(condition("~forall (x=1)"), ["2:2 input: expected `exists`, found `forall`"]);
    assert_eq!(condition("exists (x=1) exists (x=1)"), ["2:14 input: expected the end of the file, found `exists`"]);
    assert_eq!(condition("filter (x=1)"), ["2:1 unsupported: `filter` is not supported"]);
    assert_eq!(condition("locations [w;]"), ["2:12 input: there is no location `w`"]);
    assert_eq!(
        condition("exists (x=)"),
        ["2:11 input: expected a location or a register, as in `x` or `0:r1`, found `)`"]
    );
}

#[test]
fn several_errors_are_shown_in_one_run() {
    assert_eq!(
        body("r = ;\nif (r) { s = 1 + ; r = 0; } else { smp_mb(); }\nwhile (1) ;\n@ r = 1;"),
        [
            "3:5 input: expected an expression, found `;`",
            "4:18 input: expected an expression, found `;`",
            "4:36 unsupported: `smp_mb` is not supported",
            "5:1 unsupported: `while` loops are not supported in litmus tests",
            "6:1 input: unexpected character `@`",
        ]
    );
    assert_eq!(
        body("q = 1; r = y; *z = 1;"),
        [
            "3:1 input: `q` is not declared in P0",
            "3:12 input: `y` is not declared in P0",
            "3:16 input: P0 has no parameter `z`",
        ]
    );
    assert_eq!(body(&"= ;\n".repeat(1000)).len(), 20);
    assert_eq!(body(&"q = 1;\n".repeat(1000)).len(), 20);
}

#[test]
fn deep_nesting_and_long_chains_are_refused() {
    let deep = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    let too_deep = "the text is nested too deeply here";
    for times in [300, 100_000] {
        for code in [
            format!("r = {};", deep("(", "1", ")", times)),
            format!("r = {};", deep("- ", "r", "", times)),
            format!("r = {};", deep("atomic_exchange(x, ", "1", ")", times)),
            deep("{", "", "}", times),
            deep("if (r) ", "r = 1;", "", times),
            deep("if (r) ; else ", "r = 1;", "", times),
        ] {
            let errors = body(&code);
            assert!(errors.iter().any(|error| error.ends_with(too_deep)), "{errors:?}");
        }
        for text in [deep("(", "x=1", ")", times), deep("~", "x=1", "", times)] {
            let errors = condition(&format!("exists {text}"));
            assert!(errors.iter().any(|error| error.ends_with(too_deep)), "{errors:?}");
        }
        let chain = body(&format!("r = 1{};", " + 1".repeat(2 * times)));
        assert!(chain[0].ends_with("the expression is too long"), "{chain:?}");
    }
    // What is just allowed, or not nested at all.
    assert_eq!(body(&format!("r = {};", deep("(", "1", ")", 150))), [""; 0]);
    assert_eq!(body(&format!("r = 1{};", " + 1".repeat(500))), [""; 0]);
    assert_eq!(body(&"r = 1; ".repeat(50_000)), [""; 0]);
    assert_eq!(condition(&format!("exists (x=0{})", " \\/ x=1".repeat(50_000))), [""; 0]);
    assert_eq!(errors(&format!("C t {} {{}} P0 () {{}}", deep("(*", " ", "*)", 100_000))), [""; 0]);
}
