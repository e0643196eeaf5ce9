//! Files that are read again: whole and unchanged, or not at all.
//!
//! What a search leaves behind decides what a later one does, and a line that is missing, or a number that
//! has changed, can make it say *verified* of a program that goes wrong. So the last line of such a file says
//! how long the text before it is and what its [`Digest`] is, and a file of which that is not true means
//! nothing. A seal shows damage; it does not say that the file was written by a friend, and what a reader
//! does with the text must not rely on that.
//!
//! ```text
//! selvedge-witness 2
//! …
//! sealed 412 af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262
//! ```

use crate::digest::Digest;

/// A kind of file, and the version of its format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The first word of the file.
    pub kind: &'static str,
    /// The version that is written, and the only one that is read.
    pub version: u32,
}

impl Seal {
    /// The file with these lines.
    pub fn close(self, lines: &str) -> String {
        let text = format!("{} {}\n{lines}", self.kind, self.version);
        let (length, digest) = (text.len(), Digest::of(text.as_bytes()));
        format!("{text}sealed {length} {digest}\n")
    }

    /// The lines of a file, or why it is not to be read.
    pub fn open(self, file: &[u8]) -> Result<&str, String> {
        let Seal { kind, version } = self;
        let first = file.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let found = first.strip_prefix(kind.as_bytes()).and_then(|rest| rest.strip_prefix(b" "));
        let Some(found) = found else { return Err(format!("it does not begin with `{kind}`")) };
        if found != version.to_string().as_bytes() {
            let found = found[..found.len().min(20)].escape_ascii();
            let why = format!("it has version {found} of the format, and this Selvedge reads version {version} only");
            return Err(why);
        }
        let whole = std::str::from_utf8(file).ok();
        let lines = whole.and_then(|text| {
            let start = text.strip_suffix('\n')?.rfind('\n')? + 1;
            let lines = text[..start].split_once('\n')?.1;
            (self.close(lines) == text).then_some(lines)
        });
        lines.ok_or_else(|| "it is damaged or cut short: it is not what was written once".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal { kind: "selvedge-test", version: 2 };

    #[test]
    fn what_is_closed_is_opened() {
        for lines in ["", "\n", "a b\n", "a\nsealed 3 x\n", "ü\n\n"] {
            assert_eq!(SEAL.open(SEAL.close(lines).as_bytes()), Ok(lines));
        }
    }

    #[test]
    fn nothing_else_is_opened() {
        let file = SEAL.close("path 0/2 1/3\npath 1/2\nname ü\n").into_bytes();
        let mut damaged = file.clone();
        for at in 0..file.len() {
            for bit in 0..8 {
                damaged[at] ^= 1 << bit;
                assert!(SEAL.open(&damaged).is_err(), "bit {bit} of byte {at}");
                damaged[at] ^= 1 << bit;
            }
            assert!(SEAL.open(&file[..at]).is_err(), "{at} bytes");
            assert!(SEAL.open(&file[at + 1..]).is_err(), "all but {at} bytes");
        }
        for more in ["\n", "x", "sealed\n"] {
            assert!(SEAL.open(&[&file, more.as_bytes()].concat()).is_err(), "{more:?}");
        }
        assert!(SEAL.open(&[file.as_slice(), &file].concat()).is_err());
        assert!(SEAL.open(&[0; 100]).is_err());
    }

    #[test]
    fn another_version_is_refused_by_name() {
        let why = SEAL.open(b"selvedge-test 1\npath 1/2\n").expect_err("another version");
        assert_eq!(why, "it has version 1 of the format, and this Selvedge reads version 2 only");
        let why = SEAL.open(b"selvedge-other 2\n").expect_err("another kind");
        assert_eq!(why, "it does not begin with `selvedge-test`");
        let why = SEAL.open(b"selvedge-test \x1b[2J\n").expect_err("another version");
        assert!(why.contains("\\x1b[2J"), "{why}");
    }
}
