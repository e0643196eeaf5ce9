//! What is looked for: `--check`, and the property files of verification competitions.
//!
//! A property file has lines like `CHECK( init(main()), LTL(G ! call(reach_error())) )`. What it asks for is
//! turned into the names of `--check`, and only these are kept, as `--asked`: a witness needs no property
//! file. It is not quite the same: where a property file asks, the rules of competitions hold.

use std::ffi::OsString;
use std::path::Path;

use selvedge_core::{Properties, Property};
use selvedge_driver as driver;
use selvedge_explore::OnRace;
use selvedge_report::{Problem, ProblemClass};

use super::plan::nearest;
use super::raw::Check;
use crate::model::Chosen;

/// How large a property file may be.
const LARGEST: u64 = 1 << 16;

/// What `--check` calls everything.
const ALL: &str = "all";

/// What a user looks for. It must be something: where nothing is looked for, nothing goes wrong.
pub fn properties(raw: &Check, model: &Chosen) -> Result<Properties, Problem<'static>> {
    let chosen = if raw.asked.is_empty() { &raw.check } else { &raw.asked };
    let mut properties = if chosen.is_empty() { Properties::default() } else { Properties::NONE };
    for name in chosen {
        properties = match Property::ALL.into_iter().find(|property| property.name() == name) {
            Some(property) => properties.with(property),
            None if name == ALL => Property::ALL.into_iter().collect(),
            None => return Err(unknown(name)),
        };
    }
    let switches = [
        (raw.no_race_detection, "no-race-detection", Property::Race),
        (raw.no_liveness, "no-liveness", Property::Liveness),
    ];
    for (_, switch, property) in switches.into_iter().filter(|(off, ..)| *off) {
        if chosen.iter().any(|name| name == property.name()) {
            let flag =
                if raw.asked.is_empty() { format!("--check {}", property.name()) } else { "--property".to_owned() };
            let problem = Problem::input(format!("`{flag}` looks for what `--{switch}` does not look for"));
            return Err(problem.with_help("leave out one of them"));
        }
        properties = properties.without(property);
    }
    if properties.iter().eq([Property::Race]) && !model.defines_races() {
        let what = format!("only data races are to be looked for, and {} does not say what one is", model.name());
        return Err(Problem::input(what).with_help("look for something else too, or choose another model"));
    }
    Ok(properties)
}

/// What becomes of data races. Where they are not looked for but count, the search still sees them: what the
/// program does after one has no meaning, and the verdict says so. Tasks of competitions are full of races
/// that are not meant.
pub fn on_race(raw: &Check, properties: Properties) -> OnRace {
    let is_allowed = !raw.asked.is_empty() && !properties.has(Property::Race);
    if raw.no_race_detection || is_allowed { OnRace::Ignore } else { OnRace::Report }
}

/// Whether a call of a function with a certain name is an error.
pub fn errors_by_name(raw: &Check, properties: Properties) -> bool {
    !raw.asked.is_empty() && properties.has(Property::Assertion)
}

fn unknown(name: &str) -> Problem<'static> {
    let names: Vec<&str> = Property::ALL.iter().map(|property| property.name()).chain([ALL]).collect();
    let known = format!("what can be looked for is {}", names.join(", "));
    let help = match nearest(name, &names) {
        Some(nearest) => format!("did you mean `{nearest}`? {known}"),
        None => known,
    };
    Problem::input(format!("`--check {name}` means nothing")).with_help(help)
}

impl Check {
    /// The same check, with what the property file asks for among the options.
    pub fn with_property_read(&self) -> Result<Check, Problem<'static>> {
        let mut check = self.clone();
        if let Some(file) = check.property.take() {
            let properties = read(&file, &self.entry)?;
            check.asked = properties.iter().map(|property| property.name().to_owned()).collect();
        }
        Ok(check)
    }
}

