//! Writing witnesses: what a violation's execution is an execution of, and where the file goes.
//!
//! The context of a witness is what of the command line decides what is checked ([`crate::flags::recorded`]),
//! the folder where it was typed, and digests of everything that could have changed since: the files, and for
//! a compiled program what the compiler made of them. So `selvedge replay` needs little but the file. What it
//! does not take from there, because a witness may come from anywhere, is said when the file is written.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use selvedge_core::witness::Decisions;
use selvedge_core::{Digest, Violation, Witness};
use selvedge_driver as driver;
use selvedge_report::Problem;

use crate::files;
use crate::flags::plan::{Keep, Plan};
use crate::flags::raw;

/// How many files of a kind are kept in the folder for those that the user has given no name.
const KEPT: usize = 100;

/// Which program it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// The files of the program, then that of the model if it has one, and the digests of their contents.
    pub files: Vec<(String, Digest)>,
    /// The compiler that was used.
    pub compiler: Option<String>,
    /// The flags that it was not given, although the user wanted that.
    pub left_out: Vec<String>,
    /// The digest of what it made.
    pub compiled: Option<Digest>,
    /// Where accesses are cut, which earlier searches have found out.
    pub cuts: Vec<u64>,
    /// Which idle reads are taken, which earlier searches have found out.
    pub noticed: Vec<u64>,
    /// Memory that atomic sections have for themselves.
    pub exclusive: Vec<u64>,
}

impl Identity {
    /// Reads the files.
    pub fn of(plan: &Plan) -> Result<Identity, Problem<'static>> {
        let mut identity = Identity::default();
        for file in plan.files.iter().chain(&plan.model_file) {
            let name = file.to_string_lossy().into_owned();
            let digest = digest_of(Path::new(file), plan.options.limits.memory as u64);
            let digest = digest.map_err(|why| Problem::input(format!("cannot read {name}: {why}")))?;
            identity.files.push((name, digest));
        }
        Ok(identity)
    }

    /// The digest of the first so many files, which are the program.
    pub fn program(&self, files: usize) -> Digest {
        match &self.files[..files.min(self.files.len())] {
            [(_, digest)] => *digest,
            several => Digest::of(several.iter().map(|(_, digest)| digest.to_string()).collect::<String>().as_bytes()),
        }
    }
}

/// The digest of a file's contents.
pub fn digest_of(path: &Path, most: u64) -> Result<Digest, String> {
    driver::read_file(path, most).map(|bytes| Digest::of(&bytes)).map_err(|error| error.to_string())
}

/// The witness of a search that has begun and found nothing yet.
pub fn begun(plan: &Plan, identity: &Identity) -> Witness {
    let mut context: Vec<(String, String)> = Vec::new();
    let mut add = |key: &str, text: String| context.push((key.to_owned(), text));
    add("tool", env!("CARGO_PKG_VERSION").to_owned());
    if let Ok(here) = std::env::current_dir() {
        add("directory", here.display().to_string());
    }
    plan.recorded.iter().for_each(|word| add("word", word.to_string_lossy().into_owned()));
    plan.compiler_flags.iter().for_each(|flag| add("flag", flag.to_string_lossy().into_owned()));
    for (file, digest) in &identity.files {
        add("file", format!("{digest} {file}"));
    }
    add("model", plan.model.identity());
    if let Some(compiler) = &identity.compiler {
        add("compiler", compiler.clone());
    }
    if let Some(compiled) = identity.compiled {
        add("compiled", compiled.to_string());
    }
    for (key, addresses) in
        [("cut", &identity.cuts), ("noticed", &identity.noticed), ("exclusive", &identity.exclusive)]
    {
        addresses.iter().for_each(|address| add(key, address.to_string()));
    }
    Witness { context, decisions: None }
}

