//! Flags that a compiler may be given although a file says so, and not a person.
//!
//! A compiler's flags can load code (`-fplugin`), read any file (`-include`, `@file`) and write any (`-o`,
//! `-MF`). Users who type them may do that. A witness or a checkpoint may come from anywhere, and what it
//! asks for is done only if it is on this list: what defines macros, chooses a language or a machine, warns,
//! or decides what the code means; and folders for headers, if they are below the one where the check was
//! made.

use std::ffi::OsString;
use std::path::{Component, Path};

/// The first flag that must come from a person. Folders are meant from `here`.
pub fn first_untrusted<'f>(flags: &'f [OsString], here: &Path) -> Option<&'f OsString> {
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let Some(text) = flag.to_str() else { return Some(flag) };
        let trusted = match text {
            // The value is another word.
            "-D" | "-U" => rest.next().is_some_and(is_text),
            "-I" | "-iquote" | "-isystem" => rest.next().is_some_and(|folder| is_below(Path::new(folder), here)),
            "-x" => rest.next().is_some_and(|value| value == "c" || value == "c++"),
            _ => is_trusted(text, here),
        };
        if !trusted {
            return Some(flag);
        }
    }
    None
}

/// What is looked for is a text, and not another flag.
fn is_text(word: &OsString) -> bool {
    word.to_str().is_some_and(|text| !text.starts_with(['-', '@']))
}

const WORDS: [&str; 20] = [
    "-w",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-ggdb",
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-pipe",
    "-nostdinc++",
    "-nostdlibinc",
    "-m32",
    "-m64",
    "-mcx16",
    "-fPIC",
    "-fPIE",
    "-ffast-math",
];

/// Words after `-f`, with or without `no-`.
const FEATURES: [&str; 34] = [
    "aligned-allocation",
    "aligned-new",
    "associative-math",
    "asynchronous-unwind-tables",
    "builtin",
    "char8_t",
    "color-diagnostics",
    "common",
    "coroutines",
    "data-sections",
    "delete-null-pointer-checks",
    "exceptions",
    "finite-math-only",
    "function-sections",
    "gnu89-inline",
    "inline",
    "inline-functions",
    "math-errno",
    "ms-extensions",
    "omit-frame-pointer",
    "plt",
    "rtti",
    "short-enums",
    "signed-char",
    "sized-deallocation",
    "strict-aliasing",
    "strict-enums",
    "strict-overflow",
    "threadsafe-statics",
    "trapv",
    "unroll-loops",
    "unsigned-char",
    "unwind-tables",
    "wrapv",
];

/// Flags that have their value in the same word; the value is a name or a number.
const WITH_NAME: [&str; 12] = [
    "-std=",
    "--std=",
    "-stdlib=",
    "-march=",
    "-mtune=",
    "-mcpu=",
    "-mfpu=",
    "--target=",
    "-O",
    "-gdwarf-",
    "-msse",
    "-mavx",
];

fn is_trusted(flag: &str, here: &Path) -> bool {
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "+-_.:".contains(c));
    if let Some(folder) = ["-isystem", "-iquote", "-I"].iter().find_map(|prefix| flag.strip_prefix(prefix)) {
        return is_below(Path::new(folder), here);
    }
    if let Some(feature) = flag.strip_prefix("-f") {
        let feature = feature.strip_prefix("no-").unwrap_or(feature);
        return FEATURES.contains(&feature)
            || WORDS.contains(&flag)
            || ["visibility=hidden", "visibility=default"].contains(&feature);
    }
    if let Some(warning) = flag.strip_prefix("-W") {
        // `-Wp,…`, `-Wa,…` and `-Wl,…` are flags for others.
        return warning.chars().all(|c| c.is_ascii_alphanumeric() || "+-=_".contains(c));
    }
    WORDS.contains(&flag)
        || flag.starts_with("-D")
        || flag.starts_with("-U")
        || WITH_NAME.iter().any(|prefix| flag.strip_prefix(prefix).is_some_and(is_name))
}

