//! From source files to a module, with the user's own compiler.
//!
//! We bring no compiler: the program is compiled by the one its author uses (see [`Compiler::find`]), with
//! the headers and flags of its author, and only the text it emits is ours to read.
//!
//! | flag | why |
//! |---|---|
//! | `-S -emit-llvm` | text IR; the one format that one reader can read from all versions |
//! | `-g`, last | locations and variable names for reports |
//! | `-O0`, last | the program as written: an optimiser may use a data race as a licence to change it, and hide the race |
//! | `-Xclang -fsanitize-address-use-after-scope` | says where the blocks of the source begin and end that variables belong to; nothing is checked by it alone |
//! | `-Xclang -disable-O0-optnone` | no `optnone`, so that passes of `opt` may be run on the IR by hand |
//! | `-fno-discard-value-names` | release builds of clang drop names of values; they make IR and reports readable |
//! | `-fno-sanitize=all` (zig) | `zig cc` adds traps for undefined behaviour, which would be calls we do not know |
//! | `-Wno-unused-command-line-argument` (zig) | it complains about a flag it adds itself |
//! | `-isystem DIR` | the headers we ship, behind the user's own `-I` |
//! | `-include FILE` (C++) | settings for the C++ library, see `prelude.h` |
//! | `-x c` | for files whose suffix says nothing |
//!
//! The user's flags come after the others, so they win; `flags.rs` says which are passed on. C++ is told by
//! its suffix; `zig` has a command for it, since `zig cc` does not look for the C++ library. `.ll` is read as
//! it is, and `.bc` goes through clang, which must not be older than the compiler that wrote it.
//!
//! Programs that use `std::map`, `std::list` or `std::unordered_map` of libstdc++ are linked with
//! `containers.cpp`, those that use libc++ with `libcxx.cpp`, and those that use `qsort` and the like with
//! `libc.c`.
//!
//! Intermediate files, where there must be any, are in a private folder that is removed again.

mod file;
mod find;
mod flags;
mod process;
mod resources;
mod temp;
mod trust;

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use selvedge_ir::{LinkError, Module, ReadError, Supplied, link, read};

pub use file::read_file;
pub use find::{Compiler, CompilerKind};
pub use process::{is_gone, own_mark};
pub use resources::memory;
use temp::TempDir;
pub use trust::first_untrusted;

/// The headers that we ship, by name.
pub const HEADERS: [(&str, &str); 4] = [
    ("selvedge.h", include_str!("../headers/selvedge.h")),
    ("genmc.h", include_str!("../headers/genmc.h")),
    ("barrier", include_str!("../headers/barrier")),
    ("latch", include_str!("../headers/latch")),
];

/// Those of them that say what a part of the C++ library does: nothing in them is the program's own.
const CPP_HEADERS: [&str; 2] = ["barrier", "latch"];

/// The files that we add to those of the user.
fn supplied() -> Supplied {
    let stem = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let names = RUNTIMES.iter().map(|runtime| runtime.name).chain(CPP_HEADERS);
    Supplied { place: std::env::temp_dir(), folder: temp::PREFIX.to_owned(), files: names.filter_map(stem).collect() }
}

/// The oldest clang whose IR is read.
pub const OLDEST: u32 = 14;

/// What is in the first so many bytes of a text that LLVM has written.
const AUTHOR: &[u8] = b"; ModuleID =";
const HEAD: usize = 4096;

/// The version of clang that wrote a text, as the text says itself.
fn version_of(text: &[u8]) -> Option<u32> {
    const BEFORE: &[u8] = b"clang version ";
    let idents = text.windows(BEFORE.len()).enumerate().filter(|(_, window)| *window == BEFORE);
    // A string of the program may say anything; the compiler's own word is alone in its node.
    let mut versions = idents.filter_map(|(at, _)| {
        let line = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let is_ident = text[line..at].starts_with(b"!") && text[line..at].windows(5).any(|word| word == b"= !{!");
        let digits: Vec<u8> =
            text[at + BEFORE.len()..].iter().copied().take_while(u8::is_ascii_digit).take(6).collect();
        String::from_utf8(digits).ok()?.parse().ok().filter(|_| is_ident)
    });
    versions.next()
}

