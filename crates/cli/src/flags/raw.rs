//! What was typed. Values that need more than a number stay strings here: [`plan`](super::plan) understands
//! them and refuses them in our own words.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use selvedge_report::Format;

const LONG_ABOUT: &str = "\
Selvedge explores every execution that a memory model allows, each exactly once,
and answers with a proof that none goes wrong or with one that does.";

const EXIT_STATUSES: &str = "\
Exit status:
    0  verified: no execution goes wrong
   42  violated: one does, and it was shown
    3  bounded or inconclusive: a limit was reached, or there was nothing to check
    2  bad input or usage
    4  the program uses something Selvedge does not support
  101  a bug in Selvedge";

const EXAMPLES: &str = "\
Examples:
  selvedge check mp.litmus                     check under rc11
  selvedge check queue.c -- -DN=3              check a C program, compiled with -DN=3
  selvedge check --model tso sb.litmus         check under another model
  selvedge check --print-executions sb.litmus  see every execution
  selvedge check --format json sb.litmus       one JSON document for scripts
  selvedge replay queue.witness                run the execution of a violation again
  selvedge explain race                        what a kind of error means
  selvedge models                              the models there are";

const CHECK_EXAMPLES: &str = "\
Examples:
  selvedge check mp.litmus
  selvedge check queue.c main.c -- -Iinclude -DN=3
  selvedge check --model sc --print-executions sb.litmus
  selvedge check --format json --limit-time 60 big.litmus";

const REPLAY_EXAMPLES: &str = "\
Examples:
  selvedge check --witness race.witness queue.c
  selvedge replay race.witness                  what happened, and what the program printed
  selvedge replay --step race.witness           the same, step by step
  selvedge replay --html race.html race.witness
  selvedge replay --litmus race.litmus race.witness";

const MORE: &str = "See `--help` for exit statuses and details.";

/// The command line.
#[derive(Parser, Debug)]
#[command(name = "selvedge", version, about = "A stateless model checker for weak memory models", long_about = LONG_ABOUT)]
#[command(after_help = format!("{EXAMPLES}\n\n{MORE}"), after_long_help = format!("{EXAMPLES}\n\n{EXIT_STATUSES}"))]
#[command(disable_help_subcommand = true)]
pub struct Raw {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program under a memory model
    Check(Box<Check>),
    /// Guess how many executions there are and how long a check would take
    #[command(
        long_about = "Guess how many executions there are, from samples, and how long a check would take.\n\nTakes the same flags as `selvedge check`."
    )]
    Estimate(Box<Check>),
    /// Run the execution of a violation again
    Replay(Replay),
    /// List the memory models, describe one, or check your own
    Models(Models),
    /// Explain an error kind, a verdict or an exit status
    Explain(Explain),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// `selvedge replay`.
#[derive(Args, Debug)]
#[command(after_help = REPLAY_EXAMPLES)]
pub struct Replay {
    /// The witness that a check has written
    #[arg(value_name = "WITNESS")]
    pub witness: OsString,

    /// Go through the execution step by step
    ///
    /// Enter goes on, b goes back, q ends; on a terminal a key is enough.
    #[arg(long)]
    pub step: bool,

    /// Write the violation as a litmus test, as small as it can be made
    #[arg(long, value_name = "FILE")]
    pub litmus: Option<OsString>,

    /// Write a page for a browser: the execution, its source, a walk through it
    #[arg(long, value_name = "FILE")]
    pub html: Option<OsString>,

    /// The compiler for C and C++, if it is another than is found
    #[arg(long, value_name = "COMMAND")]
    pub compiler: Option<String>,

    /// When to use colours: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: String,

    /// Flags for the compiler, instead of those in the witness
    ///
    /// Of those only some are taken: what could read or write other files, or run code, has to
    /// be said again.
    #[arg(value_name = "COMPILER FLAGS", last = true, verbatim_doc_comment)]
    pub compiler_flags: Vec<OsString>,
}

