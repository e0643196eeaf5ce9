//! The built-in sets and relations (kat.md §1.4, §1.5), and what holds of them in every execution.
//!
//! **Sets.** An event has a kind and a mode; `event_types` lists the combinations that exist, so a
//! proof may split cases over them. There is always one further kind, of which nothing is known.
//!
//! **Relations.** Proofs are about words over *letters*. Each relation is the union of one or more letters
//! (`po` is `po-loc` or `po-neqloc`, `rf` is `rfe` or `rfi`), and *covers* the letters of relations that are
//! included in it (`po` covers `rfi`). Laws such as `rf;fr <= mo` are in `prove::laws`.
//!
//! Where we differ from Kater: `any`, `same-loc` and `same-thread` relate an event to itself; `ctrl`, `addr`
//! and `data` are within `po` but not within `po-loc`; and sets are exact, so `A \ B` and complements need no
//! special rule.

use crate::term::{Relation, Set};

/// A primitive set of events, by position: first the built-in ones, then the user's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u8);

/// The built-in primitive sets.
pub(crate) const PREDICATES: [&str; 24] = [
    "NA",
    "RLX",
    "ACQ",
    "REL",
    "SC",
    "R",
    "W",
    "F",
    "TC",
    "TB",
    "TE",
    "TJ",
    "TK",
    "ALLOC",
    "FREE",
    "HPRET",
    "HPPROT",
    "EXCL",
    "DEP",
    "LOC",
    "HEAP",
    "NOTHPPROT",
    "D",
    "REC",
];

/// The position of a built-in set.
pub(crate) const fn predicate(name: &str) -> PredicateId {
    let mut i = 0;
    while i < PREDICATES.len() {
        if same(PREDICATES[i], name) {
            return PredicateId(i as u8);
        }
        i += 1;
    }
    panic!("invariant: the set is built in")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// Predicates whose names a file may use for its own sets.
pub(crate) const MAY_BE_HIDDEN: [&str; 2] = ["D", "REC"];

/// The set of that name, if it is built in.
pub(crate) fn builtin_set(name: &str) -> Option<Set> {
    let both = |a: &'static str, b: &'static str| Set::both(Set::Predicate(predicate(a)), Set::Predicate(predicate(b)));
    Some(match name {
        "OPQ" => Set::Predicate(predicate("RLX")),
        "VOL" => Set::Predicate(predicate("SC")),
        "PLAIN" => Set::Predicate(predicate("NA")),
        "UR" => both("R", "EXCL"),
        "UW" => both("W", "EXCL"),
        "MEM" => Set::either(Set::Predicate(predicate("R")), Set::Predicate(predicate("W"))),
        "NEXCL" => Set::minus(Set::All, Set::Predicate(predicate("EXCL"))),
        _ => Set::Predicate(PredicateId(PREDICATES.iter().position(|builtin| *builtin == name)? as u8)),
    })
}

/// Names of built-in sets that stand for others.
pub(crate) const DERIVED_SETS: [&str; 7] = ["OPQ", "VOL", "PLAIN", "UR", "UW", "MEM", "NEXCL"];

/// All built-in names, for suggestions.
pub(crate) fn builtin_names() -> impl Iterator<Item = &'static str> {
    let relations = Builtin::ALL.iter().map(|relation| relation.name());
    PREDICATES.into_iter().chain(DERIVED_SETS).chain(relations).chain(["co", "coe", "coi"])
}

const fn bit(name: &str) -> u64 {
    1 << predicate(name).0
}

/// The combinations of built-in predicates that an event can have, as bits. Sets that no other depends on
/// (`HEAP`, `NOTHPPROT`, `D`, `REC`) are left to the caller: see [`FREE_PREDICATES`].
pub(crate) fn event_types() -> Vec<u64> {
    let (acq, rel) = (bit("ACQ"), bit("REL"));
    let modes = [0, bit("NA"), bit("RLX"), acq, rel, acq | rel, acq | rel | bit("SC")];
    let loc = bit("LOC");
    let kinds = [
        0,
        bit("R") | bit("DEP") | loc,
        bit("W") | loc,
        bit("F"),
        bit("TC"),
        bit("TB"),
        bit("TE"),
        bit("TJ"),
        bit("TK"),
        bit("ALLOC") | bit("DEP") | loc,
        bit("FREE") | loc,
        bit("HPRET"),
        bit("HPPROT") | loc,
    ];
    let mut types = Vec::new();
    for kind in kinds {
        for mode in modes {
            let starts = kind & (bit("TB") | bit("TJ")) != 0;
            let ends = kind & (bit("TC") | bit("TE")) != 0;
            if (starts && mode & rel != 0) || (ends && mode & acq != 0) {
                continue;
            }
            types.push(kind | mode);
            if kind & (bit("R") | bit("W")) != 0 {
                types.push(kind | mode | bit("EXCL"));
            }
        }
    }
    types
}

/// Built-in predicates that any event may or may not have.
pub(crate) const FREE_PREDICATES: [PredicateId; 4] =
    [predicate("HEAP"), predicate("NOTHPPROT"), predicate("D"), predicate("REC")];

/// A built-in relation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the names are those of the language")]
pub enum Builtin {
    Po,
    PoLoc,
    PoNeqLoc,
    Rmw,
    Ctrl,
    Addr,
    Data,
    Rf,
    Rfe,
    Rfi,
    Mo,
    Moe,
    Moi,
    Fr,
    Fre,
    Fri,
    Detour,
    Tc,
    Tj,
    Alloc,
    Free,
    LocOverlap,
    SameLoc,
    SameThread,
    Any,
}

