//! Where mutants are built and tried: a copy of the workspace, with build outputs of its own.
//!
//! Nearly all the time goes into building. So of a mutant only what must notice it is built; files are only
//! written when their content changes; and what the comparisons themselves are made of, which has the search
//! in it once per model and kind of program, is not optimised: that saves a minute per mutant, and most are
//! noticed within seconds.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{LIB, Mutant, Notices};

/// The seed of the first program.
const SEED: u64 = 1;

/// How the copy is compiled: fast to build, fast enough to run, and without assertions, so that the
/// comparison itself has to notice.
const PROFILE: &str = "
[profile.mutants]
inherits = \"release\"
opt-level = 1
lto = false
codegen-units = 16
debug = false
debug-assertions = false
incremental = true

[profile.mutants.package.selvedge-testkit]
opt-level = 0

[profile.mutants.package.selvedge-cli]
opt-level = 0
";

/// What is copied beside the manifest: the sources, and what tests read.
const COPIED: [&str; 4] = ["crates", "corpus", "examples", "docs"];

/// One in so many programs is compared first, so that a mutant that goes round for ever is soon noticed.
const FIRST: u64 = 20;

/// The address space, in kB, that a comparison may use: a mutant may walk a list in circles.
const MEMORY_KB: u32 = 4 << 20;

/// A mutant that makes the search or the comparison panic.
const PANIC: &str = "panic";

/// How a comparison ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing differs, on all programs and in all tests.
    Agrees,
    /// Something does.
    Caught {
        /// What gave it away: a kind of difference, or the first test that failed.
        by: String,
        /// How many programs it took, if the comparison came to say so.
        programs: Option<u64>,
    },
}

/// How long a comparison takes without a mutant, and so how long it may take with one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    /// The seconds that one program takes, or all the tests.
    program: f64,
}

impl Pace {
    /// So many programs took so long.
    pub fn of(programs: u64, time: Duration) -> Pace {
        Pace { program: time.as_secs_f64() / programs.max(1) as f64 }
    }

    /// How long so many may take.
    fn limit(self, programs: u64) -> Duration {
        Duration::from_secs_f64(30.0 + 4.0 * self.program * programs as f64)
    }
}

/// A copy of the workspace.
#[derive(Debug)]
pub struct Workshop {
    tree: PathBuf,
    target: PathBuf,
}

/// The workspace: where `SELVEDGE_WORKSPACE` says, or else the one this was compiled in.
pub fn workspace() -> PathBuf {
    let here = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("SELVEDGE_WORKSPACE").map_or_else(here, PathBuf::from)
}

/// How many programs to compare first.
pub fn first_of(programs: u64) -> u64 {
    programs.div_ceil(FIRST)
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
        COPIED.iter().try_for_each(|folder| copy_folder(&workspace.join(folder), &self.tree.join(folder)))
    }

    /// Builds what compares. The program to run for it.
    pub fn build(&self, notices: Notices) -> Result<PathBuf, String> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        match notices {
            Notices::Comparison(comparison, _) => {
                command.args(["build", "--package", "selvedge-testkit", "--bin", comparison.tool()]);
            }
            Notices::Tests { package, target: LIB } => {
                command.args(["test", "--no-run", "--package", &format!("selvedge-{package}"), "--lib"]);
            }
            Notices::Tests { package, target } => {
                command.args(["test", "--no-run", "--package", &format!("selvedge-{package}"), "--test", target]);
            }
        }
        let output = command
            .args(["--profile", "mutants"])
            .current_dir(&self.tree)
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            // A mutant may leave something unused.
            .env("RUSTFLAGS", "--allow warnings")
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        match notices {
            _ if !output.status.success() => Err(said.into_owned()),
            Notices::Comparison(comparison, _) => Ok(self.target.join("mutants").join(comparison.tool())),
            Notices::Tests { .. } => {
                executable(&said).map(PathBuf::from).ok_or_else(|| format!("cargo does not say what it built:\n{said}"))
            }
        }
    }

    /// Runs what was built, on so many programs. How long it took.
    pub fn compare(&self, notices: Notices, built: &Path, programs: u64) -> Result<(Outcome, Duration), String> {
        let started = Instant::now();
        let outcome = self.compare_part(notices, built, 0..programs, Duration::MAX)?;
        Ok((outcome, started.elapsed()))
    }

    /// As [`Self::compare`], for some of the programs only, and not for longer than that.
    fn compare_part(
        &self,
        notices: Notices,
        built: &Path,
        part: Range<u64>,
        limit: Duration,
    ) -> Result<Outcome, String> {
        let log = self.target.join("comparison.log");
        let failed = |error: io::Error| format!("cannot run the comparison: {error}");
        let status = self.run(notices, built, part, limit, &log).map_err(failed)?;
        let said = fs::read(&log).map_err(failed)?;
        let said = String::from_utf8_lossy(&said);
        match notices {
            Notices::Comparison(..) => judge(status, &said),
            Notices::Tests { .. } => judge_tests(status, &said),
        }
    }

    /// How many programs it takes until the comparison, as it was last built, panics: it does not say so
    /// itself.
    fn until_panic(&self, notices: Notices, built: &Path, programs: u64, pace: Pace) -> Result<u64, String> {
        let (mut fine, mut panics) = (0, programs);
        while panics - fine > 1 {
            // Most panics come early.
            let next = ((fine + panics) / 2).min(2 * fine + 1);
            match self.compare_part(notices, built, fine..next, pace.limit(next - fine))? {
                Outcome::Agrees => fine = next,
                Outcome::Caught { .. } => panics = next,
            }
        }
        Ok(panics)
    }

    /// Builds the workspace with a mistake in it, and compares.
    pub fn try_out(&self, mutant: &Mutant, programs: u64, pace: Pace) -> Result<Outcome, String> {
        let path = self.tree.join(mutant.file);
        let right = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let wrong = mutant.apply(&right)?;
        let put = |text: &str| write(&path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()));
        let notices = mutant.notices();
        put(&wrong)?;
        let built = self.build(notices);
        put(&right)?;
        let built = built.map_err(|errors| format!("mutant {} does not compile:\n{errors}", mutant.name))?;
        let first = first_of(programs);
        for part in [0..first, first..programs].into_iter().filter(|part| !part.is_empty()) {
            let limit = pace.limit(part.end - part.start);
            match self.compare_part(notices, &built, part.clone(), limit)? {
                Outcome::Agrees => {}
                Outcome::Caught { by, programs: None } if by == PANIC => {
                    let programs = self.until_panic(notices, &built, part.end, pace)?;
                    return Ok(Outcome::Caught { by, programs: Some(programs) });
                }
                caught => return Ok(caught),
            }
        }
        Ok(Outcome::Agrees)
    }

    /// Nothing if the time was over.
    fn run(
        &self,
        notices: Notices,
        built: &Path,
        part: Range<u64>,
        limit: Duration,
        log: &Path,
    ) -> io::Result<Option<ExitStatus>> {
        let out = File::create(log)?;
        let mut command = command(built);
        match notices {
            Notices::Comparison(_, model) => {
                command.args([(part.end - part.start).to_string(), (SEED + part.start).to_string(), model.into()]);
            }
            // As cargo would.
            Notices::Tests { package, .. } => {
                command.current_dir(self.tree.join("crates").join(package));
            }
        }
        let mut child = command.stdin(Stdio::null()).stdout(out.try_clone()?).stderr(out).spawn()?;
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
}

