//! Running the command on small tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use selvedge_core::Seal;

/// What a witness and a checkpoint are sealed with.
pub const WITNESS: Seal = selvedge_core::witness::WITNESS;
pub const CHECKPOINT: Seal = Seal { kind: "selvedge-checkpoint", version: 2 };

/// Store buffering; the condition is left to the caller.
pub const SB: &str = "\
C SB
{ x = 0; y = 0; }
P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
";

/// Message passing with a relaxed flag: a data race.
pub const RACE: &str = "\
C MP
{}
P0 (int* x, atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  if (r0) {
    int r1 = *x;
  }
}
exists (1:r0=1)
";

/// A folder of its own for one test.
pub struct Folder(PathBuf);

/// What a command did.
pub struct Done {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Folder {
        std::fs::write(self.0.join(name), text).expect("a file can be written");
        self
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("the file is there")
    }

    /// Changes what is in a sealed file, and seals it again as somebody who means harm would.
    pub fn forge(&self, seal: Seal, name: &str, change: impl FnOnce(&str) -> String) -> &Folder {
        let file = self.read(name);
        let lines = seal.open(file.as_bytes()).expect("a file of ours");
        self.write(name, seal.close(&change(lines)))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Runs `selvedge` here; the arguments are separated by blanks.
    pub fn run(&self, arguments: &str) -> Done {
        self.command(arguments).output().expect("selvedge runs").into()
    }

    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_selvedge"));
        command.args(arguments.split_whitespace()).current_dir(&self.0).env_remove("CLICOLOR_FORCE");
        // Witnesses go here and not to the home of whoever runs the tests.
        command.env("XDG_STATE_HOME", self.0.join("state"));
        command
    }
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        Done { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }
}
