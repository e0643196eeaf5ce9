//! Which of the user's compiler flags are passed on.
//!
//! Flags come out of build systems, and some of them are about something else than what the program means. An
//! optimiser takes a data race as a licence to change the program: it removes accesses, and moves loads to
//! where the program has none. So such flags are left out, with a note. Those that ask for other output than
//! IR are refused: what the compiler would print then is no program, or not this one.

use std::ffi::OsString;

/// What becomes of the user's flags.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sifted {
    /// Those that are passed on.
    pub(super) passed: Vec<OsString>,
    /// Those that are not.
    pub(super) left_out: Vec<String>,
}

/// What becomes of a flag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Passed,
    /// The argument that follows is part of it.
    LeftOut {
        with_next: bool,
    },
    /// Why.
    Refused(&'static str),
}

const OPTIMISES: Fate = Fate::LeftOut { with_next: false };
const OTHER_OUTPUT: Fate = Fate::Refused("it asks the compiler for something else than the program");
const RUNS_CODE: Fate = Fate::Refused("a plugin can make another program of it");

/// Flags that are exactly this.
const EXACT: &[(&str, Fate)] = &[
    ("-c", OTHER_OUTPUT),
    ("-E", OTHER_OUTPUT),
    ("-S", OTHER_OUTPUT),
    ("-M", OTHER_OUTPUT),
    ("-MM", OTHER_OUTPUT),
    ("-P", OTHER_OUTPUT),
    ("-###", OTHER_OUTPUT),
    ("-fsyntax-only", OTHER_OUTPUT),
    ("--analyze", OTHER_OUTPUT),
    ("--preprocess", OTHER_OUTPUT),
    ("--compile", OTHER_OUTPUT),
    ("--assemble", OTHER_OUTPUT),
    ("--precompile", OTHER_OUTPUT),
    ("--verify-debug-info", OTHER_OUTPUT),
    ("-h", OTHER_OUTPUT),
    ("-?", OTHER_OUTPUT),
    ("-V", OTHER_OUTPUT),
    ("--version", OTHER_OUTPUT),
    ("-version", OTHER_OUTPUT),
    ("-mllvm", Fate::LeftOut { with_next: true }),
    ("-MD", OPTIMISES),
    ("-MMD", OPTIMISES),
    ("-MP", OPTIMISES),
    ("-MG", OPTIMISES),
    ("-MV", OPTIMISES),
    ("-MF", Fate::LeftOut { with_next: true }),
    ("-MT", Fate::LeftOut { with_next: true }),
    ("-MQ", Fate::LeftOut { with_next: true }),
    ("-MJ", Fate::LeftOut { with_next: true }),
    ("-pg", OPTIMISES),
    ("--coverage", OPTIMISES),
    ("-ffast-math", OPTIMISES),
    ("-fopenmp-simd", OPTIMISES),
];

/// Flags that begin so.
const BEGINNINGS: &[(&str, Fate)] = &[
    ("-O", OPTIMISES),
    ("--optimize", OPTIMISES),
    ("-flto", OPTIMISES),
    ("-foptimi", OPTIMISES),
    ("-fprofile", OPTIMISES),
    ("-fcs-profile", OPTIMISES),
    ("-fpseudo-probe", OPTIMISES),
    ("-fcoverage", OPTIMISES),
    ("-ftest-coverage", OPTIMISES),
    ("-fsanitize", OPTIMISES),
    ("-fno-sanitize", OPTIMISES),
    ("-finstrument", OPTIMISES),
    ("-fxray", OPTIMISES),
    ("-fvectorize", OPTIMISES),
    ("-fslp-vectorize", OPTIMISES),
    ("-ftree-", OPTIMISES),
    ("-funroll", OPTIMISES),
    ("-finline-", OPTIMISES),
    ("-fwhole-program", OPTIMISES),
    ("-fvirtual-function-elimination", OPTIMISES),
    ("-fmerge-functions", OPTIMISES),
    ("-fassociative-math", OPTIMISES),
    ("-freciprocal-math", OPTIMISES),
    ("-funsafe-math", OPTIMISES),
    ("-ffinite-math", OPTIMISES),
    ("-fthinlto", OPTIMISES),
    ("-fsplit-lto", OPTIMISES),
    ("-save-temps", OPTIMISES),
    ("--save-temps", OPTIMISES),
    ("-ftime-trace", OPTIMISES),
    ("-ftime-report", OPTIMISES),
    ("-mllvm=", OPTIMISES),
    ("-MF", OPTIMISES),
    ("-MT", OPTIMISES),
    ("-MQ", OPTIMISES),
    ("-fplugin", RUNS_CODE),
    ("-fpass-plugin", RUNS_CODE),
    ("-o", OTHER_OUTPUT),
    ("--output", OTHER_OUTPUT),
    ("-x", Fate::Refused("the language of a file is told by its suffix")),
    ("--language", Fate::Refused("the language of a file is told by its suffix")),
    ("@", Fate::Refused("files with flags are not read: give the flags themselves")),
    ("--config", Fate::Refused("files with flags are not read: give the flags themselves")),
    ("-specs", Fate::Refused("files with flags are not read: give the flags themselves")),
    ("--specs", Fate::Refused("files with flags are not read: give the flags themselves")),
    ("--driver-mode", Fate::Refused("only flags in the manner of gcc are understood")),
    ("-cc1", Fate::Refused("only flags in the manner of gcc are understood")),
    ("--help", OTHER_OUTPUT),
    ("-help", OTHER_OUTPUT),
    ("-dump", OTHER_OUTPUT),
    ("-print-", OTHER_OUTPUT),
    ("--print-", OTHER_OUTPUT),
    ("-emit-", OTHER_OUTPUT),
    ("-rewrite-", OTHER_OUTPUT),
    ("-extract-api", OTHER_OUTPUT),
    ("-ast-", OTHER_OUTPUT),
    ("-verify-pch", OTHER_OUTPUT),
];

