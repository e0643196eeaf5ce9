//! Where a check that stopped early goes on.
//!
//! What is left of a search ([`Checkpoint`]) means something only for the same program, model and options,
//! and only together with what the program has found out and noted down by then: a bound that was met in the
//! first part is one of the whole. So all of that belongs to it, and a check refuses to go on with anything
//! else. It has a text form: facts, each a key and a text.

use selvedge_core::{Digest, Model, Subject};
use selvedge_explore::{Checkpoint, Options};
use selvedge_models::simplify::Simpler;

/// See above.
#[derive(Clone, PartialEq, Debug)]
pub struct Left {
    /// What it is a check of.
    of: String,
    search: Checkpoint,
    /// The simpler model that was tried, if one was.
    under: Option<Simpler>,
    /// What the program knew.
    program: Vec<(String, String)>,
}

/// The keys of its text form, and where those of the program and of the search begin.
const OF: &str = "of";
const UNDER: &str = "searched-as";
const PROGRAM: &str = "program.";
const SEARCH: &str = "search.";

/// What tells a check from another one.
fn identity<S: Subject, M: Model>(subject: &S, model: &M, options: &Options) -> String {
    let conditions = options.conditions().join("\n");
    Digest::of(format!("{}\n{}\n{conditions}", subject.identity(), model.identity()).as_bytes()).to_string()
}

impl Left {
    pub(crate) fn new<S: Subject, M: Model>(
        (subject, model, options): (&S, &M, &Options),
        search: Checkpoint,
        under: Option<Simpler>,
    ) -> Left {
        let program = subject.facts().into_iter().map(|(key, text)| (key.to_owned(), text)).collect();
        Left { of: identity(subject, model, options), search, under, program }
    }

    /// Lets the program go on where this one was, or says why it cannot. What is to be searched, and under
    /// which simpler model.
    pub(crate) fn take_up<S: Subject, M: Model>(
        &self,
        subject: &mut S,
        model: &M,
        options: &Options,
    ) -> Result<(&Checkpoint, Option<Simpler>), String> {
        if self.of != identity(subject, model, options) {
            return Err("it is what is left of another program, or under another model or other options".to_owned());
        }
        subject.recall(self.program.iter().map(|(key, text)| (key.as_str(), text.as_str())))?;
        Ok((&self.search, self.under))
    }

    /// What is left of the search.
    pub fn search(&self) -> &Checkpoint {
        &self.search
    }

    /// Its text form.
    pub fn facts(&self) -> Vec<(String, String)> {
        let own = |key: &str, text: String| (key.to_owned(), text);
        let mut facts = vec![own(OF, self.of.clone())];
        facts.extend(self.under.map(|simpler| own(UNDER, simpler.name().to_owned())));
        facts.extend(self.program.iter().map(|(key, text)| (format!("{PROGRAM}{key}"), text.clone())));
        facts.extend(self.search.facts().into_iter().map(|(key, text)| (format!("{SEARCH}{key}"), text)));
        facts
    }

    /// Reads the text form. Other facts are somebody else's. An error if something is missing or means
    /// nothing.
    pub fn from_facts<'f>(facts: impl Iterator<Item = (&'f str, &'f str)> + Clone) -> Result<Left, String> {
        let find = |wanted: &str| facts.clone().find(|(key, _)| *key == wanted).map(|(_, text)| text);
        let part =
            |prefix: &'static str| facts.clone().filter_map(move |(key, text)| Some((key.strip_prefix(prefix)?, text)));
        let of = find(OF).ok_or("it does not say what it is left of")?;
        let simpler = |name: &str| {
            let known = Simpler::ALL.into_iter().find(|simpler| simpler.name() == name);
            known.ok_or_else(|| format!("`{UNDER} {name}` means nothing"))
        };
        let under = find(UNDER).map(simpler).transpose()?;
        let program = part(PROGRAM).map(|(key, text)| (key.to_owned(), text.to_owned())).collect();
        Ok(Left { of: of.to_owned(), search: Checkpoint::from_facts(part(SEARCH))?, under, program })
    }
}
