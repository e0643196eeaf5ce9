//! Every file of `corpus/litmus` is a test with its expectations inside, one line per model:
//!
//! ```text
//! (* expect sc: verified complete=3 blocked=0 Never *)
//! (* expect rc11: violated race *)
//! ```
//!
//! The whole command is run, so that what is compared is what a user sees. Where a violation stops the
//! search, counts mean nothing and are not written down. `./x bless` rewrites the lines; look at what it
//! changes.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const MODELS: [&str; 4] = ["sc", "tso", "ra", "rc11"];

/// Says that the expectations are to be rewritten and not checked.
const BLESS: &str = "SELVEDGE_BLESS";

fn corpus(file: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(file)?;
    let found: Vec<String> = MODELS.iter().map(|model| outcome(file, model)).collect::<Result<_, _>>()?;
    let expected: Vec<String> = text.lines().filter(|line| is_expectation(line)).map(str::to_owned).collect();
    if found == expected {
        return Ok(());
    }
    if std::env::var_os(BLESS).is_some() {
        std::fs::write(file, with_expectations(&text, &found))?;
        return Ok(());
    }
    let (found, expected) = (found.join("\n"), expected.join("\n"));
    Err(format!("{}\nexpected\n{expected}\nfound\n{found}\nIf that is right: ./x bless", file.display()).into())
}

fn is_expectation(line: &str) -> bool {
    line.starts_with("(* expect ")
}

/// The expectation that would be met.
fn outcome(file: &Path, model: &str) -> Result<String, String> {
    let run = Command::new(env!("CARGO_BIN_EXE_selvedge"))
        .args(["check", "--format", "json", "--model", model])
        .arg(file)
        .output()
        .map_err(|error| error.to_string())?;
    let report: Value = serde_json::from_slice(&run.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&run.stderr)))?;
    let word = |key: &str| report[key].as_str().unwrap_or("?").to_owned();
    let mut words = vec![word("verdict")];
    if let Some(kind) = report["error"]["kind"].as_str() {
        words.push(kind.to_owned());
    }
    if report["stop"]["reason"] == "exhausted" {
        words.push(format!("complete={} blocked={}", report["complete"], report["blocked"]));
        if report["observation"]["quantifier"].is_string() {
            words.push(report["observation"]["result"].as_str().unwrap_or("?").to_owned());
        }
    }
    Ok(format!("(* expect {model}: {} *)", words.join(" ")))
}

/// The text with these expectations after its name and description, and no others.
fn with_expectations(text: &str, expectations: &[String]) -> String {
    let mut lines: Vec<&str> = text.lines().filter(|line| !is_expectation(line)).collect();
    let head = 1 + usize::from(lines.get(1).is_some_and(|line| line.starts_with('"')));
    lines.splice(head..head, expectations.iter().map(String::as_str));
    lines.join("\n") + "\n"
}

datatest_stable::harness! {
    { test = corpus, root = "../../corpus/litmus", pattern = r"\.litmus$" },
}