/// Whether a folder is below another one, also if links are followed.
fn is_below(folder: &Path, here: &Path) -> bool {
    let descends = folder.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    // A folder that is not there is not searched.
    let real = |path: &Path| path.canonicalize();
    let stays = match (real(&here.join(folder)), real(here)) {
        (Ok(folder), Ok(here)) => folder.starts_with(here),
        (Err(_), _) => true,
        (Ok(_), Err(_)) => false,
    };
    descends && stays && !folder.as_os_str().is_empty() && is_text(&folder.as_os_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(flags: &str) -> Option<String> {
        let words: Vec<OsString> = flags.split_whitespace().map(OsString::from).collect();
        first_untrusted(&words, Path::new(env!("CARGO_MANIFEST_DIR"))).map(|flag| flag.to_string_lossy().into_owned())
    }

    #[test]
    fn what_decides_the_meaning_is_trusted() {
        let flags = "-DN=3 -D M=/x -UX -U Y -std=c++20 -O2 -Ofast -Wall -Wno-unused-variable -Werror=format -w -g -pthread -Isrc \
                     -I ./src/driver -iquote src -isystemsrc -fno-exceptions -fPIC -march=x86-64-v3 -msse4.2 -x c++ \
                     -fvisibility=hidden --target=aarch64-linux-gnu -stdlib=libc++ -Inowhere";
        assert_eq!(refused(flags), None);
    }

    #[test]
    fn what_runs_code_reads_or_writes_is_not() {
        let flags = [
            "-fplugin=evil.so",
            "-fpass-plugin=evil.so",
            "-Xclang",
            "-load",
            "-specs=x",
            "-B.",
            "--config=x",
            "-include x.h",
            "-include-pch x",
            "-imacros x",
            "-I/etc",
            "-I..",
            "-Isrc/../..",
            "-I",
            "-I -load",
            "-iquote/etc",
            "-isystem /etc",
            "-idirafter src",
            "--sysroot=/",
            "-isysroot /",
            "-resource-dir=x",
            "-ivfsoverlay x",
            "-fmodule-file=x",
            "-fmodule-map-file=x",
            "-wrapper sh",
            "-o x",
            "-ox",
            "-MF x",
            "-MD",
            "-save-temps",
            "-save-temps=obj",
            "-dumpdir",
            "-dM",
            "-ftime-trace=x",
            "-ftime-trace",
            "-fcrash-diagnostics-dir=x",
            "@flags",
            "-D @x",
            "-D -load",
            "-Wp,-load",
            "-Wl,x",
            "-Wa,x",
            "-mllvm x",
            "-fsanitize-ignorelist=/etc/passwd",
            "-fprofile-use=x",
            "-x ir",
            "-x",
            "-xir",
            "-gsplit-dwarf",
            "x.c",
            "/etc/passwd",
            "-",
            "--",
            "-std=../x",
            "--analyze",
            "-cc1",
            "-rtlib=x",
            "-fuse-ld=x",
            "-fdebug-prefix-map=a=b",
            "-serialize-diagnostics x",
            "-working-directory=/",
            "-fembed-offload-object=x",
            "--gcc-toolchain=/tmp",
            "-ccc-gcc-name x",
            "-target x",
            "-iprefix x",
            "-iwithprefix x",
            "-F.",
            "-iframework x",
            "-include-directory=/etc",
            "--include-directory=/",
            "-fbuild-session-file=x",
            "-fopenmp",
        ];
        for flag in flags {
            assert_eq!(refused(&format!("-DX {flag}")).as_deref(), flag.split(' ').next(), "{flag}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_outside() {
        let temp = crate::temp::TempDir::new().expect("a folder");
        std::os::unix::fs::symlink("/etc", temp.path().join("include")).expect("a link");
        std::fs::create_dir(temp.path().join("real")).expect("a folder");
        assert!(first_untrusted(&["-Ireal".into()], temp.path()).is_none());
        assert!(first_untrusted(&["-Iinclude".into()], temp.path()).is_some());
    }
}
