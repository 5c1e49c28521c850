//! From a command's name to the program that it means.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Finds the program that `command` means; the result is absolute.
///
/// - An absolute path is itself.
/// - A path with a separator is relative to `base`, which must be absolute.
/// - A bare name is looked up in the absolute folders of `path_variable` (the
///   value of `PATH`). Relative entries, also the empty one that means "here",
///   are skipped: they would let the project choose the program.
///
/// `None` when there is no such file or it may not be executed. Symbolic links
/// are kept: version managers look at the name they are called by.
#[must_use]
pub fn resolve_program(
    command: &OsStr,
    path_variable: Option<&OsStr>,
    base: &Path,
) -> Option<PathBuf> {
    if command.is_empty() {
        return None;
    }
    let path = Path::new(command);
    if path.is_absolute() {
        return executable(path);
    }
    if path.components().count() > 1 || has_separator(command) {
        return executable(&base.join(path));
    }
    std::env::split_paths(path_variable?)
        .filter(|folder| folder.is_absolute())
        .find_map(|folder| executable(&folder.join(path)))
}

/// `./x` has one component for `Path`, and still means a path.
fn has_separator(command: &OsStr) -> bool {
    let is_separator = |byte: &u8| std::path::is_separator(char::from(*byte));
    command.as_encoded_bytes().iter().any(is_separator)
}

#[cfg(unix)]
fn executable(path: &Path) -> Option<PathBuf> {
    let may_execute = || rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    (path.is_file() && may_execute()).then(|| path.to_owned())
}

/// Windows executes by extension: the name itself when it has one that counts,
/// else the name with each extension of `PATHEXT`.
#[cfg(windows)]
fn executable(path: &Path) -> Option<PathBuf> {
    const DEFAULT_EXTENSIONS: &str = ".COM;.EXE;.BAT;.CMD";
    let listed = std::env::var("PATHEXT").unwrap_or_else(|_| DEFAULT_EXTENSIONS.to_owned());
    let extensions: Vec<&str> = listed.split(';').filter(|one| one.starts_with('.')).collect();
    let counts = path
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|own| extensions.iter().any(|one| one[1..].eq_ignore_ascii_case(own)));
    if counts && path.is_file() {
        return Some(path.to_owned());
    }
    extensions.iter().find_map(|extension| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension.to_ascii_lowercase());
        let candidate = PathBuf::from(name);
        candidate.is_file().then_some(candidate)
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    /// `$` in a path stands for the test's own folder.
    fn check(folder: &Path, command: &str, path_variable: &str, expected: Option<&str>) {
        let whole = |text: &str| text.replace('$', &folder.display().to_string());
        let found = resolve_program(
            OsStr::new(&whole(command)),
            Some(OsStr::new(&whole(path_variable))),
            folder,
        );
        assert_eq!(found, expected.map(|path| PathBuf::from(whole(path))), "{command}");
    }

    #[test]
    fn commands_are_found() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        for (name, mode) in
            [("a/tool", 0o755), ("b/tool", 0o755), ("a/data", 0o644), ("top", 0o755)]
        {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(&path, "").expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        }
        fs::create_dir(folder.join("b/data")).expect("a folder");

        check(folder, "tool", "$/a:$/b", Some("$/a/tool"));
        check(folder, "tool", "$/missing:$/b", Some("$/b/tool"));
        check(folder, "tool", "", None);
        check(folder, "tool", "a::.", None);
        check(folder, "data", "$/a:$/b", None);
        check(folder, "top", "$/a", None);
        check(folder, "./top", "", Some("$/./top"));
        check(folder, "b/tool", "$/a", Some("$/b/tool"));
        check(folder, "$/a/tool", "", Some("$/a/tool"));
        check(folder, "$/a/data", "", None);
        check(folder, "$/a", "", None);
        check(folder, "", "$/a", None);
        assert_eq!(resolve_program(OsStr::new("tool"), None, folder), None);
    }
}