/// What the user asked for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A compiler to use instead of looking for one: a program with optional arguments, such as `clang-16` or
    /// `zig cc`.
    pub compiler: Option<String>,
    /// Flags for the compiler, after ours.
    pub flags: Vec<OsString>,
    /// Headers to put on the include path beside [`HEADERS`]: name and contents.
    pub headers: Vec<(String, String)>,
    /// Let the compiler colour its messages.
    pub color: bool,
    /// How many bytes of LLVM IR there may be, if there is a limit.
    pub most: Option<u64>,
}

impl Options {
    fn most(&self) -> u64 {
        self.most.unwrap_or(u64::MAX)
    }
}

/// A program, compiled and linked.
#[derive(Debug)]
pub struct Loaded {
    /// All files as one module.
    pub module: Module,
    /// What the compiler said although it succeeded: its warnings, as it wrote them.
    pub messages: String,
    /// What compiled it; `None` when all files were `.ll`.
    pub compiler: Option<Compiler>,
    /// Flags of the user's that were not passed on to it.
    pub left_out: Vec<String>,
}

/// What a file is, by its suffix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C: the default.
    C,
    /// C++: `.cpp .cc .cxx .C .c++ .ii`.
    Cpp,
    /// Text IR: `.ll`.
    Ir,
    /// Bitcode: `.bc`.
    Bitcode,
}

impl Language {
    /// By the suffix of a file.
    pub fn of(file: &Path) -> Language {
        match file.extension().and_then(|e| e.to_str()) {
            Some("cpp" | "cc" | "cxx" | "C" | "c++" | "CPP" | "cp" | "ii") => Language::Cpp,
            Some("ll") => Language::Ir,
            Some("bc") => Language::Bitcode,
            _ => Language::C,
        }
    }
}