/// `selvedge explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// What to explain; without it, list everything there is
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `selvedge completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `selvedge check`.
#[derive(Args, Clone, Debug)]
#[command(long_about = format!("Check a program under a memory model.\n\n{LONG_ABOUT}"))]
#[command(after_help = format!("{CHECK_EXAMPLES}\n\n{MORE}"))]
#[command(after_long_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_STATUSES}"))]
pub struct Check {
    /// The program: a litmus test (.litmus), or files of C, C++ or LLVM IR
    #[arg(value_name = "FILE", required_unless_present = "resume")]
    pub files: Vec<OsString>,

    /// Flags for the compiler of a C or C++ program
    #[arg(value_name = "COMPILER FLAGS", last = true)]
    pub compiler_flags: Vec<OsString>,

    /// The memory model: a name or FILE.kat
    ///
    /// `selvedge models` lists the names.
    #[arg(long, value_name = "MODEL", default_value = "rc11", help_heading = "What to check")]
    pub model: String,

    /// What counts as an error: names like race,assert
    ///
    /// race, assert, abort, memory, undefined, deadlock, liveness and leak, with commas between
    /// them, or all. Without it, it is all of them but leak. What is not among them is passed
    /// over, and if the program means nothing after it, the verdict is bounded.
    #[arg(long, value_name = "ERRORS", value_delimiter = ',', help_heading = "What to check", verbatim_doc_comment)]
    pub check: Vec<String>,

    /// The same, as a property file of a verification competition (.prp)
    ///
    /// Its rules hold then: a call of reach_error is an error whatever the function does, and
    /// where data-race is not asked for, plain accesses count as with --no-race-detection.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "resume"], help_heading = "What to check", verbatim_doc_comment)]
    pub property: Option<OsString>,

    /// What a property file has asked for, as `--check` calls it; so witnesses and checkpoints keep it
    #[arg(long, hide = true, value_delimiter = ',', conflicts_with_all = ["check", "property"])]
    pub asked: Vec<String>,

    /// Do not look for data races
    ///
    /// Plain accesses are then relaxed ones that never synchronise.
    #[arg(long, help_heading = "What to check")]
    pub no_race_detection: bool,

    /// Go on after a violation, and report all
    ///
    /// Each is of another kind or in another place than the others. What is found later may
    /// follow from what was found before. Each has a witness: the second is in FILE.2 if the
    /// first is in FILE.
    #[arg(long, help_heading = "What to check", verbatim_doc_comment)]
    pub keep_going: bool,

    /// The function a C or C++ program starts with
    #[arg(long, value_name = "FUNCTION", default_value = "main", help_heading = "What to check")]
    pub entry: String,

    /// What the program is called with: its arguments, up to the next option
    ///
    /// Without it, main is given nothing but the name of the program. A verdict is about these
    /// arguments and no others.
    #[arg(long, value_name = "ARGUMENT", num_args = 1.., help_heading = "What to check", verbatim_doc_comment)]
    pub args: Vec<String>,

    /// An argument that may begin with a hyphen; can be given several times
    #[arg(
        long,
        value_name = "ARGUMENT",
        allow_hyphen_values = true,
        conflicts_with = "args",
        help_heading = "What to check"
    )]
    pub arg: Vec<String>,

    /// The compiler for C and C++
    ///
    /// Without it, the first of clang, clang-22 … clang-14, zig cc that there is.
    #[arg(long, value_name = "COMMAND", help_heading = "What to check")]
    pub compiler: Option<String>,

    /// Replace a function: FN=havoc, FN=zero or FN=ignore
    ///
    /// havoc returns some value, zero returns zero, ignore returns nothing that may be used;
    /// none of them changes anything. The verdict is then bounded, not verified, and lists the
    /// stubs. Can be given several times.
    #[arg(long, value_name = "FN=STUB", help_heading = "What to check", verbatim_doc_comment)]
    pub stub: Vec<String>,

    /// Do not report loops that go round for ever
    ///
    /// A loop that waits is one if it sees the latest values and nothing is left that could
    /// change them.
    #[arg(long, help_heading = "What to check", verbatim_doc_comment)]
    pub no_liveness: bool,

    /// Report loops that go round for ever, as is done anyway
    #[arg(long, hide = true, conflicts_with = "no_liveness")]
    pub liveness: bool,

    /// Let a weak compare-exchange fail although it could succeed
    #[arg(long, help_heading = "What to check")]
    pub spurious_failures: bool,

    /// Let each thread that waits for a condition wake up once unasked
    ///
    /// The verdict is then bounded, because a thread could wake up more often.
    #[arg(long, help_heading = "What to check")]
    pub spurious_wakeups: bool,

    /// Take every round of every loop, also those that only wait
    ///
    /// Without it, a round that reads the same and changes nothing is not taken again.
    /// No outcome is lost by that, and loops that wait come to an end.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_spin_assume: bool,

    /// Let threads run on that would only wait
    ///
    /// Without it, a thread that would block goes last, and one that loses a lock tries again
    /// when it is free, so that fewer executions are blocked.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_await_reduction: bool,

    /// Tell the orders apart in which threads arrive at a barrier
    ///
    /// Without it, they count as one execution, unless the program can tell them apart itself.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_barrier_reduction: bool,

    /// Tell threads apart that were started in the same way
    ///
    /// Without it, executions that differ only in which of them is which count as one, unless the
    /// program can tell them apart itself.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_symmetry: bool,

    /// Let such threads stay different after a barrier
    ///
    /// Without it, it does not matter which of them does what after a barrier that they leave in
    /// the same state, under sc, tso, pso, ra and rc11.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_restored_symmetry: bool,

    /// Do not search under a simpler model that allows the same
    ///
    /// Without it, rc11, rc11-2017 and c20-std are explored as sc where all is seq_cst or plain
    /// and races are looked for, and so are jam21 and jam21s where there are no races; jam19
    /// has less to look for there; rc11 and c20-std are explored as ra where nothing is seq_cst.
    #[arg(long, help_heading = "Search", verbatim_doc_comment)]
    pub no_model_simplification: bool,

    /// Let no loop begin more than N rounds
    ///
    /// A thread that would begin another goes no further. The verdict is then bounded, not
    /// verified, and names the loops. If no thread is stopped, it is a proof all the same.
    #[arg(long, value_parser = parse_positive::<NonZeroU32>, value_name = "N", help_heading = "Search", verbatim_doc_comment)]
    pub unroll: Option<NonZeroU32>,

    /// Explore only what needs at most N preemptions, under sc
    ///
    /// A preemption takes the turn from a thread that could go on; from one that has ended or
    /// waits for a lock, at a barrier or for another thread, it is none. The verdict is then
    /// bounded. If nothing is left out, it is a proof all the same.
    #[arg(long, value_name = "N", help_heading = "Search", verbatim_doc_comment, conflicts_with = "round_bound")]
    pub context_bound: Option<u32>,

    /// Explore only what needs at most N more rounds, under sc
    ///
    /// In a round the threads have a turn each, in order, a thread before those it creates; N is
    /// the number of rounds after the first. The verdict is bounded as with --context-bound.
    #[arg(long, value_name = "N", help_heading = "Search", verbatim_doc_comment)]
    pub round_bound: Option<u32>,

    /// Draw N executions at random instead of exploring all
    ///
    /// The verdict is then bounded. What goes wrong in one of them is a violation as any other.
    #[arg(
        long,
        value_parser = parse_positive::<NonZeroU64>,
        value_name = "N",
        help_heading = "Search",
        verbatim_doc_comment,
        conflicts_with_all = ["context_bound", "round_bound"]
    )]
    pub sample: Option<NonZeroU64>,

    /// Where chance begins for --sample [default: 1]
    #[arg(long, value_name = "SEED", help_heading = "Search", requires = "sample")]
    pub seed: Option<u64>,

    /// Which thread goes next: wf, ltr, random, random:SEED
    ///
    /// wf is writes first, ltr is left to right; random without a seed is random:0.
    /// The executions found are the same for all; only the time it takes may differ.
    #[arg(long, value_name = "ORDER", default_value = "wf", help_heading = "Search", verbatim_doc_comment)]
    pub schedule: String,

    /// How many workers search at the same time [default: one per core]
    ///
    /// The report is the same for any number. With --print-executions and --sample there is one.
    #[arg(long, value_parser = parse_positive::<NonZeroUsize>, value_name = "N", help_heading = "Search", verbatim_doc_comment)]
    pub threads: Option<NonZeroUsize>,

    /// Give up after this many seconds
    #[arg(long, value_parser = parse_positive::<NonZeroU64>, value_name = "SECONDS", help_heading = "Search")]
    pub limit_time: Option<NonZeroU64>,

    /// Give up after this many executions, complete and blocked
    #[arg(long, value_parser = parse_positive::<NonZeroU64>, value_name = "N", help_heading = "Search")]
    pub limit_executions: Option<NonZeroU64>,

    /// Give up at this many events in one execution
    ///
    /// Without it, it is as many as the limit on memory lets one execution have, from 10000 to
    /// 50000. Before it goes on after 10000, a search looks into loops: with one round of each,
    /// two, four.
    #[arg(long, value_parser = parse_positive::<NonZeroUsize>, value_name = "N", help_heading = "Search", verbatim_doc_comment)]
    pub limit_events: Option<NonZeroUsize>,

    /// Give up when the search holds this many MiB
    ///
    /// Without it, it is 80 % of what the machine or its control group has.
    #[arg(long, value_parser = parse_positive::<NonZeroUsize>, value_name = "MIB", help_heading = "Search", verbatim_doc_comment)]
    pub limit_memory: Option<NonZeroUsize>,

    /// Forget unneeded paths of threads at N bytes [default: 24 MiB]
    ///
    /// For comparisons: what is forgotten is interpreted again when it is met again, and nothing
    /// but time and memory should depend on that. Each worker has so much.
    #[arg(long, value_parser = parse_positive::<NonZeroUsize>, value_name = "N", help_heading = "Search", verbatim_doc_comment)]
    pub trie_bytes: Option<NonZeroUsize>,

    /// Go on with a search that has stopped
    ///
    /// FILE is what that search has left behind: it says how. The program and all that decides
    /// what is explored must be the same; limits and output may differ, and count anew. When the
    /// search stops again, the file is brought up to date.
    #[arg(long, value_name = "FILE", help_heading = "Search", verbatim_doc_comment)]
    pub resume: Option<OsString>,

    /// Where to write what is left when the search stops early
    ///
    /// Without this option it goes to a folder of its own for such files, and the report says
    /// which.
    #[arg(long, value_name = "FILE", help_heading = "Search", verbatim_doc_comment)]
    pub checkpoint: Option<OsString>,

    /// Write that file so often while the search goes on [default: 60]
    #[arg(long, value_parser = parse_seconds, value_name = "SECONDS", help_heading = "Search", hide = true)]
    pub checkpoint_every: Option<Duration>,

    /// Guess how many executions there are, if the search takes a while
    ///
    /// Samples are taken when the search has run for a fifth of a second. On a terminal that is
    /// the default.
    #[arg(long, help_heading = "Output", verbatim_doc_comment)]
    pub estimate: bool,

    /// How to say how far the search is: auto, json or never
    ///
    /// auto is a line on a terminal, after a second; json is a line for programs, now and then,
    /// on standard error.
    #[arg(long, value_name = "HOW", default_value = "auto", help_heading = "Output", verbatim_doc_comment)]
    pub progress: String,

    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output",
        help = formats(), long_help = formats_at_length())]
    pub format: String,

    /// Say why the model forbids or allows the outcome of a litmus test
    #[arg(long, help_heading = "Output")]
    pub explain: bool,

    /// Show every step of the execution, also those that do not matter
    #[arg(long, help_heading = "Output")]
    pub full_trace: bool,

    /// Write a page for a browser: the execution, or what was verified
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<OsString>,

    /// How many executions that page shows if none goes wrong [default: 6]
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub gallery: Option<u32>,

    /// Write the execution as a graph for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<OsString>,

    /// Write what was checked, and how, as a JSON document
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<OsString>,

    /// Print each complete execution, a column per thread
    #[arg(long, help_heading = "Output")]
    pub print_executions: bool,

    /// Where to write the witness of a violation
    ///
    /// `selvedge replay` runs the execution in it again. Without this option it goes to a folder
    /// of its own for such files, and the report says which.
    #[arg(long, value_name = "FILE", help_heading = "Output", verbatim_doc_comment)]
    pub witness: Option<OsString>,

    /// Write no witness, and no checkpoint
    #[arg(long, conflicts_with = "witness", help_heading = "Output")]
    pub no_witness: bool,

    /// When to use colours: auto, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: String,
}

/// `selvedge models`.
#[derive(Args, Debug)]
pub struct Models {
    /// What to do; without it, list the models
    #[command(subcommand)]
    pub command: Option<ModelsCommand>,
}

/// `selvedge models …`.
#[derive(Subcommand, Debug)]
pub enum ModelsCommand {
    /// Describe a model and print its text
    Show {
        /// The model
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Find the smallest litmus test that one model allows and another forbids
    ///
    /// The test is printed; `selvedge check` runs it. A model is a name or FILE.kat.
    #[command(verbatim_doc_comment)]
    Compare {
        /// One model
        #[arg(value_name = "A")]
        first: String,
        /// Another
        #[arg(value_name = "B")]
        second: String,
        /// The most events of a test: loads, stores, exchanges and fences
        #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(2..=8))]
        size: u8,
    },
    /// Check a model's text: what it says, and the proofs of its asserts
    Check {
        /// The file, or the name of a built-in model
        #[arg(value_name = "FILE")]
        name: String,
    },
}

/// Reads a time that is not zero.
fn parse_seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or("this takes a number of seconds, more than 0")
}

/// Reads a number that must not be zero.
fn parse_positive<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "this takes a whole number, 1 or more")
}

fn formats() -> String {
    format!("How to report: {}", Format::names())
}

fn formats_at_length() -> String {
    let line = |format: Format| format!("{:6} {}", format.name(), format.purpose());
    format!("How to report:\n\n{}", Format::ALL.map(line).join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Raw::command().debug_assert();
    }
}
