//! Disturbances of the command: each ends as the undisturbed run does, or says that it could not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::mutate;
use crate::random::Random;

/// How long a run may take. None of the programs takes a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// Programs that are verified, violated and bounded, and that take long enough to be disturbed: threads that
/// each add one.
const PROGRAMS: [&str; 4] = ["add7.litmus", "race.litmus", "ring.c", "ring.c -- -DFIXED"];

/// A run of the command.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Run {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// What must not depend on disturbances: the conclusion and what was counted.
    fn answer(&self) -> Vec<&str> {
        let lasts = |line: &&str| {
            ["verified", "violated", "bounded", "inconclusive"].iter().any(|word| line.starts_with(word))
                || line.starts_with("  executions")
                || line.starts_with("Observation ")
        };
        self.out.lines().filter(lasts).collect()
    }
}

/// The command and a folder to attack it in.
pub struct Attack {
    selvedge: PathBuf,
    folder: PathBuf,
    undisturbed: Vec<Run>,
}

/// How many cases of each kind there were.
pub type Report = BTreeMap<&'static str, u64>;

impl Attack {
    /// Gets ready: the programs as they are undisturbed.
    pub fn new(selvedge: &Path, folder: &Path) -> Result<Attack, String> {
        std::fs::create_dir_all(folder.join("temp")).map_err(|error| error.to_string())?;
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let thread = |number| format!("P{number} (atomic_int* x) {{ int r = atomic_fetch_add(x, 1); }}\n");
        let add = format!("C add\n{{}}\n{}exists (0:r=0)\n", (0..7).map(thread).collect::<String>());
        let race = "C race\n{}\nP0 (int* x) { *x = 1; }\nP1 (int* x) { int r = *x; }\n";
        let ring = std::fs::read_to_string(root.join("examples/ring.c")).map_err(|error| error.to_string())?;
        for (name, text) in [("add7.litmus", add.as_str()), ("race.litmus", race), ("ring.c", &ring)] {
            std::fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
        }
        let mut attack = Attack { selvedge: selvedge.to_owned(), folder: folder.to_owned(), undisturbed: Vec::new() };
        for program in PROGRAMS {
            let run = attack.shell(&format!("exec \"$0\" check --no-witness {program}"), &[])?;
            if ![Some(0), Some(42)].contains(&run.status) {
                return Err(format!("{program} undisturbed: {run:?}"));
            }
            attack.undisturbed.push(run);
        }
        Ok(attack)
    }

    /// Runs a line of the shell, in which the command is `$0`.
    fn shell(&self, line: &str, environment: &[(&str, &str)]) -> Result<Run, String> {
        let mut command = Command::new("sh");
        command.args(["-c", line]).arg(&self.selvedge).current_dir(&self.folder).stdin(Stdio::null());
        command.env("XDG_STATE_HOME", self.folder.join("state")).env("TMPDIR", self.folder.join("temp"));
        command.envs(environment.iter().copied());
        let (out, err) = (self.folder.join("out"), self.folder.join("err"));
        let file = |path: &Path| std::fs::File::create(path).map_err(|error| error.to_string());
        let mut child = command.stdout(file(&out)?).stderr(file(&err)?).spawn().map_err(|error| error.to_string())?;
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            if started.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it takes too long: {line}"));
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        let read = |path: &Path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let (out, err) = (read(&out).unwrap_or_default(), read(&err).unwrap_or_default());
        Ok(Run { status: status.code(), out, err })
    }

    /// Runs the cases of these seeds.
    pub fn run(&self, seeds: std::ops::Range<u64>) -> Result<Report, String> {
        let mut report = Report::default();
        for seed in seeds {
            let kind = self.case(seed).map_err(|why| format!("seed {seed}: {why}"))?;
            *report.entry(kind).or_default() += 1;
        }
        Ok(report)
    }