/// Flags that begin as others do and mean something harmless.
const HARMLESS: &[&str] = &["-objcmt", "-ObjC"];

/// Flags whose argument is the next word, whatever it looks like. Of those that are not in [`EXACT`].
const WITH_ARGUMENT: &[&str] = &[
    "-D",
    "-U",
    "-I",
    "-L",
    "-l",
    "-F",
    "-B",
    "-T",
    "-u",
    "-z",
    "-A",
    "-G",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iframework",
    "-target",
    "-arch",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xlinker",
    "--param",
    "-gcc-toolchain",
];

fn fate(word: &str) -> Fate {
    if let Some((_, fate)) = EXACT.iter().find(|(exact, _)| *exact == word) {
        return *fate;
    }
    if HARMLESS.iter().any(|harmless| word.starts_with(harmless)) {
        return Fate::Passed;
    }
    BEGINNINGS.iter().find(|(beginning, _)| word.starts_with(beginning)).map_or(Fate::Passed, |(_, fate)| *fate)
}

/// What becomes of a flag for the compiler proper, behind `-Xclang`.
fn inner_fate(word: &str) -> Fate {
    match word {
        "-load" | "-plugin" | "-add-plugin" => RUNS_CODE,
        _ if word.starts_with("-plugin-arg") => RUNS_CODE,
        "-vectorize-loops" | "-vectorize-slp" | "-mllvm" => OPTIMISES,
        // As text, IR is what we ask for.
        "-emit-llvm" => Fate::Passed,
        _ if word.starts_with("-main-file") || word.starts_with("-disable-") => Fate::Passed,
        _ => fate(word),
    }
}

/// Sifts the user's flags. An error says which cannot be used, and why.
pub(super) fn sift(flags: &[OsString]) -> Result<Sifted, (String, &'static str)> {
    let mut sifted = Sifted::default();
    let mut words = flags.iter();
    while let Some(flag) = words.next() {
        let word = flag.to_string_lossy();
        let (fate, next) = if word == "-Xclang" {
            let Some(next) = words.next() else {
                sifted.passed.push(flag.clone());
                break;
            };
            (inner_fate(&next.to_string_lossy()), Some(next))
        } else if WITH_ARGUMENT.contains(&&*word) {
            (Fate::Passed, words.next())
        } else {
            (fate(&word), None)
        };
        let shown = next.map_or(word.to_string(), |next| format!("{word} {}", next.to_string_lossy()));
        match fate {
            Fate::Passed => sifted.passed.extend([flag].into_iter().chain(next).cloned()),
            Fate::LeftOut { with_next: false } => sifted.left_out.push(shown),
            Fate::LeftOut { with_next: true } => {
                let argument = words.next().map(|next| next.to_string_lossy()).unwrap_or_default();
                sifted.left_out.push(format!("{shown} {argument}").trim_end().to_owned());
            }
            Fate::Refused(why) => return Err((shown, why)),
        }
    }
    Ok(sifted)
}

/// Whether passes of an optimiser have left traces in a text: values of variables that are in no memory any
/// more, and what only a look at the whole file can say of a function.
pub(super) fn has_traces(text: &str) -> bool {
    let is_trace = |line: &str| match line.as_bytes().first() {
        Some(b'd') => line.starts_with("define ") && line.contains(" local_unnamed_addr "),
        Some(b' ') => line.contains("call void @llvm.dbg.value(") || line.contains("#dbg_value("),
        _ => false,
    };
    text.lines().any(is_trace)
}