impl Builtin {
    /// All of them.
    pub const ALL: [Builtin; 25] = [
        Builtin::Po,
        Builtin::PoLoc,
        Builtin::PoNeqLoc,
        Builtin::Rmw,
        Builtin::Ctrl,
        Builtin::Addr,
        Builtin::Data,
        Builtin::Rf,
        Builtin::Rfe,
        Builtin::Rfi,
        Builtin::Mo,
        Builtin::Moe,
        Builtin::Moi,
        Builtin::Fr,
        Builtin::Fre,
        Builtin::Fri,
        Builtin::Detour,
        Builtin::Tc,
        Builtin::Tj,
        Builtin::Alloc,
        Builtin::Free,
        Builtin::LocOverlap,
        Builtin::SameLoc,
        Builtin::SameThread,
        Builtin::Any,
    ];

    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Builtin::Po => "po",
            Builtin::PoLoc => "po-loc",
            Builtin::PoNeqLoc => "po-neqloc",
            Builtin::Rmw => "rmw",
            Builtin::Ctrl => "ctrl",
            Builtin::Addr => "addr",
            Builtin::Data => "data",
            Builtin::Rf => "rf",
            Builtin::Rfe => "rfe",
            Builtin::Rfi => "rfi",
            Builtin::Mo => "mo",
            Builtin::Moe => "moe",
            Builtin::Moi => "moi",
            Builtin::Fr => "fr",
            Builtin::Fre => "fre",
            Builtin::Fri => "fri",
            Builtin::Detour => "detour",
            Builtin::Tc => "tc",
            Builtin::Tj => "tj",
            Builtin::Alloc => "alloc",
            Builtin::Free => "free",
            Builtin::LocOverlap => "loc-overlap",
            Builtin::SameLoc => "same-loc",
            Builtin::SameThread => "same-thread",
            Builtin::Any => "any",
        }
    }

    /// The relation of that name; `co`, `coe` and `coi` are other names for `mo`, `moe` and `moi`.
    pub(crate) fn parse(name: &str) -> Option<Builtin> {
        let name = match name {
            "co" => "mo",
            "coe" => "moe",
            "coi" => "moi",
            other => other,
        };
        Builtin::ALL.into_iter().find(|relation| relation.name() == name)
    }

    /// The disjoint parts the relation is the union of, if it is more than a letter.
    pub(crate) fn parts(self) -> &'static [Builtin] {
        match self {
            Builtin::Po => &[Builtin::PoLoc, Builtin::PoNeqLoc],
            Builtin::Rf => &[Builtin::Rfe, Builtin::Rfi],
            Builtin::Mo => &[Builtin::Moe, Builtin::Moi],
            Builtin::Fr => &[Builtin::Fre, Builtin::Fri],
            _ => &[],
        }
    }

    /// Relations that are included in this one although they are no parts of it.
    pub(crate) fn covers(self) -> &'static [Builtin] {
        use Builtin::*;
        match self {
            Po => &[Rmw, Ctrl, Addr, Data, Rfi, Moi, Fri, Detour],
            PoLoc => &[Rmw, Rfi, Moi, Fri, Detour],
            SameLoc => &[PoLoc, Rmw, Rfe, Rfi, Moe, Moi, Fre, Fri, Detour],
            SameThread => &[Rmw, Ctrl, Addr, Data, Rfi, Moi, Fri],
            _ => &[],
        }
    }

    /// Where the relation starts and ends: events outside these sets are never related.
    pub(crate) fn ends(self) -> (Set, Set) {
        let set = |name: &str| builtin_set(name).expect("invariant: the set is built in");
        match self {
            Builtin::Rf | Builtin::Rfe | Builtin::Rfi | Builtin::Detour => (set("W"), set("R")),
            Builtin::Mo | Builtin::Moe | Builtin::Moi => (set("W"), set("W")),
            Builtin::Fr | Builtin::Fre | Builtin::Fri => (set("R"), set("W")),
            Builtin::Rmw => (set("UR"), set("UW")),
            Builtin::Ctrl | Builtin::Addr | Builtin::Data => (set("DEP"), Set::All),
            Builtin::Tc => (set("TC"), set("TB")),
            Builtin::Tj => (set("TE"), set("TJ")),
            Builtin::Alloc => (set("ALLOC"), Set::All),
            Builtin::Free => (set("ALLOC"), set("FREE")),
            Builtin::PoLoc | Builtin::SameLoc => (set("LOC"), set("LOC")),
            Builtin::Po | Builtin::PoNeqLoc | Builtin::LocOverlap | Builtin::SameThread | Builtin::Any => {
                (Set::All, Set::All)
            }
        }
    }
}

/// A set that the user declared with `predicate`, or derived with `set`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserPredicate {
    /// Its name.
    pub name: String,
}

/// The names that stand for primitive sets and relations in one model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Vocabulary {
    /// The user's sets; their ids come after the built-in ones.
    pub predicates: Vec<UserPredicate>,
    /// The user's relations.
    pub relations: Vec<String>,
    /// Sets of the user of which no two have an event in common.
    pub disjoint: Vec<Vec<Set>>,
}

impl Vocabulary {
    /// The name of a set.
    pub fn predicate_name(&self, id: PredicateId) -> &str {
        let index = id.0 as usize;
        PREDICATES.get(index).copied().unwrap_or_else(|| &self.predicates[index - PREDICATES.len()].name)
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: Relation) -> String {
        match relation {
            Relation::Builtin(builtin) => builtin.name().into(),
            Relation::User(index) => self.relations[index as usize].clone(),
            Relation::UserLoc(index) => format!("{}-loc", self.relations[index as usize]),
        }
    }
}
