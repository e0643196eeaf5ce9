//! Searches that stop early leave a file behind, and `--resume` goes on with one.
//!
//! The file is a line per fact, and sealed, as a witness is: what was typed and what the files were; what
//! decides which executions there are, each thing by name, so that a refusal can say what differs; what the
//! program's frontend knows (`program.…`), and where the search is (`search.…`,
//! [`selvedge_explore::Checkpoint`]).

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use selvedge_check::Left;
use selvedge_core::witness::{escape, unescape};
use selvedge_core::{Digest, Seal, Witness};
use selvedge_driver as driver;
use selvedge_report::Problem;

use crate::files;
use crate::flags::plan::{Keep, Plan};
use crate::flags::raw;
use crate::flags::recorded::parse_again;
use crate::witness::{self, Identity};

/// What a checkpoint begins with.
const CHECKPOINT: Seal = Seal { kind: "selvedge-checkpoint", version: 2 };
/// Where the facts of the observer begin.
const SEEN: &str = "seen.";

/// A checkpoint that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    /// The name of the file.
    name: String,
    facts: Vec<(String, String)>,
    /// Where the search is.
    pub left: Left,
}

impl Saved {
    /// Reads a checkpoint, or says why that is impossible.
    pub fn read(file: &OsStr) -> Result<Saved, Problem<'static>> {
        let name = file.to_string_lossy().into_owned();
        let refuse = |why: String| refusal(&name, &why);
        let bytes = driver::read_file(Path::new(file), files::LARGEST).map_err(|error| refuse(error.to_string()))?;
        Saved::parse(name.clone(), &bytes)
    }

    fn parse(name: String, bytes: &[u8]) -> Result<Saved, Problem<'static>> {
        let refuse = |why: String| refusal(&name, &why);
        let lines = CHECKPOINT.open(bytes).map_err(refuse)?;
        let fact = |line: &str| {
            let (key, text) = line.split_once(' ').unwrap_or((line, ""));
            unescape(text).map(|text| (key.to_owned(), text)).ok_or_else(|| refuse(format!("`{line}` means nothing")))
        };
        let facts: Vec<(String, String)> = lines.split_terminator('\n').map(fact).collect::<Result<_, _>>()?;
        let left = Left::from_facts(facts.iter().map(|(key, text)| (key.as_str(), text.as_str()))).map_err(refuse)?;
        Ok(Saved { name, facts, left })
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.facts.iter().filter(move |(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// What the observer had seen.
    pub fn seen(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().filter_map(|(key, text)| Some((key.strip_prefix(SEEN)?, text.as_str())))
    }

    /// Why the search cannot go on.
    pub fn refuse(&self, why: &str) -> Problem<'static> {
        refusal(&self.name, why)
    }

    /// The command line to go on with: what was typed then if no program is named now, with what is typed
    /// now.
    pub fn command(&self, raw: &raw::Check) -> Result<(raw::Check, Vec<OsString>), Problem<'static>> {
        let typed = without_resume(std::env::args_os().skip(2));
        let end = typed.iter().position(|word| word == "--").unwrap_or(typed.len());
        let (mut words, mut flags) = (typed[..end].to_vec(), raw.compiler_flags.clone());
        if raw.files.is_empty() {
            let kept: Vec<OsString> = self.all("word").map(OsString::from).collect();
            let then = raw::Check::from_record(&kept).map_err(|why| self.refuse(&why))?;
            let files: Vec<(&str, &str)> = self.all("file").filter_map(|line| line.split_once(' ')).collect();
            witness::lists_all(&then, &files).map_err(|why| self.refuse(&why))?;
            let here = std::env::current_dir().map(|here| here.display().to_string()).unwrap_or_default();
            if let Some(there) = self.all("directory").next().filter(|there| **there != here) {
                let help = "go there, or name the program's files as well";
                return Err(self.refuse(&format!("the search was begun in {there}")).with_help(help));
            }
            if flags.is_empty() {
                flags = witness::flags(self.all("flag")).map_err(|why| self.refuse(&why))?;
            }
            words = [kept, words].concat();
        }
        if !flags.is_empty() {
            words.push("--".into());
            words.extend(flags);
        }
        match parse_again(&words) {
            Some(check) => Ok((check, words)),
            None => {
                Err(self.refuse("what was typed then and what is typed now do not go together, or mean nothing here"))
            }
        }
    }

    /// Checks that it is the same program, under the same model, with the same options.
    pub fn check(&self, plan: &Plan, identity: &Identity) -> Result<(), Problem<'static>> {
        // Another build may search in another order.
        if self.all("build").next() != build() || build().is_none() {
            let help = "use the one that wrote it, or check it from the beginning";
            return Err(self.refuse("another build of Selvedge wrote it").with_help(help));
        }
        let then: Vec<&str> = self.all("file").collect();
        let now: Vec<String> = identity.files.iter().map(|(name, digest)| format!("{digest} {name}")).collect();
        if let Some((then, now)) = then.iter().zip(&now).find(|(then, now)| **then != now.as_str()) {
            let name = |line: &str| line.split_once(' ').map_or(String::new(), |(_, name)| name.to_owned());
            let (then, now) = (name(then), name(now));
            let why = match then == now {
                true => format!("{now} has changed since"),
                false => format!("the search was of {then}, and not of {now}"),
            };
            return Err(self.refuse(&why).with_help("check it from the beginning"));
        }
        if then.len() != now.len() {
            return Err(self.refuse("the search was of other files"));
        }
        let compiled = identity.compiled.map(|digest| digest.to_string());
        if self.all("compiled").next() != compiled.as_deref() {
            let why = "the files are the same, but what the compiler makes of them is not";
            let help = "a header, the compiler or its flags have changed: check it from the beginning";
            return Err(self.refuse(why).with_help(help));
        }
        let then: Vec<&str> = self.all("condition").collect();
        for now in &plan.conditions {
            if !then.contains(&now.as_str()) {
                let name = now.split(' ').next().unwrap_or_default();
                let then = then.iter().find(|then| then.split(' ').next() == Some(name));
                let why =
                    format!("it was a search with `{}`, and this one is with `{now}`", then.unwrap_or(&"nothing"));
                return Err(self.refuse(&why).with_help("what decides which executions are explored must be the same"));
            }
        }
        Ok(())
    }

    /// What the report says about it.
    pub fn note(&self) -> String {
        let executions = self.left.search().counts.complete + self.left.search().counts.blocked;
        format!("{executions} executions were explored before, in {:.1} s ({})", self.left.search().seconds, self.name)
    }
}