    fn case(&self, seed: u64) -> Result<&'static str, String> {
        let mut random = Random::new(seed);
        let which = random.below(PROGRAMS.len());
        let (program, whole) = (PROGRAMS[which], &self.undisturbed[which]);
        Ok(match seed % 6 {
            0 => {
                self.signal(program, whole, &mut random)?;
                "signals"
            }
            1 => {
                self.full_disk(program, whole, &mut random)?;
                "full disks"
            }
            2 => {
                let (name, line, environment) = random.pick(&PLACES);
                let run = self.shell(&line.replace("ARGS", &format!("check {program}")), environment)?;
                self.agrees(name, &run, whole, true)?;
                "places that are missing"
            }
            3 => {
                let (name, line) = random.pick(&STREAMS);
                let run = self.shell(&line.replace("ARGS", &format!("check {program}")), &[])?;
                self.agrees(name, &run, whole, false)?;
                "closed streams"
            }
            4 => {
                self.damage(&mut random)?;
                "damaged files"
            }
            _ => {
                self.flags(program, whole, &mut random)?;
                "flags"
            }
        })
    }

    /// The same answer, or an honest error: with `shown`, what was printed counts too.
    fn agrees(&self, what: &str, run: &Run, whole: &Run, shown: bool) -> Result<(), String> {
        let fails = || Err(format!("{what}: {run:?}, and undisturbed {whole:?}"));
        match run.status {
            status if status == whole.status => {
                if shown && run.answer() != whole.answer() {
                    fails()
                } else {
                    Ok(())
                }
            }
            // An error must say something, unless there is nowhere to say it.
            Some(2) if !shown || !run.err.is_empty() || !run.out.is_empty() => Ok(()),
            _ => fails(),
        }
    }

    /// A signal at a random moment; what is left is resumed until there is an answer.
    fn signal(&self, program: &str, whole: &Run, random: &mut Random) -> Result<(), String> {
        let signal = random.pick(&["INT", "TERM", "HUP", "KILL"]);
        let moment = random.below(120);
        let rest = self.folder.join("rest");
        let _ = std::fs::remove_file(&rest);
        let (file, flags) =
            program.split_once(" -- ").map_or((program, String::new()), |(file, flags)| (file, format!(" -- {flags}")));
        let threads = random.between(1, 2);
        let line = format!(
            "\"$0\" check --threads {threads} --no-witness --checkpoint rest --checkpoint-every 0.01 {file}{flags} & p=$!; \
             sleep 0.{moment:03}; kill -{signal} $p 2>/dev/null; wait $p"
        );
        let run = self.shell(&line, &[])?;
        let number = match signal {
            "INT" => 2,
            "TERM" => 15,
            "HUP" => 1,
            _ => 9,
        };
        let stopped = run.status == Some(3) && run.out.contains("interrupted");
        // Before anything listens, the signal does what it does to every process.
        let ended = run.status == Some(128 + number);
        if !stopped && !ended {
            return self.agrees(&format!("signal {signal}"), &run, whole, true);
        }
        if !rest.exists() {
            return if ended { Ok(()) } else { Err(format!("nothing is left of {run:?}")) };
        }
        let run = self.shell("exec \"$0\" check --no-witness --resume rest", &[])?;
        self.agrees("resumed", &run, whole, true)
    }

    /// Files may only have so many blocks.
    fn full_disk(&self, program: &str, whole: &Run, random: &mut Random) -> Result<(), String> {
        let blocks = random.below(80);
        let (file, flags) =
            program.split_once(" -- ").map_or((program, String::new()), |(file, flags)| (file, format!(" -- {flags}")));
        let outputs = ["page.html", "paper.json", "graph.dot", "kept.witness"];
        outputs.iter().for_each(|name| _ = std::fs::remove_file(self.folder.join(name)));
        let line = format!(
            "ulimit -f {blocks}; exec \"$0\" check --html page.html --certificate paper.json --dot graph.dot \
             --witness kept.witness {file}{flags}"
        );
        let run = self.shell(&line, &[])?;
        // The shell's own files are limited too: what is printed may be cut off.
        self.agrees(&format!("{blocks} blocks"), &run, whole, false)?;
        for (name, end) in [("page.html", "</html>\n"), ("paper.json", "}\n"), ("graph.dot", "}\n")] {
            let text = std::fs::read_to_string(self.folder.join(name)).unwrap_or(end.to_owned());
            if !text.ends_with(end) {
                return Err(format!("{blocks} blocks: {name} is cut off"));
            }
        }
        let witness = std::fs::read(self.folder.join("kept.witness"));
        let is_whole = witness.map_or(true, |bytes| selvedge_core::witness::WITNESS.open(&bytes).is_ok());
        if is_whole { Ok(()) } else { Err(format!("{blocks} blocks: the witness is cut off")) }
    }

    /// A witness or a checkpoint that was changed is refused.
    fn damage(&self, random: &mut Random) -> Result<(), String> {
        let is_witness = random.chance(50);
        let (make, name, read) = match is_witness {
            true => ("check --witness whole race.litmus", "whole", "replay damaged"),
            false => ("check --limit-executions 5 --checkpoint whole add7.litmus", "whole", "check --resume damaged"),
        };
        self.shell(&format!("exec \"$0\" {make}"), &[])?;
        let whole = std::fs::read(self.folder.join(name)).map_err(|error| error.to_string())?;
        let mut damaged = whole.clone();
        mutate(&mut damaged, random);
        if damaged == whole {
            return Ok(());
        }
        std::fs::write(self.folder.join("damaged"), damaged).map_err(|error| error.to_string())?;
        let run = self.shell(&format!("exec \"$0\" {read}"), &[])?;
        match run.status {
            Some(2) if run.out.is_empty() && !run.err.is_empty() => Ok(()),
            _ => Err(format!("a damaged file was believed: {run:?}")),
        }
    }

    /// Flags that make no difference to the answer, and words that mean nothing.
    fn flags(&self, program: &str, whole: &Run, random: &mut Random) -> Result<(), String> {
        let flags: Vec<&str> = (0..random.between(1, 4)).map(|_| random.pick(&FLAGS)).collect();
        let mut words = flags.join(" ").into_bytes();
        let changed = random.chance(40);
        if changed {
            mutate(&mut words, random);
        }
        let words: String = String::from_utf8_lossy(&words).chars().filter(|c| *c != '\0').collect();
        let quoted: String =
            words.split_whitespace().map(|word| format!(" '{}'", word.replace('\'', "'\\''"))).collect();
        let run = self.shell(&format!("exec \"$0\" check{quoted} {program}"), &[])?;
        match run.status {
            // Another word may be another check, of which nothing is known but that it ends.
            Some(0 | 2 | 3 | 4 | 42) if changed => Ok(()),
            // A limit may be reached, and some flags do not go together.
            Some(3) if words.contains("--limit") || words.contains("--sample") || words.contains("bound") => Ok(()),
            _ if words.contains("--sample") && run.status == Some(42) => Ok(()),
            Some(0) if words.contains("--no-race-detection") => Ok(()),
            _ => self.agrees(&words, &run, whole, false),
        }
    }
}

