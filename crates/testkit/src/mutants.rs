//! Seeded bugs: proof that the comparisons with the oracle, with every round of every loop, and with each
//! byte of a struct, can fail, and so can the tests.
//!
//! A comparison that always agrees says nothing unless it would have disagreed with a wrong engine. So here
//! is a list of wrong engines: each *mutant* is one plausible programming error, written as a replacement of
//! one piece of source text. `selvedge-mutants` applies them one at a time to a copy of the workspace
//! ([`workshop`]), builds what must notice it and expects that to fail: a tool that compares random programs,
//! or the tests of a room.
//!
//! When a refactoring changes a line that a mutant replaces, the test below fails: make the same mistake in
//! the new code.

mod addresses;
mod c11;
mod checks;
pub mod chosen;
mod java;
mod loops;
mod memory;
mod proofs;
mod psc;
mod reduce;
mod search;
mod sections;
mod stops;
mod strong;
mod symmetric;
mod tells;
mod undo;
pub mod workshop;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// What part of the engine a mutant breaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Group {
    /// Revisits, and what updates make of them.
    Revisit,
    /// Changes of the graph, restriction, and taking them back.
    Undo,
    /// The check for sequential consistency.
    Sc,
    /// The check for total store order.
    Tso,
    /// Happens-before and coherence.
    Ra,
    /// The axiom on seq_cst.
    Rc11,
    /// The checkers of Java's models.
    Java,
    /// Waiting in loops.
    Loops,
    /// Memory that was never written, or in part.
    Memory,
    /// What makes a verdict of a search.
    Check,
    /// Atomic sections.
    Sections,
    /// What is a matter of chance in addresses.
    Addresses,
    /// Threads that would only wait, and locks that they lose.
    Awaits,
    /// Barriers whose arrivals are not told apart.
    Barrier,
    /// Threads that were started alike.
    Symmetry,
    /// Ends of runs that are not looked at.
    Epilogue,
    /// Lists of locations.
    Locset,
    /// The paths of threads that all executions share.
    Trie,
    /// Several workers.
    Parallel,
    /// Searches that stop and go on.
    Resume,
    /// One execution, run again.
    Replay,
    /// Proofs about models.
    Prove,
    /// Litmus tests.
    Litmus,
    /// What is told of a check.
    Report,
}

/// What notices a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Notices {
    /// A comparison under a model.
    Comparison(Comparison, &'static str),
    /// The tests of a target.
    Tests {
        /// The crate, without `selvedge-`.
        package: &'static str,
        /// The file in its folder `tests`, or [`LIB`].
        target: &'static str,
    },
}

/// The unit tests of a crate.
pub const LIB: &str = "lib";

/// A comparison of random programs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// The comparison of search and oracle, on random litmus tests.
    Oracle,
    /// The comparison of waiting with taking every round, on random C programs.
    Rounds,
    /// The comparison with a model that knows each byte, on random C programs that move structs about.
    Structs,
    /// Whole checks of programs for which a search alone concludes too much.
    Checks,
    /// The comparison with a list of all interleavings, on random C programs with atomic sections.
    Sections,
    /// The comparison with what happens wherever objects lie, on random C programs that compute with
    /// addresses.
    Addresses,
}

impl Comparison {
    /// The program that does it.
    pub fn tool(self) -> &'static str {
        match self {
            Comparison::Oracle => "selvedge-fuzz",
            Comparison::Rounds => "selvedge-loops",
            Comparison::Structs => "selvedge-structs",
            Comparison::Checks => "selvedge-checks",
            Comparison::Sections => "selvedge-sections",
            Comparison::Addresses => "selvedge-addresses",
        }
    }

    /// How many programs to take where so many litmus tests are taken: C programs have to be compiled.
    pub fn programs(self, tests: u64) -> u64 {
        match self {
            Comparison::Oracle => tests,
            Comparison::Rounds | Comparison::Structs | Comparison::Sections | Comparison::Addresses => {
                tests.div_ceil(10)
            }
            Comparison::Checks => 1,
        }
    }
}

impl Notices {
    /// How many programs to take where so many litmus tests are taken. Tests are run once.
    pub fn programs(self, tests: u64) -> u64 {
        match self {
            Notices::Comparison(comparison, _) => comparison.programs(tests),
            Notices::Tests { .. } => 1,
        }
    }

    /// The source file, in the workspace.
    pub fn source(self) -> PathBuf {
        let (package, file) = match self {
            Notices::Comparison(comparison, _) => ("testkit", format!("src/bin/{}.rs", &comparison.tool()[9..])),
            Notices::Tests { package, target: LIB } => (package, "src/lib.rs".to_owned()),
            Notices::Tests { package, target } => (package, format!("tests/{target}.rs")),
        };
        Path::new("crates").join(package).join(file)
    }
}

impl fmt::Display for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notices::Comparison(comparison, model) => write!(f, "{} under {model}", comparison.tool()),
            Notices::Tests { package, target } => write!(f, "the tests {package}/{target}"),
        }
    }
}

impl Group {
    /// All of them.
    pub const ALL: [Group; 24] = [
        Group::Revisit,
        Group::Undo,
        Group::Sc,
        Group::Tso,
        Group::Ra,
        Group::Rc11,
        Group::Java,
        Group::Loops,
        Group::Memory,
        Group::Check,
        Group::Sections,
        Group::Addresses,
        Group::Awaits,
        Group::Barrier,
        Group::Symmetry,
        Group::Epilogue,
        Group::Locset,
        Group::Trie,
        Group::Parallel,
        Group::Resume,
        Group::Replay,
        Group::Prove,
        Group::Litmus,
        Group::Report,
    ];