fn refusal(name: &str, why: &str) -> Problem<'static> {
    Problem::input(format!("cannot go on with {name}: {why}"))
}

/// What was typed, without the option that is about this file.
fn without_resume(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut kept, mut is_name) = (Vec::new(), false);
    for word in words {
        if is_name || word == "--resume" {
            is_name = !is_name;
        } else if !word.to_string_lossy().starts_with("--resume=") {
            kept.push(word);
        }
    }
    kept
}

/// What tells this Selvedge from any other: the digest of its own file. Nothing if that cannot be read.
fn build() -> Option<&'static str> {
    static BUILD: OnceLock<Option<String>> = OnceLock::new();
    let build = BUILD.get_or_init(|| {
        // The file may have been replaced since, and only this name is still that of the old one.
        let own = std::fs::read("/proc/self/exe").or_else(|_| std::env::current_exe().and_then(std::fs::read));
        Some(format!("{} {}", env!("CARGO_PKG_VERSION"), Digest::of(&own.ok()?)))
    });
    build.as_deref()
}

/// Everything that decides which executions there are and in which order they are met, but for the program:
/// each a name and what it is. Limits and output are none of it.
pub fn conditions(plan: &Plan) -> Vec<String> {
    let program = [
        format!("entry {}", plan.entry),
        format!("spin-assume {}", plan.spin_assume),
        format!("settings {:?}", plan.settings),
        format!("unroll {:?}", plan.unroll),
    ];
    let model = format!("model {}", plan.model.identity());
    std::iter::once(model).chain(plan.options.conditions()).chain(program).collect()
}

/// What of this search has been kept so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The file, if there was none before.
    new: Option<PathBuf>,
}