/// Whether a text is what an optimiser has made of a program, as far as it says so.
///
/// A compiler that does not optimise lets no function be inlined, and clang lets no pass of `opt` touch them
/// (`optnone`) unless it is told to; passes that have been run leave no other traces sometimes. What has no
/// such marks, no debug info and no author's name was written by hand: then what stands there is the program.
pub(super) fn is_optimised(text: &str) -> bool {
    let units = || text.lines().filter(|line| line.starts_with('!') && line.contains("!DICompileUnit("));
    if has_traces(text) || units().any(|line| line.contains("isOptimized: true")) {
        return true;
    }
    let has_name = text.lines().any(|line| line.starts_with("!llvm.ident ="));
    let is_clang = units().any(|line| line.contains("clang")) || has_name && units().next().is_none();
    let has_marks = || text.lines().any(|line| line.starts_with("attributes #") && line.contains(" optnone "));
    if is_clang && text.lines().any(|line| line.starts_with("define ")) && !has_marks() {
        return true;
    }
    if units().next().is_some() || !has_name {
        return false;
    }
    let group = |line: &str| {
        let at = line.rfind(" #")?;
        line[at + 2..].split(|c: char| !c.is_ascii_digit()).next().map(str::to_owned)
    };
    let defined: Vec<String> = text.lines().filter(|line| line.starts_with("define ")).filter_map(group).collect();
    let may_be_inlined = |number: &String| {
        let start = format!("attributes #{number} = ");
        let marks = text.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
        !["optnone", "noinline", "alwaysinline"].iter().any(|mark| marks.contains(mark))
    };
    defined.iter().any(may_be_inlined)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn optimisation_is_left_out_and_the_rest_stays() {
        let given = "-O2 -DN=3 -O -Ofast -I -O3 -Os -Oz -mllvm -x -Xclang -O2 -Xclang -fno-inline -flto=thin -ffast-math -Wall \
                     -fsanitize=undefined -fprofile-generate=x -MMD -MF x.d -fwrapv -fno-strict-aliasing -std=c11 -pthread";
        let sifted = sift(&words(given)).unwrap();
        let passed = "-DN=3 -I -O3 -Xclang -fno-inline -Wall -fwrapv -fno-strict-aliasing -std=c11 -pthread";
        assert_eq!(sifted.passed, words(passed));
        let left_out = [
            "-O2",
            "-O",
            "-Ofast",
            "-Os",
            "-Oz",
            "-mllvm -x",
            "-Xclang -O2",
            "-flto=thin",
            "-ffast-math",
            "-fsanitize=undefined",
            "-fprofile-generate=x",
            "-MMD",
            "-MF x.d",
        ];
        assert_eq!(sifted.left_out, left_out);
    }

    #[test]
    fn other_output_is_refused() {
        for given in [
            "-c",
            "-E",
            "-S",
            "-M",
            "-o x",
            "-ox",
            "-x c++",
            "-xc",
            "-###",
            "--version",
            "-emit-ast",
            "@flags",
            "--config x",
            "-fplugin=x.so",
            "-Xclang -load",
            "-fsyntax-only",
            "-Xclang -emit-obj",
            "-cc1",
        ] {
            let (flag, _) = sift(&words(given)).unwrap_err();
            assert!(given.starts_with(flag.as_str()), "{given}: {flag}");
        }
    }

    #[test]
    fn a_text_says_whether_it_was_optimised() {
        let unit = |optimised: bool| {
            format!(
                "define i32 @main() #0 {{\n!0 = distinct !DICompileUnit(language: DW_LANG_C, isOptimized: {optimised})\n"
            )
        };
        assert!(is_optimised(&unit(true)) && !is_optimised(&unit(false)));
        assert!(!is_optimised("define i32 @main() {\n ret i32 0\n}\n"), "written by hand");
        assert!(is_optimised("define i32 @main() local_unnamed_addr #0 {\n ret i32 0\n}\n"));
        let clang = |marks: &str| {
            format!(
                "define i32 @main() #0 {{\n}}\nattributes #0 = {{ {marks} }}\n!llvm.ident = !{{!0}}\n!0 = !{{!\"clang\"}}\n"
            )
        };
        assert!(!is_optimised(&clang("noinline nounwind optnone uwtable")));
        // With -disable-O0-optnone, passes may have been run.
        assert!(is_optimised(&clang("noinline nounwind uwtable")));
        assert!(is_optimised(&clang("nofree norecurse nounwind uwtable")));
    }
}
