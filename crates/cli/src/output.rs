//! Writing to the user: reports on standard output, problems on standard error (or as the document, in a format for programs).

use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use anstream::{AutoStream, ColorChoice};
use selvedge_report::diagnostic::Place;
use selvedge_report::remark::{self, Gravity, Remark};
use selvedge_report::{Colour, Detail, Page, Problem, ProblemClass, Subject, diagnostic, github, json, junit, sarif};

use crate::exit::Exit;
use crate::flags::plan::{Format, When};

/// Where reports go and what they look like.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// The format.
    pub format: Format,
    when: When,
}

impl Output {
    /// Reports in the given way.
    pub fn new(format: Format, when: When) -> Output {
        Output { format, when }
    }

    /// Whether standard output gets colours.
    pub fn colour(self) -> Colour {
        self.choose(AutoStream::choice(&stdout()))
    }

    /// What standard output looks like.
    pub fn page(self, detail: Detail) -> Page {
        let page = Page { detail, ..Page::from(self.colour()) };
        match terminal_width() {
            Some(width) if stdout().is_terminal() => Page { width: width.max(60), ..page },
            _ => page,
        }
    }

    fn choose(self, automatic: ColorChoice) -> Colour {
        match (self.when, automatic) {
            (When::Never, _) | (When::Auto, ColorChoice::Never) => Colour::Plain,
            (When::Always | When::Auto, _) => Colour::Ansi,
        }
    }

    /// Whether standard error gets colours.
    pub fn colours_problems(self) -> bool {
        self.choose(AutoStream::choice(&stderr())) == Colour::Ansi
    }

    /// Says why there is no search.
    pub fn refuse(self, problems: &[Problem<'_>], model: Option<&str>) -> Exit {
        let exit = Exit::Refused(ProblemClass::of(problems));
        let document = match self.format {
            Format::Text => {
                complain(&diagnostic::render(problems, self.choose(AutoStream::choice(&stderr()))));
                return exit;
            }
            Format::Json => json::problems(problems, model),
            Format::Sarif => sarif::problems(problems, &subject()),
            Format::Junit => junit::problems(problems, &subject(), model),
            Format::Github => github::problems(problems),
        };
        self.finish(&document, exit)
    }

    /// The document for a bug in Selvedge, where the format has one.
    pub fn internal(format: Format, message: &str, model: &str) -> Option<String> {
        Some(match format {
            Format::Text => return None,
            Format::Json => json::internal(message, Some(model)),
            Format::Sarif => sarif::internal(message, &subject()),
            Format::Junit => junit::internal(message, &subject(), Some(model)),
            Format::Github => github::internal(message),
        })
    }

    /// Says something about a text to people; programs are not told.
    pub fn remark(self, remarks: &[Remark<'_>]) {
        if self.format == Format::Text && !remarks.is_empty() {
            complain(&(remark::render(remarks, self.choose(AutoStream::choice(&stderr()))) + "\n"));
        }
    }

    /// Says what is wrong with a text of the user, which then cannot be used.
    pub fn refuse_text(self, remarks: &[Remark<'_>]) -> Exit {
        if self.format != Format::Text {
            return self.refuse(&problems(remarks), None);
        }
        self.remark(remarks);
        Exit::Refused(ProblemClass::Input)
    }

    /// Writes the report and ends the command.
    pub fn finish(self, report: &str, exit: Exit) -> Exit {
        match print(report) {
            Ok(()) => exit,
            // Whoever closed the pipe has read enough. The status still tells what came out.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => exit,
            Err(error) => {
                complain(&format!("error: cannot write the report: {error}\n"));
                Exit::Refused(ProblemClass::Input)
            }
        }
    }
}

/// The files and the options that were typed.
static TYPED: OnceLock<(Vec<String>, Vec<String>)> = OnceLock::new();

/// Remembers what the command is about: every document says it, also one about a problem.
pub fn remember_subject(files: Vec<String>, options: Vec<String>) {
    // There is one command per process.
    let _ = TYPED.set((files, options));
}

/// What the command is about.
pub fn subject() -> Subject<'static> {
    TYPED.get().map_or(Subject::default(), |(files, options)| Subject { files, options })
}

fn problems<'a>(remarks: &[Remark<'a>]) -> Vec<Problem<'a>> {
    let problem = |remark: &Remark<'a>| Problem {
        class: ProblemClass::Input,
        message: remark.message.clone(),
        place: remark
            .places
            .first()
            .map(|(source, span, label)| Box::new(Place { source: *source, span: *span, label: label.clone() })),
        help: match (&remark.drawing, &remark.help) {
            (Some(drawing), Some(help)) => Some(format!("{drawing}\n{help}")),
            (drawing, help) => drawing.clone().or_else(|| help.clone()),
        },
    };
    remarks.iter().filter(|remark| remark.gravity == Gravity::Error).map(problem).collect()
}

/// The width of the terminal: what the shell says, or the terminal itself.
fn terminal_width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(|| {
        let asked = Command::new("stty").arg("size").stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
        String::from_utf8(asked.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()
    })
}

/// Writes to standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes to standard error, as well as it can.
pub fn complain(text: &str) {
    let _ = stderr().lock().write_all(text.as_bytes());
}
