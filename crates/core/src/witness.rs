//! What is needed to reproduce an execution elsewhere, or later.
//!
//! A witness has two parts. The *decisions* of an execution, which write each read reads from, which way each choice takes
//! and in which order the writes to each location come, determine it, whatever search found it; so a witness stays
//! valid when the search changes. The *context* says what it is an execution of: pairs of a key and a text that mean
//! something to the command and nothing here.
//!
//! The text form is a line per fact, made to be read by people too:
//!
//! ```text
//! selvedge-witness 1
//! file queue.c 0123456789abcdef
//! model rc11
//! violation race
//! step 1.2
//! thread 0 = 0: . init 1.0
//! thread 0.0 = 1: . .
//! coherence 4096: 0.0 1.1
//! ```
//!
//! A thread has its name, its number in the search and a word per step: `init` or the name of a step for a read, `way 1` for
//! a choice (written `w1`), and `.` where there is nothing to decide.

use std::collections::BTreeMap;
use std::fmt;

use crate::execution::{Execution, Source, Step, StepName, ThreadName};
use crate::ids::ThreadId;
use crate::value::Address;
use crate::verdict::{Violation, ViolationKind};

/// The version of the witness format.
pub const WITNESS_VERSION: u32 = 1;

/// The first word of a witness.
const MAGIC: &str = "selvedge-witness";

/// What was decided in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Nothing: there was only one way.
    Nothing,
    /// Where to read from.
    From(Source),
    /// Which way to take.
    Way(u32),
}

/// The decisions in one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecidedThread {
    /// The thread.
    pub name: ThreadName,
    /// Its id in the search. Addresses depend on it.
    pub id: ThreadId,
    /// What was decided in each of its steps.
    pub steps: Vec<Decision>,
}

/// Everything that makes an execution the one it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decisions {
    /// What is wrong with it.
    pub kind: ViolationKind,
    /// The steps that this is about.
    pub steps: Vec<StepName>,
    /// The threads, ordered by name.
    pub threads: Vec<DecidedThread>,
    /// For each location that is written, its writes in coherence order.
    pub coherence: BTreeMap<Address, Vec<StepName>>,
}

/// An execution together with what it is an execution of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// What it is an execution of: keys and texts, in order. A key may occur several times.
    pub context: Vec<(String, String)>,
    /// The execution. Nothing if a search broke down before it had one to show.
    pub decisions: Option<Decisions>,
}

impl Witness {
    /// A hash of a program's text: FNV-1a, because it must never change with a library's version.
    pub fn digest(text: &[u8]) -> u64 {
        text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// The first text under a key of the context.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.context.iter().find(|(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// All texts under a key of the context.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.context.iter().filter(move |(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// Reads a witness, or says what is wrong with it.
    pub fn parse(text: &str) -> Result<Witness, String> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let version = lines.next().and_then(|(_, line)| line.trim().strip_prefix(MAGIC)).map(str::trim);
        match version {
            None => return Err(format!("it does not begin with `{MAGIC}`")),
            Some(version) if version.parse() != Ok(WITNESS_VERSION) => {
                return Err(format!(
                    "it has version {version} of the format, and this Selvedge reads {WITNESS_VERSION}"
                ));
            }
            Some(_) => {}
        }
        let mut witness = Witness { context: Vec::new(), decisions: None };
        let mut kind = None;
        let (mut steps, mut threads, mut coherence) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (number, line) in lines {
            let (key, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let understood = match key {
                "violation" => ViolationKind::ALL.into_iter().find(|kind| kind.name() == rest).map(|k| kind = Some(k)),
                "step" => step_name(rest).map(|step| steps.push(step)),
                "thread" => thread(rest).map(|thread| threads.push(thread)),
                "coherence" => writes(rest).map(|(address, writes)| _ = coherence.insert(address, writes)),
                _ => {
                    witness.context.push((key.to_owned(), unescape(rest)));
                    Some(())
                }
            };
            if understood.is_none() {
                return Err(format!("line {} means nothing: {}", number + 1, line.trim()));
            }
        }
        witness.decisions = kind.map(|kind| Decisions { kind, steps, threads, coherence });
        match &witness.decisions {
            Some(decisions) if !decisions.is_well_formed() => Err("it speaks of steps that are not in it".to_owned()),
            _ => Ok(witness),
        }
    }
}

impl Decisions {
    /// The decisions of a violation's execution.
    pub fn of(violation: &Violation) -> Decisions {
        let Execution { threads, coherence } = &violation.execution;
        let decided = |step: &Step| match step {
            Step::Choose { way } => Decision::Way(way.0 as u32),
            _ => step.source().map_or(Decision::Nothing, Decision::From),
        };
        let threads = threads.iter().map(|trace| DecidedThread {
            name: trace.name.clone(),
            id: trace.id,
            steps: trace.steps.iter().map(decided).collect(),
        });
        Decisions {
            kind: violation.kind,
            steps: violation.steps.clone(),
            threads: threads.collect(),
            coherence: coherence.clone(),
        }
    }

