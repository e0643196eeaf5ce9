//! What the flags mean, or why they mean nothing.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;
use std::time::Duration;

use selvedge_core::{Licence, Properties, Property};
use selvedge_driver as driver;
use selvedge_explore::{Limits, Liveness, OnViolation, Options, Reduce, Schedule, Within};
use selvedge_models::{Builtin, Jam21Thesis, texts};
use selvedge_report::{Detail, Format, Problem};
use selvedge_vm::{Settings, Stub};

use super::property::{errors_by_name, on_race, properties};
use super::raw;
use crate::checkpoint::Saved;
use crate::model::{Chosen, Named};

/// What `selvedge check` is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program: at least one file.
    pub files: Vec<OsString>,
    /// The function to start with.
    pub entry: String,
    /// The compiler to use instead of looking for one.
    pub compiler: Option<String>,
    /// Flags for it.
    pub compiler_flags: Vec<OsString>,
    /// Whether rounds of loops that change nothing are cut short.
    pub spin_assume: bool,
    /// What the program may meet.
    pub settings: Settings,
    /// How many rounds a loop may begin.
    pub unroll: Option<u32>,
    /// The model.
    pub model: Chosen,
    /// What the search is told.
    pub options: Options,
    /// Whether to show every complete execution.
    pub print_executions: bool,
    /// The model of which the axioms are to explain the outcome, as it was typed.
    pub explain: Option<String>,
    /// How much of an execution to show.
    pub detail: Detail,
    /// What to write besides the report.
    pub files_out: Files,
    /// Where the witness of a violation goes.
    pub witness: Keep,
    /// The file that the model is in, if it is the user's.
    pub model_file: Option<OsString>,
    /// What a witness keeps of the command line; see [`crate::flags::recorded`].
    pub recorded: Vec<OsString>,
    /// Where what is left of a search that stops early goes.
    pub checkpoint: Keep,
    /// How often that is written while the search goes on.
    pub checkpoint_every: Duration,
    /// Everything but the program that decides which executions there are; see
    /// [`crate::checkpoint::conditions`].
    pub conditions: Vec<String>,
    /// The search to go on with.
    pub resume: Option<Saved>,
    /// Whether the number of executions is guessed although nobody is watching.
    pub estimate: bool,
    /// How to say how far the search is.
    pub progress: Telling,
}

/// How to say how far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// With a line on a terminal.
    Line,
    /// With documents on standard error.
    Json,
    /// Not at all.
    Never,
}

/// Where to write a witness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Nowhere.
    Nothing,
    /// To the folder for witnesses.
    Somewhere,
    /// To this file.
    In(OsString),
}

/// Files to write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Files {
    /// The page.
    pub html: Option<OsString>,
    /// The graph.
    pub dot: Option<OsString>,
    /// The certificate.
    pub certificate: Option<OsString>,
    /// How many executions to keep for the page and the graph, if nothing goes wrong.
    pub gallery: usize,
}

/// How much time a search that is killed may have lost, if nobody says.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// How many executions the page shows, if nobody says.
const GALLERY: u32 = 6;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Plan {
    /// Understands the flags. The model has been understood before: its text may have much to say.
    pub fn new(raw: &raw::Check, model: Chosen) -> Result<Plan, Problem<'static>> {
        let memory = raw.limit_memory.map_or_else(usual_memory, |mib| mib.get().saturating_mul(1 << 20));
        let limits = Limits {
            time: raw.limit_time.map(|seconds| Duration::from_secs(seconds.get())),
            executions: raw.limit_executions.map(|executions| executions.get()),
            graph_size: raw.limit_events.map_or_else(|| usual_events(memory), NonZeroUsize::get),
            memory,
        };
        let within = within(raw, &model)?;
        let properties = properties(raw, &model)?;
        let unless = |forbidden| if forbidden { Reduce::Never } else { Reduce::WherePossible };
        let options = Options {
            // What is run left to right takes fewest preemptions, so that least is explored in vain.
            schedule: match (schedule(&raw.schedule)?, within) {
                (Schedule::WritesFirst, Within::Contexts(_) | Within::Rounds(_)) => Schedule::LeftToRight,
                (schedule, _) => schedule,
            },
            on_race: on_race(raw, properties),
            liveness: if properties.has(Property::Liveness) { Liveness::Check } else { Liveness::Ignore },
            properties,
            on_violation: if raw.keep_going { OnViolation::GoOn } else { OnViolation::Stop },
            awaits: unless(raw.no_await_reduction),
            barriers: unless(raw.no_barrier_reduction),
            symmetry: unless(raw.no_symmetry),
            restored: unless(raw.no_symmetry || raw.no_restored_symmetry),
            simplify: unless(raw.no_model_simplification),
            within,
            limits,
            trie_bytes: raw.trie_bytes.map_or(Options::default().trie_bytes, NonZeroUsize::get),
            workers: workers(raw.threads),
            ..Options::default()
        };
        // What the model does not license is not done, and not said to have been.
        let options = model.limit(&options);
        Ok(Plan {
            files: raw.files.clone(),
            entry: raw.entry.clone(),
            compiler: raw.compiler.clone(),
            compiler_flags: raw.compiler_flags.clone(),
            spin_assume: !raw.no_spin_assume,
            settings: settings(raw, properties)?,
            unroll: raw.unroll.map(|rounds| rounds.get()),
            model,
            options,
            print_executions: raw.print_executions,
            explain: raw.explain.then(|| raw.model.clone()),
            witness: match &raw.witness {
                Some(file) => Keep::In(file.clone()),
                None if raw.no_witness => Keep::Nothing,
                None => Keep::Somewhere,
            },
            model_file: raw.model.ends_with(".kat").then(|| raw.model.clone().into()),
            recorded: raw.recorded(),
            checkpoint: match &raw.checkpoint {
                Some(file) => Keep::In(file.clone()),
                None if raw.no_witness => Keep::Nothing,
                None => Keep::Somewhere,
            },
            checkpoint_every: raw.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
            conditions: Vec::new(),
            resume: None,
            estimate: raw.estimate,
            progress: telling(&raw.progress)?,
            detail: if raw.full_trace { Detail::Everything } else { Detail::Essential },
            files_out: files(raw)?,
        })
    }
}

