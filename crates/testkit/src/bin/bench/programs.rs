//! The C programs that are measured: twelve of `corpus/c/bench`, each in two sizes.

use std::path::PathBuf;

use selvedge_models::Builtin;
use selvedge_testkit::c::corpus;

/// A program in one size.
#[derive(Clone, Copy, Debug)]
pub struct Sized {
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
    Sized { name, flags, unroll: None }
}

/// All programs.
pub const ALL: [Sized; 24] = [
    sized("treiber-stack", "-DN=6"),
    sized("treiber-stack", "-DN=7"),
    sized("ms-queue", "-DN=5"),
    sized("ms-queue", "-DN=6"),
    sized("buf-ring", "-DN=3"),
    sized("buf-ring", "-DN=4"),
    sized("ttas-lock", "-DN=5"),
    sized("ttas-lock", "-DN=6"),
    sized("szymanski", ""),
    sized("szymanski", "-DK=2"),
    sized("peterson", "-DK=4"),
    sized("peterson", "-DK=6"),
    Sized { name: "parker", flags: "-DN=6", unroll: Some(8) },
    Sized { name: "parker", flags: "-DN=7", unroll: Some(9) },
    Sized { name: "dekker", flags: "", unroll: Some(5) },
    Sized { name: "dekker", flags: "", unroll: Some(7) },
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
        corpus().join("bench").join(self.name).with_extension("c")
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
        let name =
            [format!("bench/{}.c", self.name), dash(self.flags.to_owned()), dash(rounds), model.name().to_owned()];
        let row = text.lines().map(|line| line.split('\t').collect::<Vec<&str>>()).find(|row| {
            row.len() > 8 && row[..4] == name && row[6] == "safe" && row[8] == "--disable-sr --disable-ipr"
        })?;
        row[7].parse().ok()
    }
}