impl Kept {
    /// Writes what is left of a search where the user wants it, and says how to go on.
    pub fn keep(
        &mut self,
        plan: &Plan,
        identity: &Identity,
        seen: impl Iterator<Item = (String, String)>,
        left: &Left,
    ) -> Option<String> {
        let place = place(plan, identity)?;
        let is_new = place.as_ref().is_ok_and(|path| !path.exists());
        let written = place.and_then(|path| write(plan, identity, seen, left, &path).map(|()| path));
        Some(match written {
            Ok(path) => {
                let how = format!("`selvedge check --resume {}{}`", path.display(), witness::said_again(plan));
                self.new = self.new.take().or_else(|| Some(path).filter(|_| is_new));
                format!("{how} goes on from here")
            }
            Err(why) => format!("what is left could not be written {why}"),
        })
    }

    /// Nothing is left: removes the file that was written in the meantime. Says nothing.
    pub fn remove(&self) -> Option<String> {
        if let Some(path) = &self.new {
            let _ = std::fs::remove_file(path);
        }
        None
    }
}

/// Where it goes. Nothing if it is not wanted.
fn place(plan: &Plan, identity: &Identity) -> Option<Result<PathBuf, String>> {
    match &plan.checkpoint {
        Keep::Nothing => None,
        Keep::In(file) => Some(Ok(PathBuf::from(file))),
        // The same search has the same name.
        Keep::Somewhere => {
            let about = Witness { context: facts(plan, identity), decisions: None }.to_string();
            Some(witness::place("checkpoint", plan, Digest::of(about.as_bytes())))
        }
    }
}

/// What it is a search of.
fn facts(plan: &Plan, identity: &Identity) -> Vec<(String, String)> {
    let mut facts = witness::begun(plan, identity).context;
    facts.extend(build().map(|build| ("build".to_owned(), build.to_owned())));
    facts.extend(plan.conditions.iter().map(|condition| ("condition".to_owned(), condition.clone())));
    facts
}

fn write(
    plan: &Plan,
    identity: &Identity,
    seen: impl Iterator<Item = (String, String)>,
    left: &Left,
    path: &Path,
) -> Result<(), String> {
    if build().is_none() {
        return Err("anywhere: this Selvedge's own file cannot be read".to_owned());
    }
    let mut facts = facts(plan, identity);
    facts.extend(seen.map(|(key, text)| (format!("{SEEN}{key}"), text)));
    facts.extend(left.facts());
    let lines: String = facts.iter().map(|(key, text)| format!("{key} {}\n", escape(text))).collect();
    files::write(path, &CHECKPOINT.close(&lines)).map_err(|error| format!("to {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8]) -> Result<Saved, String> {
        Saved::parse("rest".to_owned(), bytes).map_err(|problem| problem.message)
    }

    #[test]
    fn a_checkpoint_is_read_whole_or_not_at_all() {
        let file =
            CHECKPOINT.close("of 0123\nword a%0ab.litmus\nsearch.path 0/2 1/3\nsearch.path 1/2\nsearch.seconds 1.5\n");
        let saved = parse(file.as_bytes()).expect("a checkpoint");
        assert_eq!((saved.all("word").next(), saved.left.search().pieces.len()), (Some("a\nb.litmus"), 2));
        // Without one of its paths it would be a search that is soon over, and finds nothing.
        let lost: String =
            file.lines().filter(|line| *line != "search.path 1/2").map(|line| format!("{line}\n")).collect();
        let why = parse(lost.as_bytes()).expect_err("it is refused");
        assert_eq!(why, "cannot go on with rest: it is damaged or cut short: it is not what was written once");
        let mut damaged = file.clone().into_bytes();
        for at in 0..file.len() {
            assert!(parse(&file.as_bytes()[..at]).is_err(), "{at} bytes");
            for bit in 0..8 {
                damaged[at] ^= 1 << bit;
                assert!(parse(&damaged).is_err(), "bit {bit} of byte {at}");
                damaged[at] ^= 1 << bit;
            }
        }
        let why = parse(b"selvedge-checkpoint 1\nword a.litmus\nsearch.path 1/2\n").expect_err("it is refused");
        assert!(why.ends_with("it has version 1 of the format, and this Selvedge reads version 2 only"), "{why}");
    }
}