/// Why there is no module.
#[derive(Debug)]
#[non_exhaustive]
pub enum DriverError {
    /// None of the compilers we know is installed.
    NoCompiler {
        /// What we looked for.
        tried: Vec<String>,
    },
    /// The compiler cannot be run.
    Spawn {
        /// The command line.
        command: String,
        /// Why.
        error: std::io::Error,
    },
    /// The compiler rejected the program.
    Compile {
        /// The source file.
        file: PathBuf,
        /// The command line.
        command: String,
        /// What it wrote, unchanged.
        stderr: String,
    },
    /// The compiler succeeded, and what it wrote is no IR.
    NoIr {
        /// The command line.
        command: String,
    },
    /// The compiler writes a dialect of LLVM IR that is not read.
    TooOld {
        /// The compiler.
        compiler: String,
        /// The version of clang that it is.
        version: u32,
    },
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A flag of the user's cannot be used.
    Flag {
        /// The flag.
        flag: String,
        /// Why.
        why: &'static str,
    },
    /// No file was given.
    NoFile,
    /// The IR cannot be read.
    Read(ReadError),
    /// The files do not go together.
    Link(LinkError),
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DriverError::NoCompiler { tried } => write!(
                f,
                "no C compiler that can emit LLVM IR was found (looked for {}); install clang or `pip install ziglang`",
                tried.join(", ")
            ),
            DriverError::Spawn { command, error } => write!(f, "cannot run `{command}`: {error}"),
            DriverError::Compile { stderr, command, .. } if stderr.trim().is_empty() => {
                write!(f, "`{command}` failed without a message")
            }
            DriverError::Compile { stderr, .. } => f.write_str(stderr),
            DriverError::NoIr { command } => {
                write!(
                    f,
                    "`{command}` wrote something else than LLVM IR; is it a compiler, and are these flags for one?"
                )
            }
            DriverError::TooOld { compiler, version } => write!(
                f,
                "`{compiler}` is clang {version}, and Selvedge reads what clang {OLDEST} and newer write; install one, or name \
                 one with --compiler"
            ),
            DriverError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            DriverError::Flag { flag, why } => write!(f, "the compiler flag `{flag}` cannot be used: {why}"),
            DriverError::NoFile => f.write_str("no file to check"),
            DriverError::Read(error) => error.fmt(f),
            DriverError::Link(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DriverError {}

fn io(path: &Path) -> impl FnOnce(std::io::Error) -> DriverError {
    let path = path.to_owned();
    move |error| DriverError::Io { path, error }
}

/// Compiles, reads and links.
pub fn load(files: &[PathBuf], options: &Options) -> Result<Loaded, DriverError> {
    if files.is_empty() {
        return Err(DriverError::NoFile);
    }
    let is_source = |file: &PathBuf| matches!(Language::of(file), Language::C | Language::Cpp);
    let sifted = flags::sift(&options.flags).map_err(|(flag, why)| DriverError::Flag { flag, why })?;
    let own = options.compiler.iter().flat_map(|text| text.split_whitespace().skip(1)).map(OsString::from);
    flags::sift(&own.collect::<Vec<_>>()).map_err(|(flag, why)| DriverError::Flag { flag, why })?;
    let left_out = if files.iter().any(is_source) { sifted.left_out } else { Vec::new() };
    let options = &Options { flags: sifted.passed, ..options.clone() };
    let mut session = Session { options, compiler: None, temp: None, messages: String::new() };
    let mut modules = Vec::with_capacity(files.len());
    for file in files {
        let text = match Language::of(file) {
            Language::Ir => read_file(file, options.most()).map_err(io(file))?,
            language => session.compile(file, language, Origin::User)?,
        };
        let mut module = read(&file.to_string_lossy(), text).map_err(DriverError::Read)?;
        let is_optimised = match is_source(file) {
            // Of what we have compiled, we know what we asked for; but environments and wrappers may have
            // asked for more.
            true => flags::has_traces(&module.units[0].text),
            false => flags::is_optimised(&module.units[0].text),
        };
        if is_optimised {
            module.optimised.push(file.display().to_string());
        }
        modules.push(module);
    }
    let cpp = files.iter().any(|file| Language::of(file) == Language::Cpp);
    for runtime in &RUNTIMES {
        if session.compiler.is_some() && modules.iter().any(|module| runtime.is_wanted_by(module)) {
            // The user's flags may be for one language only.
            let file = session.temp()?.join(runtime.name).with_extension(if cpp { "cpp" } else { "c" });
            std::fs::write(&file, runtime.source).map_err(io(&file))?;
            let text = session.compile(&file, Language::of(&file), Origin::Runtime)?;
            modules.push(read(runtime.name, text).map_err(DriverError::Read)?);
        }
    }
    let mut module = match modules.len() {
        1 => modules.remove(0),
        _ => link(modules).map_err(DriverError::Link)?,
    };
    module.supplied = supplied();
    Ok(Loaded { module, messages: session.messages, compiler: session.compiler, left_out })
}

/// Ends the compilers that are running and removes our folders: the process is about to end.
pub fn abandon() {
    process::end_children();
    temp::remove_all();
}

/// A part of a library that is linked with programs that want it.
struct Runtime {
    name: &'static str,
    source: &'static str,
    functions: Functions,
}

/// Which functions a part of a library defines.
enum Functions {
    /// Those with these names.
    Named(&'static [&'static str]),
    /// Those whose names start with one of these.
    Starting(&'static [&'static str]),
}

/// Whose code is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    User,
    /// Ours: warnings would be about nothing that the user can change.
    Runtime,
}

/// The parts of libraries that we bring.
const RUNTIMES: [Runtime; 3] = [
    Runtime {
        name: "containers.cpp",
        source: include_str!("containers.cpp"),
        functions: Functions::Starting(&[
            "_ZSt18_Rb_tree_",
            "_ZSt28_Rb_tree_",
            "_ZSt29_Rb_tree_",
            "_ZNSt8__detail15_List_node_base",
            "_ZNKSt8__detail20_Prime_rehash",
        ]),
    },
    Runtime {
        name: "libcxx.cpp",
        source: include_str!("libcxx.cpp"),
        functions: Functions::Starting(&[
            "_ZNSt3__115__thread_struct",
            "_ZNSt3__15mutex",
            "_ZNSt3__115recursive_mutex",
            "_ZNSt3__118condition_variable",
            "_ZNSt3__111__call_once",
            "_ZNSt3__112__next_prime",
            "_ZNSt3__119__shared_weak_count",
            "_ZNSt3__112basic_stringIc",
            "_ZNKSt3__112basic_stringIc",
        ]),
    },
    Runtime {
        name: "libc.c",
        source: include_str!("libc.c"),
        functions: Functions::Named(&[
            "qsort",
            "qsort_r",
            "bsearch",
            "strpbrk",
            "strtok",
            "strtok_r",
            "__strtok_r",
            "strsep",
            "strndup",
            "__strndup",
            "realloc",
            "reallocarray",
            "div",
            "ldiv",
            "lldiv",
            "vsnprintf",
            "vsprintf",
            "vprintf",
            "vfprintf",
            "vdprintf",
            "vasprintf",
            "asprintf",
            "err",
            "errx",
            "sscanf",
            "vsscanf",
            "__isoc99_sscanf",
            "__isoc23_sscanf",
        ]),
    },
];

