//! Where mutants are built and tried: a copy of the workspace, with build outputs of its own.
//!
//! Files are only written when their content changes, so that cargo rebuilds no more than it must.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Comparison, Mutant};

/// The seed of the first program.
const SEED: u64 = 1;

/// How the copy is compiled: fast to build, fast enough to run, and without assertions, so that the
/// comparison itself has to notice.
const PROFILE: &str = "
[profile.mutants]
inherits = \"release\"
lto = false
codegen-units = 16
debug = false
debug-assertions = false
incremental = true
";

/// The address space, in kB, that a comparison may use: a mutant may walk a list in circles.
const MEMORY_KB: u32 = 4 << 20;

/// A mutant that makes the search or the comparison panic.
const PANIC: &str = "panic";

/// How a comparison ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Search and oracle agree on all programs.
    Agrees,
    /// They do not.
    Caught {
        /// What gave it away.
        by: &'static str,
        /// How many programs it took, if the comparison came to say so.
        programs: Option<u64>,
    },
}

/// A copy of the workspace.
#[derive(Debug)]
pub struct Workshop {
    tree: PathBuf,
    target: PathBuf,
}

/// The workspace this was compiled in.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Workshop {
    /// Copies the workspace into a folder `mutants` among the build outputs.
    pub fn open() -> Result<Workshop, String> {
        let workspace = workspace();
        let outputs = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
        let home = std::path::absolute(outputs.join("mutants")).map_err(|error| error.to_string())?;
        let workshop = Workshop { tree: home.join("tree"), target: home.join("target") };
        workshop.copy(&workspace).map_err(|error| format!("cannot copy the workspace: {error}"))?;
        Ok(workshop)
    }

    fn copy(&self, workspace: &Path) -> io::Result<()> {
        fs::create_dir_all(&self.tree)?;
        let manifest = fs::read_to_string(workspace.join("Cargo.toml"))? + PROFILE;
        write(&self.tree.join("Cargo.toml"), manifest.as_bytes())?;
        write(&self.tree.join("Cargo.lock"), &fs::read(workspace.join("Cargo.lock"))?)?;
        copy_folder(&workspace.join("crates"), &self.tree.join("crates"))
    }

    /// Builds the comparisons.
    pub fn build(&self) -> Result<(), String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--profile", "mutants", "--package", "selvedge-testkit"])
            .args(Comparison::ALL.iter().flat_map(|comparison| ["--bin", comparison.tool()]))
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            // A mutant may leave something unused.
            .env("RUSTFLAGS", "--allow warnings")
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    }

    /// Runs the comparison as it was last built, for so many programs.
    pub fn compare(
        &self,
        comparison: Comparison,
        model: &str,
        programs: u64,
        limit: Duration,
    ) -> Result<Outcome, String> {
        self.compare_part((comparison, model), 0..programs, limit)
    }

    /// As [`Self::compare`], for some of the programs only.
    fn compare_part(&self, what: (Comparison, &str), part: Range<u64>, limit: Duration) -> Result<Outcome, String> {
        let log = self.target.join("comparison.log");
        let failed = |error: io::Error| format!("cannot run the comparison: {error}");
        let status = self.run(what, part, limit, &log).map_err(failed)?;
        let said = fs::read(&log).map_err(failed)?;
        judge(status, &String::from_utf8_lossy(&said))
    }

    /// How many programs it takes until the comparison, as it was last built, panics: it does not say so
    /// itself.
    fn until_panic(&self, what: (Comparison, &str), programs: u64, limit: Duration) -> Result<u64, String> {
        let (mut fine, mut panics) = (0, programs);
        while panics - fine > 1 {
            // Most panics come early.
            let next = ((fine + panics) / 2).min(2 * fine + 1);
            match self.compare_part(what, fine..next, limit)? {
                Outcome::Agrees => fine = next,
                Outcome::Caught { .. } => panics = next,
            }
        }
        Ok(panics)
    }

    /// Builds the workspace with a mistake in it, and runs the comparison.
    pub fn try_out(&self, mutant: &Mutant, programs: u64, limit: Duration) -> Result<Outcome, String> {
        let path = self.tree.join(mutant.file);
        let right = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let wrong = mutant.apply(&right)?;
        let put = |text: &str| write(&path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()));
        put(&wrong)?;
        let built = self.build();
        put(&right)?;
        built.map_err(|errors| format!("mutant {} does not compile:\n{errors}", mutant.name))?;
        let what = (mutant.group.comparison(), mutant.model);
        match self.compare_part(what, 0..programs, limit)? {
            Outcome::Caught { by: by @ PANIC, .. } => {
                let programs = self.until_panic(what, programs, limit)?;
                Ok(Outcome::Caught { by, programs: Some(programs) })
            }
            outcome => Ok(outcome),
        }
    }

    /// Nothing if the time was over.
    fn run(
        &self,
        (comparison, model): (Comparison, &str),
        part: Range<u64>,
        limit: Duration,
        log: &Path,
    ) -> io::Result<Option<ExitStatus>> {
        let out = File::create(log)?;
        let mut child = self
            .command(comparison.tool())
            .args([(part.end - part.start).to_string(), (SEED + part.start).to_string(), model.into()])
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .spawn()?;
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(Some(status));
            }
            if started.elapsed() >= limit {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            sleep(Duration::from_millis(20));
        }
    }

    #[cfg(unix)]
    fn command(&self, tool: &str) -> Command {
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {MEMORY_KB} 2>/dev/null; exec \"$@\"");
        command.args(["-c", &script, "sh"]).arg(self.target.join("mutants").join(tool));
        command
    }

    #[cfg(not(unix))]
    fn command(&self, tool: &str) -> Command {
        Command::new(self.target.join("mutants").join(tool))
    }
}

