//! The first lines of a model's text say what the text itself does not: that it is a built-in model, and
//! where it stands among the others.
//!
//! ```text
//! // model: total store order: stores are buffered, as on x86 and SPARC
//! // order: 20
//! // search: its own
//! ```
//!
//! They are comments of the form `// key: value`, from the first line on, and end with the first line that is
//! none. Its name a model has from its file. A text that only other texts include begins with
//! `// part: WHAT IT IS` instead.

use std::fmt;

/// What the first lines of a text say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Header {
    /// It is a model.
    Model(Entry),
    /// It is for other texts to include.
    Part,
}

/// A model, as its header has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// One line.
    pub summary: String,
    /// Where it comes in lists: smaller numbers first, roughly the strongest model first. There are gaps for
    /// new models.
    pub order: u32,
    /// What decides whether an execution is allowed.
    pub checker: Checker,
}

/// What decides whether an execution is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checker {
    /// Code that is generated from the text.
    Generated(Search),
    /// Code in `src/`.
    ByHand,
    /// The interpreter, which is slower: for a text of which no code can be generated.
    Interpreted,
}

/// The code of the search that asks generated code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Compiled for this model alone: the quickest, and each takes long to build.
    Own,
    /// Compiled once for all that share it.
    Shared,
}

/// What is wrong with a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

impl Header {
    /// Reads the first lines of a text.
    pub fn read(text: &str) -> Result<Header, Wrong> {
        let mut lines: Vec<(&str, &str)> = Vec::new();
        for (at, line) in text.lines().map_while(key_and_value).enumerate() {
            let wrong = |what: String| Err(Wrong { line: at + 1, what });
            let (key, value) = line;
            if !KEYS.contains(&key) {
                return wrong(format!(
                    "there is no `{key}`: the keys are {}; prose begins after `//`",
                    KEYS.join(", ")
                ));
            }
            if lines.iter().any(|(other, _)| *other == key) {
                return wrong(format!("`{key}` is said twice"));
            }
            if value.is_empty() {
                return wrong(format!("`{key}` says nothing"));
            }
            lines.push(line);
        }
        let of = |key: &str| lines.iter().position(|(other, _)| *other == key).map(|at| (at + 1, lines[at].1));
        let first = |what: &str| Err(Wrong { line: 1, what: what.to_owned() });
        match (of("model"), of("part")) {
            (Some((1, summary)), None) => Ok(Header::Model(Entry {
                summary: summary.to_owned(),
                order: order(of("order"))?,
                checker: checker(of("checker"), of("search"))?,
            })),
            (None, Some((1, _))) if lines.len() == 1 => Ok(Header::Part),
            (None, Some((1, _))) => first("a text for others to include has no more than `// part: …`"),
            (Some(_), Some(_)) => first("a text is a model or a part of models, and not both"),
            _ => first("a text begins with `// model: SUMMARY`, or, if others include it, with `// part: WHAT IT IS`"),
        }
    }
}

const KEYS: [&str; 5] = ["model", "part", "order", "checker", "search"];

/// A line `// key: value`, where the key is one word.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix("// ")?.split_once(':')?;
    let is_word = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase());
    is_word.then(|| (key, value.trim()))
}

fn order(said: Option<(usize, &str)>) -> Result<u32, Wrong> {
    let missing =
        || Wrong { line: 1, what: "a model has an `// order: NUMBER`, its place among the others".to_owned() };
    let (line, value) = said.ok_or_else(missing)?;
    value.parse().map_err(|_| Wrong { line, what: format!("`{value}` is not a number") })
}

fn checker(said: Option<(usize, &str)>, search: Option<(usize, &str)>) -> Result<Checker, Wrong> {
    let wrong = |line: usize, what: &str| Err(Wrong { line, what: what.to_owned() });
    let search = match search {
        None => None,
        Some((_, "its own")) => Some(Search::Own),
        Some((line, _)) => return wrong(line, "all that can be said of the search is `its own`"),
    };
    match (said, search) {
        (None, search) => Ok(Checker::Generated(search.unwrap_or(Search::Shared))),
        (Some((line, _)), Some(_)) => wrong(line, "only a generated checker has a search of its own"),
        (Some((_, "by hand")), None) => Ok(Checker::ByHand),
        (Some((_, "interpreted")), None) => Ok(Checker::Interpreted),
        (Some((line, _)), None) => {
            wrong(line, "a checker is `by hand` or `interpreted`; without this line, it is generated")
        }
    }
}