/// How much memory a search may hold if nobody says: 80 % of what there is, which leaves room for what is not
/// counted.
fn usual_memory() -> usize {
    let bytes = driver::memory().map(|bytes| usize::try_from(bytes / 5 * 4).unwrap_or(usize::MAX));
    bytes.unwrap_or(Limits::default().memory)
}

/// How many events an execution may have if nobody says. Memory is looked at between two executions, so one
/// alone must not need more than there is: 20 KiB for each event are the most that was measured. And what it
/// takes to add an event can grow with what is there already, so that more than this take minutes.
fn usual_events(memory: usize) -> usize {
    const BYTES_OF_EVENT: usize = 32 << 10;
    (memory / BYTES_OF_EVENT).clamp(Limits::default().graph_size, MOST_EVENTS)
}

/// The most of them.
const MOST_EVENTS: usize = 50_000;

/// How many workers search at the same time. Many more than there are processors only take memory, and the
/// report is the same.
fn workers(typed: Option<NonZeroUsize>) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    typed.map_or(processors, |typed| typed.get().min(processors.saturating_mul(4).max(64)))
}

/// Which executions to explore. What a schedule costs is a matter of sequential consistency.
fn within(raw: &raw::Check, model: &Chosen) -> Result<Within, Problem<'static>> {
    let within = match (raw.context_bound, raw.round_bound, raw.sample) {
        (Some(most), _, _) => Within::Contexts(most),
        (_, Some(most), _) => Within::Rounds(most),
        (_, _, Some(count)) => Within::Samples { count: count.get(), seed: raw.seed.unwrap_or(1) },
        (None, None, None) => Within::Everything,
    };
    let flag = match within {
        Within::Contexts(_) => "--context-bound",
        Within::Rounds(_) => "--round-bound",
        Within::Everything | Within::Samples { .. } => return Ok(within),
    };
    if model.licences().has(Licence::Interleavings) {
        return Ok(within);
    }
    let name = model.name();
    let problem = Problem::input(format!("`{flag}` bounds schedules, and executions under {name} need not have one"));
    Err(problem.with_help("add `--model sc`"))
}

/// The files to write. A name that cannot work is refused before a long search, not after.
fn files(raw: &raw::Check) -> Result<Files, Problem<'static>> {
    let wanted = [
        ("--html", &raw.html),
        ("--dot", &raw.dot),
        ("--certificate", &raw.certificate),
        ("--checkpoint", &raw.checkpoint),
    ];
    let mut names: Vec<&OsString> = Vec::new();
    for (flag, name) in wanted.into_iter().filter_map(|(flag, name)| Some((flag, name.as_ref()?))) {
        let shown = name.to_string_lossy();
        let folder = Path::new(name).parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) || Path::new(name).is_dir() || name.is_empty() {
            let problem = Problem::input(format!("`{flag} {shown}` cannot be written"));
            return Err(problem.with_help("give the name of a file in a folder that exists"));
        }
        if names.contains(&name) || raw.files.contains(name) {
            let problem = Problem::input(format!("`{flag} {shown}` would overwrite another file of this command"));
            return Err(problem.with_help("give each a name of its own"));
        }
        names.push(name);
    }
    if raw.gallery.is_some() && raw.html.is_none() {
        return Err(Problem::input("a gallery is part of a page").with_help("add `--html FILE`"));
    }
    let gallery = match (&raw.html, &raw.dot) {
        (Some(_), _) => raw.gallery.unwrap_or(GALLERY),
        (None, Some(_)) => 1,
        (None, None) => 0,
    };
    Ok(Files {
        html: raw.html.clone(),
        dot: raw.dot.clone(),
        certificate: raw.certificate.clone(),
        gallery: gallery as usize,
    })
}

