//! Running programs and speaking to the person who started the chore.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use deixis_author::{output, run, show};

/// Writes one line to standard output; a closed pipe is not worth an error.
pub(crate) fn say(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout().lock(), "{}", line.as_ref());
}

/// The top folder of this checkout.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The cargo that runs us, so that nested builds use the same toolchain.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Whether a program starts and succeeds; used to look for tools.
pub(crate) fn works(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    output(Command::new(program).args(arguments).current_dir(root())).is_ok()
}
