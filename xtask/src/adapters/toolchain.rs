//! How this machine can compile for `wasm32-unknown-unknown`.
//!
//! Theory of operation. Three ways, tried in order: the target is installed or
//! rustup can install it; the toolchain has the library's sources and builds
//! them itself; Debian's packages do that. The name of a toolchain says which
//! compiler it is and by which way, since only the same name promises the same
//! bytes.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::shell::{output, root};

/// The target of the built-in adapters.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, by full paths.
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// How to get the standard library for the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Installed,
    BuildStd,
    Debian,
}

/// A compiler for the target.
#[derive(Debug)]
pub(crate) struct Toolchain {
    way: Way,
    cargo: OsString,
    rustc: OsString,
    linker: Option<PathBuf>,
    /// Where the compiler's own files are.
    pub(crate) sysroot: PathBuf,
    /// Commit of the compiler, as its library's paths name it.
    pub(crate) commit: String,
    /// Compiler, tools and way, for the manifest.
    pub(crate) name: String,
}

impl Toolchain {
    /// The first way that works here.
    pub(crate) fn find() -> Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let sysroot = sysroot(&rustc)?;
        if sysroot.join("lib/rustlib").join(TARGET).is_dir() || rustup_adds(TARGET) {
            return Self::new(Way::Installed, cargo, rustc, None);
        }
        if sysroot.join("lib/rustlib/src/rust/library/std").is_dir() {
            return Self::new(Way::BuildStd, cargo, rustc, None);
        }
        if sysroot_of_debian().is_some() {
            let linker = sysroot.join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
            return Self::new(Way::Debian, DEBIAN_CARGO.into(), DEBIAN_RUSTC.into(), Some(linker));
        }
        bail!(
            "no way to compile for {TARGET}: neither `rustup target add {TARGET}` nor the component rust-src nor \
             Debian's packages rustc-web, cargo-web, rust-web-src are there"
        )
    }

    fn new(way: Way, cargo: OsString, rustc: OsString, linker: Option<PathBuf>) -> Result<Self> {
        let version = output(Command::new(&rustc).arg("-vV").current_dir(root()))?;
        let field = |name: &str| {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default().to_owned()
        };
        let first = version.lines().next().unwrap_or_default();
        let way_name = match way {
            Way::Installed => "installed target",
            Way::BuildStd => "build-std",
            Way::Debian => "build-std with Debian's compiler",
        };
        let name =
            format!("{first}; wit-component {}; {way_name}", locked("wit-component", "0.263.")?);
        let sysroot = sysroot(&rustc)?;
        Ok(Self { way, cargo, rustc, linker, sysroot, commit: field("commit-hash:"), name })
    }

    /// Cargo, ready for a subcommand.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new(&self.cargo);
        command.env("RUSTC", &self.rustc).env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
        if let Some(linker) = &self.linker {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        if self.way != Way::Installed {
            command.env("RUSTC_BOOTSTRAP", "1");
        }
        command
    }

    /// Arguments that make the library available.
    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match self.way {
            Way::Installed => &[],
            Way::BuildStd | Way::Debian => &["-Zbuild-std=std,panic_abort"],
        }
    }

    /// Whether another target can be had the installed way.
    pub(crate) fn has(&self, target: &str) -> bool {
        self.way == Way::Installed
            && (self.sysroot.join("lib/rustlib").join(target).is_dir() || rustup_adds(target))
    }
}

fn sysroot(rustc: &OsString) -> Result<PathBuf> {
    let text = output(Command::new(rustc).args(["--print", "sysroot"]).current_dir(root()))?;
    Ok(PathBuf::from(text.trim()))
}

fn rustup_adds(target: &str) -> bool {
    output(Command::new("rustup").args(["target", "add", target]).current_dir(root())).is_ok()
}

fn sysroot_of_debian() -> Option<PathBuf> {
    let sysroot = sysroot(&DEBIAN_RUSTC.into()).ok()?;
    let has_sources = sysroot.join("lib/rustlib/src/rust/library/std").is_dir();
    (has_sources && PathBuf::from(DEBIAN_CARGO).exists()).then_some(sysroot)
}

/// The version of a package in the lock file.
fn locked(package: &str, prefix: &str) -> Result<String> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).context("reading Cargo.lock")?;
    let lock: toml::Table = text.parse().context("reading Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let versions = packages
        .filter(|entry| entry.get("name").and_then(toml::Value::as_str) == Some(package))
        .filter_map(|entry| entry.get("version").and_then(toml::Value::as_str));
    versions
        .into_iter()
        .find(|version| version.starts_with(prefix))
        .map(ToOwned::to_owned)
        .with_context(|| format!("Cargo.lock has no {package} {prefix}x"))
}
