//! What is asked of a program, and why one cannot be run.

use std::collections::BTreeMap;
use std::fmt;

use selvedge_core::Properties;

use crate::exec::arguments;
use crate::library::Stub;

/// What a program may meet beyond what always happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// A weak compare-exchange may fail although it need not.
    pub spurious_failures: bool,
    /// A thread that waits for a condition may wake up once although it is not woken.
    pub spurious_wakeups: bool,
    /// What is looked for: without races, plain accesses count as ordered, and with leaks, memory must be
    /// freed.
    pub properties: Properties,
    /// A call of a function with a name that means an error fails, whatever the function does: so property
    /// files have it.
    pub errors_by_name: bool,
    /// Functions that are not run, by name.
    pub stubs: BTreeMap<String, Stub>,
    /// The arguments of `main`, the first of which is the name of the program.
    pub arguments: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            spurious_failures: false,
            spurious_wakeups: false,
            properties: Properties::default(),
            errors_by_name: false,
            stubs: BTreeMap::new(),
            arguments: vec![arguments::NAME.to_owned()],
        }
    }
}

/// Why a module cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Something is wrong with what was asked for.
    Input(String),
    /// The program uses something that is not modelled.
    Unsupported(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Input(why) | Refusal::Unsupported(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> String {
        refusal.to_string()
    }
}
