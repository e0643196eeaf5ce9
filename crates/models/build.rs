//! Writes the code of the built-in models from their texts, into cargo's output folder. It is never checked in;
//! `SELVEDGE_GEN_DIR=some/folder cargo build` writes it there as well, for reading.
//!
//! That the search can rely on the models, and that their asserts hold, is for tests to say.

use std::path::{Path, PathBuf};
use std::{env, fs};

use selvedge_kat::diagnostic::Severity;
use selvedge_kat::generate::{generate, set};
use selvedge_kat::licences::licences;
use selvedge_kat::{Citations, Model, compile};

/// The models for which there is code.
const MODELS: [&str; 10] = ["sc", "tso", "tso-x86", "pso", "ra", "ra-popl16", "sra", "rc11", "rc11-2017", "c20-std"];

/// Those with checkers that were written by hand: what the search may rely on is in their texts all the same.
const BY_HAND: [&str; 3] = ["jam21", "jam21s", "jam19"];

fn main() -> Result<(), String> {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?);
    let texts = home.join("kat");
    println!("cargo::rerun-if-changed={}", texts.display());
    println!("cargo::rerun-if-env-changed=SELVEDGE_GEN_DIR");
    let mut folders = vec![PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?)];
    folders.extend(env::var_os("SELVEDGE_GEN_DIR").map(PathBuf::from));
    let in_model = |model: &str, error: String| format!("{model}: {error}");
    let mut files = Vec::new();
    for model in MODELS {
        let code = read(model, &texts).and_then(|model| generate(&model).map_err(|error| error.to_string()));
        files.push((model.replace('-', "_"), code.map_err(|error| in_model(model, error))?));
    }
    let mut constants = String::new();
    for model in BY_HAND {
        let set = set(licences(&read(model, &texts).map_err(|error| in_model(model, error))?, Citations::Vouched));
        let name = model.to_uppercase();
        constants += &format!("/// Of `{model}`.\npub(crate) const {name}: Licences = {set};\n");
    }
    files.push(("licences".to_owned(), constants));
    for folder in &folders {
        for (name, code) in &files {
            let path = folder.join(format!("{name}.rs"));
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, code))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// The text of one model, understood.
fn read(model: &str, texts: &Path) -> Result<Model, String> {
    let mut load = |path: &str| fs::read_to_string(texts.join(path)).map_err(|error| error.to_string());
    let compiled = compile(&format!("{model}.kat"), &mut load)?;
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.render(&compiled.sources))
        .collect();
    compiled.model.filter(|_| errors.is_empty()).ok_or_else(|| errors.join("\n"))
}
