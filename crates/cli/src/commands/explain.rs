//! `selvedge explain CODE`: what an error kind, a verdict or an exit status means, with an example and what
//! to do about it.
//!
//! The pages are texts in `pages`, one file each, named after the code. A test compares them with everything
//! that the program can emit.

use selvedge_report::{Format, Problem};

use crate::exit::Exit;
use crate::flags::plan::{When, nearest};
use crate::flags::raw;
use crate::output::Output;

/// A page: the codes that lead to it, and its text. The first code is its name.
struct Page {
    codes: &'static [&'static str],
    text: &'static str,
}

macro_rules! pages {
    ($($name:literal $(| $alias:literal)*),* $(,)?) => {
        &[$(Page { codes: &[$name $(, $alias)*], text: include_str!(concat!("pages/", $name, ".md")) }),*]
    };
}

/// Kinds of violation first, then everything else that ends a check, then warnings and bounds.
const PAGES: &[Page] = pages![
    "assertion",
    "race" | "data-race",
    "unordered-access",
    "use-after-free",
    "double-free",
    "invalid-free",
    "invalid-access" | "out-of-bounds",
    "null-access",
    "uninitialised-read",
    "invalid-lock",
    "invalid-unlock",
    "invalid-barrier",
    "mixed-size-race",
    "invalid-join",
    "deadlock",
    "liveness",
    "final-condition",
    "undefined-behaviour",
    "user-abort",
    "model-error",
    "verified" | "0",
    "violated" | "42",
    "bounded"
        | "3"
        | "unroll"
        | "undecided-loops"
        | "stub"
        | "fixed-inputs"
        | "fixed-addresses"
        | "optimised"
        | "spurious-wakeups"
        | "forbidden-errors"
        | "other-errors"
        | "contexts"
        | "rounds"
        | "samples",
    "inconclusive" | "3" | "limit" | "interrupted",
    "input" | "2" | "error",
    "unsupported" | "4",
    "internal" | "101",
    "no-complete-execution",
    "one-thread",
    "no-assertion-reached" | "unreached-assertions",
    "memory-leak",
    "fixed-environment",
    "model-warning" | "model",
    "doubtful-model",
];

/// Runs the command.
pub fn run(raw: &raw::Explain) -> Exit {
    let output = Output::new(Format::Text, When::Auto);
    let Some(code) = &raw.code else { return output.finish(&list(), Exit::Done) };
    let wanted = code.trim().to_lowercase();
    let found = PAGES.iter().filter(|page| page.codes.contains(&wanted.as_str()));
    let found: Vec<&str> = found.map(|page| page.text).collect();
    match found[..] {
        [_, ..] => output.finish(&found.join("\n"), Exit::Done),
        [] => {
            let codes: Vec<&str> = PAGES.iter().flat_map(|page| page.codes.iter().copied()).collect();
            let known = "`selvedge explain` lists the codes";
            let help = match nearest(&wanted, &codes) {
                Some(nearest) => format!("did you mean `{nearest}`? {known}"),
                None => known.to_owned(),
            };
            output
                .refuse(&[Problem::input(format!("there is nothing to explain about `{code}`")).with_help(help)], None)
        }
    }
}

fn list() -> String {
    let width = PAGES.iter().map(|page| page.codes[0].len()).max().unwrap_or(0);
    let line = |page: &Page| {
        let title = page.text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let summary = title.split_once(": ").map_or(title, |(_, summary)| summary);
        format!("{:width$}  {summary}\n", page.codes[0])
    };
    let lines: String = PAGES.iter().map(line).collect();
    format!("{lines}\n`selvedge explain CODE` says more. A code can also be an exit status.\n")
}

#[cfg(test)]
mod tests {
    use selvedge_check::Conclusion;
    use selvedge_core::ViolationKind;

    use super::*;

    fn page(code: &str) -> &'static str {
        let found = PAGES.iter().find(|page| page.codes.contains(&code));
        found.unwrap_or_else(|| panic!("no page for {code}")).text
    }

    #[test]
    fn everything_that_can_be_emitted_has_a_page() {
        for kind in ViolationKind::ALL {
            page(kind.name());
        }
        let conclusions = [
            Conclusion::Verified,
            Conclusion::Violated,
            Conclusion::Bounded,
            Conclusion::Inconclusive,
            Conclusion::Unsupported,
        ];
        for conclusion in conclusions {
            page(conclusion.name());
            page(&conclusion.exit_status().to_string());
        }
        // The other statuses and the kinds of documents about no search.
        for code in ["2", "101", "input", "unsupported", "internal", "error"] {
            page(code);
        }
    }

    /// The kinds of errors, warnings and bounds in the schema of the JSON document.
    #[test]
    fn so_has_every_kind_of_the_schema() {
        let schema = include_str!("../../../../docs/schema/report-1.json");
        let schema: serde_json::Value = serde_json::from_str(schema).expect("the schema is JSON");
        let mut kinds = 0;
        for definition in ["error", "warning", "bound"] {
            let listed = &schema["definitions"][definition]["properties"]["kind"]["enum"];
            for kind in listed.as_array().into_iter().flatten() {
                let kind = kind.as_str().expect("a kind is a string");
                page(kind);
                kinds += 1;
            }
        }
        assert!(kinds > 20, "only {kinds} kinds found");
    }

    #[test]
    fn pages_have_one_shape() {
        for Page { codes, text } in PAGES {
            assert!(text.starts_with(&format!("# {}: ", codes[0])), "{}", codes[0]);
            assert!(text.ends_with('\n') && text.contains("## What to do\n"), "{}", codes[0]);
            assert!(text.contains("\n## Example\n\n```"), "{}", codes[0]);
            assert!(text.lines().all(|line| line.chars().count() <= 100), "{} is too wide", codes[0]);
        }
    }

    #[test]
    fn no_two_pages_share_a_code_but_an_exit_status() {
        let mut codes: Vec<&str> = PAGES.iter().flat_map(|page| page.codes.iter().copied()).collect();
        codes.sort_unstable();
        let twice: Vec<&str> = codes.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        // Whoever cannot tell is told both.
        assert_eq!(twice, ["3"]);
    }
}
