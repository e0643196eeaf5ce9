//! Promises of the documents: what they name exists, and they keep to their form.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file of the repository, by its path from the root. What is built, and what hides, is left out.
fn files() -> BTreeSet<String> {
    fn walk(folder: &Path, from: &str, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder can be read") {
            let entry = entry.expect("a folder can be read");
            let name = entry.file_name().into_string().expect("a name is UTF-8");
            if name.starts_with('.') || name == "target" {
                continue;
            }
            let path = format!("{from}{name}");
            if entry.file_type().expect("a file has a type").is_dir() {
                walk(&entry.path(), &format!("{path}/"), found);
            }
            found.insert(path);
        }
    }
    let mut found = BTreeSet::new();
    walk(&root(), "", &mut found);
    assert!(found.len() > 1000, "only {} files", found.len());
    found
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Every document, with its text. What is of the past, and may name what is gone, is left out.
fn documents(files: &BTreeSet<String>) -> Vec<(&str, String)> {
    let is_past = |path: &str| path == "CHANGELOG.md" || path.starts_with("docs/lab/");
    let documents = files.iter().filter(|path| path.ends_with(".md") && !is_past(path));
    documents.map(|path| (path.as_str(), read(path))).collect()
}

/// The pieces of code in a text, and not in its examples.
fn quoted(text: &str) -> Vec<&str> {
    let mut is_example = false;
    let prose = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_example ^= is_fence;
        !is_example && !is_fence
    });
    prose.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Files outside of the repository, or to be made in a recipe.
const ELSEWHERE: [&str; 11] = [
    "src/thread/pthread_barrier_wait.c",
    "nptl/pthread_barrier_destroy.c",
    "crates/models/kat/causal.kat",
    "dir/foo.kat",
    "power.c",
    "mine.kat",
    "ring.html",
    "ring.litmus",
    "compile_commands.json",
    "package.json",
    "selvedge.toml",
];

#[test]
fn files_that_are_named_exist() {
    let files = files();
    let endings = [".rs", ".md", ".tsv", ".kat", ".c", ".cpp", ".h", ".litmus", ".toml", ".txt", ".json"];
    let exists = |name: &str| {
        files
            .iter()
            .any(|path| path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/')))
    };
    let (mut missing, mut named) = (Vec::new(), 0);
    for (document, text) in documents(&files) {
        for name in quoted(&text) {
            let is_path = name.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
            let is_file = is_path && endings.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending));
            if !is_file
                || name.starts_with('.')
                || ELSEWHERE.contains(&name)
                || name.chars().any(|c| c.is_ascii_uppercase()) && !name.ends_with(".md")
            {
                continue;
            }
            named += 1;
            if !exists(name) {
                missing.push(format!("{document}: {name}"));
            }
        }
    }
    assert!(named > 100, "only {named} files are named");
    assert!(missing.is_empty(), "these files are named and do not exist:\n{}", missing.join("\n"));
}

#[test]
fn links_lead_somewhere() {
    let files = files();
    let (mut broken, mut links) = (Vec::new(), 0);
    for (document, text) in documents(&files) {
        let folder = Path::new(document).parent().expect("a file is in a folder");
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or_default();
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { root().join(document) } else { root().join(folder).join(file) };
            let slug = |line: &str| {
                let kept = line.trim_start_matches(['#', ' ']).to_lowercase();
                let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>()
            };
            let has_anchor = |path: &Path| {
                let text = std::fs::read_to_string(path).unwrap_or_default();
                text.lines().any(|line| line.starts_with('#') && slug(line) == anchor)
            };
            if !path.exists() || !anchor.is_empty() && !has_anchor(&path) {
                broken.push(format!("{document}: {target}"));
            }
        }
    }
    assert!(links > 50, "only {links} links");
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

/// All the words of our sources that can be names.
fn names(files: &BTreeSet<String>) -> BTreeSet<String> {
    let is_source = |path: &&String| [".rs", ".kat", ".h", "x"].iter().any(|ending| path.ends_with(ending));
    let word = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let sources = files.iter().filter(is_source).filter(|path| root().join(path).is_file());
    sources.flat_map(|path| read(path).split(word).map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[test]
fn names_of_the_glossary_and_the_architecture_exist() {
    let files = files();
    let known = names(&files);
    let mut missing = Vec::new();
    let mut checked = 0;
    for document in ["ARCHITECTURE.md", "GLOSSARY.md", "SOUNDNESS.md", "CONTRIBUTING.md"] {
        for name in quoted(&read(document)) {
            let mut parts = name.split("::");
            let is_name = |part: &str| {
                let mut letters = part.chars();
                letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
                    && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
            };
            // What is qualified, a type, or a function: other words may be commands, relations or parts of C.
            let stands_for_code = name.contains("::") || document == "GLOSSARY.md" && name.len() > 3;
            if !stands_for_code
                || !parts.clone().all(is_name)
                || name.starts_with("std::")
                || name.starts_with("atomic::")
            {
                continue;
            }
            checked += 1;
            if !parts.all(|part| known.contains(part)) {
                missing.push(format!("{document}: {name}"));
            }
        }
    }
    assert!(checked > 100, "only {checked} names");
    assert!(missing.is_empty(), "these names are in no source:\n{}", missing.join("\n"));
}

/// A claim that nobody reads is none.
#[test]
fn soundness_is_short() {
    let text = read("SOUNDNESS.md");
    let is_prose = |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.starts_with("|--");
    for line in text.lines().filter(is_prose) {
        let is_item = line.starts_with(['-', '|']) || line.chars().next().is_some_and(|c| c.is_ascii_digit());
        for part in line.split('|') {
            let words = part.split_whitespace().count();
            assert!(words <= if is_item { 30 } else { 40 }, "{words} words: {part}");
        }
    }
    let claim = text.split("## ").nth(1).expect("the claim comes first");
    let lines = claim.lines().skip(1).filter(|line| !line.is_empty()).count();
    assert!(lines <= 10, "the claim has {lines} lines");
}

/// Each row that says that something is found names a program that shows it.
#[test]
fn undefined_behaviour_that_is_found_has_a_test() {
    let files = files();
    let text = read("SOUNDNESS.md");
    let table = text.split("## Undefined behaviour").nth(1).and_then(|rest| rest.split("## ").next());
    let rows: Vec<&str> =
        table.expect("there is a table").lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    let mut programs = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, found, why_not] = cells[..] else { panic!("three cells: {row}") };
        assert!(!found.is_empty() || !why_not.is_empty(), "neither found nor explained: {row}");
        let mut program = String::new();
        for name in quoted(found) {
            let (file, switch) = match name.split_once(' ') {
                Some((file, switch)) => (Some(file), switch),
                None if name.starts_with("-D") => (None, name),
                None => {
                    assert!(files.contains(name), "{name} does not exist");
                    continue;
                }
            };
            if let Some(file) = file {
                program = read(&format!("corpus/c/undefined/{file}"));
            }
            let expected =
                program.lines().find_map(|line| line.split_once(&format!(" {switch}: ")).map(|(_, kind)| kind));
            let kind = expected.unwrap_or_else(|| panic!("nothing is expected of {name}"));
            assert!(kind.parse::<u64>().is_err() && kind != "verified", "{name} is not wrong: {kind}");
            programs += 1;
        }
    }
    assert!(programs > 80, "only {programs} programs");
}
