//! Writes the code of the built-in models from their texts, into cargo's output folder. It is never checked in;
//! `SELVEDGE_GEN_DIR=some/folder cargo build` writes it there as well, for reading.
//!
//! That the search can rely on the models, and that their asserts hold, is for tests to say.

use std::path::{Path, PathBuf};
use std::{env, fs};

use selvedge_kat::diagnostic::Severity;
use selvedge_kat::generate::generate;
use selvedge_kat::{Sizes, compile};

/// The models for which there is code.
const MODELS: [&str; 10] = ["sc", "tso", "tso-x86", "pso", "ra", "ra-popl16", "sra", "rc11", "rc11-2017", "c20-std"];

/// Those of which decision 0014 shows that they know what accesses of different sizes mean.
const WITH_SIZES: [&str; 4] = ["sc", "tso", "ra", "rc11"];

fn main() -> Result<(), String> {
    let home = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(|error| error.to_string())?);
    let texts = home.join("kat");
    println!("cargo::rerun-if-changed={}", texts.display());
    println!("cargo::rerun-if-env-changed=SELVEDGE_GEN_DIR");
    let mut folders = vec![PathBuf::from(env::var("OUT_DIR").map_err(|error| error.to_string())?)];
    folders.extend(env::var_os("SELVEDGE_GEN_DIR").map(PathBuf::from));
    for model in MODELS {
        let code = code(model, &texts).map_err(|error| format!("{model}: {error}"))?;
        let name = model.replace('-', "_");
        for folder in &folders {
            let path = folder.join(format!("{name}.rs"));
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, &code))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// The code of one model.
fn code(model: &str, texts: &Path) -> Result<String, String> {
    let mut load = |path: &str| fs::read_to_string(texts.join(path)).map_err(|error| error.to_string());
    let compiled = compile(&format!("{model}.kat"), &mut load)?;
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.render(&compiled.sources))
        .collect();
    let sizes = if WITH_SIZES.contains(&model) { Sizes::Known } else { Sizes::Unknown };
    match compiled.model {
        Some(model) if errors.is_empty() => generate(&model, sizes).map_err(|error| error.to_string()),
        _ => Err(errors.join("\n")),
    }
}
