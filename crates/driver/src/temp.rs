//! Private folders that are removed when they are dropped, or when the process is asked to end; and those of
//! processes that were killed, by the next one.
//!
//! No other user can guess a name, have prepared a folder of that name, or look into it.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use super::process::{is_gone, own_mark};

/// What the names of our folders start with.
pub(super) const PREFIX: &str = "selvedge-";

/// The folders that there are now.
static LIVE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn live() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all folders: the process is about to end. A thread that wants a folder, or to remove one, waits
/// until it has.
pub(super) fn remove_all() {
    let live = live();
    for path in live.iter() {
        // Something may be written there at this moment.
        let _ = (0..10).find(|_| fs::remove_dir_all(path).is_ok() || !path.exists());
    }
    std::mem::forget(live);
}

/// The folder.
pub(super) struct TempDir {
    path: PathBuf,
}

impl TempDir {
    pub fn new() -> std::io::Result<TempDir> {
        // Creation fails if the name is taken; that this happens by chance twice is as likely as that it
        // never ends.
        for _ in 0..4 {
            let path = std::env::temp_dir().join(format!("{PREFIX}{}-{:016x}{:016x}", own_mark(), random(), random()));
            let mut live = live();
            match builder().create(&path) {
                Ok(()) => {
                    live.insert(path.clone());
                    static CLEAN: Once = Once::new();
                    CLEAN.call_once(|| remove_dead(&path));
                    return Ok(TempDir { path });
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::from(ErrorKind::AlreadyExists))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// 64 bits that the system draws.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn builder() -> DirBuilder {
    #[allow(unused_mut, reason = "changed on unix only")]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
}

/// Removes the folders, beside this one, of processes of this user that were killed.
fn remove_dead(own: &Path) {
    let Some(entries) = own.parent().and_then(|folder| fs::read_dir(folder).ok()) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let mark = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.rsplit_once('-'));
        // What is a link leads elsewhere.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if mark.is_some_and(|(mark, _)| is_gone(mark)) && is_folder && have_one_owner(own, &entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(unix)]
fn have_one_owner(own: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let owner = |path: &Path| fs::symlink_metadata(path).map(|metadata| metadata.uid()).ok();
    owner(own).is_some() && owner(own) == owner(other)
}

#[cfg(not(unix))]
fn have_one_owner(_: &Path, _: &Path) -> bool {
    false
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let mut live = live();
        live.remove(&self.path);
        // If this fails, there is no one to report it to, and the next process tries again.
        let _ = fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_private_and_goes_away() {
        let temp = TempDir::new().unwrap();
        let path = temp.path().to_owned();
        fs::write(path.join("x"), "x").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        }
        assert!(crate::supplied().contains(&path.join("libc.c").to_string_lossy()));
        assert_ne!(TempDir::new().unwrap().path(), path);
        drop(temp);
        assert!(!path.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_killed_processes_left_is_removed() {
        let temp = TempDir::new().unwrap();
        let folder = |mark: &str| {
            let path = temp.path().join(format!("{PREFIX}{mark}-0123"));
            fs::create_dir(&path).unwrap();
            path
        };
        let own = own_mark();
        let live = folder(&own);
        let dead = folder(&own.replacen(&std::process::id().to_string(), "4294967295", 1));
        let elsewhere = folder("4294967295-1-1");
        remove_dead(&live);
        assert_eq!([live, dead, elsewhere].map(|path| path.exists()), [true, false, true]);
    }
}