#[cfg(unix)]
fn command(program: &Path) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {MEMORY_KB} 2>/dev/null; exec \"$@\"");
    command.args(["-c", &script, "sh"]).arg(program);
    command
}

#[cfg(not(unix))]
fn command(program: &Path) -> Command {
    Command::new(program)
}

/// The program that cargo says it has built for a test target.
fn executable(said: &str) -> Option<&str> {
    let line = said.lines().rev().find(|line| line.trim_start().starts_with("Executable "))?;
    line.rsplit_once('(')?.1.strip_suffix(')')
}

/// Makes sense of an exit status and of what was printed.
fn judge(status: Option<ExitStatus>, said: &str) -> Result<Outcome, String> {
    let caught = |by: &str, programs| Ok(Outcome::Caught { by: by.to_owned(), programs });
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

/// The same for tests.
fn judge_tests(status: Option<ExitStatus>, said: &str) -> Result<Outcome, String> {
    let caught = |by: &str| Ok(Outcome::Caught { by: by.to_owned(), programs: None });
    match status.map(|status| status.code()) {
        None => caught("timeout"),
        Some(Some(0)) => Ok(Outcome::Agrees),
        Some(Some(101)) => caught(failed_test(said).unwrap_or("test")),
        Some(None | Some(128..)) => caught("crash"),
        Some(Some(code)) => Err(format!("the tests ended with status {code}:\n{said}")),
    }
}

/// The first test that failed.
fn failed_test(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
}

/// The kind of difference, by how its description begins (see [`crate::compare::Difference`] and
/// [`crate::loops`]).
fn difference(said: &str) -> Option<&'static str> {
    let known = said.lines().find_map(|line| match line {
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
    });
    // Some say in a way of their own what it is, but all of what program.
    known.or_else(|| seed(said).map(|_| "difference"))
}

/// The seed of the program on which they differ.
fn seed(said: &str) -> Option<u64> {
    let (_, rest) = said.split_once("(seed ")?;
    rest.split_once([',', ')'])?.0.parse().ok()
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

    #[test]
    fn what_cargo_and_tests_say_is_understood() {
        let said = "   Compiling x\n    Finished `mutants`\n  Executable tests/mixed.rs (/t/deps/mixed-1)\n";
        assert_eq!(executable(said), Some("/t/deps/mixed-1"));
        assert_eq!(executable("  Executable unittests src/lib.rs (/t/deps/x-2)"), Some("/t/deps/x-2"));
        assert_eq!(executable("    Finished `mutants`"), None);
        assert_eq!(failed_test("running 2 tests\ntest a ... ok\ntest b::c ... FAILED\n"), Some("b::c"));
        assert_eq!(failed_test("test a ... ok"), None);
    }

    #[test]
    fn a_mutant_has_four_times_as_long() {
        assert_eq!(Pace::of(100, Duration::from_secs(10)).limit(1000), Duration::from_secs(430));
        assert_eq!((first_of(20_000), first_of(1)), (1_000, 1));
    }
}
