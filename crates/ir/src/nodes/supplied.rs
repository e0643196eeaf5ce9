//! Files that the user has not written, although debug information names them.
//!
//! A compiler driver may add files of its own: parts of a library, headers. It keeps them in a folder that
//! has another name each time, so that name must make no difference, and what is in the files is not the
//! user's.

use std::path::{Path, PathBuf};

use selvedge_core::Digest;
use selvedge_core::digest::Digester;

use super::Module;

/// Which files have been added to those of the user. The default is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Supplied {
    /// Where their folder is.
    pub place: PathBuf,
    /// What the name of their folder starts with. Digits, letters and dashes follow, another time others.
    pub folder: String,
    /// Their names, without a suffix.
    pub files: Vec<String>,
}

impl Supplied {
    /// Whether a file is one of them.
    pub fn contains(&self, file: &str) -> bool {
        let file = Path::new(file);
        let is_named = |stem: &std::ffi::OsStr| self.files.iter().any(|name| stem == name.as_str());
        file.file_stem().is_some_and(is_named)
            && file.strip_prefix(&self.place).is_ok_and(|rest| rest.to_string_lossy().starts_with(&self.folder))
    }
}

impl Module {
    /// A hash of a compiled program: it changes whenever the sources, the headers, the flags or the compiler
    /// do.
    pub fn digest(&self) -> Digest {
        let mut whole = Digester::default();
        let folder = self.supplied.folder.as_str();
        for unit in &self.units {
            let parts: Vec<&str> = match folder {
                "" => vec![&unit.text],
                folder => unit.text.split(folder).collect(),
            };
            for (at, part) in parts.into_iter().enumerate() {
                // The rest of the folder's name is another one each time.
                let name = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let is_folder = at > 0 && part.starts_with(|c: char| c.is_ascii_digit());
                let part = if is_folder { part.trim_start_matches(name) } else { part };
                whole.add(&(part.len() as u64).to_le_bytes());
                whole.add(part.as_bytes());
            }
        }
        whole.digest()
    }
}
