//! Which files are scripts.

/// Endings of their names.
pub(crate) const SUFFIXES: [&str; 3] = [".sh", ".bash", ".command"];

/// Names of scripts that have none.
pub(crate) const NAMES: [&str; 9] = [
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    "bashrc",
    "PKGBUILD",
    "APKBUILD",
];

/// Whether a file is the server's business.
pub(crate) fn is_script(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    SUFFIXES.iter().any(|suffix| name.ends_with(suffix)) || NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_ending_or_name() {
        for path in ["a.sh", "x/b.bash", ".bashrc", "pkg/PKGBUILD"] {
            assert!(is_script(path), "{path}");
        }
        for path in ["a.zsh", "sh", "x.sh/readme", "bashrc.md"] {
            assert!(!is_script(path), "{path}");
        }
    }
}
