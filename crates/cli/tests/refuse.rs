//! What `selvedge` says when there is nothing to check, and how it is called.

#[allow(dead_code, reason = "each test file uses some of it")]
mod common;

use common::{Folder, SB};

#[test]
fn bad_input_is_shown_in_place() {
    let folder = Folder::new("bad-input");
    let done = folder
        .write("bad.litmus", "C bad\n{}\nP0 (atomic_int* x) {\n  atomic_store(z, 1);\n}\n")
        .run("check bad.litmus");
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.starts_with("error: "), "{}", done.err);
    assert!(done.err.contains(" --> bad.litmus:4:"), "{}", done.err);
    assert!(done.err.contains("4 |   atomic_store(z, 1);\n"), "{}", done.err);
}

#[test]
fn unsupported_constructs_have_their_own_status() {
    let folder = Folder::new("unsupported");
    let done =
        folder.write("loop.litmus", "C loop\n{}\nP0 (atomic_int* x) {\n  while (1) {}\n}\n").run("check loop.litmus");
    assert_eq!((done.status, done.out.as_str()), (4, ""));
    assert!(done.err.starts_with("unsupported: "), "{}", done.err);
    assert!(done.err.contains(" --> loop.litmus:4:3\n"), "{}", done.err);
}

#[test]
fn files_that_are_no_tests_are_refused_clearly() {
    let folder = Folder::new("files");
    folder.write("a.c", "int main() {}").write("a.rs", "").write("a.txt", "").write("latin.litmus", b"C \xe9t\xe9");
    let refusal = |file: &str| {
        let done = folder.run(&format!("check {file}"));
        assert_eq!(done.out, "");
        (done.status, done.err)
    };
    assert_eq!(refusal("a.rs"), (4, "unsupported: Rust programs are not supported yet\n".to_owned()));
    let (status, text) = refusal("a.txt");
    assert_eq!(status, 2);
    assert!(text.starts_with("error: cannot tell what kind of program a.txt is\n"), "{text}");
    let (status, text) = refusal("nowhere.litmus");
    assert_eq!(status, 2);
    assert!(text.starts_with("error: cannot read nowhere.litmus: No such file"), "{text}");
    assert!(refusal(".").1.starts_with("error: cannot read .: it is a directory\n"));
    assert!(refusal("-").1.starts_with("error: reading a program from standard input is not supported\n"));
    let (status, text) = refusal("latin.litmus");
    assert_eq!(status, 2);
    assert!(text.contains("it is not UTF-8 text"), "{text}");
}

#[test]
fn usage_errors_say_what_there_is() {
    let folder = Folder::new("usage");
    folder.write("sb.litmus", SB);
    let refusal = |flags: &str| {
        let done = folder.run(&format!("check {flags} sb.litmus"));
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{flags}");
        done.err
    };
    let text = refusal("--model rc1");
    assert!(text.contains("there is no model `rc1`") && text.contains("did you mean `rc11`?"), "{text}");
    assert!(refusal("--format xml").contains("the formats are text, json, sarif, junit, github"));
    assert!(refusal("--frobnicate 4").contains("unexpected argument '--frobnicate'"));
    assert!(refusal("--threads 0").contains("invalid value '0'"));
    assert!(refusal("--limit-time 0").contains("invalid value '0'"));
    assert!(refusal("--schedule x").contains("there is no schedule `x`"));
    assert_eq!(folder.run("check").status, 2);
    assert_eq!(folder.run("").status, 2);
    assert_eq!(folder.run("frobnicate").status, 2);
}

#[test]
fn numbers_that_make_no_sense_are_explained() {
    let folder = Folder::new("numbers");
    for flag in ["--threads 0", "--threads many", "--unroll 0", "--limit-time 1.5", "--limit-events 0"] {
        let refused = folder.run(&format!("check --model sc {flag} x.c"));
        assert_eq!(refused.status, 2, "{flag}");
        assert!(refused.err.contains("a whole number, 1 or more"), "{flag}: {}", refused.err);
    }
}

#[test]
fn help_and_version_are_there() {
    let folder = Folder::new("help");
    let help = folder.run("check --help");
    assert_eq!(help.status, 0);
    for words in ["Exit status:", "Examples:", "What to check:", "Search:", "Output:", "   42  violated"] {
        assert!(help.out.contains(words), "{words}: {}", help.out);
    }
    for arguments in ["--help", "-h", "check --help", "check -h", "models --help"] {
        let help = folder.run(arguments);
        let widest = help.out.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(widest <= 100, "{arguments}: {widest} columns");
    }
    let version = folder.run("--version");
    assert_eq!((version.status, version.out), (0, format!("selvedge {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn models_are_listed_and_described() {
    let folder = Folder::new("models");
    let list = folder.run("models");
    assert_eq!(list.status, 0);
    for name in ["sc ", "tso ", "ra ", "rc11 "] {
        assert!(list.out.lines().any(|line| line.starts_with(name)), "{name}: {}", list.out);
    }
    let shown = folder.run("models show tso");
    assert_eq!(shown.status, 0);
    assert!(shown.out.starts_with("tso: total store order"), "{}", shown.out);
    let unknown = folder.run("models show tsso");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("did you mean `tso`?"), "{}", unknown.err);
}

/// The options that a text names, as far as a user could type them.
fn options_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("--").filter_map(move |(at, _)| {
        let starts = at == 0 || matches!(text.as_bytes()[at - 1], b' ' | b'`' | b'(' | b'"' | b'\n');
        let name = &text[at..];
        let end = name[2..].find(|c: char| !c.is_ascii_lowercase() && c != '-').map_or(name.len(), |end| end + 2);
        (starts && end > 3).then_some(&name[..end])
    })
}

/// A note that says what to do must name an option that there is.
#[test]
fn options_that_reports_name_exist() {
    let folder = Folder::new("options-named");
    let commands =
        ["", "check", "replay", "estimate", "models", "models show", "models check", "models compare", "explain"];
    let help: String = commands.iter().map(|command| folder.run(&format!("{command} --help")).out).collect();
    // The last one is hidden: only witnesses and checkpoints have it.
    let known: std::collections::BTreeSet<&str> = options_in(&help).chain(["--asked"]).collect();
    assert!(known.len() > 40, "{known:?}");
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = ["report/src", "check/src", "vm/src", "cli/src"].map(|name| crates.join(name)).to_vec();
    let (mut unknown, mut files) = (Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of ours") {
            let path = entry.expect("a file of ours").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|suffix| suffix == "rs" || suffix == "md") {
                let text = std::fs::read_to_string(&path).expect("a text");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                files += 1;
                unknown.extend(
                    options_in(code).filter(|it| !known.contains(it)).map(|it| format!("{}: {it}", path.display())),
                );
            }
        }
    }
    assert!(files > 100 && unknown.is_empty(), "{files} files: {unknown:#?}");
}