    /// The comparison that must notice its mutants, unless they name tests.
    fn comparison(self) -> Comparison {
        match self {
            Group::Loops => Comparison::Rounds,
            Group::Memory => Comparison::Structs,
            Group::Check => Comparison::Checks,
            Group::Sections => Comparison::Sections,
            Group::Addresses => Comparison::Addresses,
            Group::Revisit
            | Group::Undo
            | Group::Sc
            | Group::Tso
            | Group::Ra
            | Group::Rc11
            | Group::Java
            | Group::Awaits
            | Group::Barrier
            | Group::Symmetry
            | Group::Epilogue
            | Group::Locset
            | Group::Trie
            | Group::Parallel
            | Group::Resume
            | Group::Replay
            | Group::Prove
            | Group::Litmus
            | Group::Report => Comparison::Oracle,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Group::Revisit => "revisit",
            Group::Undo => "undo",
            Group::Sc => "sc",
            Group::Tso => "tso",
            Group::Ra => "ra",
            Group::Rc11 => "rc11",
            Group::Java => "java",
            Group::Loops => "loops",
            Group::Memory => "memory",
            Group::Check => "check",
            Group::Sections => "sections",
            Group::Addresses => "addresses",
            Group::Awaits => "awaits",
            Group::Barrier => "barrier",
            Group::Symmetry => "symmetry",
            Group::Epilogue => "epilogue",
            Group::Locset => "locset",
            Group::Trie => "trie",
            Group::Parallel => "parallel",
            Group::Resume => "resume",
            Group::Replay => "replay",
            Group::Prove => "prove",
            Group::Litmus => "litmus",
            Group::Report => "report",
        }
    }
}

/// A seeded bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// Its name, unique.
    pub name: &'static str,
    /// What part of the engine it breaks.
    pub group: Group,
    /// Where it must be noticed: under a model, by its name; or by the tests of a target, `crate/target`.
    pub under: &'static str,
    /// The mistake, in one sentence.
    pub what: &'static str,
    /// The file it is made in, relative to the workspace.
    pub file: &'static str,
    /// The right text, which occurs exactly once in the file.
    pub old: &'static str,
    /// The wrong text.
    pub new: &'static str,
}

impl Mutant {
    /// What must notice it.
    pub fn notices(&self) -> Notices {
        match self.under.split_once('/') {
            Some((package, target)) => Notices::Tests { package, target },
            None => Notices::Comparison(self.group.comparison(), self.under),
        }
    }

    /// The text of its file with the mistake in it. An error if the right text is not there exactly once.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(self.old).count() {
            1 => Ok(text.replacen(self.old, self.new, 1)),
            count => Err(format!(
                "mutant {} no longer applies: in {} this occurs {count} times instead of once:\n{}",
                self.name, self.file, self.old
            )),
        }
    }

    /// Checks that it still applies to the sources of a workspace.
    pub fn check(&self, workspace: &Path) -> Result<(), String> {
        let path = workspace.join(self.file);
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("mutant {} no longer applies: {}: {error}", self.name, path.display()))?;
        self.apply(&text).map(|_| ())
    }
}

/// A mutant in few words.
const fn mutant(
    group: Group,
    name: &'static str,
    under: &'static str,
    what: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
) -> Mutant {
    Mutant { name, group, under, what, file, old, new }
}

/// All mutants, group by group.
pub fn all() -> Vec<Mutant> {
    [
        search::REVISIT,
        undo::UNDO,
        strong::SC,
        strong::TSO,
        c11::RA,
        psc::RC11,
        java::JAVA,
        loops::LOOPS,
        memory::MEMORY,
        checks::CHECKS,
        sections::SECTIONS,
        addresses::ADDRESSES,
        reduce::REDUCE,
        symmetric::SYMMETRIC,
        stops::STOPS,
        proofs::PROOFS,
        tells::TELLS,
    ]
    .concat()
}

/// The mutants of the group of that name; if there is no such group, those whose name contains the text.
pub fn select(filter: &str) -> Vec<Mutant> {
    let mut mutants = all();
    match Group::ALL.into_iter().find(|group| group.name() == filter) {
        Some(group) => mutants.retain(|mutant| mutant.group == group),
        None => mutants.retain(|mutant| mutant.name.contains(filter)),
    }
    mutants
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_mutant_applies() {
        let workspace = workshop::workspace();
        let broken: Vec<String> = all().iter().filter_map(|mutant| mutant.check(&workspace).err()).collect();
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    #[test]
    fn every_mutant_changes_something_and_has_its_own_name() {
        let mut names = HashSet::new();
        for mutant in all() {
            assert_ne!(mutant.old, mutant.new, "{}", mutant.name);
            assert!(names.insert(mutant.name), "{} is there twice", mutant.name);
        }
    }

    #[test]
    fn every_group_has_at_least_three() {
        for group in Group::ALL {
            let count = all().iter().filter(|mutant| mutant.group == group).count();
            assert!(count >= 3, "{} has only {count}", group.name());
        }
    }

    #[test]
    fn what_must_notice_a_mutant_is_there() {
        for mutant in all() {
            let source = mutant.notices().source();
            assert!(workshop::workspace().join(&source).is_file(), "{}: {}", mutant.name, source.display());
        }
    }

    #[test]
    fn a_text_that_occurs_twice_is_an_error() {
        let mutant = Mutant { old: "a", new: "b", ..all()[0] };
        assert_eq!(mutant.apply("xax"), Ok("xbx".into()));
        assert!(mutant.apply("xaxa").is_err_and(|error| error.contains("no longer applies")));
        assert!(mutant.apply("x").is_err());
    }
}
