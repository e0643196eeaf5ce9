//! Writes, from the texts in `kat/`, the list of the built-in models and the code of their checkers into
//! cargo's output folder. It is never checked in; `SELVEDGE_GEN_DIR=some/folder cargo build` writes it there
//! as well, for reading.
//!
//! Each text says in its first lines what it is ([`header`]); all of them are a [`catalogue`]; [`list`] is
//! what is written down of it. That the search can rely on the models, and that their asserts hold, is for
//! tests to say.

mod catalogue;
mod header;
mod list;

use std::path::{Path, PathBuf};
use std::{env, fs};

use selvedge_kat::diagnostic::Severity;
use selvedge_kat::generate::{generate, set, type_name};
use selvedge_kat::licences::licences;
use selvedge_kat::{Citations, Model, compile};

use catalogue::{Catalogue, Known};
use header::Checker;

fn main() {
    if let Err(wrong) = write() {
        for line in wrong.iter().flat_map(|wrong| wrong.lines()) {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn write() -> Result<(), Vec<String>> {
    let variable = |name: &str| env::var(name).map_err(|error| vec![format!("{name}: {error}")]);
    let texts = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("kat");
    println!("cargo::rerun-if-changed={}", texts.display());
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-env-changed=SELVEDGE_GEN_DIR");
    let mut folders = vec![PathBuf::from(variable("OUT_DIR")?)];
    folders.extend(env::var_os("SELVEDGE_GEN_DIR").map(PathBuf::from));

    let catalogue = Catalogue::read(&texts, type_name)?;
    let mut files = vec![("builtin.rs".to_owned(), list::write(&catalogue, |name| licences_of(name, &texts))?)];
    for Known { name, entry, .. } in &catalogue.models {
        if matches!(entry.checker, Checker::Generated(_)) {
            let code = generate(&read(name, &texts)?).map_err(|error| {
                vec![format!("kat/{name}.kat: {error}"), "say `// checker: interpreted`, which is slower".to_owned()]
            })?;
            files.push((list::file_of(name), code));
        }
    }
    for folder in &folders {
        for (name, code) in &files {
            let path = folder.join(name);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, code))
                .map_err(|error| vec![format!("{}: {error}", path.display())])?;
        }
    }
    Ok(())
}

/// What the search may rely on, of a model whose checker is written by hand, as an expression.
fn licences_of(model: &str, texts: &Path) -> Result<String, Vec<String>> {
    Ok(set(licences(&read(model, texts)?, Citations::Vouched)))
}

/// The text of one model, understood.
fn read(model: &str, texts: &Path) -> Result<Model, Vec<String>> {
    let mut load = |path: &str| fs::read_to_string(texts.join(path)).map_err(|error| error.to_string());
    let compiled = compile(&format!("{model}.kat"), &mut load).map_err(|error| vec![error])?;
    let errors: Vec<String> = compiled
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| diagnostic.render(&compiled.sources))
        .collect();
    compiled.model.filter(|_| errors.is_empty()).ok_or(errors)
}
