//! Which compiler is there?

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{DriverError, Language};

/// The versions of clang that are looked for by number, newest first.
const VERSIONS: std::ops::RangeInclusive<u32> = super::OLDEST..=22;

/// Whose command line it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompilerKind {
    /// `clang`.
    Clang,
    /// `zig cc`, which is clang with other defaults.
    Zig,
}

/// A compiler that can emit LLVM IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    /// Whose command line it has.
    pub kind: CompilerKind,
    /// The program and its first arguments; for zig without `cc`.
    pub words: Vec<String>,
}

impl Compiler {
    /// Takes the one that was named, or else looks for `clang`, `clang-22` … `clang-14`, `zig` and the
    /// `ziglang` module of Python, in this order.
    pub fn find(named: Option<&str>) -> Result<Compiler, DriverError> {
        if let Some(named) = named {
            return Ok(Compiler::named(named));
        }
        let mut tried = Vec::new();
        for program in std::iter::once("clang".to_owned()).chain(VERSIONS.rev().map(|v| format!("clang-{v}"))) {
            if on_path(&program).is_some() {
                return Ok(Compiler { kind: CompilerKind::Clang, words: vec![program] });
            }
            tried.push(program);
        }
        if on_path("zig").is_some() {
            return Ok(Compiler { kind: CompilerKind::Zig, words: vec!["zig".into()] });
        }
        tried.push("zig".into());
        let module = Compiler { kind: CompilerKind::Zig, words: ["python3", "-m", "ziglang"].map(String::from).into() };
        if on_path("python3").is_some() && module.answers() {
            return Ok(module);
        }
        tried.push("python3 -m ziglang".into());
        Err(DriverError::NoCompiler { tried })
    }

    /// All that are installed: for tests over several versions.
    pub fn all() -> Vec<Compiler> {
        let numbered = VERSIONS.rev().map(|v| format!("clang-{v}")).chain(["clang".into(), "zig".into()]);
        let mut found: Vec<Compiler> = numbered.filter(|p| on_path(p).is_some()).map(|p| Compiler::named(&p)).collect();
        let module = Compiler::named("python3 -m ziglang");
        if on_path("python3").is_some() && module.answers() {
            found.push(module);
        }
        found
    }

    /// What the user wrote: a path, perhaps with spaces in it, or a program and arguments.
    fn named(text: &str) -> Compiler {
        let mut words: Vec<String> = if Path::new(text).is_file() {
            vec![text.into()]
        } else {
            text.split_whitespace().map(String::from).collect()
        };
        let is_zig = |word: &String| {
            let stem = Path::new(word).file_stem().and_then(|s| s.to_str());
            matches!(stem, Some("zig" | "ziglang"))
        };
        if !words.iter().any(is_zig) {
            return Compiler { kind: CompilerKind::Clang, words };
        }
        // `cc` or `c++` is chosen per file.
        if matches!(words.last().map(String::as_str), Some("cc" | "c++")) {
            words.pop();
        }
        Compiler { kind: CompilerKind::Zig, words }
    }

    /// Does it run at all? Asked of Python, which may lack the module.
    fn answers(&self) -> bool {
        let mut command = self.start();
        command.arg("version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn start(&self) -> Command {
        let mut words = self.words.iter();
        let mut command = Command::new(words.next().map_or("clang", String::as_str));
        command.args(words);
        // The folder where we are may be that of the program that is checked, and what lies in it is not to
        // be run: neither as a program, because it is on the path in some form, nor as a module of Python.
        if let Some(path) = std::env::var_os("PATH") {
            let absolute = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
            if let Ok(path) = std::env::join_paths(absolute) {
                command.env("PATH", path);
            }
        }
        command.env("PYTHONSAFEPATH", "1");
        command
    }

    /// The start of a command line for a file of this language.
    pub fn command(&self, language: Language) -> Command {
        let mut command = self.start();
        match (self.kind, language) {
            (CompilerKind::Clang, _) => {}
            (CompilerKind::Zig, Language::Cpp) => {
                command.arg("c++");
            }
            (CompilerKind::Zig, _) => {
                command.arg("cc");
            }
        }
        command
    }
}

impl std::fmt::Display for Compiler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words.join(" "))?;
        if self.kind == CompilerKind::Zig { f.write_str(" cc") } else { Ok(()) }
    }
}

/// Where a program is found on `PATH`.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    let mut places = folders.map(|folder| folder.join(program));
    places.find(|place| is_executable(place))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_compilers() {
        let zig = Compiler::named("python3 -m ziglang cc");
        assert_eq!((zig.kind, zig.words.join(" ")), (CompilerKind::Zig, "python3 -m ziglang".into()));
        assert_eq!(zig.to_string(), "python3 -m ziglang cc");
        assert_eq!(Compiler::named("/opt/zig/zig").kind, CompilerKind::Zig);
        let clang = Compiler::named("ccache clang-16");
        assert_eq!((clang.kind, clang.words.len()), (CompilerKind::Clang, 2));
        let shown: Vec<_> = zig.command(Language::Cpp).get_args().map(|a| a.to_string_lossy().into_owned()).collect();
        assert_eq!(shown, ["-m", "ziglang", "c++"]);
    }
}