type Environment = &'static [(&'static str, &'static str)];

const RUN: &str = "exec \"$0\" ARGS";

const PLACES: [(&str, &str, Environment); 6] = [
    ("a home that cannot be written", RUN, &[("XDG_STATE_HOME", "/proc/nothing")]),
    ("a home that is a file", RUN, &[("XDG_STATE_HOME", "/dev/null")]),
    ("no home", "unset XDG_STATE_HOME HOME; exec \"$0\" ARGS", &[]),
    ("no folder for temporary files", RUN, &[("TMPDIR", "/nowhere")]),
    ("temporary files in a file", RUN, &[("TMPDIR", "/dev/null")]),
    ("few files", "ulimit -n 8; exec \"$0\" ARGS", &[]),
];

const STREAMS: [(&str, &str); 7] = [
    ("closed output", "exec \"$0\" ARGS >&-"),
    ("closed errors", "exec \"$0\" ARGS 2>&-"),
    ("closed input", "exec \"$0\" ARGS <&-"),
    ("all closed", "exec \"$0\" ARGS <&- >&- 2>&-"),
    ("full output", "exec \"$0\" ARGS >/dev/full"),
    ("full errors", "exec \"$0\" ARGS 2>/dev/full"),
    ("a reader that leaves", "exec 3>&1; { \"$0\" ARGS; echo $? >status; } | head -c 1 >/dev/null; exit $(cat status)"),
];

const FLAGS: [&str; 20] = [
    "--no-symmetry",
    "--no-await-reduction",
    "--no-barrier-reduction",
    "--no-model-simplification",
    "--schedule ltr",
    "--schedule random:7",
    "--threads 2",
    "--threads 20000",
    "--format json",
    "--format junit",
    "--full-trace",
    "--no-witness",
    "--limit-time 1",
    "--limit-executions 2",
    "--limit-memory 1",
    "--limit-events 5",
    "--sample 3",
    "--no-race-detection",
    "--color always",
    "--estimate",
];
