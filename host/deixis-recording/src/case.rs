//! Case files: one failed call each, kept so that it can be made again.
//!
//! They lie in one folder of the user's, readable for no one else, named
//! `NAME-HASH-HOOK-N.jsonl`. Numbers grow; only the newest files stay.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use deixis_base::Root;
use deixis_hooks::{CONTRACT, HookError};
use serde::Serialize;

use crate::format::{Answer, FORMAT, Failure, Head, Line, Recording, line};
use crate::hooks::value;
use crate::places::Places;
use crate::recorder::hidden;

/// Case files that are kept.
pub const CASES: usize = 32;
/// Largest case file, in bytes: a call that carried more is not kept.
pub const CASE_BYTES: usize = 4 << 20;
/// How often a number is tried that another host takes at the same time.
const TRIES: u64 = 8;

/// Where case files are kept.
#[derive(Debug, Clone)]
pub struct Cases {
    folder: PathBuf,
    home: Option<PathBuf>,
}

/// Who failed, and at what.
#[derive(Debug, Clone, Copy)]
pub struct Failed<'a> {
    /// The adapter's name in the configuration.
    pub adapter: &'a str,
    /// Its version.
    pub version: &'a str,
    /// SHA-256 of the component.
    pub sha256: &'a str,
    /// The project.
    pub root: Option<&'a Root>,
    /// `group.function`.
    pub hook: &'a str,
    /// What came of it.
    pub error: &'a HookError,
}

impl Cases {
    /// Kept in this folder, which is made when there is something to keep; `home` is the user's.
    #[must_use]
    pub fn new(folder: PathBuf, home: Option<PathBuf>) -> Self {
        Self { folder, home }
    }

    /// Keeps a failed call, and says where.
    ///
    /// # Errors
    /// What the file system says, and that the call is too large.
    pub fn keep(&self, failed: Failed<'_>, input: &impl Serialize) -> io::Result<PathBuf> {
        let text = self.text(failed, input)?;
        self.write(failed.adapter, failed.sha256, failed.hook, &text)
    }

    /// Keeps a recording of one call, and says where.
    ///
    /// # Errors
    /// What the file system says, and that it is no recording of one call, or too large.
    pub fn keep_recording(&self, case: &Recording) -> io::Result<PathBuf> {
        let calls = case.lines.iter().filter_map(|(_, line)| match line {
            Line::Call { hook, .. } => Some(hook.as_str()),
            _ => None,
        });
        let [hook] = calls.collect::<Vec<_>>()[..] else {
            return Err(io::Error::other("a case is one call"));
        };
        let text = case.to_text();
        if text.len() > CASE_BYTES {
            return Err(io::Error::other(format!("it is larger than {CASE_BYTES} bytes")));
        }
        self.write(&case.head.adapter, &case.head.sha256, hook, &text)
    }

    fn write(&self, adapter: &str, sha256: &str, hook: &str, text: &str) -> io::Result<PathBuf> {
        make_private(&self.folder)?;
        let known = numbers(&self.folder)?;
        let next = known.last().map_or(1, |(number, _)| number + 1);
        let hash = sha256.get(..12).unwrap_or(sha256);
        let (name, hook) = (plain(adapter), plain(hook));
        for number in next..next + TRIES {
            let path = self.folder.join(format!("{name}-{hash}-{hook}-{number}.jsonl"));
            match private().open(&path) {
                Ok(mut file) => {
                    file.write_all(text.as_bytes())?;
                    let old = (known.len() + 1).saturating_sub(CASES);
                    // Whoever looks at an old one meanwhile may keep it.
                    known.iter().take(old).for_each(|(_, path)| drop(fs::remove_file(path)));
                    return Ok(path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("every number was taken meanwhile"))
    }

    fn text(&self, failed: Failed<'_>, input: &impl Serialize) -> io::Result<String> {
        let input = value(input);
        let mut places =
            failed.root.map_or_else(Places::default, |root| Places::of(root, self.home.as_deref()));
        places.learn(&input);
        let head = Head {
            deixis_recording: FORMAT,
            contract: CONTRACT.to_owned(),
            adapter: failed.adapter.to_owned(),
            version: failed.version.to_owned(),
            sha256: failed.sha256.to_owned(),
            recipe: input["facts"]["recipe"].as_str().unwrap_or_default().to_owned(),
            server: None,
            host: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let out = hidden(&places, Answer::Error(Failure::from(failed.error)));
        let call = Line::Call { hook: failed.hook.to_owned(), r#in: places.hide(input), out };
        let text = line(&head) + &line(&call);
        if text.len() > CASE_BYTES {
            return Err(io::Error::other(format!("its input is larger than {CASE_BYTES} bytes")));
        }
        Ok(text)
    }
}

/// The case files of a folder with their numbers, oldest first.
fn numbers(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_suffix(".jsonl").and_then(|name| name.rsplit('-').next());
        if let Some(number) = number.and_then(|number| number.parse::<u32>().ok()) {
            found.push((u64::from(number), path));
        }
    }
    found.sort();
    Ok(found)
}

/// A part of a file's name.
fn plain(text: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    text.chars().map(kept).take(64).collect()
}

fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn failed<'a>(hook: &'a str, error: &'a HookError) -> Failed<'a> {
        Failed { adapter: "a/b", version: "1", sha256: "0123456789abcdef", root: None, hook, error }
    }

    fn error() -> HookError {
        let message = "the guest panics (in f)".to_owned();
        HookError::Trap { adapter: "a".to_owned(), hook: "symbols.rewrite", message }
    }

    #[test]
    fn the_newest_are_kept_and_nobody_else_can_read_them() {
        let top = tempfile::tempdir().expect("a folder");
        let folder = top.path().join("cases");
        let cases = Cases::new(folder.clone(), None);
        let error = error();
        let mut last = PathBuf::new();
        for _ in 0..CASES + 3 {
            let kept = cases.keep(failed("symbols.rewrite", &error), &json!({"name": "x"}));
            last = kept.expect("it is kept");
        }
        assert_eq!(last, folder.join("a_b-0123456789ab-symbols.rewrite-35.jsonl"));
        let left = numbers(&folder).expect("a folder");
        assert_eq!(left.len(), CASES);
        assert_eq!((left[0].0, left[CASES - 1].0), (4, 35));
        let text = fs::read_to_string(&last).expect("a file");
        let case = Recording::parse(&text).expect("a recording");
        assert_eq!(case.head.adapter, "a/b");
        assert!(text.contains(r#""in":{"name":"x"},"out":{"error":{"kind":"trap","message":"the guest panics (in f)"}}"#));
        #[cfg(unix)]
        for (path, mode) in [(&folder, 0o700), (&last, 0o600)] {
            use std::os::unix::fs::PermissionsExt as _;
            let found = fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
            assert_eq!(found, mode, "{}", path.display());
        }
    }

    #[test]
    fn a_call_that_carried_too_much_is_not_kept() {
        let top = tempfile::tempdir().expect("a folder");
        let cases = Cases::new(top.path().join("cases"), None);
        let error = error();
        let kept =
            cases.keep(failed("symbols.rewrite", &error), &json!({"name": "x".repeat(CASE_BYTES)}));
        assert!(kept.expect_err("it is too large").to_string().contains("larger than"));
        assert!(!top.path().join("cases").exists());
    }
}
