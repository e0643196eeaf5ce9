//! What the tests share: reading everything that is parsed on demand.

use selvedge_llvm::ReadError;
use selvedge_llvm::ir::{AliasId, Module};

/// Parses every body, initialiser and alias. Returns what was not understood.
pub fn everything(module: &Module) -> Result<Vec<String>, ReadError> {
    let mut unsupported = Vec::new();
    for id in module.function_ids() {
        unsupported.extend(module.body(id)?.unsupported().iter().map(|u| u.to_string()));
    }
    for id in module.global_ids() {
        if let Some(init) = module.initializer(id)? {
            init.unsupported(&mut |u| unsupported.push(u.to_string()));
        }
    }
    for id in (0..module.aliases.len() as u32).map(AliasId) {
        module.alias_target(id)?;
    }
    Ok(unsupported)
}

/// The sample files: name and text.
#[allow(dead_code, reason = "not every test reads them")]
pub fn samples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ir");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "ll"));
    files.sort();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}
