//! Two programs side by side on the same files. Runs alternate, so that whatever else the machine does meets
//! both.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use selvedge_models::Builtin;

use crate::programs::{ALL, MODELS, Sized};
use crate::{RUNS, median};

/// This build of selvedge and another one: the files of both are what `cargo build --release` makes.
pub fn against(other: &str, filter: &str) -> Result<(), String> {
    let ours = ours()?;
    // Another build may not know how to use several cores, or how not to.
    let flags: &[&str] = if knows_threads(other) { ONE } else { &[] };
    compare(filter, &ours, other, |program, model| selvedge(Path::new(other), program, model, flags))
}

/// This build of selvedge and another tool.
pub fn peer(command: &str, filter: &str) -> Result<(), String> {
    let ours = ours()?;
    compare(filter, &ours, command, |program, model| {
        let mut words = command.split_whitespace().flat_map(|word| match word {
            "{flags}" => program.flags.split_whitespace().map(str::to_owned).collect(),
            _ => vec![word.replace("{file}", &program.file().to_string_lossy()).replace("{model}", model.name())],
        });
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        command
    })
}

/// The build that lies beside this program.
pub fn ours() -> Result<String, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let ours = this.with_file_name("selvedge");
    match ours.exists() {
        true => Ok(ours.to_string_lossy().into_owned()),
        false => Err(format!("{} is not there: cargo build --release", ours.display())),
    }
}

/// A check of the program.
pub fn selvedge(path: &Path, program: &Sized, model: Builtin, flags: &[&str]) -> Command {
    let mut command = Command::new(path);
    command.args(["check", "--model", model.name()]).args(flags);
    if let Some(rounds) = program.unroll {
        command.args(["--unroll", &rounds.to_string()]);
    }
    command.arg(program.file()).arg("--").args(program.flags.split_whitespace());
    command
}

/// One worker.
const ONE: &[&str] = &["--threads", "1"];

fn knows_threads(path: &str) -> bool {
    let help = Command::new(path).args(["check", "--help"]).output();
    help.is_ok_and(|help| String::from_utf8_lossy(&help.stdout).contains("--threads"))
}

/// Whole runs, compilers included, with one worker.
fn compare(filter: &str, ours: &str, other: &str, theirs: impl Fn(&Sized, Builtin) -> Command) -> Result<(), String> {
    println!("ours: {ours}\nother: {other}");
    println!("{:16} {:16} {:5} {:>9} {:>9} {:>7}", "program", "size", "model", "ours s", "other s", "ratio");
    for program in ALL.iter().filter(|program| program.name.contains(filter)) {
        for model in MODELS {
            let (mut first, mut second, mut failed) = (Vec::new(), Vec::new(), None);
            for _ in 0..RUNS {
                first.push(time(&mut selvedge(Path::new(ours), program, model, ONE))?);
                match time(&mut theirs(program, model)) {
                    Ok(seconds) => second.push(seconds),
                    Err(why) => failed = Some(why),
                }
            }
            if let Some(why) = failed {
                println!("{:16} {:16} {:5} {:>9.3} {why}", program.name, program.size(), model.name(), median(first));
                continue;
            }
            let (first, second) = (median(first), median(second));
            println!(
                "{:16} {:16} {:5} {first:>9.3} {second:>9.3} {:>7.2}",
                program.name,
                program.size(),
                model.name(),
                second / first
            );
        }
    }
    Ok(())
}

fn time(command: &mut Command) -> Result<f64, String> {
    let started = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let name = command.get_program().to_string_lossy().into_owned();
    let status = status.map_err(|error| format!("{name}: {error}"))?;
    match status.code() {
        // With bounded loops our verdict is bounded.
        Some(0 | 3) => Ok(started.elapsed().as_secs_f64()),
        _ => Err(format!("{name} ended with {status}")),
    }
}