impl Runtime {
    /// Whether a module declares, but does not define, one of the functions.
    fn is_wanted_by(&self, module: &Module) -> bool {
        let is_one = |name: &str| match self.functions {
            Functions::Named(names) => names.contains(&name),
            Functions::Starting(prefixes) => prefixes.iter().any(|prefix| name.starts_with(prefix)),
        };
        module.functions.iter().any(|function| !function.defined && is_one(&function.name))
    }
}

/// One run of the driver: the compiler and the folder come into being when they are needed.
struct Session<'a> {
    options: &'a Options,
    compiler: Option<Compiler>,
    temp: Option<TempDir>,
    messages: String,
}

impl Session<'_> {
    fn temp(&mut self) -> Result<&Path, DriverError> {
        if self.temp.is_none() {
            self.temp = Some(TempDir::new().map_err(io(&std::env::temp_dir()))?);
        }
        Ok(self.temp.as_ref().map_or(Path::new(""), TempDir::path))
    }

    /// The folder with the headers we ship.
    fn include(&mut self) -> Result<PathBuf, DriverError> {
        let more = self.options.headers.iter().map(|(name, contents)| (name.as_str(), contents.as_str()));
        let headers: Vec<(&str, &str)> = HEADERS.into_iter().chain(more).collect();
        let include = self.temp()?.join("include");
        match std::fs::create_dir(&include) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => return Err(io(&include)(error)),
            _ => {}
        }
        for (name, contents) in headers {
            let header = include.join(name);
            std::fs::write(&header, contents).map_err(io(&header))?;
        }
        Ok(include)
    }

    fn compile(&mut self, file: &Path, language: Language, origin: Origin) -> Result<Vec<u8>, DriverError> {
        if !file.exists() {
            return Err(io(file)(std::io::ErrorKind::NotFound.into()));
        }
        let compiler = match &self.compiler {
            Some(compiler) => compiler.clone(),
            None => Compiler::find(self.options.compiler.as_deref())?,
        };
        self.compiler = Some(compiler.clone());
        let include = self.include()?;
        // Clang writes to its standard output, which is quicker than a file; zig would make a file called
        // `-`.
        let output = match compiler.kind {
            CompilerKind::Clang => None,
            CompilerKind::Zig => Some(self.temp()?.join("out.ll")),
        };
        let mut command = compiler.command(language);
        if language == Language::Cpp {
            let prelude = self.temp()?.join("prelude.h");
            std::fs::write(&prelude, include_str!("prelude.h")).map_err(io(&prelude))?;
            command.arg("-include").arg(&prelude);
        }
        if origin == Origin::Runtime {
            command.arg("-w");
        }
        command.args(arguments(&compiler, language, Some(&include), self.options));
        command.arg(file).arg("-o").arg(output.as_deref().unwrap_or(Path::new("-"))).stdin(Stdio::null());

        if let Some(stale) = &output {
            // Of another file of the program.
            let _ = std::fs::remove_file(stale);
        }
        let shown = shown(&command);
        let result =
            process::output(&mut command).map_err(|error| DriverError::Spawn { command: shown.clone(), error })?;
        let stderr = String::from_utf8_lossy(&result.stderr).into_owned();
        if !result.status.success() {
            return Err(DriverError::Compile { file: file.to_owned(), command: shown, stderr });
        }
        self.messages += &stderr;
        let text = match output {
            None => result.stdout,
            Some(output) => std::fs::read(&output).map_err(io(&output))?,
        };
        if !text[..text.len().min(HEAD)].windows(AUTHOR.len()).any(|window| window == AUTHOR) {
            return Err(DriverError::NoIr { command: shown });
        }
        if text.len() as u64 > self.options.most() {
            let why =
                format!("what the compiler makes of it has {} bytes, too many for the limit on memory", text.len());
            return Err(io(file)(std::io::Error::new(std::io::ErrorKind::FileTooLarge, why)));
        }
        match version_of(&text) {
            Some(version) if version < OLDEST => Err(DriverError::TooOld { compiler: compiler.to_string(), version }),
            _ => Ok(text),
        }
    }
}

