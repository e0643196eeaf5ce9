//! `selvedge completions` and `selvedge man`: made from the description of the command line, so that they are
//! never out of date.

use clap::CommandFactory;

use selvedge_report::Format;

use crate::exit::Exit;
use crate::flags::plan::When;
use crate::flags::raw::Raw;
use crate::output::Output;

/// Prints completions for a shell.
pub fn completions(shell: clap_complete::Shell) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Raw::command(), "selvedge", &mut text);
    finish(&text)
}

/// Prints the manual page: the command, and then each of its commands.
pub fn page() -> Exit {
    let mut command = Raw::command();
    command.build();
    let mut text = Vec::new();
    let pages = std::iter::once(&command).chain(command.get_subcommands());
    for part in pages {
        let page = clap_mangen::Man::new(part.clone());
        let written = if part.get_name() == "selvedge" {
            page.render(&mut text)
        } else {
            // One page for all: the sections of the others follow without a title of their own.
            text.extend(format!(".SH \"SELVEDGE {}\"\n", part.get_name().to_uppercase()).into_bytes());
            page.render_synopsis_section(&mut text)
                .and_then(|()| page.render_description_section(&mut text))
                .and_then(|()| page.render_options_section(&mut text))
        };
        written.expect("invariant: writing to memory succeeds");
    }
    finish(&text)
}

fn finish(text: &[u8]) -> Exit {
    Output::new(Format::Text, When::Auto).finish(&String::from_utf8_lossy(text), Exit::Done)
}
