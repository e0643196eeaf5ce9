//! Promises of the documents: what they name exists, and they keep to their form.

use std::collections::{BTreeMap, BTreeSet};
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

/// Every document, with its text.
fn all_documents(files: &BTreeSet<String>) -> Vec<(&str, String)> {
    files.iter().filter(|path| path.ends_with(".md")).map(|path| (path.as_str(), read(path))).collect()
}

/// The same without what is of the past, and may name what is gone.
fn documents(files: &BTreeSet<String>) -> Vec<(&str, String)> {
    let is_past = |path: &str| path == "CHANGELOG.md" || path.starts_with("docs/lab/");
    all_documents(files).into_iter().filter(|(path, _)| !is_past(path)).collect()
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
    for (document, text) in all_documents(&files) {
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

/// A folder or file that a document names without an ending is there, too.
#[test]
fn folders_that_the_architecture_names_exist() {
    let files = files();
    let mut named = 0;
    for document in ["ARCHITECTURE.md", "GLOSSARY.md", "CONTRIBUTING.md"] {
        for name in quoted(&read(document)) {
            let is_path = name.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
            let is_placeholder = name.chars().any(|c| c.is_ascii_uppercase()) && !name.ends_with(".md");
            if !is_path
                || is_placeholder
                || !name.contains('/')
                || name.starts_with(['.', '/'])
                || ELSEWHERE.contains(&name)
            {
                continue;
            }
            named += 1;
            let name = name.trim_end_matches('/');
            let exists = files
                .iter()
                .any(|path| path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/')));
            assert!(exists, "{document} names {name}, which does not exist");
        }
    }
    assert!(named > 50, "only {named}");
}

/// What our sources define, and where: for each name the files that define it.
struct Sources {
    definitions: BTreeMap<String, BTreeSet<usize>>,
    /// For each file, the words of its code.
    words: Vec<BTreeSet<String>>,
}

impl Sources {
    fn new(files: &BTreeSet<String>) -> Sources {
        let mut sources = Sources { definitions: BTreeMap::new(), words: Vec::new() };
        let is_source = |path: &&String| [".rs", ".kat", ".h", "x"].iter().any(|ending| path.ends_with(ending));
        for path in files.iter().filter(is_source).filter(|path| root().join(path).is_file()) {
            let (text, file) = (read(path), sources.words.len());
            let mut words = BTreeSet::new();
            for line in text.lines() {
                let code = line.split("//").next().unwrap_or_default();
                let parts: Vec<&str> = code.split(|c: char| !is_letter(c)).filter(|part| !part.is_empty()).collect();
                words.extend(parts.iter().map(|part| (*part).to_owned()));
                for name in defined(code, &parts) {
                    sources.definitions.entry(name.to_owned()).or_default().insert(file);
                }
            }
            sources.words.push(words);
        }
        sources
    }

    /// Whether there is such a thing: each part of the name is a word of one file that defines the last one.
    fn have(&self, name: &str) -> bool {
        let parts: Vec<&str> = name.split("::").collect();
        let (last, before) = parts.split_last().expect("a name has a part");
        // Crates, and what is in them but not by that name, are words somewhere.
        let is_known = |part: &&str| self.words.iter().any(|words| words.contains(*part));
        let Some(files) = self.definitions.get(*last) else { return before.is_empty() && is_known(last) };
        let has_all = |file: &usize| before.iter().all(|part| self.words[*file].contains(*part));
        before.iter().all(is_known) && (files.iter().any(has_all) || before.iter().all(|part| !starts_large(part)))
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn starts_large(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
}

/// What a line of code defines: what follows a keyword that defines, and what may be a field, a variant or an
/// entry of a table.
fn defined<'a>(code: &'a str, parts: &[&'a str]) -> Vec<&'a str> {
    let keywords = ["fn", "struct", "enum", "trait", "type", "const", "static", "mod", "macro_rules", "let", "view"];
    let mut found: Vec<&str> =
        parts.windows(2).filter(|pair| keywords.contains(&pair[0])).map(|pair| pair[1]).collect();
    let line = code.trim_start().trim_start_matches("pub(crate) ").trim_start_matches("pub ");
    let name = line.split(|c: char| !is_letter(c)).next().unwrap_or_default();
    let after = line[name.len()..].trim_start();
    if !name.is_empty() && (after.is_empty() || after.starts_with([',', ':', '(', '{', '='])) {
        found.push(name);
    }
    found
}

#[test]
fn names_of_the_glossary_and_the_architecture_exist() {
    let sources = Sources::new(&files());
    let mut missing = Vec::new();
    let mut checked = 0;
    for document in ["ARCHITECTURE.md", "GLOSSARY.md", "SOUNDNESS.md", "CONTRIBUTING.md"] {
        for name in quoted(&read(document)) {
            let name = name.strip_suffix("()").unwrap_or(name);
            let is_name = |part: &str| {
                part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && part.chars().all(is_letter)
            };
            // What is qualified, a type, or a function: other words may be commands, relations or parts of C.
            let is_type = starts_large(name) && name.contains(|c: char| c.is_ascii_lowercase());
            let is_ours = document == "ARCHITECTURE.md" && (is_type || name.contains('_') && !name.contains("__"));
            let stands_for_code = name.contains("::") || document == "GLOSSARY.md" && name.len() > 3 || is_ours;
            if !stands_for_code
                || !name.split("::").all(is_name)
                || name.starts_with("std::")
                || name.starts_with("atomic::")
                || OF_OTHERS.contains(&name)
            {
                continue;
            }
            checked += 1;
            if !sources.have(name) {
                missing.push(format!("{document}: {name}"));
            }
        }
    }
    assert!(checked > 150, "only {checked} names");
    assert!(missing.is_empty(), "these names are in no source:\n{}", missing.join("\n"));
}

/// Names that are not ours.
const OF_OTHERS: [&str; 1] = ["OUT_DIR"];

/// The numbers of sections with which a text begins: `2.3, §2.6 and so on` has two.
fn numbers(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        found.push(rest[..end].trim_end_matches('.'));
        match rest[end..].strip_prefix(", §").or_else(|| rest[end..].strip_prefix(" and §")) {
            Some(next) => rest = next,
            None => return found,
        }
    }
}

/// Sections of the specification that comments and documents speak of.
#[test]
fn sections_that_are_cited_exist() {
    let files = files();
    let mut cited = 0;
    for specification in ["engine.md", "kat.md"] {
        let text = read(&format!("docs/spec/{specification}"));
        let titles = text.lines().filter(|line| line.starts_with('#'));
        let sections: BTreeSet<String> = titles
            .filter_map(|line| line.trim_start_matches('#').split_whitespace().next())
            .map(|number| number.trim_end_matches('.').to_owned())
            .collect();
        for path in files.iter().filter(|path| path.ends_with(".rs") || path.ends_with(".md")) {
            for after in read(path).split(&format!("{specification} §")).skip(1) {
                for number in numbers(after) {
                    cited += 1;
                    assert!(sections.contains(number), "{path} cites {specification} §{number}, which is not there");
                }
            }
        }
    }
    assert!(cited > 50, "only {cited} sections are cited");
}

/// Words that mean something else here than in English, or in the field: a newcomer must be able to look them
/// up.
const COINED: [&str; 42] = [
    "atom",
    "blocked",
    "bound",
    "checkpoint",
    "choice",
    "circle",
    "crossing",
    "cursor",
    "doubt",
    "epilogue",
    "predicted",
    "frame",
    "frozen",
    "halt",
    "hook",
    "letter",
    "level",
    "licence",
    "limit",
    "mark",
    "maximal",
    "moot",
    "mutant",
    "notes",
    "open",
    "oracle",
    "past",
    "path",
    "piece",
    "plan",
    "redundant",
    "retracted",
    "rival",
    "schedule",
    "stamp",
    "subject",
    "taken",
    "trie",
    "twin",
    "way",
    "witness",
    "worker",
];

#[test]
fn coined_words_are_in_the_glossary() {
    let text = read("GLOSSARY.md");
    let terms: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" |").next())
        .flat_map(|terms| terms.split(|c: char| !c.is_ascii_alphabetic()))
        .collect();
    let sources = Sources::new(&files());
    let is_used = |word: &str| sources.words.iter().flatten().any(|name| name.to_ascii_lowercase().contains(word));
    let missing: Vec<&str> = COINED.into_iter().filter(|word| !terms.contains(word) && is_used(word)).collect();
    assert!(missing.is_empty(), "the glossary lacks {missing:?}");
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
