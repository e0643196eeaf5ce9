//! Reading the program, and saying clearly why it cannot be read.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use selvedge_report::Problem;

/// A program's text, and its name as the user typed it.
pub struct Input {
    /// The name.
    pub file: String,
    /// The text.
    pub text: String,
}

/// Reads a litmus test.
pub fn read(file: &OsStr) -> Result<Input, Problem<'static>> {
    let path = Path::new(file);
    let name = path.display().to_string();
    if file == "-" {
        let problem = Problem::input("reading a program from standard input is not supported");
        return Err(problem.with_help("give the name of a .litmus file"));
    }
    let cannot = |why: &str| Problem::input(format!("cannot read {name}: {why}"));
    let metadata = fs::metadata(path).map_err(|error| cannot(&error.to_string()))?;
    if metadata.is_dir() {
        return Err(cannot("it is a directory").with_help("give the name of one .litmus file"));
    }
    understand(path, &name)?;
    let bytes = fs::read(path).map_err(|error| cannot(&error.to_string()))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Input { file: name, text }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            Err(cannot(&format!("it is not UTF-8 text; the first {at} bytes are")))
        }
    }
}

/// Whether the suffix says that this is something we read, something we will, or something else.
fn understand(path: &Path, name: &str) -> Result<(), Problem<'static>> {
    let suffix = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let language = match suffix {
        "litmus" => return Ok(()),
        "c" | "h" | "i" => "C programs",
        "cc" | "cpp" | "cxx" | "hpp" => "C++ programs",
        "rs" => "Rust programs",
        "ll" | "bc" => "LLVM IR files",
        _ => {
            let problem = Problem::input(format!("cannot tell what kind of program {name} is"));
            return Err(problem.with_help("Selvedge reads .litmus files"));
        }
    };
    Err(Problem::unsupported(format!("{language} are not supported yet; Selvedge reads .litmus files")))
}
