//! The list of the models as Rust: their texts, the code of those for which there is some, and two tables for
//! the macros of `src/tables.rs`.

use std::fmt::Write;

use crate::catalogue::{Catalogue, Known};
use crate::header::{Checker, Search};

/// The file for a model's checker.
pub fn file_of(name: &str) -> String {
    format!("{}.rs", module_of(name))
}

fn module_of(name: &str) -> String {
    format!("model_{}", name.replace('-', "_"))
}

/// Writes the list. `licences` are those of a model whose checker is written by hand.
pub fn write(
    catalogue: &Catalogue,
    licences: impl Fn(&str) -> Result<String, Vec<String>>,
) -> Result<String, Vec<String>> {
    let mut out = "// The built-in models, from the first lines of their texts. Do not edit.\n".to_owned();
    texts(&mut out, catalogue);
    let mut modules = String::new();
    let mut builtin = "crate::tables::builtin! {\n".to_owned();
    let mut by_hand = "crate::tables::by_hand! {\n".to_owned();
    for Known { name, rust, entry } in &catalogue.models {
        let row = format!("{rust} {name:?} {:?}", entry.summary);
        match entry.checker {
            Checker::Generated(search) => {
                let module = module_of(name);
                let file = format!("concat!(env!(\"OUT_DIR\"), \"/{}\")", file_of(name));
                let _ = writeln!(modules, "mod {module} {{ include!({file}); }}\npub use {module}::{rust};");
                let group = if search == Search::Own { "own" } else { "shared" };
                let _ = writeln!(builtin, "    {row} {group};");
            }
            Checker::ByHand => _ = writeln!(by_hand, "    {row} {};", licences(name)?),
            Checker::Interpreted => {}
        }
    }
    for part in [&modules, &builtin, "}\n", &by_hand, "}\n"] {
        out.push_str(part);
    }
    Ok(out)
}

fn texts(out: &mut String, catalogue: &Catalogue) {
    let models = catalogue.models.iter().map(|model| (&model.name, model.entry.summary.as_str()));
    let parts = catalogue.parts.iter().map(|part| (part, ""));
    let count = catalogue.models.len() + catalogue.parts.len();
    let _ = writeln!(out, "/// The models in order, then the texts that they include.");
    let _ = writeln!(out, "pub const TEXTS: [crate::texts::ModelText; {count}] = [");
    for (name, summary) in models.chain(parts) {
        let text = format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/kat/{name}.kat\"))");
        let _ = writeln!(out, "    crate::texts::ModelText {{ name: {name:?}, summary: {summary:?}, text: {text} }},");
    }
    out.push_str("];\n");
}
