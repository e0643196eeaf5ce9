//! Files that are written: whole, or not at all.
//!
//! A disk that is full, or a process that is killed, must not leave half a file where a whole one was. So the
//! text goes to a file beside, is brought to the disk, and takes the name when it is there.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use selvedge_core::Digest;
use selvedge_driver as driver;

/// How large a file may be that is read where no search has a limit: models, witnesses, checkpoints.
pub const LARGEST: u64 = 1 << 30;

/// Writes a file. If that fails, the file that was there before is still there.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    // What a link leads to is replaced, and not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| before.is_dir()) {
        return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
    }
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        // A terminal or a pipe is no place for a file beside it.
        let mut file = OpenOptions::new().write(true).open(&path)?;
        return file.write_all(text.as_bytes());
    }
    let (mut file, beside) = create_beside(&path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| {
        if let Some(before) = before {
            file.set_permissions(before.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
        return written;
    }
    // That it has the name now is on the disk when the folder is. Not every system lets a folder be opened.
    if let Some(folder) = File::open(folder_of(&path)).ok().filter(|_| cfg!(unix)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A new file in the same folder.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or_else(|| io::Error::from(ErrorKind::InvalidInput))?;
    let short = Digest::of(name.as_encoded_bytes()).short() as u32;
    remove_dead(folder_of(path), &prefix(short));
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let beside = folder_of(path).join(format!("{}{}-{number}.part", prefix(short), driver::own_mark()));
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((file, beside)),
            // A process that had this number was killed.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 1000 => {}
            Err(error) => return Err(error),
        }
    }
}

fn prefix(short: u32) -> String {
    format!(".selvedge-{short:08x}-")
}

/// Removes what processes left that were killed while they wrote the same file.
fn remove_dead(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = entry.file_name();
        let mark = name.to_str().and_then(|name| name.strip_prefix(prefix)?.strip_suffix(".part")?.rsplit_once('-'));
        if mark.is_some_and(|(mark, _)| driver::is_gone(mark)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A word as a shell takes it.
pub fn quoted(word: &OsString) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "-_=+./:,%@~".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("selvedge-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = folder("whole");
        let file = folder.join("a");
        write(&file, "one").expect("it is written");
        write(&file, "two").expect("it is written");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "two");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1);
        assert!(write(&folder.join("no/b"), "x").is_err());
        assert!(write(&folder, "x").is_err());
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = folder("links");
        let (file, link) = (folder.join("a"), folder.join("b"));
        write(&file, "one").expect("it is written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        write(&link, "two").expect("it is written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("a file"), "two");
        write(Path::new("/dev/null"), "x").expect("it takes everything");
        assert!(!Path::new("/dev/null").is_file());
        fs::remove_dir_all(&folder).expect("it was there");
    }

    #[test]
    fn words_are_quoted_for_shells() {
        let quoted = |word: &str| super::quoted(&word.into());
        assert_eq!(["-DN=3", "a b", "", "it's", "$(x)"].map(quoted), ["-DN=3", "'a b'", "''", "'it'\\''s'", "'$(x)'"]);
    }
}
