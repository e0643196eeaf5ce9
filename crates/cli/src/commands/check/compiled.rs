//! C and C++ programs, and LLVM IR.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use selvedge_check::{Left, Verdict};
use selvedge_core::{Bound, Limit, Property, StopReason};
use selvedge_driver as driver;
use selvedge_driver::DriverError;
use selvedge_explore::{Liveness, Options, Reduce, Within};
use selvedge_ir::names::{demangle, demangle_whole};
use selvedge_report::{Assertion, Conditions, Format, Problem, Report, SourceText, Story};
use selvedge_vm::{Machine, Refusal};

use super::deliver::Delivery;
use super::search::Search;
use super::{begin, limits, looked_for, misfit, others, races_note};
use crate::checkpoint::{self, Saved};
use crate::exit::Exit;
use crate::flags::plan::Plan;
use crate::observe::{Gallery, Glance, Show};
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::witness::{self, Identity};

/// How many bytes of memory a byte of LLVM IR may take, about.
const PER_BYTE: u64 = 8;

/// Compiles a program and gets it ready to run.
pub fn prepare(plan: &Plan, output: Output) -> Result<(Machine, Identity), Exit> {
    let model = plan.model.name();
    let refuse = |problem: Problem<'_>| output.refuse(&[problem], Some(model));
    if plan.explain.is_some() {
        let problem = Problem::input("`--explain` is about the outcome in the condition of a litmus test");
        return Err(refuse(problem.with_help("for a C program, leave it out")));
    }
    let mut identity = Identity::of(plan).map_err(refuse)?;
    let files: Vec<_> = plan.files.iter().map(Into::into).collect();
    let options = driver::Options {
        compiler: plan.compiler.clone(),
        flags: plan.compiler_flags.clone(),
        headers: Vec::new(),
        color: output.colours_problems(),
        most: Some(plan.options.limits.memory as u64 / PER_BYTE),
    };
    let loaded = driver::load(&files, &options).map_err(|error| refuse_compilation(error, output, model))?;
    if output.format == Format::Text {
        output::complain(&loaded.messages);
    }
    identity.left_out = loaded.left_out;
    identity.compiler = loaded.compiler.map(|compiler| compiler.to_string());
    let machine = Machine::new(loaded.module, &plan.entry);
    let mut machine = machine.map_err(|refusal| refuse(refused(&refusal)))?;
    if !plan.spin_assume {
        machine = machine.without_waiting();
    }
    let mut settings = plan.settings.clone();
    settings.stubs = settings.stubs.into_iter().map(|(name, stub)| (linked_name(&machine, name), stub)).collect();
    if let Some(function) = settings.stubs.keys().find(|name| machine.module().function_named(name).is_none()) {
        let problem = Problem::input(format!("the program has no function `{function}` that a stub could replace"));
        return Err(refuse(problem.with_help("leave out that `--stub`, or correct its name")));
    }
    settings.arguments[0] = Path::new(&plan.files[0]).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    machine = machine.with_settings(settings);
    if let Some(rounds) = plan.unroll {
        machine = machine.with_unroll(rounds);
    }
    for file in &plan.files {
        add_source(&mut machine, Path::new(file));
    }
    Ok((machine, identity))
}

/// What is wrong with a program that cannot be run.
fn refused(refusal: &Refusal) -> Problem<'static> {
    let here = std::env::current_dir().map(|here| format!("{}/", here.display())).unwrap_or_default();
    let why = refusal.to_string().replace(&here, "");
    match refusal {
        Refusal::Input(_) => Problem::input(why),
        Refusal::Unsupported(_) => Problem::unsupported(why),
    }
}