    fn is_well_formed(&self) -> bool {
        let exists =
            |step: &StepName| self.threads.get(step.thread).is_some_and(|thread| step.index < thread.steps.len());
        let sources = self.threads.iter().flat_map(|thread| &thread.steps).filter_map(|decision| match decision {
            Decision::From(Source::Step(step)) => Some(step),
            _ => None,
        });
        let ids: std::collections::BTreeSet<ThreadId> = self.threads.iter().map(|thread| thread.id).collect();
        self.steps.iter().chain(sources).chain(self.coherence.values().flatten()).all(exists)
            && ids.len() == self.threads.len()
            // Ids index tables.
            && ids.last().is_none_or(|id| id.0 < 1 << 16)
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {WITNESS_VERSION}")?;
        for (key, text) in &self.context {
            writeln!(f, "{key} {}", escape(text))?;
        }
        self.decisions.as_ref().map_or(Ok(()), |decisions| decisions.fmt(f))
    }
}

impl fmt::Display for Decisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "violation {}", self.kind.name())?;
        for step in &self.steps {
            writeln!(f, "step {}.{}", step.thread, step.index)?;
        }
        for thread in &self.threads {
            write!(f, "thread {} = {}:", thread.name, thread.id.0)?;
            for step in &thread.steps {
                match step {
                    Decision::Nothing => write!(f, " .")?,
                    Decision::From(Source::Init) => write!(f, " init")?,
                    Decision::From(Source::Step(name)) => write!(f, " {}.{}", name.thread, name.index)?,
                    Decision::Way(way) => write!(f, " w{way}")?,
                }
            }
            writeln!(f)?;
        }
        for (address, writes) in &self.coherence {
            write!(f, "coherence {}:", address.0)?;
            for name in writes {
                write!(f, " {}.{}", name.thread, name.index)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A text on one line.
pub fn escape(text: &str) -> String {
    text.replace('%', "%25").replace('\n', "%0a").replace('\r', "%0d")
}

/// The text that was put on one line.
pub fn unescape(text: &str) -> String {
    text.replace("%0d", "\r").replace("%0a", "\n").replace("%25", "%")
}

fn step_name(text: &str) -> Option<StepName> {
    let (thread, index) = text.split_once('.')?;
    Some(StepName { thread: thread.parse().ok()?, index: index.parse().ok()? })
}

fn decision(word: &str) -> Option<Decision> {
    Some(match word {
        "." => Decision::Nothing,
        "init" => Decision::From(Source::Init),
        _ => match word.strip_prefix('w') {
            Some(way) => Decision::Way(way.parse().ok()?),
            None => Decision::From(Source::Step(step_name(word)?)),
        },
    })
}

fn thread(text: &str) -> Option<DecidedThread> {
    let (head, steps) = text.split_once(':')?;
    let (name, id) = head.split_once(" = ")?;
    let name = name.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>()?;
    let steps = steps.split_whitespace().map(decision).collect::<Option<Vec<Decision>>>()?;
    Some(DecidedThread { name: ThreadName(name), id: ThreadId(id.parse().ok()?), steps })
}

fn writes(text: &str) -> Option<(Address, Vec<StepName>)> {
    let (address, writes) = text.split_once(':')?;
    let writes = writes.split_whitespace().map(step_name).collect::<Option<Vec<StepName>>>()?;
    Some((Address(address.parse().ok()?), writes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Witness {
        let step = |thread, index| StepName { thread, index };
        let first = DecidedThread {
            name: ThreadName(vec![0]),
            id: ThreadId(0),
            steps: vec![Decision::Nothing, Decision::From(Source::Init), Decision::From(Source::Step(step(1, 0)))],
        };
        let second = DecidedThread {
            name: ThreadName(vec![0, 0]),
            id: ThreadId(1),
            steps: vec![Decision::Nothing, Decision::Way(1)],
        };
        Witness {
            context: vec![("file".into(), "a\n100% b.c 12".into()), ("flag".into(), String::new())],
            decisions: Some(Decisions {
                kind: ViolationKind::Race,
                steps: vec![step(1, 0)],
                threads: vec![first, second],
                coherence: BTreeMap::from([(Address(4096), vec![step(0, 0), step(1, 0)])]),
            }),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let witness = example();
        assert_eq!(Witness::parse(&witness.to_string()), Ok(witness.clone()));
        assert_eq!(witness.get("file"), Some("a\n100% b.c 12"));
        let broken_down = Witness { decisions: None, ..witness };
        assert_eq!(Witness::parse(&broken_down.to_string()), Ok(broken_down));
    }

    #[test]
    fn what_is_no_witness_is_refused() {
        let parse = |text: &str| Witness::parse(text).expect_err("no witness");
        assert!(parse("").contains("begin"));
        assert!(parse("int main(void) { return 0; }").contains("begin"));
        assert!(parse("selvedge-witness 2\n").contains("version 2"));
        assert!(parse("selvedge-witness 1\nviolation bad luck\n").contains("line 2"));
        assert!(parse("selvedge-witness 1\nthread 0 = 0: . x\n").contains("line 2"));
        assert!(parse("selvedge-witness 1\nviolation race\nstep 3.1\n").contains("not in it"));
        let text = example().to_string();
        for end in 0..text.len() {
            // Whatever is cut off: an error or a witness, never a panic.
            let _ = text.get(..end).map(Witness::parse);
        }
    }
}
