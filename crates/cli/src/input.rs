//! Reading the program, and saying clearly why it cannot be read.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;

use selvedge_driver as driver;
use selvedge_report::Problem;
use selvedge_vm::Settings;

use crate::flags::plan::Plan;

/// A program's text, and its name as the user typed it.
pub struct Input {
    /// The name.
    pub file: String,
    /// The text.
    pub text: String,
}

/// What kind of program the files are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One litmus test.
    Litmus,
    /// C, C++ or LLVM IR, perhaps in several files.
    Compiled,
}

/// What kind of program was named, by the suffixes of its files.
pub fn kind(plan: &Plan) -> Result<Kind, Problem<'static>> {
    let mut kinds = Vec::new();
    for file in &plan.files {
        if file == "-" {
            let problem = Problem::input("reading a program from standard input is not supported");
            return Err(problem.with_help("give the name of a file"));
        }
        kinds.push(kind_of(Path::new(file))?);
    }
    match kinds[..] {
        [Kind::Litmus] if plan.unroll.is_some() => {
            Err(Problem::input("a litmus test has no loops").with_help("leave out `--unroll`"))
        }
        [Kind::Litmus]
            if plan.compiler.is_some()
                || !plan.compiler_flags.is_empty()
                || !plan.spin_assume
                || plan.settings != (Settings { properties: plan.settings.properties, ..Settings::default() }) =>
        {
            Err(Problem::input("a litmus test is not compiled")
                .with_help("leave out the options for compiled programs"))
        }
        [kind] => Ok(kind),
        _ if kinds.contains(&Kind::Litmus) => {
            Err(Problem::input("a litmus test is one file").with_help("check litmus tests one by one"))
        }
        _ => Ok(Kind::Compiled),
    }
}

fn kind_of(path: &Path) -> Result<Kind, Problem<'static>> {
    let suffix = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match suffix {
        "litmus" => Ok(Kind::Litmus),
        "c" | "i" | "cc" | "cpp" | "cxx" | "C" | "ll" | "bc" => Ok(Kind::Compiled),
        "rs" => Err(Problem::unsupported("Rust programs are not supported yet")),
        _ if path.is_dir() => {
            let problem = Problem::input(format!("cannot read {}: it is a directory", path.display()));
            Err(problem.with_help("give the name of a file"))
        }
        _ => {
            let problem = Problem::input(format!("cannot tell what kind of program {} is", path.display()));
            Err(problem.with_help("Selvedge reads .litmus, .c, .cpp and .ll files"))
        }
    }
}

/// How large a litmus test or a model may be. They are written by hand, and what is made of them is many
/// times as large.
pub const LARGEST_TEXT: u64 = 1 << 20;

/// Reads a text file.
pub fn read(file: &OsStr) -> Result<Input, Problem<'static>> {
    let path = Path::new(file);
    let name = path.display().to_string();
    let cannot = |why: &str| Problem::input(format!("cannot read {name}: {why}"));
    let bytes = driver::read_file(path, LARGEST_TEXT).map_err(|error| match error.kind() {
        ErrorKind::IsADirectory => cannot(&error.to_string()).with_help("give the name of a file"),
        ErrorKind::FileTooLarge => cannot(&format!("it has more than {LARGEST_TEXT} bytes")),
        _ => cannot(&error.to_string()),
    })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input { file: name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            Err(cannot(&format!("it is not UTF-8 text; the first {at} bytes are")))
        }
    }
}