fn read(file: &OsString, entry: &str) -> Result<Properties, Problem<'static>> {
    let shown = Path::new(file).display().to_string();
    let cannot = |why: String| Problem::input(format!("cannot read {shown}: {why}"));
    let bytes = driver::read_file(Path::new(file), LARGEST).map_err(|error| cannot(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| cannot("it is no text".to_owned()))?;
    // Some editors begin a file with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut properties = Properties::NONE;
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let property = understand(line, entry).map_err(|(class, why)| {
            let known = "reach_error, valid-free, valid-deref, valid-memcleanup, data-race and deadlock are understood; \
                         `--check` chooses among the errors that are known here";
            Problem { class, ..Problem::input(format!("{shown}:{number}: {why}")) }.with_help(known)
        })?;
        properties = properties.with(property);
    }
    match properties == Properties::NONE {
        true => Err(cannot("it asks for nothing".to_owned())),
        false => Ok(properties),
    }
}

/// One line.
fn understand(line: &str, entry: &str) -> Result<Property, (ProblemClass, String)> {
    let input = |why: String| (ProblemClass::Input, why);
    let packed: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let inside = packed.strip_prefix("CHECK(init(").and_then(|rest| rest.strip_suffix("))"));
    let Some((function, formula)) = inside.and_then(|inside| inside.split_once("()),LTL(")) else {
        return Err(input(
            "this is no line of a property file, as `CHECK( init(main()), LTL(G ! data-race) )` is".to_owned(),
        ));
    };
    if function != entry {
        return Err(input(format!("the property is about programs that start with {function}, and not with {entry}")));
    }
    match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Ok(Property::Assertion),
        "Gvalid-free" | "Gvalid-deref" => Ok(Property::Memory),
        "Gvalid-memcleanup" => Ok(Property::Leak),
        "G!data-race" => Ok(Property::Race),
        "G!deadlock" => Ok(Property::Deadlock),
        "G!overflow" => Err((
            ProblemClass::Unsupported,
            "that no operation overflows is not supported: an overflow is an error here where its result is used, and what the \
             compiler computes itself is not seen (`--check undefined` looks for the former)"
                .to_owned(),
        )),
        "Gvalid-memtrack" => Err((
            ProblemClass::Unsupported,
            "valid-memtrack is not supported: that a block is not freed is known here, not whether a pointer to it is left"
                .to_owned(),
        )),
        "Fend" => Err((ProblemClass::Unsupported, "that every run ends is not supported".to_owned())),
        other => Err(input(format!("the property `{other}` is not known"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_competitions_are_understood() {
        let told = |line| understand(line, "main").map_err(|(class, _)| class);
        assert_eq!(told("CHECK( init(main()), LTL(G ! call(reach_error())) )"), Ok(Property::Assertion));
        assert_eq!(told("CHECK( init(main()), LTL(G valid-deref) )"), Ok(Property::Memory));
        assert_eq!(told("CHECK(init(main()),LTL(G ! data-race))"), Ok(Property::Race));
        assert_eq!(told("CHECK( init(main()), LTL(G ! overflow) )"), Err(ProblemClass::Unsupported));
        assert_eq!(told("CHECK( init(main()), LTL(G valid-memcleanup) )"), Ok(Property::Leak));
        assert_eq!(told("CHECK( init(main()), LTL(G valid-memtrack) )"), Err(ProblemClass::Unsupported));
        assert_eq!(told("CHECK( init(main()), LTL(F end) )"), Err(ProblemClass::Unsupported));
        assert_eq!(told("CHECK( init(other()), LTL(G ! data-race) )"), Err(ProblemClass::Input));
        assert_eq!(told("CHECK( init(main()), LTL(G ! bugs) )"), Err(ProblemClass::Input));
        assert_eq!(told("CHECK( init(main()), LTL(G ! data-race)"), Err(ProblemClass::Input));
        assert_eq!(told("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"), Err(ProblemClass::Input));
    }
}
