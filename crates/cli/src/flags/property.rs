//! What is looked for: `--check`, and the property files of verification competitions.
//!
//! A property file has lines like `CHECK( init(main()), LTL(G ! call(reach_error())) )`. What it asks for is
//! turned into the names of `--check`, and only these are kept: a witness needs no property file.

use std::ffi::OsString;
use std::path::Path;

use selvedge_core::{Properties, Property};
use selvedge_driver as driver;
use selvedge_report::{Problem, ProblemClass};

use super::plan::nearest;
use super::raw::Check;

/// How large a property file may be.
const LARGEST: u64 = 1 << 16;

/// What `--check` calls everything.
const ALL: &str = "all";

/// What a user looks for.
pub fn properties(raw: &Check) -> Result<Properties, Problem<'static>> {
    let mut properties = if raw.check.is_empty() { Properties::default() } else { Properties::NONE };
    for name in &raw.check {
        properties = match Property::ALL.into_iter().find(|property| property.name() == name) {
            Some(property) => properties.with(property),
            None if name == ALL => Property::ALL.into_iter().collect(),
            None => return Err(unknown(name)),
        };
    }
    let switches = [(raw.no_race_detection, Property::Race), (raw.no_liveness, Property::Liveness)];
    let off = switches.into_iter().filter(|(off, _)| *off);
    Ok(off.fold(properties, |properties, (_, property)| properties.without(property)))
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
            check.check = properties.iter().map(|property| property.name().to_owned()).collect();
        }
        Ok(check)
    }
}

fn read(file: &OsString, entry: &str) -> Result<Properties, Problem<'static>> {
    let shown = Path::new(file).display().to_string();
    let cannot = |why: String| Problem::input(format!("cannot read {shown}: {why}"));
    let bytes = driver::read_file(Path::new(file), LARGEST).map_err(|error| cannot(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| cannot("it is no text".to_owned()))?;
    let mut properties = Properties::NONE;
    let lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let property = understand(line, entry).map_err(|(class, why)| {
            let known = "reach_error, valid-free, valid-deref, valid-memcleanup, overflow, data-race and deadlock are \
                         understood; `--check` says the same in words of ours";
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
        "G!overflow" => Ok(Property::Undefined),
        "G!data-race" => Ok(Property::Race),
        "G!deadlock" => Ok(Property::Deadlock),
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
        assert_eq!(told("CHECK( init(main()), LTL(G ! overflow) )"), Ok(Property::Undefined));
        assert_eq!(told("CHECK( init(main()), LTL(G valid-memcleanup) )"), Ok(Property::Leak));
        assert_eq!(told("CHECK( init(main()), LTL(G valid-memtrack) )"), Err(ProblemClass::Unsupported));
        assert_eq!(told("CHECK( init(main()), LTL(F end) )"), Err(ProblemClass::Unsupported));
        assert_eq!(told("CHECK( init(other()), LTL(G ! data-race) )"), Err(ProblemClass::Input));
        assert_eq!(told("CHECK( init(main()), LTL(G ! bugs) )"), Err(ProblemClass::Input));
        assert_eq!(told("CHECK( init(main()), LTL(G ! data-race)"), Err(ProblemClass::Input));
        assert_eq!(told("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"), Err(ProblemClass::Input));
    }
}
