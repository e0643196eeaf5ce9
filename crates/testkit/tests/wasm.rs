//! A whole check in WebAssembly: where node is there, and Rust's target `wasm32-unknown-unknown`.

use std::path::PathBuf;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Starts the program of a file, and ends with its exit status.
const SCRIPT: &str = "
const bytes = require('fs').readFileSync(process.argv[1]);
WebAssembly.instantiate(bytes, {}).then(({ instance }) => process.exit(instance.exports.main(0, 0)));
";

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

fn has_target() -> bool {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output().expect("rustc runs");
    let sysroot = String::from_utf8(sysroot.stdout).expect("a path");
    PathBuf::from(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir()
}

#[test]
fn store_buffering_has_four_executions_in_node() {
    if !succeeds(Command::new("node").arg("--version")) || !has_target() {
        println!("not run: it takes node and `rustup target add {TARGET}`");
        return;
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--offline", "-p", "selvedge-report", "--example", "anywhere", "--target", TARGET]);
    let built = build.current_dir(root).env("CARGO_TARGET_DIR", &target).output().expect("cargo runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let file = target.join(TARGET).join("debug/examples/anywhere.wasm");
    let ran = Command::new("node").args(["-e", SCRIPT]).arg(file).output().expect("node runs");
    assert_eq!(ran.status.code(), Some(4), "{}", String::from_utf8_lossy(&ran.stderr));
}
