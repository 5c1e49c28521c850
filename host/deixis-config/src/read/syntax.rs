//! What is no TOML at all.

use super::findings::Findings;
use super::{plugin, server};
use toml::de::Error;

/// Reports every line that the parser did not understand.
pub(super) fn report(errors: &[Error], findings: &mut Findings<'_>) {
    let place = |error: &Error| error.span().map_or(0, |span| span.start);
    let mut in_order: Vec<&Error> = errors.iter().collect();
    // What is not closed is noticed last and explains the rest, so it comes first.
    in_order.sort_by_key(|error| (!is_unclosed(error), place(error)));
    let first = errors.iter().map(place).min();
    for error in in_order {
        let at = place(error);
        let is_header = findings.line_text(findings.line_of(at)).trim_start().starts_with('[');
        if is_unclosed(error) {
            findings.misled_from(first.unwrap_or(at));
        } else if is_header {
            findings.misled_from(at);
        }
        let (field, example) = around(findings, at);
        let problem = format!("this is not TOML: {}", error.message());
        findings.broken_line(at, &field, &problem, &example);
    }
}

/// Whether something reaches over the line's end; a table's header does not.
fn is_unclosed(error: &Error) -> bool {
    let message = error.message();
    ["unclosed array,", "unclosed inline table", "invalid multi-line"]
        .iter()
        .any(|start| message.starts_with(start))
}

/// The field on that line, as far as can be told, and a right example of it.
fn around(findings: &Findings<'_>, at: usize) -> (String, String) {
    let line = findings.line_of(at);
    let header = (1..line).rev().map(|line| findings.line_text(line).trim()).find_map(header);
    let key = findings.line_text(line).split_once('=').map(|(key, _)| key.trim());
    let Some(key) = key.filter(|key| is_bare(key)) else {
        return (
            header.unwrap_or_default().to_owned(),
            "[servers.rust]\nadapter = \"rust\"".into(),
        );
    };
    let known = server::FIELDS.iter().chain(plugin::FIELDS).find(|(name, _)| *name == key);
    let example = known.map_or_else(|| format!("{key} = \"…\""), |(_, example)| (*example).into());
    (header.map_or_else(|| key.to_owned(), |header| format!("{header}.{key}")), example)
}

/// The name in a line like `[servers.rust]`.
fn header(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.split_once(']').map(|(name, _)| name.trim_start_matches('['))
}

fn is_bare(key: &str) -> bool {
    let bare = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-' | '.');
    !key.is_empty() && key.chars().all(bare)
}
