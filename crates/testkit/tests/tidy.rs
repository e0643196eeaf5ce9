//! Promises about the repository itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Which of our crates each crate may use: the table of ARCHITECTURE.md. `testkit` may see everything.
const MAY_USE: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("explore", &["core"]),
    ("kat", &["core"]),
    ("models", &["core", "kat"]),
    ("litmus", &["core"]),
    ("ir", &["core"]),
    ("driver", &["ir"]),
    ("vm", &["core", "ir"]),
    ("oracle", &["core"]),
    ("check", &["core", "explore", "models"]),
    ("report", &["core", "check"]),
    ("cli", &["core", "explore", "kat", "models", "litmus", "ir", "driver", "vm", "check", "report"]),
    ("testkit", &["core", "explore", "kat", "models", "litmus", "ir", "driver", "vm", "oracle", "check", "report"]),
];

/// Verdicts made by hand are for tests: no crate is built with that door open.
#[test]
fn only_tests_make_verdicts_by_hand() {
    let mut asking = 0;
    for entry in std::fs::read_dir(root().join("crates")).expect("the crates can be listed") {
        let manifest = entry.expect("the crates can be listed").path().join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest).expect("a manifest can be read");
        let tested = text.find("[dev-dependencies]").unwrap_or(text.len());
        for (at, _) in text.match_indices("\"by-hand\"") {
            assert!(at > tested, "{} asks for verdicts made by hand, and not only for its tests", manifest.display());
            asking += 1;
        }
    }
    assert!(asking > 0);
}

#[test]
fn crates_only_use_what_the_architecture_allows() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.iter().copied().collect();
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() >= 8, "cargo metadata lists the workspace");
    for package in packages {
        let name = package["name"].as_str().expect("a package has a name").trim_start_matches("selvedge-");
        let allowed = allowed.get(name).unwrap_or_else(|| panic!("{name} is not in the table"));
        for dependency in package["dependencies"].as_array().expect("a package lists its dependencies") {
            let used = dependency["name"].as_str().expect("a dependency has a name");
            if let Some(ours) = used.strip_prefix("selvedge-") {
                // Examples and tests need programs and models.
                let is_example = [
                    ("check", "litmus"),
                    ("explore", "litmus"),
                    ("explore", "models"),
                    ("report", "explore"),
                    ("report", "kat"),
                    ("report", "litmus"),
                    ("report", "models"),
                ]
                .contains(&(name, ours));
                let dev_only = dependency["kind"] == "dev" && (ours == "testkit" || is_example);
                assert!(allowed.contains(&ours) || dev_only, "{name} must not depend on {ours}");
            }
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("a source folder can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn lines(path: &Path) -> usize {
    std::fs::read_to_string(path).expect("a source file can be read").lines().count()
}

/// Files of more than 600 lines, and why each is one room all the same. The list may only become shorter.
const LARGE: [(&str, &str); 1] =
    [("crates/vm/src/report/influence.rs", "one walk over all instructions and calls, and its tables of functions")];

#[test]
fn files_stay_small() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    assert!(files.len() > 50);
    let listed = |file: &Path| LARGE.iter().any(|(name, _)| file.ends_with(name));
    for file in &files {
        let lines = lines(file);
        assert!(lines <= 600 || listed(file), "{} has {lines} lines: one room, one job", file.display());
        assert!(lines <= 800, "{} has {lines} lines, which no reason is good enough for", file.display());
    }
    for (name, _) in LARGE {
        let file = files.iter().find(|file| file.ends_with(name));
        let is_large = file.is_none_or(|file| lines(file) > 600);
        assert!(is_large, "{name} has no more than 600 lines: take it off the list");
    }
}

/// The search proper is short, says which lines of the paper's algorithm each file is, and knows nothing of
/// reductions.
#[test]
fn the_paper_is_legible() {
    let mut all = 0;
    for name in ["explorer", "extend", "read", "write", "revisit"] {
        let path = root().join(format!("crates/explore/src/{name}.rs"));
        let text = std::fs::read_to_string(&path).expect("a source file can be read");
        all += text.lines().count();
        assert!(
            text.starts_with("//!") && text.contains("//! ```text\n"),
            "{name}.rs does not open with the algorithm"
        );
        for word in text.split(|letter: char| !letter.is_ascii_alphabetic()) {
            let word = word.to_ascii_lowercase();
            let stem = word.strip_suffix('s').unwrap_or(&word);
            assert!(!["barrier", "twin", "lock"].contains(&stem), "{name}.rs speaks of {word}");
        }
    }
    assert!(all <= 600, "they have {all} lines");
}

/// Crates in which every comment has at most 110 columns.
const NARROW: [&str; 9] = ["core", "explore", "kat", "models", "litmus", "oracle", "check", "report", "cli"];

/// Wider comments in all other crates. The number may only become smaller.
const WIDE: usize = 25;

#[test]
fn comments_can_be_read_beside_each_other() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let mut wide = 0;
    for file in files {
        let of = file.strip_prefix(root().join("crates")).expect("it is in the folder").to_owned();
        let is_narrow = NARROW.iter().any(|name| of.starts_with(name));
        let text = std::fs::read_to_string(&file).expect("a source file can be read");
        for (at, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("//") && line.chars().count() > 110 {
                assert!(!is_narrow, "{}:{}: a comment is wider than 110 columns", file.display(), at + 1);
                wide += 1;
            }
        }
    }
    assert!(wide <= WIDE, "{wide} comments are wider than 110 columns, {WIDE} were: break the lines of new ones");
}

/// What strangers see of a crate: each has what a package needs.
#[test]
fn crates_can_be_published() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    for package in metadata["packages"].as_array().expect("there are packages") {
        let name = package["name"].as_str().expect("a package has a name");
        for field in ["description", "license", "repository", "readme", "rust_version"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        assert!(package["keywords"].as_array().is_some_and(|words| !words.is_empty()), "{name} has no keywords");
        let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
        let folder = Path::new(manifest).parent().expect("a file is in a folder");
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).is_file(), "{name} has no {file}");
        }
        for dependency in package["dependencies"].as_array().expect("a package lists its dependencies") {
            assert_ne!(dependency["req"], "*", "{name} does not say which version of {} it wants", dependency["name"]);
        }
    }
}

/// The licences of what is built are those that deny.toml allows.
#[test]
fn licences_are_allowed() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let about = String::from_utf8(rustc.stdout).expect("rustc prints text");
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc says where it runs");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", host])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON");
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("deny.toml can be read");
    let allowed = deny.lines().find_map(|line| line.strip_prefix("allow = ")).expect("licences are allowed");
    let allowed: Vec<&str> = allowed.split('"').skip(1).step_by(2).collect();
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() > 30, "only {} packages", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
        // All parts that are joined by AND, and one of those that are joined by OR.
        let is_allowed = licence.split(" AND ").all(|part| {
            let choices = part.trim_matches(['(', ')']).split(" OR ");
            choices.map(str::trim).any(|choice| allowed.contains(&choice))
        });
        assert!(is_allowed, "{} has the licence {licence:?}", package["name"]);
    }
}
