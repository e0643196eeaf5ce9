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
                let is_example =
                    [("check", "litmus"), ("explore", "litmus"), ("explore", "models")].contains(&(name, ours));
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

#[test]
fn files_stay_small() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    assert!(files.len() > 50);
    for file in files {
        let lines = lines(&file);
        assert!(lines <= 800, "{} has {lines} lines: one room, one job", file.display());
    }
}

/// The search proper is short, says which lines of the paper's algorithm each file is, and knows nothing of reductions.
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
