//! What may stand around a match.
//!
//! A rule matches from its anchor on; what must stand before is asked here, of the last
//! [`CONTEXT`] bytes up to that point: a name, or a line's indentation.

use super::CONTEXT;

/// What may stand before `key` to make it the name of a secret.
const KEY_KINDS: [&str; 13] = [
    "access",
    "account",
    "app",
    "auth",
    "deploy",
    "encryption",
    "master",
    "private",
    "secret",
    "service",
    "session",
    "shared",
    "signing",
];

/// Anything.
pub(super) fn any(_: &str) -> bool {
    true
}

/// Nothing that would make the match the end of a longer word.
pub(super) fn word(before: &str) -> bool {
    !before.ends_with(is_word)
}

/// A kind of key that is secret: `private_`, `Signing`, `account-`.
pub(super) fn key_kind(before: &str) -> bool {
    let kind = before.strip_suffix(['_', '-']).unwrap_or(before).as_bytes();
    KEY_KINDS.iter().any(|known| {
        kind.len() >= known.len()
            && kind[kind.len() - known.len()..].eq_ignore_ascii_case(known.as_bytes())
    })
}

/// A line's start, then at most a list's dash, a quote and the first part of the name.
pub(super) fn line_start(before: &str) -> bool {
    let head = without_name(before);
    let head = head.strip_suffix(['"', '\'']).unwrap_or(head);
    // The dash of a list looks like a part of the name; it went with it.
    let head = head.trim_end_matches([' ', '\t']);
    let head = head.strip_suffix('-').unwrap_or(head).trim_end_matches([' ', '\t']);
    head.ends_with('\n') || head.is_empty() && before.len() < CONTEXT
}

/// As [`line_start`], with a name that [`key_kind`] ends.
pub(super) fn line_start_key_kind(before: &str) -> bool {
    key_kind(before) && line_start(before)
}

/// The start of a tag, with the first part of its name.
pub(super) fn tag(before: &str) -> bool {
    without_name(before).trim_end_matches(':').ends_with('<')
}

/// As [`tag`], with a name that [`key_kind`] ends.
pub(super) fn tag_key_kind(before: &str) -> bool {
    key_kind(before) && tag(before)
}

/// A command line's `--`, with the first part of the option's name.
pub(super) fn option(before: &str) -> bool {
    let name = before.len() - without_name(before).len();
    before[before.len() - name..].starts_with("--")
}

/// As [`option`], with a name that [`key_kind`] ends.
pub(super) fn option_key_kind(before: &str) -> bool {
    key_kind(before) && option(before)
}

/// The end of a connection string's previous part, with the first part of a name.
pub(super) fn part(before: &str) -> bool {
    without_name(before).trim_end().ends_with(';')
}

/// A URL's `?` or `&`.
pub(super) fn parameter(before: &str) -> bool {
    before.ends_with(['?', '&'])
}

/// An account's number.
pub(super) fn number(before: &str) -> bool {
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).take(8).count();
    digits == 8
}

/// How many bytes, from the start, a value goes on without a blank or a quote.
pub(super) fn unbroken(bytes: &[u8]) -> usize {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`,;<>".contains(byte);
    bytes.iter().position(ends).unwrap_or(bytes.len())
}

/// What stands before the name, or part of one, that `before` ends with.
fn without_name(before: &str) -> &str {
    before.trim_end_matches(|c: char| is_word(c) || c == '-' || c == '.')
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
