//! The models as texts and the litmus corpus, for tests that put the two together.

use std::path::PathBuf;

use selvedge_kat::{Model, compile};
use selvedge_litmus::{Litmus, parse};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A built-in model, from its file.
pub fn model(name: &str) -> Model {
    let folder = root().join("crates/models/kat");
    let mut load = |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let compiled = compile(&format!("{name}.kat"), &mut load).expect("a readable model");
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// A test of the corpus.
pub fn litmus(name: &str) -> Litmus {
    let file = root().join(format!("corpus/litmus/{name}.litmus"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    parse(name, &text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// The names of all tests of the corpus.
pub fn corpus() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("corpus/litmus")).expect("the corpus can be read");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let litmus = files.filter(|file| file.extension().is_some_and(|suffix| suffix == "litmus"));
    let mut names: Vec<String> = litmus.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}
