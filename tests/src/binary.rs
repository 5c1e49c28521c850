//! Where the programs under test are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The `deixis` binary: `DEIXIS_BIN`, or else built once with this test's own profile
/// and target folder.
///
/// # Panics
///
/// When it cannot be built.
#[must_use]
pub fn deixis() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        std::env::var_os("DEIXIS_BIN").map_or_else(|| build("deixis"), PathBuf::from)
    })
}

/// The scripted language server, which cargo builds together with the tests.
///
/// # Panics
///
/// When it cannot be built.
#[must_use]
pub fn scripted_ls() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let beside = profile_folder().join(with_suffix("scripted-ls"));
        if beside.exists() { beside } else { build("scripted-ls") }
    })
}

/// `PATH` for the binary: folders with the language servers for tests come first.
///
/// `DEIXIS_TEST_PATH` names them; without it, what `cargo xtask setup` installed in
/// this checkout is used.
#[must_use]
pub fn path() -> OsString {
    let front =
        std::env::var_os("DEIXIS_TEST_PATH").unwrap_or_else(|| checkout().join(".deps/bin").into());
    let old = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&front).chain(std::env::split_paths(&old));
    std::env::join_paths(folders).unwrap_or(old)
}

/// A folder for caches, kept between runs so that adapters are compiled once, and
/// apart from the user's own.
#[must_use]
pub fn cache() -> PathBuf {
    profile_folder().join("tests-cache")
}

/// A folder for state (journals), apart from the user's own. One for all tests, as a
/// user has one for all projects.
#[must_use]
pub fn state() -> PathBuf {
    profile_folder().join("tests-state")
}

/// A folder for what adapters are compiled to, kept between runs: their dependencies are the
/// same in every test.
#[must_use]
pub fn adapters() -> PathBuf {
    profile_folder().join("tests-adapters")
}

/// The top of this checkout.
#[must_use]
pub fn checkout() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Fails the test unless a program is there, or says that it was left out by name.
///
/// Returns whether to go on: `false` only for programs named in `DEIXIS_SKIP`.
///
/// # Panics
///
/// When the program is missing and was not left out.
#[must_use]
pub fn wanted(program: &str) -> bool {
    let skipped = std::env::var("DEIXIS_SKIP").unwrap_or_default();
    if skipped.split(',').any(|name| name.trim() == program) {
        eprintln!("left out by DEIXIS_SKIP: {program}");
        return false;
    }
    assert!(
        on_path(program),
        "{program} is missing: `cargo xtask setup` installs it, DEIXIS_SKIP={program} leaves it out"
    );
    true
}

/// Whether a program can be found by name.
#[must_use]
pub fn on_path(program: &str) -> bool {
    std::env::split_paths(&path()).any(|folder| folder.join(with_suffix(program)).is_file())
}

/// Builds a binary of this workspace. All of the workspace is named so that
/// dependencies have the same features as in the test run, and are not built again.
fn build(name: &str) -> PathBuf {
    let folder = profile_folder();
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(checkout()).args(["build", "--quiet", "--workspace", "--bin", name]);
    cargo.args(["--profile", if folder.ends_with("release") { "release" } else { "dev" }]);
    cargo.arg("--target-dir").arg(folder.parent().unwrap_or(&folder));
    let status = cargo.status();
    assert!(
        status.as_ref().is_ok_and(std::process::ExitStatus::success),
        "cannot build {name}: {status:?}"
    );
    folder.join(with_suffix(name))
}

/// `target/debug` or `target/release`: two above the test, which lies in `deps`.
fn profile_folder() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    let folder = test.parent().unwrap_or(Path::new("."));
    let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
    folder.to_owned()
}

fn with_suffix(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}
