//! A command line that means nothing is a problem like any other, and is told in the format that it asks for.

use std::ffi::OsStr;

use clap::error::ErrorKind;
use selvedge_report::{Format, Problem};

use super::plan::When;
use crate::exit::Exit;
use crate::output::Output;

/// Says what is wrong with the command line, or prints the help that it asks for.
pub fn refuse(error: &clap::Error) -> Exit {
    let words: Vec<_> = std::env::args_os().skip(1).take_while(|word| word != "--").collect();
    let wanted = wanted(&words);
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    match wanted {
        Some(format) if !is_help => Output::new(format, When::Never).refuse(&[problem(error)], None),
        _ => {
            // In colours, if there are any.
            let _ = error.print();
            if is_help { Exit::Done } else { Exit::Refused(selvedge_report::ProblemClass::Input) }
        }
    }
}

/// The format for programs that a command line asks for, however much else is wrong with it.
fn wanted(words: &[impl AsRef<OsStr>]) -> Option<Format> {
    let words: Vec<String> = words.iter().map(|word| word.as_ref().to_string_lossy().into_owned()).collect();
    let after = words.windows(2).filter(|two| two[0] == "--format").map(|two| two[1].as_str());
    let joined = words.iter().filter_map(|word| word.strip_prefix("--format="));
    let format = |name: &str| Format::parse(name).filter(|format| *format != Format::Text);
    after.chain(joined).filter_map(format).next_back()
}

/// The first paragraph is what is wrong, the others say what would be right.
fn problem(error: &clap::Error) -> Problem<'static> {
    let text = error.render().to_string();
    let (first, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = line(first.strip_prefix("error: ").unwrap_or(first));
    let hints: Vec<String> = rest.split("\n\n").map(line).filter(|hint| !hint.is_empty()).collect();
    match hints.is_empty() {
        true => Problem::input(message),
        false => Problem::input(message).with_help(hints.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_found_in_a_line_that_is_wrong() {
        assert_eq!(wanted(&["check", "--format", "json", "--nonsense"]), Some(Format::Json));
        assert_eq!(wanted(&["check", "--format=sarif", "x"]), Some(Format::Sarif));
        assert_eq!(wanted(&["check", "--format", "text"]), None);
        assert_eq!(wanted(&["check", "--format", "xml"]), None);
        assert_eq!(wanted(&["check", "--format"]), None);
    }
}
