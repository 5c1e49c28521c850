//! How this machine can compile for `wasm32-unknown-unknown`.
//!
//! Theory of operation. Three ways, tried in order: the target is installed or
//! rustup can install it; the toolchain has the library's sources and builds
//! them itself; Debian's packages do that. The name of a toolchain says which
//! compiler it is and by which way, since only the same name promises the same
//! bytes. All is asked in the folder of the source, which may pin a toolchain.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::output;

/// The target of the built-in adapters.
pub const TARGET: &str = "wasm32-unknown-unknown";

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
pub struct Toolchain {
    way: Way,
    cargo: OsString,
    rustc: OsString,
    linker: Option<PathBuf>,
    folder: PathBuf,
    /// Where the compiler's own files are.
    pub sysroot: PathBuf,
    /// Commit of the compiler, as its library's paths name it.
    pub commit: String,
    /// Name and version of the compiler.
    pub compiler: String,
}

impl Toolchain {
    /// The first way that works here, for sources in `folder`.
    pub fn find(folder: &Path) -> Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let sysroot = sysroot(&rustc, folder)?;
        if sysroot.join("lib/rustlib").join(TARGET).is_dir() || rustup_adds(TARGET, folder) {
            return Self::new(Way::Installed, cargo, rustc, None, folder);
        }
        if sysroot.join("lib/rustlib/src/rust/library/std").is_dir() {
            return Self::new(Way::BuildStd, cargo, rustc, None, folder);
        }
        if sysroot_of_debian(folder).is_some() {
            let linker = sysroot.join("lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
            let (cargo, rustc) = (DEBIAN_CARGO.into(), DEBIAN_RUSTC.into());
            return Self::new(Way::Debian, cargo, rustc, Some(linker), folder);
        }
        bail!(
            "no way to compile for {TARGET}: neither `rustup target add {TARGET}` nor the component rust-src nor \
             Debian's packages rustc-web, cargo-web, rust-web-src are there"
        )
    }

    fn new(
        way: Way,
        cargo: OsString,
        rustc: OsString,
        linker: Option<PathBuf>,
        folder: &Path,
    ) -> Result<Self> {
        let version = output(Command::new(&rustc).arg("-vV").current_dir(folder))?;
        let field = |name: &str| {
            let line = version.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).unwrap_or_default().to_owned()
        };
        let first = version.lines().next().unwrap_or_default();
        let sysroot = sysroot(&rustc, folder)?;
        Ok(Self {
            way,
            cargo,
            rustc,
            linker,
            folder: folder.to_owned(),
            sysroot,
            commit: field("commit-hash:"),
            compiler: first.to_owned(),
        })
    }

    /// How the standard library is had.
    #[must_use]
    pub fn way_name(&self) -> &'static str {
        match self.way {
            Way::Installed => "installed target",
            Way::BuildStd => "build-std",
            Way::Debian => "build-std with Debian's compiler",
        }
    }

    /// Cargo, ready for a subcommand.
    pub fn cargo(&self) -> Command {
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
    pub fn arguments(&self) -> &'static [&'static str] {
        match self.way {
            Way::Installed => &[],
            Way::BuildStd | Way::Debian => &["-Zbuild-std=std,panic_abort"],
        }
    }

    /// Whether another target can be had the installed way.
    pub fn has(&self, target: &str) -> bool {
        self.way == Way::Installed
            && (self.sysroot.join("lib/rustlib").join(target).is_dir()
                || rustup_adds(target, &self.folder))
    }
}

fn sysroot(rustc: &OsString, folder: &Path) -> Result<PathBuf> {
    let text = output(Command::new(rustc).args(["--print", "sysroot"]).current_dir(folder))?;
    Ok(PathBuf::from(text.trim()))
}

fn rustup_adds(target: &str, folder: &Path) -> bool {
    output(Command::new("rustup").args(["target", "add", target]).current_dir(folder)).is_ok()
}

fn sysroot_of_debian(folder: &Path) -> Option<PathBuf> {
    let sysroot = sysroot(&DEBIAN_RUSTC.into(), folder).ok()?;
    let has_sources = sysroot.join("lib/rustlib/src/rust/library/std").is_dir();
    (has_sources && PathBuf::from(DEBIAN_CARGO).exists()).then_some(sysroot)
}
