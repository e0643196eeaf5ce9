//! Reading files whose names came from elsewhere: from a command line, debug information, a witness.

use std::fs::{self, File};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The contents of a file, unless there is more than `most` bytes of them. A device or a pipe may have no
/// end, or nothing may ever write to it; so only what is a file like any other is read.
pub fn read_file(path: &Path, most: u64) -> Result<Vec<u8>> {
    let check = |metadata: fs::Metadata| match metadata.file_type() {
        kind if kind.is_dir() => Err(Error::new(ErrorKind::IsADirectory, "it is a directory")),
        kind if !kind.is_file() => Err(Error::new(ErrorKind::InvalidInput, "it is a device or a pipe, and no file")),
        _ if metadata.len() > most => Err(too_large(metadata.len(), most)),
        _ => Ok(()),
    };
    // To open a pipe is to wait for the other end.
    check(fs::metadata(path)?)?;
    let file = File::open(path)?;
    check(file.metadata()?)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    // It may grow while it is read.
    if bytes.len() as u64 > most { Err(too_large(bytes.len() as u64, most)) } else { Ok(bytes) }
}

fn too_large(size: u64, most: u64) -> Error {
    let why = format!("it has {size} bytes, and with the limit on memory files may have {most}");
    Error::new(ErrorKind::FileTooLarge, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temp::TempDir;

    #[test]
    fn only_files_are_read_and_only_small_ones() {
        let temp = TempDir::new().expect("a folder");
        let file = temp.path().join("file");
        fs::write(&file, "twelve bytes").expect("a file can be written");
        assert_eq!(read_file(&file, 12).expect("a file"), b"twelve bytes");
        assert_eq!(read_file(&file, 11).expect_err("too large").kind(), ErrorKind::FileTooLarge);
        assert_eq!(read_file(temp.path(), 12).expect_err("a folder").kind(), ErrorKind::IsADirectory);
        #[cfg(unix)]
        assert_eq!(read_file(Path::new("/dev/zero"), 12).expect_err("a device").kind(), ErrorKind::InvalidInput);
    }
}