/// Compiles and checks a program.
pub fn check(mut plan: Plan, output: Output) -> Result<Exit, Exit> {
    let model = plan.model.name();
    let (mut machine, mut identity) = prepare(&plan, output)?;

    let resumed = plan.resume.take();
    if let Some(saved) = &resumed {
        identity.compiled = Some(machine.module().digest());
        saved.check(&plan, &identity).map_err(|problem| output.refuse(&[problem], Some(model)))?;
    }
    let interrupt = begin(&mut plan, &identity, output);
    let mut progress = Progress::new(&plan, output);
    resumed.iter().for_each(|saved| progress.take_up(saved.left.search()));
    let complete = resumed.as_ref().map_or(0, |saved| saved.left.search().counts.complete);
    let (show, gallery) = (Show::new(&plan, output), Gallery::new(&plan));
    let mut glance = Glance::new(show, gallery, &mut progress, complete, interrupt);
    let from = resumed.as_ref().map(|saved| &saved.left);
    let mut kept_so_far = checkpoint::Kept::default();
    let keep_left = |machine: &Machine, left: &Left, kept_so_far: &mut checkpoint::Kept| {
        let identity = Identity { compiled: Some(machine.module().digest()), ..identity.clone() };
        kept_so_far.keep(&plan, &identity, std::iter::empty(), left)
    };
    let keep = &mut |machine: &Machine, _: &Glance<'_>, left: Left| _ = keep_left(machine, &left, &mut kept_so_far);
    let search = Search { program: &mut machine, plan: &plan, watcher: &mut glance, from, keep };
    let checked = plan.model.with(search).map_err(|why| misfit(resumed.as_ref(), &why, output))?;
    let (verdict, left) = (checked.verdict, checked.left);
    glance.done();
    let left = match left {
        Some(left) => keep_left(&machine, &left, &mut kept_so_far),
        None => kept_so_far.remove(),
    };

    let assertions = machine.assertions_reached().into_iter();
    let assertions: Vec<Assertion> = assertions.map(|(place, paths)| Assertion { place, paths }).collect();
    let story = verdict.violation().map(|violation| Story::of(&machine, violation));
    if verdict.violation().is_some() {
        identity.compiled = Some(machine.module().digest());
        (identity.cuts, identity.noticed, identity.exclusive) = machine.experience();
    }
    let kept = verdict.violation().map(|violation| witness::keep(&plan, &identity, violation, 1)).unwrap_or_default();
    let (others, unwritten) = others(&machine, &verdict, &plan, &identity);
    let stories = story.iter().chain(others.iter().map(|other| &other.story));
    let texts = texts(shown(&plan).into_iter().chain(stories.flat_map(mentioned)).collect());
    let sources: Vec<SourceText<'_>> = texts.iter().map(|(file, text)| SourceText { file, text }).collect();
    let notes: Vec<String> = races_note(&plan)
        .into_iter()
        .chain(arguments_note(&machine, &plan))
        .chain(left_out_note(&identity))
        .chain(assumption_note(&verdict, &machine))
        .chain(blocked_note(&verdict, &plan))
        .chain(arrival_note(&machine, &plan))
        .chain(stub_note(&verdict, &machine))
        .chain(endless_note(&verdict, &machine, &plan))
        .chain(rounds_note(&verdict))
        .chain(resumed.iter().map(Saved::note))
        .chain(kept.note)
        .chain(unwritten)
        .chain(left)
        .collect();
    let report = Report {
        model,
        verdict: &verdict,
        story: story.as_ref(),
        sources: &sources,
        checks: &checks(&plan),
        notes: &notes,
        witness: kept.file.as_deref(),
        others: &others,
    };
    let conditions = Conditions {
        digest: identity.program(plan.files.len()),
        techniques: vec![
            ("spin-assume", plan.spin_assume),
            ("await-reduction", plan.options.awaits != Reduce::Never),
            ("barrier-reduction", plan.options.barriers != Reduce::Never),
            ("symmetry", plan.options.symmetry != Reduce::Never),
            ("restored-symmetry", plan.options.restored != Reduce::Never),
        ],
        limits: limits(&plan),
        assertions: Some(assertions),
    };
    let (executions, gallery) = (glance.kept(), glance.gallery.scenes.as_slice());
    let delivery = Delivery { report, observation: None, executions, explanation: None, gallery, conditions };
    Ok(delivery.deliver(&plan, output))
}