/// The model of that name.
pub fn model(name: &str) -> Result<Named, Problem<'static>> {
    if let Some(model) = Builtin::parse(name) {
        return Ok(Named::Builtin(model));
    }
    if let Some(text) = texts::only_texts().find(|text| text.name == name) {
        return Ok(Named::Text(text.name));
    }
    if name == Jam21Thesis::NAME {
        return Ok(Named::Thesis);
    }
    if name.ends_with(".kat") {
        return Ok(Named::File(name.to_owned()));
    }
    let names = texts::models().map(|text| text.name);
    let names: Vec<&str> = names.chain([Jam21Thesis::NAME]).collect();
    let known = format!("the models are {}", names.join(", "));
    if name.ends_with(".cat") {
        let problem = Problem::input("models in herd's language are not supported");
        return Err(problem.with_help("write the model as a .kat file; `selvedge models show sc` is an example"));
    }
    let help = match nearest(name, &names) {
        Some(nearest) => format!("did you mean `{nearest}`? {known}"),
        None => known,
    };
    Err(Problem::input(format!("there is no model `{name}`")).with_help(help))
}

fn settings(raw: &raw::Check, properties: Properties) -> Result<Settings, Problem<'static>> {
    let mut settings = Settings {
        spurious_failures: raw.spurious_failures,
        spurious_wakeups: raw.spurious_wakeups,
        properties,
        errors_by_name: errors_by_name(raw, properties),
        ..Settings::default()
    };
    settings.arguments.extend(raw.args.iter().chain(&raw.arg).cloned());
    for typed in &raw.stub {
        let known = "a stub is FN=havoc, FN=zero or FN=ignore";
        let stub = typed.split_once('=').and_then(|(function, behaviour)| {
            Some((function, Stub::ALL.into_iter().find(|stub| stub.name() == behaviour)?))
        });
        let Some((function, stub)) = stub.filter(|(function, _)| !function.is_empty()) else {
            return Err(Problem::input(format!("`--stub {typed}` means nothing")).with_help(known));
        };
        if settings.stubs.insert(function.to_owned(), stub).is_some_and(|other| other != stub) {
            return Err(Problem::input(format!("there are two stubs for `{function}`")).with_help(known));
        }
    }
    Ok(settings)
}

/// The format and the use of colours. They come first, because any other problem is reported their way.
pub fn format(raw: &raw::Check) -> Result<(Format, When), Problem<'static>> {
    let Some(format) = Format::parse(&raw.format) else {
        let problem = Problem::input(format!("there is no format `{}`", raw.format));
        return Err(problem.with_help(format!("the formats are {}", Format::names())));
    };
    let when = when(&raw.color)?;
    if when == When::Always && format != Format::Text {
        let problem = Problem::input(format!("the format {} has no colours", raw.format));
        return Err(problem.with_help(format!("leave out `--color always` or `--format {}`", raw.format)));
    }
    Ok((format, when))
}

/// The use of colours.
pub fn when(color: &str) -> Result<When, Problem<'static>> {
    match color {
        "auto" => Ok(When::Auto),
        "always" => Ok(When::Always),
        "never" => Ok(When::Never),
        other => {
            let problem = Problem::input(format!("`--color {other}` means nothing"));
            Err(problem.with_help("the choices are auto, always, never"))
        }
    }
}

fn telling(progress: &str) -> Result<Telling, Problem<'static>> {
    match progress {
        "auto" => Ok(Telling::Line),
        "json" => Ok(Telling::Json),
        "never" => Ok(Telling::Never),
        other => {
            let problem = Problem::input(format!("`--progress {other}` means nothing"));
            Err(problem.with_help("the choices are auto, json, never"))
        }
    }
}

fn schedule(text: &str) -> Result<Schedule, Problem<'static>> {
    match text {
        "wf" => return Ok(Schedule::WritesFirst),
        "ltr" => return Ok(Schedule::LeftToRight),
        "random" => return Ok(Schedule::Random(0)),
        _ => {}
    }
    let Some(seed) = text.strip_prefix("random:") else {
        let problem = Problem::input(format!("there is no schedule `{text}`"));
        return Err(problem.with_help("the schedules are wf, ltr, random, random:SEED"));
    };
    let not_a_seed = |_| {
        Problem::input(format!("`{seed}` is not a seed")).with_help("a seed is a number from 0 to 18446744073709551615")
    };
    seed.parse().map(Schedule::Random).map_err(not_a_seed)
}

