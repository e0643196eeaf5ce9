//! Searches that stop early leave a file behind, and `--resume` goes on with one.
//!
//! The file is a line per fact, as a witness is: what was typed and what the files were; what decides which executions there
//! are, each thing by name, so that a refusal can say what differs; what the program's frontend knows (`program.…`), and where
//! the search is (`search.…`, [`Checkpoint`]).

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches};
use selvedge_check::Left;
use selvedge_core::Witness;
use selvedge_core::witness::{escape, unescape};
use selvedge_explore::{Checkpoint, Options};
use selvedge_models::simplify::Simpler;
use selvedge_report::Problem;

use crate::flags::plan::{Keep, Plan};
use crate::flags::raw;
use crate::witness::{self, Identity};

/// The first line of a checkpoint.
const MAGIC: &str = "selvedge-checkpoint 1";
/// Where the facts of the program begin.
const PROGRAM: &str = "program.";
/// Where the facts of the search begin.
const SEARCH: &str = "search.";

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
        let text = std::fs::read_to_string(file).map_err(|error| refuse(error.to_string()))?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(refuse(format!("it does not begin with `{MAGIC}`")));
        }
        let fact = |line: &str| {
            let (key, text) = line.split_once(' ').unwrap_or((line, ""));
            (key.to_owned(), unescape(text))
        };
        let facts: Vec<(String, String)> = lines.map(fact).collect();
        let search = Checkpoint::from_facts(facts.iter().filter_map(|fact| part(fact, SEARCH))).map_err(refuse)?;
        let under = facts.iter().find(|(key, _)| key == "searched-as");
        let under = under.and_then(|(_, name)| Simpler::ALL.into_iter().find(|simpler| simpler.name() == name));
        Ok(Saved { name, facts, left: Left { search, under } })
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.facts.iter().filter(move |(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// What the program's frontend knew.
    pub fn program(&self) -> impl Iterator<Item = (&str, &str)> {
        self.facts.iter().filter_map(|fact| part(fact, PROGRAM))
    }

    /// Why the search cannot go on.
    pub fn refuse(&self, why: &str) -> Problem<'static> {
        refusal(&self.name, why)
    }

    /// The command line to go on with: what was typed then if no program is named now, with what is typed now.
    pub fn command(&self, raw: &raw::Check) -> Result<(raw::Check, Vec<OsString>), Problem<'static>> {
        let mut words = without_resume(std::env::args_os().skip(2));
        if raw.files.is_empty() {
            let here = std::env::current_dir().map(|here| here.display().to_string()).unwrap_or_default();
            if let Some(there) = self.all("directory").next().filter(|there| **there != here) {
                let help = "go there, or name the program's files as well";
                return Err(self.refuse(&format!("the search was begun in {there}")).with_help(help));
            }
            let typed: Vec<OsString> = self.all("word").map(OsString::from).collect();
            let end = typed.iter().position(|word| word == "--").unwrap_or(typed.len());
            words = [&typed[..end], &words, &typed[end..]].concat();
        }
        let command = raw::Raw::command().mut_subcommand("check", |check| check.args_override_self(true));
        let line = ["selvedge".into(), "check".into()].into_iter().chain(words.iter().cloned());
        let parsed = command.try_get_matches_from(line).and_then(|found| raw::Raw::from_arg_matches(&found));
        match parsed.map(|raw| raw.command) {
            Ok(raw::Command::Check(check)) => Ok((*check, words)),
            Ok(_) | Err(_) => {
                Err(self.refuse("what was typed then and what is typed now do not go together, or mean nothing here"))
            }
        }
    }

    /// Checks that it is the same program, under the same model, with the same options.
    pub fn check(&self, plan: &Plan, identity: &Identity) -> Result<(), Problem<'static>> {
        // Another build may search in another order.
        if self.all("build").next() != Some(build().as_str()) {
            let help = "use the one that wrote it, or check it from the beginning";
            return Err(self.refuse("another build of Selvedge wrote it").with_help(help));
        }
        let then: Vec<&str> = self.all("file").collect();
        let now: Vec<String> = identity.files.iter().map(|(name, digest)| format!("{digest:016x} {name}")).collect();
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
        let compiled = identity.compiled.map(|digest| format!("{digest:016x}"));
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
        let executions = self.left.search.counts.complete + self.left.search.counts.blocked;
        format!("{executions} executions were explored before, in {:.1} s ({})", self.left.search.seconds, self.name)
    }
}