/// The name at link time of a function of C++ that was called by its name in the source, with the types of
/// its parameters or, if it is the only one of that name, without.
fn linked_name(machine: &Machine, typed: String) -> String {
    if machine.module().function_named(&typed).is_some() {
        return typed;
    }
    let says = |say: fn(&str) -> Option<String>| {
        let module = machine.module();
        let names = module.function_ids().map(|id| &module.function(id).name);
        let mut found = names.filter(|name| say(name).as_ref() == Some(&typed));
        found.next().filter(|_| found.next().is_none()).cloned()
    };
    says(demangle_whole).or_else(|| says(demangle)).unwrap_or(typed)
}

/// What would have been a violation.
pub fn checks(plan: &Plan) -> Vec<&'static str> {
    Property::ALL.into_iter().filter_map(|property| looked_for(plan, property)).collect()
}

/// What was not tried although the language allows it.
fn assumption_note(verdict: &Verdict, machine: &Machine) -> Option<String> {
    let assumptions = machine.assumptions().join("; ");
    (verdict.violation().is_none() && !assumptions.is_empty()).then_some(assumptions)
}

/// The flags that the compiler was not given.
fn left_out_note(identity: &Identity) -> Option<String> {
    let flags = identity.left_out.join(" ");
    (!flags.is_empty()).then(|| {
        format!(
            "compiled without {flags}: the program is checked as it is written, and not what an optimiser makes of it"
        )
    })
}

/// What `main` was called with, if it wants to know: a verdict is about these arguments.
fn arguments_note(machine: &Machine, plan: &Plan) -> Option<String> {
    let given: Vec<String> = plan.settings.arguments.iter().skip(1).map(|given| format!("{given:?}")).collect();
    machine.takes_arguments().then(|| match given.is_empty() {
        true => "the program was run without arguments (--args gives it some)".to_owned(),
        false => format!("the program was run with the arguments {}", given.join(" ")),
    })
}

/// What a blocked execution means, for those who wonder.
fn blocked_note(verdict: &Verdict, plan: &Plan) -> Option<String> {
    let blocked = verdict.counts().blocked;
    let finished = *verdict.stop() == StopReason::Exhausted && verdict.violation().is_none();
    let has = |is_it: fn(&Bound) -> bool| verdict.bounds().iter().any(is_it);
    let (stops, errs) =
        (has(|bound| matches!(bound, Bound::Unroll { .. })), has(|bound| matches!(bound, Bound::OtherErrors(_))));
    let is_open = stops || errs || has(|bound| matches!(bound, Bound::UndecidedLoops(_)));
    let Options { properties, liveness, .. } = plan.options;
    // A thread that would fail stands still if that is not looked for.
    let failures = [Property::Assertion, Property::Abort, Property::Memory, Property::Undefined];
    let stands = failures.into_iter().any(|property| !properties.has(property));
    let what: Vec<&str> = [
        (true, "waits in a loop or for a lock"),
        (stops, "has begun a loop as often as it may"),
        (stands, "stands before an error that was not looked for"),
    ]
    .into_iter()
    .filter_map(|(holds, what)| holds.then_some(what))
    .collect();
    let for_ever = match liveness {
        Liveness::Check if is_open => "whether it would wait for ever is not always known",
        Liveness::Check if properties.has(Property::Deadlock) => "no thread waits for ever",
        Liveness::Check | Liveness::Ignore => "whether it would wait for ever is not checked",
    };
    (finished && blocked > 0).then(|| {
        let executions = if blocked == 1 { "1 execution".to_owned() } else { format!("{blocked} executions") };
        format!("in {executions} some thread {}, or an assumption fails; {for_ever}", what.join(", "))
    })
}

/// Why orders of arrival at a barrier were told apart.
fn arrival_note(machine: &Machine, plan: &Plan) -> Option<String> {
    let places = machine.first_come();
    let reduces = plan.options.barriers == Reduce::WherePossible && plan.options.within == Within::Everything;
    (reduces && !places.is_empty()).then(|| {
        let places = places.join(", ");
        format!(
            "who arrives first at a barrier was told apart, since the result of pthread_barrier_wait matters ({places})"
        )
    })
}

