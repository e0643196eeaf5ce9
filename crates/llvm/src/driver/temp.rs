//! A private folder that is removed when it is dropped.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// What the names of our folders start with.
pub(super) const PREFIX: &str = "selvedge-";

/// Whether a file is, or was, in one of our folders.
pub(super) fn contains(file: &str) -> bool {
    let folder = std::env::temp_dir();
    Path::new(file).strip_prefix(folder).is_ok_and(|rest| rest.to_string_lossy().starts_with(PREFIX))
}

/// The folder.
pub(super) struct TempDir {
    path: PathBuf,
}

impl TempDir {
    pub fn new() -> std::io::Result<TempDir> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        // Creation fails if the name is taken, so nobody can have prepared the folder for us.
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let nanos = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |since| since.subsec_nanos());
            let name = format!("{PREFIX}{}-{number}-{nanos:x}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match builder().create(&path) {
                Ok(()) => return Ok(TempDir { path }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::ErrorKind::AlreadyExists.into())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn builder() -> std::fs::DirBuilder {
    #[allow(unused_mut, reason = "changed on unix only")]
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // There is nobody to tell if this fails, and the system cleans its folder.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_private_and_goes_away() {
        let temp = TempDir::new().unwrap();
        let path = temp.path().to_owned();
        std::fs::write(path.join("x"), "x").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o700);
        }
        drop(temp);
        assert!(!path.exists());
    }
}