fn refusal(name: &str, why: &str) -> Problem<'static> {
    Problem::input(format!("cannot go on with {name}: {why}"))
}

fn part<'a>((key, text): &'a (String, String), prefix: &str) -> Option<(&'a str, &'a str)> {
    Some((key.strip_prefix(prefix)?, text.as_str()))
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

/// What tells this Selvedge from any other: the hash of its own file.
fn build() -> String {
    let own = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
    format!("{} {:016x}", env!("CARGO_PKG_VERSION"), digest_words(&own))
}

/// A hash of something large. [`Witness::digest`] takes it byte by byte, and longer than all else that is done when a search stops.
fn digest_words(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}

/// Everything that decides which executions there are and in which order they are met, but for the program: each a name and
/// what it is. Limits and output are none of it.
pub fn conditions(plan: &Plan) -> Vec<String> {
    let Options {
        schedule,
        on_race,
        liveness,
        awaits,
        barriers,
        symmetry,
        restored,
        within,
        limits: _,
        trie_bytes: _,
        workers: _,
        alone: _,
        interrupt: _,
    } = &plan.options;
    vec![
        format!("model {} {:x}", plan.model.name(), plan.model.digest()),
        format!("simpler-models {:?}", plan.simpler),
        format!("schedule {schedule:?}"),
        format!("races {on_race:?}"),
        format!("liveness {liveness:?}"),
        format!("awaits {awaits:?}"),
        format!("barriers {barriers:?}"),
        format!("symmetry {symmetry:?}"),
        format!("restored symmetry {restored:?}"),
        format!("within {within:?}"),
        format!("entry {}", plan.entry),
        format!("spin-assume {}", plan.spin_assume),
        format!("settings {:?}", plan.settings),
        format!("unroll {:?}", plan.unroll),
    ]
}

/// Writes what is left of a search where the user wants it, and says how to go on.
pub fn keep(
    plan: &Plan,
    identity: &Identity,
    program: impl Iterator<Item = (String, String)>,
    left: &Left,
) -> Option<String> {
    let mut facts = witness::begun(plan, identity).context;
    facts.push(("build".to_owned(), build()));
    facts.extend(plan.conditions.iter().map(|condition| ("condition".to_owned(), condition.clone())));
    let about = Witness { context: facts.clone(), decisions: None }.to_string();
    facts.extend(left.under.map(|simpler| ("searched-as".to_owned(), simpler.name().to_owned())));
    facts.extend(program.map(|(key, text)| (format!("{PROGRAM}{key}"), text)));
    facts.extend(left.search.facts().into_iter().map(|(key, text)| (format!("{SEARCH}{key}"), text)));
    let lines: String = facts.iter().map(|(key, text)| format!("{key} {}\n", escape(text))).collect();
    let text = format!("{MAGIC}\n{lines}");
    let path = match &plan.checkpoint {
        Keep::Nothing => return None,
        Keep::In(file) => {
            if let Err(error) = std::fs::write(file, text) {
                let file = file.to_string_lossy();
                return Some(format!("what is left could not be written to {file}: {error}"));
            }
            PathBuf::from(file)
        }
        // The same search has the same name.
        Keep::Somewhere => witness::keep_somewhere("checkpoint", plan, Witness::digest(about.as_bytes()), &text)?,
    };
    Some(format!("`selvedge check --resume {}` goes on from here", path.display()))
}
