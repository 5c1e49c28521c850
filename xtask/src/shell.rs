//! Running programs and speaking to the person who started the chore.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

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

/// Runs a program with our own standard streams and fails unless it succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` ended with {status}");
    }
    Ok(())
}

/// Runs a program quietly and returns its standard output.
///
/// On failure the error carries the last lines of what the program printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = show(command);
    let output =
        command.stdin(Stdio::null()).output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        let said = [&output.stdout[..], &output.stderr[..]].concat();
        bail!("`{shown}` ended with {}:\n{}", output.status, tail(&said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program starts and succeeds; used to look for tools.
pub(crate) fn works(program: impl AsRef<OsStr>, arguments: &[&str]) -> bool {
    output(Command::new(program).args(arguments).current_dir(root())).is_ok()
}

/// The command as a person would type it.
pub(crate) fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// The last lines of a program's output: where its own error message stands.
fn tail(output: &[u8]) -> String {
    const LINES: usize = 20;
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}
