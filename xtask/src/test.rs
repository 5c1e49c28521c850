//! `cargo xtask test`: everything that tests need, then every test.
//!
//! The output of `cargo test` is passed on line by line as it comes; its summary
//! lines are added up into one closing line. The corpus of the fuzz targets, which are
//! a package of their own, is replayed last.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow, bail};

use crate::fuzz;
use crate::setup::{self, Deps};
use crate::shell::{cargo, root, run, say, show};

/// How many tests ended in which way.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

/// Installs what is missing, builds, and runs `cargo test` with `more` arguments.
pub(crate) fn run_tests(more: &[String]) -> Result<()> {
    setup::run()?;
    let deps = Deps::here();
    let path = deps.path()?;
    say("test: building deixis");
    let deixis = build()?;

    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]).args(more);
    command.env("DEIXIS_BIN", deixis).env("DEIXIS_TEST_PATH", path);
    command.env("DEIXIS_TEST_PYTHON", deps.python()).env("DEIXIS_TEST_CLIENTS", deps.clients());
    let mut tally = Tally::default();
    let mut failed = streamed(&mut command, &mut tally)?;
    // Arguments choose among the tests of the workspace; without any, all means all.
    if more.is_empty() {
        say("test: replaying the corpus of the fuzz targets");
        failed = failed.or(streamed(&mut fuzz::replay(), &mut tally)?);
    }
    say(format!("{} passed, {} failed, {} ignored", tally.passed, tally.failed, tally.ignored));
    match failed {
        Some(failure) => bail!("{failure}"),
        None if tally.failed > 0 => bail!("a test failed"),
        None => Ok(()),
    }
}

/// Builds the `deixis` binary and returns its path.
///
/// The whole workspace is named so that dependencies get the same features, and so
/// are compiled once, as in `cargo test --workspace`.
pub(crate) fn build() -> Result<PathBuf> {
    run(cargo().args(["build", "--workspace", "--bin", "deixis"]))?;
    let name = format!("deixis{}", std::env::consts::EXE_SUFFIX);
    Ok(target_folder().join("debug").join(name))
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> PathBuf {
    let chosen = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(chosen.unwrap_or_else(|| "target".into()))
}

/// `PATH` with more folders in front.
pub(crate) fn with_path(front: &OsStr) -> Result<OsString> {
    let old = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(std::env::split_paths(front).chain(std::env::split_paths(&old)))?)
}

/// Runs a program, passes its standard output on, and adds what it says to `tally`.
/// Returns how it failed, if it did.
fn streamed(command: &mut Command, tally: &mut Tally) -> Result<Option<String>> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{}`", show(command)))?;
    let output = child.stdout.take().ok_or_else(|| anyhow!("no standard output to read"))?;
    for line in BufReader::new(output).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        say(&line);
        tally.add(&line);
    }
    let status = child.wait()?;
    Ok((!status.success()).then(|| format!("`{}` ended with {status}", show(command))))
}

impl Tally {
    /// Adds one `test result: ok. 3 passed; 0 failed; 1 ignored; …` line; others are nothing.
    fn add(&mut self, line: &str) {
        let Some((_, counts)) =
            line.split_once("test result: ").and_then(|(_, rest)| rest.split_once(". "))
        else {
            return;
        };
        for part in counts.split("; ") {
            let Some((number, word)) = part.split_once(' ') else { continue };
            let number = number.parse().unwrap_or(0);
            match word {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn summary_lines_add_up() {
        let check = |lines: &[&str], passed, failed, ignored| {
            let mut tally = Tally::default();
            lines.iter().for_each(|line| tally.add(line));
            assert_eq!(tally, Tally { passed, failed, ignored }, "{lines:?}");
        };
        let good = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        let bad = "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.2s";
        check(&[], 0, 0, 0);
        check(&["running 3 tests", "test a ... ok", "error: 3 failed; 1 passed"], 0, 0, 0);
        check(&[good], 12, 0, 1);
        check(&[good, bad, good], 27, 2, 2);
    }
}
