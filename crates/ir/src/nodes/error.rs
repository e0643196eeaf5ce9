//! What can go wrong while reading.

use std::fmt;

/// The text is not LLVM IR as we know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The file, as it was named to [`read`](crate::read()).
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What was wrong there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Something that was found and not understood. It matters only if the program reaches it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is, such as `instruction catchpad` or `ordering weird`.
    pub what: String,
    /// Its text, cut when very long.
    pub text: String,
    /// The line of the IR file, from 1.
    pub line: u32,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (IR line {}): {}", self.what, self.line, self.text)
    }
}
