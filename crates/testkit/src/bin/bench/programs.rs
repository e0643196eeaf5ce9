//! The C programs that are measured: twelve of `corpus/c/bench`, each in two sizes, and those of
//! `corpus/c/growth` in many.

use std::path::PathBuf;

use selvedge_models::Builtin;
use selvedge_testkit::c::corpus;

/// A program in one size.
#[derive(Clone, Copy, Debug)]
pub struct Sized {
    /// The folder in the corpus.
    pub folder: &'static str,
    /// The file, without its suffix.
    pub name: &'static str,
    /// What the compiler is told.
    pub flags: &'static str,
    /// How many rounds a loop may begin.
    pub unroll: Option<u32>,
}

/// The models.
pub const MODELS: [Builtin; 3] = [Builtin::Sc, Builtin::Tso, Builtin::Rc11];

/// A program in a size, with whatever loops it has.
pub const fn sized(name: &'static str, flags: &'static str) -> Sized {
    Sized { folder: "bench", name, flags, unroll: None }
}

/// The same, with loops of at most so many rounds.
pub const fn unrolled(name: &'static str, flags: &'static str, rounds: u32) -> Sized {
    Sized { unroll: Some(rounds), ..sized(name, flags) }
}

const fn growing(name: &'static str, flags: &'static str) -> Sized {
    Sized { folder: "growth", ..sized(name, flags) }
}

/// What grows: events, threads, locations, writes to one location.
pub const GROWING: [Sized; 16] = [
    growing("events", "-DN=100"),
    growing("events", "-DN=1000"),
    growing("events", "-DN=10000"),
    growing("events", "-DN=100000"),
    growing("threads", "-DN=10"),
    growing("threads", "-DN=100"),
    growing("threads", "-DN=1000"),
    growing("threads", "-DN=5000"),
    growing("locations", "-DN=1"),
    growing("locations", "-DN=10"),
    growing("locations", "-DN=100"),
    growing("locations", "-DN=5000"),
    growing("writes", "-DN=10"),
    growing("writes", "-DN=100"),
    growing("writes", "-DN=1000"),
    growing("writes", "-DN=10000"),
];

/// All programs.
pub const ALL: [Sized; 24] = [
    sized("treiber-stack", "-DN=6"),
    sized("treiber-stack", "-DN=7"),
    sized("ms-queue", "-DN=5"),
    sized("ms-queue", "-DN=6"),
    sized("buf-ring", "-DN=4"),
    sized("buf-ring", "-DN=5"),
    sized("ttas-lock", "-DN=5"),
    sized("ttas-lock", "-DN=6"),
    sized("szymanski", "-DK=3"),
    sized("szymanski", "-DK=4"),
    sized("peterson", "-DK=4"),
    sized("peterson", "-DK=6"),
    unrolled("parker", "-DN=6", 8),
    unrolled("parker", "-DN=7", 9),
    unrolled("dekker", "-DK=4", 7),
    unrolled("dekker", "-DK=5", 7),
    sized("fib-bench", "-DN=5"),
    sized("fib-bench", "-DN=6"),
    sized("lamport-fast", "-DN=3"),
    sized("lamport-fast", "-DN=4"),
    sized("chase-lev", "-DN=3 -DS=3"),
    sized("chase-lev", "-DN=3 -DS=4"),
    sized("linked-list-cas", "-DN=6"),
    sized("linked-list-cas", "-DN=7"),
];

impl Sized {
    /// Where the file is.
    pub fn file(&self) -> PathBuf {
        corpus().join(self.folder).join(self.name).with_extension("c")
    }

    /// Its size in words: how it is told from others with the same name.
    pub fn size(&self) -> String {
        let unroll = self.unroll.map(|rounds| format!("--unroll {rounds}"));
        let words = [Some(self.flags.to_owned()), unroll].into_iter().flatten().filter(|words| !words.is_empty());
        words.collect::<Vec<String>>().join(" ")
    }

    /// The seconds that the peer of `expected.tsv` needed, without its reductions, if it was asked.
    pub fn peer_seconds(&self, model: Builtin) -> Option<f64> {
        let text = std::fs::read_to_string(corpus().join("expected.tsv")).ok()?;
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let rounds = self.unroll.map(|rounds| rounds.to_string()).unwrap_or_default();
        let name = [
            format!("{}/{}.c", self.folder, self.name),
            dash(self.flags.to_owned()),
            dash(rounds),
            model.name().to_owned(),
        ];
        let row = text.lines().map(|line| line.split('\t').collect::<Vec<&str>>()).find(|row| {
            row.len() > 8 && row[..4] == name && row[6] == "safe" && row[8] == "--disable-sr --disable-ipr"
        })?;
        row[7].parse().ok()
    }
}