/// Makes sense of an exit status and of what was printed.
fn judge(status: Option<ExitStatus>, said: &str) -> Result<Outcome, String> {
    let caught = |by, programs| Ok(Outcome::Caught { by, programs });
    match status.map(|status| status.code()) {
        None => caught("timeout", None),
        Some(Some(0)) => Ok(Outcome::Agrees),
        Some(Some(1)) => match difference(said) {
            Some(by) => caught(by, seed(said).map(|seed| seed + 1 - SEED)),
            None => Err(format!("the comparison failed in an unknown way:\n{said}")),
        },
        Some(Some(101)) => caught(PANIC, None),
        Some(None | Some(128..)) => caught("crash", None),
        Some(Some(code)) => Err(format!("the comparison ended with status {code}:\n{said}")),
    }
}

/// The kind of difference, by how its description begins (see [`crate::compare::Difference`] and
/// [`crate::loops`]).
fn difference(said: &str) -> Option<&'static str> {
    said.lines().find_map(|line| match line {
        _ if line.starts_with("found twice: ") => Some("duplicate"),
        _ if line.contains(" executions missed, one of them: ") => Some("missing"),
        _ if line.contains(" executions too many, one of them: ") => Some("extra"),
        _ if line.starts_with("the graph is ill-formed: ") => Some("ill-formed"),
        _ if line == "going back did not restore the graph" => Some("not restored"),
        _ if line.contains(", the oracle says ") => Some("findings"),
        _ if line.starts_with("outcome lost: ") => Some("outcome"),
        _ if line.starts_with("outcome made up: ") => Some("made up"),
        _ if line.starts_with("verdicts differ: ") => Some("verdict"),
        _ => None,
    })
}

/// The seed of the program on which they differ.
fn seed(said: &str) -> Option<u64> {
    let (_, rest) = said.split_once("(seed ")?;
    rest.split_once(',')?.0.parse().ok()
}

/// Writes a file unless that is what it holds already.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|present| present == content) { Ok(()) } else { fs::write(path, content) }
}

/// Makes `to` the same as `from`.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let entry = entry?;
        let gone = fs::symlink_metadata(from.join(entry.file_name())).is_err();
        match entry.file_type()?.is_dir() {
            true if gone => fs::remove_dir_all(entry.path())?,
            false if gone => fs::remove_file(entry.path())?,
            _ => {}
        }
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            write(&target, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use selvedge_core::ViolationKind;
    use selvedge_oracle::Findings;

    use super::*;
    use crate::compare::Difference;

    #[test]
    fn differences_are_told_apart() {
        let cases = [
            (Difference::IllFormed("invariant 1".into()), "ill-formed"),
            (Difference::NotRestored, "not restored"),
            (Difference::Findings { found: Some(ViolationKind::Race), expected: Findings::default() }, "findings"),
        ];
        for (case, name) in cases {
            let said = format!("ra differs from the oracle (seed 12, schedule LeftToRight) on\nC random\n{case}");
            assert_eq!((difference(&said), seed(&said)), (Some(name), Some(12)));
        }
        assert_eq!(difference("found twice: Execution {"), Some("duplicate"));
        assert_eq!(difference("3 executions missed, one of them: Execution {"), Some("missing"));
        assert_eq!(difference("3 executions too many, one of them: Execution {"), Some("extra"));
        assert_eq!(difference("outcome lost: {\"x\": 1}"), Some("outcome"));
        assert_eq!(difference("rc11: 5000 programs agree"), None);
    }
}