/// The flags that a file has kept for the compiler, if they may be taken from there.
pub fn flags<'w>(kept: impl Iterator<Item = &'w str>) -> Result<Vec<OsString>, String> {
    let flags: Vec<OsString> = kept.map(OsString::from).collect();
    match driver::first_untrusted(&flags, Path::new(".")) {
        None => Ok(flags),
        Some(flag) => Err(format!(
            "it asks for the compiler flag `{}`, which could read or write other files or run code; if you want it, give all \
             flags yourself: -- {}",
            flag.to_string_lossy(),
            flags.iter().map(files::quoted).collect::<Vec<_>>().join(" ")
        )),
    }
}

/// Whether all files that are to be read are among those of which the digests are known.
pub fn lists_all(raw: &raw::Check, listed: &[(&str, &str)]) -> Result<(), String> {
    let model = OsString::from(&raw.model);
    let model = Some(&model).filter(|_| raw.model.ends_with(".kat"));
    let named: Vec<&OsString> = raw.files.iter().chain(model).collect();
    let missing = named.iter().find(|name| !listed.iter().any(|(_, file)| **name == *file));
    match missing {
        Some(name) => Err(format!("it speaks of {}, and does not say what is in it", name.to_string_lossy())),
        None if named.len() != listed.len() => Err("it lists files that are no part of the program".to_owned()),
        None => Ok(()),
    }
}

/// What has to be said again after the name of a file, because it is not taken from there.
pub fn said_again(plan: &Plan) -> String {
    let mut words = String::new();
    if let Some(compiler) = &plan.compiler {
        words += &format!(" --compiler {}", files::quoted(&compiler.into()));
    }
    if driver::first_untrusted(&plan.compiler_flags, Path::new(".")).is_some() {
        words += " --";
        words.extend(plan.compiler_flags.iter().map(|flag| format!(" {}", files::quoted(flag))));
    }
    words
}

/// What became of a witness.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The file, if it was written.
    pub file: Option<String>,
    /// What to tell the user about it.
    pub note: Option<String>,
}

/// Writes the witness of a violation where the user wants it, and says so. If there are several, they are
/// numbered from one.
pub fn keep(plan: &Plan, identity: &Identity, violation: &Violation, number: usize) -> Kept {
    let mut witness = begun(plan, identity);
    witness.context.push(("message".to_owned(), violation.message.clone()));
    witness.decisions = Some(Decisions::of(violation));
    let text = witness.to_string();
    let written = match &plan.witness {
        Keep::Nothing => return Kept::default(),
        Keep::In(file) => {
            let mut path = file.clone();
            if number > 1 {
                path.push(format!(".{number}"));
            }
            let path = PathBuf::from(path);
            files::write(&path, &text).map_err(|error| (path.display().to_string(), error)).map(|()| path)
        }
        // A place of our own that cannot be written is nothing to bother anybody with.
        // The same violation has the same name.
        Keep::Somewhere => match place("witness", plan, Digest::of(text.as_bytes())) {
            Ok(path) if files::write(&path, &text).is_ok() => Ok(path),
            Ok(_) | Err(_) => return Kept::default(),
        },
    };
    match written {
        Ok(path) => Kept {
            note: Some(format!("`selvedge replay {}{}` shows this execution again", path.display(), said_again(plan))),
            file: Some(path.display().to_string()),
        },
        Err((file, error)) => {
            Kept { note: Some(format!("the witness could not be written to {file}: {error}")), file: None }
        }
    }
}

/// The name of a file of this kind that the user has given none, in a folder that is there. Old ones are
/// removed.
pub fn place(kind: &str, plan: &Plan, digest: Digest) -> Result<PathBuf, String> {
    let folder = folder(kind).ok_or("anywhere: HOME is not set")?;
    std::fs::create_dir_all(&folder).map_err(|error| format!("to {}: {error}", folder.display()))?;
    forget_old(&folder, kind);
    let stem = plan.files.first().and_then(|file| Path::new(file).file_stem()).unwrap_or_default().to_string_lossy();
    Ok(folder.join(format!("{stem}-{:08x}.{kind}", digest.short() as u32)))
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
    for (_, path) in files.iter().rev().skip(KEPT - 1) {
        let _ = std::fs::remove_file(path);
    }
}
