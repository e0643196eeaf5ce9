//! What a witness or a checkpoint keeps of a command line.
//!
//! Only what decides which program is checked and how, in one way of writing it. A file that says anything
//! else was not written by us, and is refused: it comes from elsewhere, and must not name a program to run or
//! a file to write. The compiler is one; whoever wants another than is found has to say so each time.

use std::ffi::{OsStr, OsString};

use clap::{CommandFactory, FromArgMatches, Parser};

use super::raw::{Check, Command, Raw};

impl Check {
    /// The words after `check` that are kept, without the compiler's flags. Every option must be thought
    /// about: is it harmless if a stranger has written it?
    pub fn recorded(&self) -> Vec<OsString> {
        let Check {
            files,
            model,
            entry,
            stub,
            args,
            arg,
            schedule,
            format,
            progress,
            color,
            check,
            asked,
            keep_going,
            no_race_detection,
            no_liveness,
            // Done anyway.
            liveness: _,
            spurious_failures,
            spurious_wakeups,
            no_spin_assume,
            no_await_reduction,
            no_barrier_reduction,
            no_symmetry,
            no_restored_symmetry,
            no_model_simplification,
            explain,
            full_trace,
            print_executions,
            estimate,
            no_witness,
            unroll,
            context_bound,
            round_bound,
            sample,
            seed,
            threads,
            limit_time,
            limit_executions,
            limit_events,
            limit_memory,
            trie_bytes,
            // Kept elsewhere, and trusted less.
            compiler_flags: _,
            // A program.
            compiler: _,
            // A file that has been read: `asked` says what is in it.
            property: _,
            // Files that are written.
            resume: _,
            checkpoint: _,
            witness: _,
            html: _,
            gallery: _,
            dot: _,
            certificate: _,
            // A matter of this run.
            checkpoint_every: _,
        } = self;
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |option: &str, value: Option<&dyn ToString>| {
            words.extend(value.map(|value| format!("--{option}={}", value.to_string()).into()));
        };
        let text = |text: &'_ String, default: &str| (text != default).then(|| text.clone());
        for (option, value) in [
            ("model", Some(model.clone())),
            ("entry", text(entry, "main")),
            ("schedule", text(schedule, "wf")),
            ("format", text(format, "text")),
            ("progress", text(progress, "auto")),
            ("color", text(color, "auto")),
        ] {
            add(option, value.as_ref().map(|value| value as &dyn ToString));
        }
        stub.iter().for_each(|stub| add("stub", Some(stub)));
        check.iter().for_each(|property| add("check", Some(property)));
        asked.iter().for_each(|property| add("asked", Some(property)));
        args.iter().chain(arg).for_each(|argument| add("arg", Some(argument)));
        let numbers: [(&str, Option<&dyn ToString>); 11] = [
            ("unroll", unroll.as_ref().map(|n| n as _)),
            ("context-bound", context_bound.as_ref().map(|n| n as _)),
            ("round-bound", round_bound.as_ref().map(|n| n as _)),
            ("sample", sample.as_ref().map(|n| n as _)),
            ("seed", seed.as_ref().map(|n| n as _)),
            ("threads", threads.as_ref().map(|n| n as _)),
            ("limit-time", limit_time.as_ref().map(|n| n as _)),
            ("limit-executions", limit_executions.as_ref().map(|n| n as _)),
            ("limit-events", limit_events.as_ref().map(|n| n as _)),
            ("limit-memory", limit_memory.as_ref().map(|n| n as _)),
            ("trie-bytes", trie_bytes.as_ref().map(|n| n as _)),
        ];
        numbers.into_iter().for_each(|(option, value)| add(option, value));
        let switches = [
            ("keep-going", keep_going),
            ("no-race-detection", no_race_detection),
            ("no-liveness", no_liveness),
            ("spurious-failures", spurious_failures),
            ("spurious-wakeups", spurious_wakeups),
            ("no-spin-assume", no_spin_assume),
            ("no-await-reduction", no_await_reduction),
            ("no-barrier-reduction", no_barrier_reduction),
            ("no-symmetry", no_symmetry),
            ("no-restored-symmetry", no_restored_symmetry),
            ("no-model-simplification", no_model_simplification),
            ("explain", explain),
            ("full-trace", full_trace),
            ("print-executions", print_executions),
            ("estimate", estimate),
            ("no-witness", no_witness),
        ];
        let given = switches.into_iter().filter(|(_, given)| **given);
        words.extend(given.map(|(option, _)| format!("--{option}").into()));
        words.extend(files.iter().cloned());
        words
    }

