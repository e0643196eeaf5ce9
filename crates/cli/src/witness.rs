//! Writing witnesses: what a violation's execution is an execution of, and where the file goes.
//!
//! The context of a witness is the command line as it was typed, in the folder where it was typed, and hashes of everything
//! that could have changed since: the files, and for a compiled program what the compiler made of them. So `selvedge
//! replay` needs nothing but the file.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use selvedge_core::witness::Decisions;
use selvedge_core::{Violation, Witness};
use selvedge_report::Problem;

use crate::flags::plan::{Keep, Plan};

/// How many files of a kind are kept in the folder for those that the user has given no name.
const KEPT: usize = 100;

/// Which program it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// The files and the hashes of their contents.
    pub files: Vec<(String, u64)>,
    /// The compiler that was used.
    pub compiler: Option<String>,
    /// The hash of what it made.
    pub compiled: Option<u64>,
    /// Where accesses are cut, which earlier searches have found out.
    pub cuts: Vec<u64>,
    /// Which idle reads are taken, which earlier searches have found out.
    pub noticed: Vec<u64>,
}

impl Identity {
    /// Adds a file.
    pub fn add_file(&mut self, file: &OsStr) -> Result<(), Problem<'static>> {
        let name = file.to_string_lossy().into_owned();
        let digest = digest_of(Path::new(file)).map_err(|why| Problem::input(format!("cannot read {name}: {why}")))?;
        self.files.push((name, digest));
        Ok(())
    }
}

/// The hash of a file's contents.
pub fn digest_of(path: &Path) -> Result<u64, String> {
    if path.is_dir() {
        return Err("it is a directory".to_owned());
    }
    std::fs::read(path).map(|bytes| Witness::digest(&bytes)).map_err(|error| error.to_string())
}

/// The witness of a search that has begun and found nothing yet.
pub fn begun(plan: &Plan, identity: &Identity) -> Witness {
    let mut context: Vec<(String, String)> = Vec::new();
    let mut add = |key: &str, text: String| context.push((key.to_owned(), text));
    add("tool", env!("CARGO_PKG_VERSION").to_owned());
    if let Ok(here) = std::env::current_dir() {
        add("directory", here.display().to_string());
    }
    for word in &plan.words {
        add("word", word.to_string_lossy().into_owned());
    }
    for (file, digest) in &identity.files {
        add("file", format!("{digest:016x} {file}"));
    }
    add("model", plan.model.name().to_owned());
    if let Some(compiler) = &identity.compiler {
        add("compiler", compiler.clone());
    }
    if let Some(compiled) = identity.compiled {
        add("compiled", format!("{compiled:016x}"));
    }
    for (key, addresses) in [("cut", &identity.cuts), ("noticed", &identity.noticed)] {
        addresses.iter().for_each(|address| add(key, address.to_string()));
    }
    Witness { context, decisions: None }
}

/// What became of a witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The file, if it was written.
    pub file: Option<String>,
    /// What to tell the user about it.
    pub note: Option<String>,
}

/// Writes the witness of a violation where the user wants it, and says so.
pub fn keep(plan: &Plan, identity: &Identity, violation: &Violation) -> Kept {
    let mut witness = begun(plan, identity);
    witness.context.push(("message".to_owned(), violation.message.clone()));
    witness.decisions = Some(Decisions::of(violation));
    let text = witness.to_string();
    let written = match &plan.witness {
        Keep::Nothing => return Kept::default(),
        Keep::In(file) => {
            let path = PathBuf::from(file);
            std::fs::write(&path, &text).map(|()| path).map_err(|error| (file.to_string_lossy().into_owned(), error))
        }
        // A place of our own that cannot be written is nothing to bother anybody with.
        // The same violation has the same name.
        Keep::Somewhere => match keep_somewhere("witness", plan, Witness::digest(text.as_bytes()), &text) {
            Some(path) => Ok(path),
            None => return Kept::default(),
        },
    };
    match written {
        Ok(path) => Kept {
            note: Some(format!("`selvedge replay {}` shows this execution again", path.display())),
            file: Some(path.display().to_string()),
        },
        Err((file, error)) => {
            Kept { note: Some(format!("the witness could not be written to {file}: {error}")), file: None }
        }
    }
}

/// Writes to the folder for files of this kind that the user has given no name, and removes old ones.
pub fn keep_somewhere(kind: &str, plan: &Plan, digest: u64, text: &str) -> Option<PathBuf> {
    let folder = folder(kind)?;
    std::fs::create_dir_all(&folder).ok()?;
    let stem = Path::new(plan.files.first()?).file_stem()?.to_string_lossy().into_owned();
    let path = folder.join(format!("{stem}-{:08x}.{kind}", digest as u32));
    std::fs::write(&path, text).ok()?;
    forget_old(&folder, kind);
    Some(path)
}

/// Where files go that the user has given no name: the place for data that a program wants to find again.
fn folder(kind: &str) -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    let folder = if kind == "witness" { "witnesses".to_owned() } else { format!("{kind}s") };
    Some(state.join("selvedge").join(folder))
}

fn forget_old(folder: &Path, kind: &str) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let is_ours = entry.path().extension() == Some(OsStr::new(kind));
            Some((entry.metadata().ok()?.modified().ok()?, entry.path())).filter(|_| is_ours)
        })
        .collect();
    files.sort();
    for (_, path) in files.iter().rev().skip(KEPT) {
        let _ = std::fs::remove_file(path);
    }
}
