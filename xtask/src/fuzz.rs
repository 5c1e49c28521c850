//! `cargo xtask fuzz`: the targets of `fuzz/` under libFuzzer, and the replay of their corpus.
//!
//! Theory of operation. The flags that make a compiler count edges are stable, and the
//! library that reads the counters is built by its crate, so the pinned toolchain and a
//! C++ compiler are all that it takes. What a run finds goes below the target folder;
//! only `--merge` writes into the corpus that is kept in git, and then just what reaches
//! an edge that nothing there reaches.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::{cargo, output, root, run, say};
use crate::test::target_folder;

/// The targets: names of `fuzz/fuzz_targets/*.rs`.
const TARGETS: [&str; 5] = ["codec", "uri", "edits", "answers", "renames"];

/// Edges, what is compared with what, and where each counter belongs.
const COVERAGE: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Longest input, seconds that one may take, and megabytes of the whole process.
const LIMITS: [&str; 3] = ["-max_len=4096", "-timeout=5", "-rss_limit_mb=512"];

/// Runs one target, or each in turn, for that many seconds.
pub(crate) fn run_fuzz(target: Option<&str>, seconds: u32, merge: bool) -> Result<()> {
    let targets = match target {
        Some(name) if TARGETS.contains(&name) => vec![name],
        Some(name) => bail!("there is no target {name}; there are {}", TARGETS.join(", ")),
        None => TARGETS.to_vec(),
    };
    let programs = build(&targets)?;
    for (name, program) in targets.iter().zip(&programs) {
        let folder = target_folder().join("fuzz").join(name);
        if merge {
            take_over(name, program, &folder)?;
        } else {
            hunt(name, program, &folder, seconds)?;
        }
    }
    Ok(())
}

/// The command that runs every file of the corpus through its target, without a fuzzer.
pub(crate) fn replay() -> Command {
    let mut command = in_fuzz("test");
    command.arg("--no-fail-fast");
    command
}

/// A cargo command on the package `fuzz`, which shares the target folder of the workspace.
fn in_fuzz(subcommand: &str) -> Command {
    let mut command = cargo();
    command.args([subcommand, "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    command.arg(target_folder());
    command
}

/// Builds targets with counters, and says where they are.
fn build(targets: &[&str]) -> Result<Vec<PathBuf>> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = output(Command::new(rustc).arg("-vV").current_dir(root()))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("`rustc -vV` names no host")?;
    // With a target named, the flags are not for build scripts and macros.
    let mut command = in_fuzz("build");
    command.args(["--release", "--features", "fuzz", "--target", host]);
    command.args(targets.iter().flat_map(|name| ["--bin", name]));
    run(command.env("RUSTFLAGS", COVERAGE))?;
    let folder = target_folder().join(host).join("release");
    Ok(targets.iter().map(|name| folder.join(name)).collect())
}

fn corpus(name: &str) -> PathBuf {
    root().join("fuzz/corpus").join(name)
}

/// Looks for new inputs. One that breaks a promise ends the run, and lies in `findings`.
fn hunt(name: &str, program: &Path, folder: &Path, seconds: u32) -> Result<()> {
    let (found, findings) = (folder.join("corpus"), folder.join("findings"));
    std::fs::create_dir_all(&found)?;
    std::fs::create_dir_all(&findings)?;
    say(format!("fuzz: {name} for {seconds} s; findings go to {}", findings.display()));
    let mut command = Command::new(program);
    command.arg(&found).arg(corpus(name)).args(LIMITS).current_dir(root().join("fuzz"));
    command.arg(format!("-max_total_time={seconds}")).arg("-print_final_stats=1");
    command.arg(format!("-artifact_prefix={}/", findings.display()));
    let words = root().join("fuzz/dict").join(name);
    if words.exists() {
        command.arg(format!("-dict={}", words.display()));
    }
    run(&mut command)
}

/// Takes into the corpus what reaches new edges.
fn take_over(name: &str, program: &Path, folder: &Path) -> Result<()> {
    let found = folder.join("corpus");
    if !found.is_dir() {
        bail!("nothing was found for {name} yet: run `cargo xtask fuzz {name}` first");
    }
    let mut command = Command::new(program);
    command.args(["-merge=1", "-use_counters=0"]).args(LIMITS);
    command.arg(corpus(name)).arg(found).current_dir(root().join("fuzz"));
    run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, corpus, root};

    #[test]
    fn targets_are_those_of_the_package() {
        let entries = std::fs::read_dir(root().join("fuzz/fuzz_targets")).expect("a folder");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        let mut named = TARGETS.map(|name| std::ffi::OsString::from(format!("{name}.rs")));
        files.sort();
        named.sort();
        assert_eq!(files, named);
        for name in TARGETS {
            assert!(
                corpus(name).is_dir() && root().join("fuzz/dict").join(name).is_file(),
                "{name}"
            );
        }
    }
}