/// What we tell the compiler, the user's flags included; the file and `-o` come after.
fn arguments(compiler: &Compiler, language: Language, include: Option<&Path>, options: &Options) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::new();
    let mut add = |words: &[&str]| args.extend(words.iter().map(OsString::from));
    add(&["-S", "-emit-llvm"]);
    if language == Language::Bitcode {
        // The rest is for sources.
        add(&["-x", "ir"]);
        return args;
    }
    add(&["-Xclang", "-disable-O0-optnone", "-fno-discard-value-names"]);
    add(&["-Xclang", "-fsanitize-address-use-after-scope"]);
    if compiler.kind == CompilerKind::Zig {
        add(&["-fno-sanitize=all", "-Wno-unused-command-line-argument"]);
    }
    if options.color {
        add(&["-fcolor-diagnostics"]);
    }
    if let Some(include) = include {
        args.push("-isystem".into());
        args.push(include.into());
    }
    args.extend(options.flags.iter().cloned());
    args.extend(["-g", "-O0"].map(OsString::from));
    if language == Language::C {
        // Last, since it is about the file that follows.
        args.extend(["-x".into(), "c".into()]);
    }
    args
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(compiler: &str, language: Language, options: &Options) -> String {
        let compiler = Compiler::find(Some(compiler)).unwrap();
        let args = arguments(&compiler, language, Some(Path::new("/inc")), options);
        args.iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn command_lines() {
        let options = Options { flags: vec!["-DN=2".into()], ..Options::default() };
        assert_eq!(
            joined("clang-16", Language::C, &options),
            "-S -emit-llvm -Xclang -disable-O0-optnone -fno-discard-value-names -Xclang -fsanitize-address-use-after-scope -isystem /inc -DN=2 -g -O0 -x c"
        );
        let zig = joined("zig cc", Language::Cpp, &options);
        assert!(zig.contains("-fno-sanitize=all") && !zig.contains("-x c"), "{zig}");
        assert_eq!(joined("clang", Language::Bitcode, &options), "-S -emit-llvm -x ir");
    }

    #[test]
    fn a_text_says_who_wrote_it() {
        let text = |version: &str| {
            format!("@s = c\"clang version 3\"\n!llvm.ident = !{{!0}}\n!0 = !{{!\"Debian clang version {version}\"}}\n")
        };
        assert_eq!(version_of(text("13.0.1-6").as_bytes()), Some(13));
        assert_eq!(version_of(text("22.1.2").as_bytes()), Some(22));
        assert_eq!(version_of(b"@s = c\"clang version 3\"\n"), None);
    }

    #[test]
    fn languages_by_suffix() {
        for (file, language) in [
            ("a.c", Language::C),
            ("a", Language::C),
            ("a.C", Language::Cpp),
            ("d.x/a.cc", Language::Cpp),
            ("a.ll", Language::Ir),
            ("a.bc", Language::Bitcode),
        ] {
            assert_eq!(Language::of(Path::new(file)), language, "{file}");
        }
    }

    #[test]
    fn missing_things_are_errors() {
        let options = Options { compiler: Some("/nonexistent/clang".into()), ..Options::default() };
        assert!(matches!(load(&[], &options), Err(DriverError::NoFile)));
        assert!(matches!(load(&["/nonexistent.c".into()], &options), Err(DriverError::Io { .. })));
        assert!(matches!(load(&["/nonexistent.ll".into()], &options), Err(DriverError::Io { .. })));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(matches!(load(&[source.into()], &options), Err(DriverError::Spawn { .. })));
    }
}
