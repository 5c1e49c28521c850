//! `cargo xtask setup`: what the tests need, installed once and only if missing.
//!
//! Each thing is a [`Step`]: how to see that it is there, how to get it, and the
//! command a person would type instead. Steps are grouped in lanes by the package
//! manager they use; lanes run side by side, the steps of a lane one after the
//! other, because two runs of one package manager would wait for each other's lock
//! anyway. Packages with pinned versions leave a stamp in `.deps/stamps`, so a
//! changed pin is installed anew and an unchanged one costs a file read.
//!
//! Everything that is not a system package lands in `.deps`, which git ignores.
//! Tests see it through `.deps/bin` ([`Deps::path`]).

mod steps;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::shell::{output, root, say};

/// The folder of everything installed for tests.
#[derive(Debug, Clone)]
pub(crate) struct Deps {
    folder: PathBuf,
}

/// One thing to have.
struct Step {
    /// Short name; also the name of the stamp.
    name: &'static str,
    /// Exact versions; a change of any installs again. Empty for system packages.
    pins: &'static [&'static str],
    /// Whether it can be used now.
    present: fn(&Deps) -> bool,
    /// Installs it.
    install: fn(&Deps, pins: &[&str]) -> Result<()>,
    /// What to type when the installation fails here.
    by_hand: &'static str,
    /// Whether the tests can do without (another way exists).
    optional: bool,
}

impl Deps {
    /// The folder of this checkout.
    pub(crate) fn here() -> Self {
        Self { folder: root().join(".deps") }
    }

    /// Programs that tests may start, as one folder of links.
    pub(crate) fn bin(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// The Python that has the official MCP client.
    pub(crate) fn python(&self) -> PathBuf {
        self.folder.join("py/bin/python")
    }

    /// The folder with the official MCP clients that run in Node.
    pub(crate) fn clients(&self) -> PathBuf {
        self.folder.join("clients")
    }

    /// Folders to put in front of `PATH` for tests: the links, then the pinned
    /// toolchain itself, because rustup's own proxies choose another toolchain
    /// outside this checkout.
    pub(crate) fn path(&self) -> Result<OsString> {
        let sysroot =
            output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()))?;
        let toolchain = Path::new(sysroot.trim()).join("bin");
        Ok(std::env::join_paths([self.bin(), toolchain])?)
    }

    fn stamp(&self, step: &Step) -> PathBuf {
        self.folder.join("stamps").join(step.name)
    }

    fn stamped(&self, step: &Step) -> bool {
        step.pins.is_empty()
            || std::fs::read_to_string(self.stamp(step))
                .is_ok_and(|text| text == step.pins.join("\n"))
    }
}

/// Installs everything the tests need.
pub(crate) fn run() -> Result<()> {
    ensure(&steps::all())
}

/// Installs only what the demonstration needs.
pub(crate) fn for_demo() -> Result<()> {
    ensure(&[vec![steps::rust_analyzer()]])
}

/// Runs lanes side by side and reports every failure, not only the first.
fn ensure(lanes: &[Vec<Step>]) -> Result<()> {
    let deps = Deps::here();
    std::fs::create_dir_all(deps.folder.join("stamps"))?;
    let lock = std::fs::File::create(deps.folder.join("lock"))?;
    lock.lock().context("cannot lock .deps: is its file system without locks?")?;

    let failures: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> =
            lanes.iter().map(|lane| scope.spawn(|| lane_failures(&deps, lane))).collect();
        let panicked = |_| vec!["a lane of setup panicked".to_owned()];
        running.into_iter().flat_map(|lane| lane.join().unwrap_or_else(panicked)).collect()
    });
    if !failures.is_empty() {
        bail!("not everything could be installed\n{}", failures.join("\n"));
    }
    steps::link_programs(&deps)
}

/// Runs one lane's steps in order; a failed step does not stop the next one.
fn lane_failures(deps: &Deps, lane: &[Step]) -> Vec<String> {
    let mut failures = Vec::new();
    for step in lane {
        if let Err(error) = one(deps, step) {
            let message = format!("{}: {error:#}\n  by hand: {}", step.name, step.by_hand);
            if step.optional {
                say(format!("setup: {message}\n  going on without: there is another way"));
            } else {
                failures.push(message);
            }
        }
    }
    failures
}

/// Makes one step true and says so in one line.
fn one(deps: &Deps, step: &Step) -> Result<()> {
    let begun = Instant::now();
    let seconds = || begun.elapsed().as_secs_f32();
    if deps.stamped(step) && (step.present)(deps) {
        say(format!("setup: {} is there ({:.1} s)", step.name, seconds()));
        return Ok(());
    }
    say(format!("setup: {} is missing, installing {}", step.name, step.pins.join(" ")));
    (step.install)(deps, step.pins)?;
    if !(step.present)(deps) {
        bail!("installed, but it still does not work");
    }
    std::fs::write(deps.stamp(step), step.pins.join("\n"))?;
    say(format!("setup: {} installed ({:.1} s)", step.name, seconds()));
    Ok(())
}
