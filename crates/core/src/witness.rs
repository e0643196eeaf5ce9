//! What is needed to reproduce an execution elsewhere, or later.
//!
//! A witness has two parts. The *decisions* of an execution, which write each read reads from, which way each
//! choice takes and in which order the writes to each location come, determine it, whatever search found it;
//! so a witness stays valid when the search changes. The *context* says what it is an execution of: pairs of
//! a key and a text that mean something to the command and nothing here.
//!
//! The text form is a line per fact, made to be read by people too, and sealed ([`crate::seal`]):
//!
//! ```text
//! selvedge-witness 2
//! word queue.c
//! model rc11
//! violation race
//! step 1.2
//! thread 0 = 0: . init 1.0
//! thread 0.0 = 1: . .
//! coherence 4096: 0.0 1.1
//! sealed 151 4eed7141ea4a5cd4b788606bd23f46e212af9cacebacdc7d1f4c6dc7f2511b98
//! ```
//!
//! A thread has its name, its number in the search and a word per step: `init` or the name of a step for a
//! read, `way 1` for a choice (written `w1`), and `.` where there is nothing to decide.

use std::collections::BTreeMap;
use std::fmt;

use crate::execution::{Execution, Source, Step, StepName, ThreadName};
use crate::ids::ThreadId;
use crate::seal::Seal;
use crate::unseen::is_unseen;
use crate::value::Address;
use crate::verdict::{Violation, ViolationKind};

/// What a witness begins with.
pub const WITNESS: Seal = Seal { kind: "selvedge-witness", version: 2 };

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
    /// The first text under a key of the context.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.context.iter().find(|(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// All texts under a key of the context.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.context.iter().filter(move |(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    /// Reads a witness, or says what is wrong with it.
    pub fn parse(file: &[u8]) -> Result<Witness, String> {
        // The first line says what it is.
        let lines = WITNESS.open(file)?.split_terminator('\n').enumerate().map(|(at, line)| (at + 2, line));
        let mut witness = Witness { context: Vec::new(), decisions: None };
        let mut kind = None;
        let (mut steps, mut threads, mut coherence) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (number, line) in lines {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let understood = match key {
                "violation" => ViolationKind::ALL.into_iter().find(|kind| kind.name() == rest).map(|k| kind = Some(k)),
                "step" => step_name(rest).map(|step| steps.push(step)),
                "thread" => thread(rest).map(|thread| threads.push(thread)),
                "coherence" => writes(rest).map(|(address, writes)| _ = coherence.insert(address, writes)),
                _ => unescape(rest).map(|text| witness.context.push((key.to_owned(), text))),
            };
            if understood.is_none() {
                return Err(format!("line {number} means nothing: {line}"));
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
            Step::Read { .. }
            | Step::Write { .. }
            | Step::Update { .. }
            | Step::Fence(_)
            | Step::Allocate { .. }
            | Step::Free { .. }
            | Step::Spawn { .. }
            | Step::Join { .. } => step.source().map_or(Decision::Nothing, Decision::From),
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
            Decision::Nothing | Decision::From(_) | Decision::Way(_) => None,
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
        let context = self.context.iter().map(|(key, text)| format!("{key} {}\n", escape(text)));
        let decisions = self.decisions.as_ref().map(Decisions::to_string);
        f.write_str(&WITNESS.close(&context.chain(decisions).collect::<String>()))
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

/// A text on one line, in which nothing can be mistaken for anything else: whatever is no visible character,
/// and could end the line, move the cursor of a terminal or change the order of letters, is written as `%`
/// and the numbers of its bytes.
pub fn escape(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '%' || is_unseen(c) {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| line.push_str(&format!("%{byte:02x}")));
        } else {
            line.push(c);
        }
    }
    line
}

/// The text that was put on one line. Nothing if none was.
pub fn unescape(line: &str) -> Option<String> {
    let mut parts = line.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at_checked(2)?;
        let is_code = code.bytes().all(|digit| digit.is_ascii_hexdigit());
        bytes.push(u8::from_str_radix(code, 16).ok().filter(|_| is_code)?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
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
        let read = |witness: &Witness| Witness::parse(witness.to_string().as_bytes());
        assert_eq!(read(&witness), Ok(witness.clone()));
        assert_eq!(witness.get("file"), Some("a\n100% b.c 12"));
        let broken_down = Witness { decisions: None, ..witness };
        assert_eq!(read(&broken_down), Ok(broken_down));
    }

    #[test]
    fn what_is_no_witness_is_refused() {
        let parse = |text: &str| Witness::parse(text.as_bytes()).expect_err("no witness");
        assert!(parse("").contains("begin"));
        assert!(parse("int main(void) { return 0; }").contains("begin"));
        assert!(parse("selvedge-witness 1\n").contains("version 1"));
        let sealed = |lines: &str| parse(&WITNESS.close(lines));
        assert!(sealed("violation bad luck\n").contains("line 2"));
        assert!(sealed("thread 0 = 0: . x\n").contains("line 2"));
        assert!(sealed("model rc11\nword %0\n").contains("line 3"));
        assert!(sealed("violation race\nstep 3.1\n").contains("not in it"));
        let file = example().to_string().into_bytes();
        for end in 0..file.len() {
            assert!(Witness::parse(&file[..end]).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn a_text_is_one_harmless_line() {
        for text in
            ["", " a ", "100%", "a\r\nb\u{85}\u{2028}", "\u{1b}[2J\u{7}", "\u{202e}\u{2066}x\u{feff}", "%0a ü \u{0}"]
        {
            let line = escape(text);
            assert!(!line.chars().any(is_unseen), "{line:?}");
            assert_eq!(unescape(&line).as_deref(), Some(text));
        }
        for line in ["%", "%0", "%zz", "%+1", "%ff", "%ü"] {
            assert_eq!(unescape(line), None, "{line}");
        }
    }
}
