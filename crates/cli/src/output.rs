//! Writing to the user: reports on standard output, problems on standard error (or as the document, in a
//! format for programs).

use std::io::{self, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use anstream::{AutoStream, ColorChoice};
use selvedge_core::unseen::visible_on_terminal;
use selvedge_report::diagnostic::Place;
use selvedge_report::remark::{self, Gravity, Remark};
use selvedge_report::{Colour, Detail, Format, Page, Problem, ProblemClass, Subject};

use crate::exit::Exit;
use crate::flags::plan::When;

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
        ALWAYS.store(when == When::Always, Ordering::Relaxed);
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
        let text = |colour| self.format.problems(problems, &subject(), model, colour);
        if self.format == Format::Text {
            complain(&text(self.choose(AutoStream::choice(&stderr()))));
            return exit;
        }
        self.finish(&text(Colour::Plain), exit)
    }

    /// The document for a bug in Selvedge, where the format has one.
    pub fn internal(format: Format, message: &str, model: &str) -> Option<String> {
        format.internal(message, &subject(), model)
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
        // Documents have their own ways to say what is not seen.
        let written = if self.format.is_document() { write(report) } else { print(report) };
        match written {
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

/// Whether the user wants colours everywhere.
static ALWAYS: AtomicBool = AtomicBool::new(false);

/// The files and the options that were typed.
static TYPED: OnceLock<(Vec<String>, Vec<String>)> = OnceLock::new();

/// Remembers what the command is about: every document says it, also one about a problem.
pub fn remember_subject(files: Vec<String>, options: Vec<String>) {
    // There is one command per process.
    let _ = TYPED.set((files, options));
}

/// What the command is about.
pub fn subject() -> Subject<'static> {
    static TIME: OnceLock<String> = OnceLock::new();
    let time = TIME.get_or_init(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        date_and_time(now.as_secs())
    });
    TYPED.get().map_or(Subject { time, ..Subject::default() }, |(files, options)| Subject { files, options, time })
}

/// Seconds since 1970 as a date and time in UTC. Years begin in March here, so that the day that some of them
/// have more comes last; 719,468 days lie between the 1st of March of year 0 and 1970.
fn date_and_time(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year_of_era + next;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
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
pub fn terminal_width() -> Option<usize> {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.or_else(|| {
        let asked = Command::new("stty").arg("size").stdin(Stdio::inherit()).stderr(Stdio::null()).output().ok()?;
        String::from_utf8(asked.stdout).ok()?.split_whitespace().nth(1)?.parse().ok()
    })
}

/// Writes a text to standard output.
pub fn print(text: &str) -> io::Result<()> {
    write(&visible_on_terminal(text, colours(AutoStream::choice(&stdout()))))
}

fn write(document: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(document.as_bytes())?;
    out.flush()
}

/// Writes a text to standard error, as well as it can.
pub fn complain(text: &str) {
    let text = visible_on_terminal(text, colours(AutoStream::choice(&stderr())));
    let _ = stderr().lock().write_all(text.as_bytes());
}

/// Whether escape sequences in a text can be ours.
fn colours(automatic: ColorChoice) -> bool {
    automatic != ColorChoice::Never || ALWAYS.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date_and_time(0), "1970-01-01T00:00:00");
        // The leap day of a year that ends a century, and the days around the end of a year.
        assert_eq!(date_and_time(951_782_400), "2000-02-29T00:00:00");
        assert_eq!(date_and_time(1_735_689_599), "2024-12-31T23:59:59");
        assert_eq!(date_and_time(1_735_689_600), "2025-01-01T00:00:00");
        assert_eq!(date_and_time(4_107_542_400), "2100-03-01T00:00:00");
    }
}
