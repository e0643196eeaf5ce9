//! What cannot be checked is refused in the format that was asked for, with a place.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::Folder;
use serde_json::Value;

#[test]
fn usage_errors_are_documents_where_documents_are_wanted() {
    let folder = Folder::new("usage");
    for line in ["check --nonsense x.c", "check", "check x.c --unroll 0", "estimate --nonsense", "check x.c --arg"] {
        let text = folder.run(line);
        assert_eq!((text.status, text.out.as_str()), (2, ""), "{line}: {}", text.out);
        assert!(text.err.contains("error: "), "{}", text.err);
        for format in ["--format json", "--format=json"] {
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            let json = folder.run(&format!("{command} {format} {rest}"));
            let document: Value =
                serde_json::from_str(&json.out).unwrap_or_else(|why| panic!("{line}: {why}: {}", json.out));
            assert_eq!((json.status, json.err.as_str()), (2, ""), "{line}");
            let message = document["error"]["message"].as_str().expect("a message");
            assert!(text.err.contains(message.split(':').next().unwrap_or_default()), "{message}: {}", text.err);
        }
    }
    for (format, part) in [("sarif", "\"$schema\""), ("junit", "<testsuites"), ("github", "::error")] {
        let done = folder.run(&format!("check --format {format} --nonsense x.c"));
        assert_eq!(done.status, 2);
        assert!(done.out.contains(part) && done.out.contains("--nonsense"), "{}", done.out);
    }
    // Help is no error, and what is behind `--` is for somebody else.
    assert_eq!(folder.run("check --help --format json").status, 0);
    assert_eq!(folder.run("check --nonsense -- --format json").out, "");
}

#[test]
fn what_is_not_modelled_has_a_place_and_its_own_status() {
    let folder = Folder::new("usage-unsupported");
    let programs = [
        (
            "static char big[1 << 30];\nint main(void) { return big[0]; }",
            "the variable big (p.c:1) of 1073741824 bytes",
        ),
        ("int x;\nstatic char big[1L << 40];\nint main(void) { return big[0]; }", "the variable big (p.c:2)"),
        (
            "int main(int c, char **v) {\n  static void *l[] = {&&a, &&b};\n  goto *l[c > 1];\na: return 0;\nb: return 1;\n}",
            "the address of a label (a computed goto), to initialise l (p.c:2)",
        ),
        (
            "int main(int c, char **v) {\n  void *l[] = {&&a, &&b};\n  goto *l[c > 1];\na: return 0;\nb: return 1;\n}",
            "the address of a label (a computed goto), to initialise l in main (p.c:1)",
        ),
        (
            "int main(int c, char **v) {\n  void *l = c > 1 ? &&a : &&b;\n  goto *l;\na: return 0;\nb: return 1;\n}",
            "the address of a label (a computed goto), reached at p.c:2:",
        ),
        ("__asm__(\".globl f\\nf: ret\");\nint main(void) { return 0; }", "assembly at the top level of p.c"),
        ("int main(void) {\n  char b[1L << 40];\n  b[0] = 1;\n}", "reached in main"),
    ];
    for (program, message) in programs {
        folder.write("p.c", program);
        let text = folder.run("check p.c");
        assert_eq!(text.status, 4, "{program}: {}{}", text.out, text.err);
        assert!(text.out.contains(message) || text.err.contains(message), "{program}: {}{}", text.out, text.err);
        let json = folder.run("check --format json p.c");
        let document: Value = serde_json::from_str(&json.out).expect("a document");
        assert_eq!((json.status, document["verdict"].as_str()), (4, Some("unsupported")), "{}", json.out);
    }
}

#[test]
fn machines_with_other_words_are_refused() {
    let folder = Folder::new("usage-words");
    folder.write("p.c", "int x, *p = &x; int main(void) { *p = 3; return x - 3; }");
    let done = folder.run("check p.c -- -m32");
    assert_eq!(done.status, 4, "{}{}", done.out, done.err);
    assert!(done.err.contains("a machine with pointers of 32 bits"), "{}", done.err);
}