/// The candidate that was probably meant: at most two edits away, and less than all of it.
pub fn nearest<'a>(typed: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let (distance, candidate) = candidates.iter().map(|&name| (edits(&typed, name), name)).min()?;
    (distance <= 2 && distance < candidate.chars().count()).then_some(candidate)
}

/// The number of letters to insert, delete or replace (Levenshtein), row by row.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use selvedge_explore::OnRace;

    use super::*;

    fn raw(flags: &str) -> raw::Check {
        let line = ["selvedge", "check"].into_iter().chain(flags.split_whitespace()).chain(["x.litmus"]);
        match raw::Raw::parse_from(line).command {
            raw::Command::Check(check) => *check,
            _ => unreachable!("invariant: `check` was typed"),
        }
    }

    fn plan(raw: &raw::Check) -> Result<Plan, Problem<'static>> {
        match model(&raw.model)? {
            Named::Builtin(builtin) => Plan::new(raw, Chosen::Builtin(builtin)),
            Named::Text(_) | Named::Thesis | Named::File(_) => {
                unreachable!("invariant: tests name models with checkers")
            }
        }
    }

    fn refusal(flags: &str) -> (String, String) {
        let raw = raw(flags);
        let problem = format(&raw).err().or_else(|| plan(&raw).err()).expect("a refusal");
        (problem.message, problem.help.unwrap_or_default())
    }

    #[test]
    fn nothing_typed_means_the_defaults() {
        let plan = plan(&raw("")).expect("a plan");
        assert_eq!(plan.model.name(), "rc11");
        assert_eq!(plan.options.schedule, Schedule::WritesFirst);
        assert_eq!(plan.options.on_race, OnRace::Report);
        assert_eq!(plan.options.limits.time, None);
        assert_eq!(format(&raw("")).expect("a format"), (Format::Text, When::Auto));
    }

    #[test]
    fn flags_reach_the_search() {
        let flags = "--schedule random:7 --limit-time 5 --limit-executions 6 --limit-events 8 --limit-memory 9 \
                     --trie-bytes 10";
        let options = plan(&raw(flags)).expect("a plan").options;
        assert_eq!(options.schedule, Schedule::Random(7));
        assert_eq!(options.limits.time, Some(Duration::from_secs(5)));
        assert_eq!(options.limits.executions, Some(6));
        assert_eq!(options.limits.graph_size, 8);
        assert_eq!(options.limits.memory, 9 << 20);
        assert_eq!(options.trie_bytes, 10);
    }

    #[test]
    fn limits_follow_what_the_machine_has() {
        assert_eq!([0, 1 << 30, 1 << 40].map(usual_events), [10_000, 32_768, 50_000]);
        let limits = plan(&raw("")).expect("a plan").options.limits;
        assert_eq!((limits.memory, limits.graph_size), (usual_memory(), usual_events(usual_memory())));
        assert_eq!(plan(&raw("--limit-memory 500")).expect("a plan").options.limits.graph_size, 16_000);
    }

    #[test]
    fn refusals_say_what_there_is() {
        let texts: Vec<&str> = texts::models().map(|text| text.name).chain([Jam21Thesis::NAME]).collect();
        assert!(texts.starts_with(&["sc", "tso"]) && texts.contains(&"jam19"));
        let known = &format!("the models are {}", texts.join(", "));
        let (message, help) = refusal("--model rc1");
        assert_eq!(message, "there is no model `rc1`");
        assert_eq!(help, format!("did you mean `rc11`? {known}"));
        assert_eq!(&refusal("--model armv8").1, known);
        assert_eq!(refusal("--model my.cat").0, "models in herd's language are not supported");
        assert_eq!(model("my.kat").expect("a file"), Named::File("my.kat".into()));
        assert_eq!(model("pso").expect("a name"), Named::Builtin(Builtin::Pso));
        assert_eq!(model("jam21").expect("a text"), Named::Text("jam21"));
        assert_eq!(refusal("--format xml").1, "the formats are text, json, sarif, junit, github");
        assert_eq!(refusal("--schedule random:x").0, "`x` is not a seed");
        assert_eq!(refusal("--schedule fifo").0, "there is no schedule `fifo`");
        assert_eq!(refusal("--stub f=1").1, "a stub is FN=havoc, FN=zero or FN=ignore");
        assert_eq!(refusal("--stub zero").0, "`--stub zero` means nothing");
        assert_eq!(refusal("--stub f=zero --stub f=havoc").0, "there are two stubs for `f`");
        assert_eq!(refusal("--format json --color always").0, "the format json has no colours");
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("tso", "tso"), 0);
        assert_eq!(edits("ts", "tso"), 1);
        assert_eq!(edits("", "sc"), 2);
        assert_eq!(edits("rc11", "ra"), 3);
    }
}