    /// Understands words that a file has kept; an error says which of them do not belong there.
    pub fn from_record(words: &[OsString]) -> Result<Check, String> {
        let Some(check) = parse(words) else {
            return Err("it does not say what was typed in a way that this Selvedge understands".to_owned());
        };
        let kept = check.recorded();
        match words.iter().find(|word| !kept.contains(word)) {
            Some(word) => {
                let word = word.to_string_lossy();
                Err(format!(
                    "it asks for `{word}`, and that is not for a file to say; it was not written by this Selvedge"
                ))
            }
            None if kept == words => Ok(check),
            None => Err("its words are not in the order in which they are written".to_owned()),
        }
    }
}

/// The command line of a check that goes on: what was typed now comes after what was kept, and counts more.
pub fn parse_again(words: &[OsString]) -> Option<Check> {
    let command = Raw::command().mut_subcommand("check", |check| check.args_override_self(true));
    let parsed = command.try_get_matches_from(line(words)).and_then(|found| Raw::from_arg_matches(&found));
    check(parsed.ok()?)
}

fn parse(words: &[OsString]) -> Option<Check> {
    check(Raw::try_parse_from(line(words)).ok()?)
}

fn line(words: &[OsString]) -> impl Iterator<Item = &OsStr> {
    ["selvedge", "check"].map(OsStr::new).into_iter().chain(words.iter().map(OsString::as_os_str))
}

fn check(raw: Raw) -> Option<Check> {
    match raw.command {
        Command::Check(check) => Some(*check),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn what_is_kept_means_the_same() {
        let typed = "--stub f=zero --model tso --no-liveness --unroll 3 -- -DN=3";
        let typed = parse(&words(&format!("a.c {typed}"))).expect("a check");
        let kept = typed.recorded();
        assert_eq!(kept, words("--model=tso --stub=f=zero --unroll=3 --no-liveness a.c"));
        let again = Check::from_record(&kept).expect("a check");
        assert_eq!((again.recorded(), again.compiler_flags.len()), (kept, 0));
    }

    #[test]
    fn every_option_is_kept_or_left_out_on_purpose() {
        let command = Raw::command();
        let check = command.find_subcommand("check").expect("it is there");
        let left_out = [
            "compiler",
            "property",
            "resume",
            "checkpoint",
            "witness",
            "html",
            "gallery",
            "dot",
            "certificate",
            "liveness",
            "checkpoint-every",
            "help",
            "compiler_flags",
        ];
        for argument in check.get_arguments() {
            let Some(long) = argument.get_long() else { continue };
            let takes_value = argument.get_action().takes_values();
            let word = match (long, takes_value) {
                ("stub", _) => "--stub=f=zero".to_owned(),
                // It is written in the other way that there is, which takes any argument.
                ("args", _) => continue,
                (_, true) => format!("--{long}=7"),
                (_, false) => format!("--{long}"),
            };
            let needs = if long == "seed" {
                " --sample=7"
            } else if long == "gallery" {
                " --html=x"
            } else {
                ""
            };
            let Some(check) = parse(&words(&format!("{word}{needs} a.c"))) else { continue };
            assert_eq!(check.recorded().contains(&word.clone().into()), !left_out.contains(&long), "{word}");
        }
    }

    #[test]
    fn what_runs_or_writes_is_refused() {
        for word in ["--compiler=./evil", "--html=x", "--dot=x", "--certificate=x", "--witness=x", "--checkpoint=x"] {
            let why = Check::from_record(&words(&format!("--model=rc11 {word} a.c"))).expect_err("it is refused");
            assert!(why.contains(&format!("`{word}`")), "{why}");
        }
        let refused = |line: &str| Check::from_record(&words(line)).expect_err("it is refused");
        assert!(refused("--model=rc11 --compiler ./evil a.c").contains("`--compiler`"));
        assert!(refused("--model=rc11 a.c -- -fplugin=x").contains("`--`"));
        assert!(refused("a.c --model=rc11").contains("order"));
        assert!(refused("--nonsense").contains("does not say"));
    }
}
