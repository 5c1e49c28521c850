//! Routes: which files a server is for, and other globs.

use super::findings::Findings;
use super::server::FIELDS;
use super::table::{Entry, Table, example_of};
use globset::GlobBuilder;
use std::collections::BTreeMap;

/// `file_extensions`: suffix to language id.
pub(super) fn suffixes(
    server: &Table<'_, '_>,
    findings: &mut Findings<'_>,
) -> Option<BTreeMap<String, String>> {
    map(server, "file_extensions", findings, |suffix| {
        let (problem, right) = match suffix {
            "" => ("a suffix is not empty".to_owned(), ".rs".to_owned()),
            _ if suffix.contains(['/', '\\']) => (
                "a suffix is part of a file's name and holds no slash; \
                 for folders there is `file_patterns`"
                    .to_owned(),
                ".rs".to_owned(),
            ),
            _ if suffix.chars().any(char::is_control) => {
                ("a suffix holds no control characters".to_owned(), ".rs".to_owned())
            }
            "." => {
                ("a suffix has at least one character after its dot".to_owned(), ".rs".to_owned())
            }
            _ if !suffix.starts_with('.') => {
                let bare = suffix.trim_start_matches('*').trim_start_matches('.');
                let right = if bare.is_empty() { ".rs".to_owned() } else { format!(".{bare}") };
                ("a suffix starts with a dot".to_owned(), right)
            }
            _ => return None,
        };
        Some((problem, right))
    })
}

/// `file_patterns`: root-relative glob to language id.
pub(super) fn patterns(
    server: &Table<'_, '_>,
    findings: &mut Findings<'_>,
) -> Option<BTreeMap<String, String>> {
    map(server, "file_patterns", findings, |glob| {
        glob_problem(glob).map(|problem| (problem, "gen/**/*.rs".to_owned()))
    })
}

/// What is wrong with a root-relative glob, if anything.
pub(super) fn glob_problem(glob: &str) -> Option<String> {
    let bytes = glob.as_bytes();
    let problem = match glob {
        "" => "a pattern is not empty",
        _ if glob.contains('\0') => "a pattern holds no NUL",
        _ if glob.starts_with('/') || matches!(bytes, [_, b':', b'/' | b'\\', ..]) => {
            "a pattern is relative to the project's root"
        }
        _ if glob.split('/').any(|part| part == "..") => "a pattern does not leave the root",
        _ if glob.split('/').any(|part| part == ".") => "a pattern has no `.` folders",
        _ => {
            let built = GlobBuilder::new(glob).literal_separator(true).build();
            return built.err().map(|error| format!("this is no pattern: {}", error.kind()));
        }
    };
    Some(problem.to_owned())
}

/// A table from a checked key to a language id. `key_problem` returns what is
/// wrong with a key, and a right one.
fn map(
    server: &Table<'_, '_>,
    field: &str,
    findings: &mut Findings<'_>,
    key_problem: impl Fn(&str) -> Option<(String, String)>,
) -> Option<BTreeMap<String, String>> {
    let table = server.table(field, FIELDS, findings)?;
    let mut good = BTreeMap::new();
    for entry in table.entries() {
        let language = language_id(&entry, example_of(FIELDS, field), findings);
        if let Some((problem, right)) = key_problem(entry.key) {
            let id = language.unwrap_or("rust");
            let example = format!("{field} = {{ \"{right}\" = \"{id}\" }}");
            entry.wrong_key(problem, example, findings);
        } else if let Some(language) = language {
            good.insert(entry.key.to_owned(), language.to_owned());
        }
    }
    Some(good)
}

fn language_id<'d>(
    entry: &Entry<'d, '_>,
    example: &str,
    findings: &mut Findings<'_>,
) -> Option<&'d str> {
    entry.filled_string(example, findings)
}
