//! `./x attack [CASES] [SEED] [RUNS]`: damages inputs in so many cases in this process, and disturbs so many
//! runs of the command (`SELVEDGE`, or the one that was built beside this).

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use selvedge_testkit::attack::command::Attack;
use selvedge_testkit::attack::texts::Texts;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let mut number = |default: u64| words.next().unwrap_or(Ok(default));
    let (Ok(cases), Ok(seed), Ok(runs)) = (number(20_000), number(1), number(300)) else {
        eprintln!("usage: attack [CASES] [SEED] [RUNS]");
        return ExitCode::from(2);
    };
    match attack(cases, seed, runs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            println!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn attack(cases: u64, seed: u64, runs: u64) -> Result<(), String> {
    // Panics are counted, and not shown.
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let started = Instant::now();
    let report = Texts::new().run(seed..seed + cases)?;
    for (kind, (cases, understood)) in &report.kinds {
        println!("{kind}: {cases} cases, {understood} understood");
    }
    println!("none panics, the slowest took {} ms; {:.1} s", report.slowest, started.elapsed().as_secs_f64());
    if runs == 0 {
        return Ok(());
    }
    let beside = std::env::current_exe().ok().and_then(|own| Some(own.parent()?.join("selvedge")));
    let selvedge = std::env::var_os("SELVEDGE").map(PathBuf::from).or(beside).filter(|path| path.exists());
    let selvedge = selvedge.ok_or("there is no command to attack: build it, or name it in SELVEDGE")?;
    let folder = std::env::temp_dir().join(format!("attack-{}", std::process::id()));
    let started = Instant::now();
    let report = Attack::new(&selvedge, &folder)?.run(seed..seed + runs)?;
    for (kind, runs) in &report {
        println!("{kind}: {runs} runs");
    }
    println!("all agree or say why not; {:.1} s", started.elapsed().as_secs_f64());
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
