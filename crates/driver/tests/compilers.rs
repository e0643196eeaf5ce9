//! Every compiler that is installed, through the driver. Without any there is nothing to test, and that is
//! said.

use std::path::{Path, PathBuf};
use std::process::Command;

use selvedge_driver::{Compiler, CompilerKind, DriverError, Language, Options, load};
use selvedge_ir::InstKind;
use selvedge_ir::read;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/tests/ir").join(name)
}

fn compilers() -> Vec<Compiler> {
    let found = Compiler::all();
    if found.is_empty() {
        eprintln!("no compiler is installed: nothing tested");
    }
    found
}

fn options(compiler: &Compiler, flags: &[&str]) -> Options {
    Options {
        compiler: Some(compiler.words.join(" ")),
        flags: flags.iter().map(Into::into).collect(),
        ..Options::default()
    }
}

#[test]
fn c_and_cpp_at_every_level() {
    for compiler in compilers() {
        for level in ["-O0", "-O2"] {
            for file in ["kitchen.c", "smallcpp.cpp", "threads.cpp"] {
                let options = options(&compiler, &[level, "-w"]);
                let loaded =
                    load(&[source(file)], &options).unwrap_or_else(|error| panic!("{compiler} {file}: {error}"));
                let unsupported = loaded.module.unsupported().unwrap_or_else(|error| panic!("{compiler}: {error}"));
                assert!(unsupported.is_empty(), "{compiler} {level} {file}: {unsupported:#?}");
                assert_eq!(loaded.messages, "", "{compiler} {file}");
            }
        }
    }
}

#[test]
fn several_files_headers_flags_and_errors() {
    let folder = std::env::temp_dir().join(format!("selvedge-compilers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).unwrap();
        folder.join(name)
    };
    let a = write(
        "a.c",
        "#include <ours.h>\nint shared; static int help(void) { return N; } int main(void) { return other() + help() + OURS; }",
    );
    let b = write(
        "b.c",
        "#include <ours.h>\nextern int shared; static int help(void) { return shared; } int other(void) { return help(); }",
    );
    let bad = write("bad.c", "int main(void) { return undeclared; }");
    for compiler in compilers() {
        let mut options = options(&compiler, &["-DN=7"]);
        options.headers = vec![("ours.h".into(), "#define OURS 3\nint other(void);\n".into())];
        let loaded = load(&[a.clone(), b.clone()], &options).unwrap_or_else(|error| panic!("{compiler}: {error}"));
        let m = &loaded.module;
        let main = m.function_named("main").unwrap();
        let insts = m.body(main).unwrap().insts.iter();
        let mut callees = insts.filter_map(|i| match &i.kind {
            InstKind::Call(call) => call.direct(),
            _ => None,
        });
        assert!(callees.all(|f| m.function(f).defined), "{compiler}");
        assert_eq!(m.units.len(), 2);
        assert!(matches!(load(&[a.clone(), a.clone()], &options), Err(DriverError::Link(_))), "{compiler}");
        if compiler.kind == CompilerKind::Clang {
            let bitcode = folder.join("b.bc");
            let mut command = compiler.command(Language::C);
            command.args(["-c", "-emit-llvm"]).arg("-I").arg(&folder);
            write("ours.h", "");
            assert!(command.arg(&b).arg("-o").arg(&bitcode).status().unwrap().success());
            let loaded = load(&[bitcode], &options).unwrap_or_else(|error| panic!("{compiler}: {error}"));
            assert!(loaded.module.function_named("other").is_some(), "{compiler}");
            std::fs::remove_file(folder.join("ours.h")).unwrap();
        }
        match load(std::slice::from_ref(&bad), &options) {
            Err(DriverError::Compile { stderr, .. }) => {
                assert!(stderr.contains("undeclared") && stderr.contains("bad.c:1"), "{stderr}");
            }
            other => panic!("{compiler}: {other:?}"),
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A whole Rust program, standard library included: some 38 MB of text.
#[test]
fn a_whole_rust_program() {
    let folder = std::env::temp_dir().join(format!("selvedge-rustc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let source = folder.join("threads.rs");
    std::fs::write(
        &source,
        "use std::sync::{Arc, Mutex}; fn main() { let m = Arc::new(Mutex::new(0)); let n = m.clone();
         let t = std::thread::spawn(move || *n.lock().unwrap() += 1); t.join().unwrap(); println!(\"{}\", m.lock().unwrap()); }",
    )
    .unwrap();
    let flags = ["-Clto=fat", "-Cpanic=abort", "-Ccodegen-units=1", "-Cdebuginfo=1", "--emit=llvm-ir,link"];
    let output = Command::new("rustc").args(flags).arg(&source).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read(folder.join("threads.ll")).unwrap();
    let module = read("threads.ll", text).unwrap();
    let unsupported = module.unsupported().unwrap();
    assert!(unsupported.is_empty(), "{unsupported:#?}");
    assert!(module.function_named("main").is_some());
    std::fs::remove_dir_all(&folder).unwrap();
}