/// What to do about a function that nobody knows.
fn stub_note(verdict: &Verdict, machine: &Machine) -> Option<String> {
    let StopReason::Unsupported(what) = verdict.stop() else { return None };
    let function = machine.unknown_function().filter(|function| what.contains(function.as_str()))?;
    let stubs = "havoc (some value), zero or ignore";
    Some(format!("--stub {function}=STUB goes on without it, where STUB is {stubs}; the verdict is then bounded"))
}

/// Why an execution became so long or calls so deep, as far as that is known, and what to do.
fn endless_note(verdict: &Verdict, machine: &Machine, plan: &Plan) -> Option<String> {
    match verdict.stop() {
        StopReason::Limit(Limit::Stack(_)) => return machine.deepest_calls(),
        StopReason::Limit(Limit::GraphSize(_)) => {}
        _ => return None,
    }
    let cut = match plan.unroll {
        Some(rounds) => format!("a smaller number than --unroll {rounds}"),
        None => "--unroll N".to_owned(),
    };
    machine.endless_loop().map(|what| {
        format!("{what}; {cut} stops threads there, and __VERIFIER_assume(…) leaves out executions that do not matter")
    })
}

/// What is known of a program with executions that are too long, and what else to do.
fn rounds_note(verdict: &Verdict) -> Option<String> {
    let StopReason::Limit(Limit::GraphSize(_)) = verdict.stop() else { return None };
    let known = verdict.safe_rounds().map(|rounds| {
        let rounds = if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") };
        format!("as long as each loop takes at most {rounds}, nothing goes wrong; ")
    });
    Some(format!("{}executions may be longer with --limit-events N", known.unwrap_or_default()))
}

/// Lets the machine call a file by the name that the user gave it.
fn add_source(machine: &mut Machine, file: &Path) {
    let Ok(here) = std::env::current_dir() else { return };
    let shown = file.display().to_string();
    machine.add_source(&here.join(file).display().to_string(), &shown);
    machine.set_directory(&here.display().to_string());
}

/// The texts of the files that the story speaks of, as far as they can be read, and of those that a page
/// shows.
pub fn quoted(plan: &Plan, story: &Story) -> BTreeMap<String, String> {
    texts(shown(plan).into_iter().chain(mentioned(story)).collect())
}

/// How large a source may be that is quoted.
const LARGEST_SOURCE: u64 = 64 << 20;

/// The texts of files, as far as they can be read.
fn texts(files: BTreeSet<String>) -> BTreeMap<String, String> {
    // Debug information can name any file.
    let text = |file: &String| String::from_utf8(driver::read_file(Path::new(file), LARGEST_SOURCE).ok()?).ok();
    files.into_iter().filter_map(|file| text(&file).map(|text| (file, text))).collect()
}

/// The files that a page shows: those of the program, if there is a page.
fn shown(plan: &Plan) -> BTreeSet<String> {
    let files = plan.files.iter().filter(|_| plan.files_out.html.is_some());
    files.map(|file| file.to_string_lossy().into_owned()).collect()
}

/// The files that the story speaks of.
fn mentioned(story: &Story) -> BTreeSet<String> {
    let stacks = story.steps.iter().map(|told| &told.stack).chain(story.endings.iter().map(|(_, end)| &end.stack));
    let lives = story.blocks.values().flat_map(|block| block.life.born.iter().chain(&block.life.died));
    let frames = stacks.chain(lives.map(|(_, stack)| stack)).flatten();
    frames.filter_map(|frame| Some(frame.site.as_ref()?.file.to_string())).collect()
}

/// A compiler's own words are shown as they are.
fn refuse_compilation(error: DriverError, output: Output, model: &str) -> Exit {
    if let (DriverError::Compile { stderr, .. }, Format::Text) = (&error, output.format) {
        output::complain(stderr);
    }
    let problem = match &error {
        DriverError::Compile { file, command, .. } => Problem::input(format!("{} does not compile", file.display()))
            .with_help(format!("the command was {command}")),
        DriverError::Flag { .. } => Problem::input(error.to_string()).with_help("leave it out"),
        DriverError::NoCompiler { .. } => Problem::input(error.to_string()).with_help("./x demo installs one"),
        _ => Problem::input(error.to_string()),
    };
    output.refuse(&[problem], Some(model))
}
