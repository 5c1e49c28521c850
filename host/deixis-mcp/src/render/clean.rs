//! Strings that came from a server or a file, made fit for a model and a terminal: redacted,
//! without control characters, and bounded at a line end.

use std::borrow::Cow;

use deixis_base::redact::redact;

/// Longest piece of text that is searched for secrets before it is cut. Wider than any cut below,
/// so that a secret of several lines that begins before the cut is still seen whole.
const REDACT_WINDOW: usize = 64 * 1024;

/// Longest name, detail or source line, in bytes. Servers' texts can be of any length.
const LINE_BYTES: usize = 2_000;

/// One line of text (a name, a detail, a source line), redacted.
pub(crate) fn line(text: &str) -> Cow<'_, str> {
    if text.len() <= LINE_BYTES {
        return redacted(text);
    }
    Cow::Owned(passage(text, LINE_BYTES))
}

/// A path or name within a line of text: what would end the line, or command a terminal, is
/// written as an escape.
pub(crate) fn word(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let escape =
        |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    Cow::Owned(text.chars().map(escape).collect())
}

/// Redacted, and with a mark in place of each character that would command a terminal.
fn redacted(text: &str) -> Cow<'_, str> {
    let clean = redact(text);
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if clean.contains(commands) {
        return Cow::Owned(clean.replace(commands, "\u{fffd}"));
    }
    clean
}

/// Redacted text of at most `limit` bytes plus a note, cut at a line end where there is one.
pub(crate) fn passage(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return redacted(text).into_owned();
    }
    let window = &text[..floor(text, REDACT_WINDOW.max(limit))];
    let clean = redacted(window);
    let kept = cut(&clean, limit);
    format!("{kept}\n[cut: {} of {} bytes shown]", kept.len(), text.len())
}

/// Redacted markdown of at most `limit` bytes plus a note; a code fence that the cut would leave
/// open is closed.
pub(crate) fn markdown(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return redacted(text).into_owned();
    }
    let window = &text[..floor(text, REDACT_WINDOW.max(limit))];
    let clean = redacted(window);
    let kept = cut(&clean, limit);
    let fences = kept.lines().filter(|line| line.trim_start().starts_with("```")).count();
    let close = if fences % 2 == 1 { "\n```" } else { "" };
    format!("{kept}{close}\n\n[cut: {} of {} bytes shown]", kept.len(), text.len())
}

/// The longest prefix of whole lines within `limit`; within one long line, of whole characters.
fn cut(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let head = &text[..floor(text, limit)];
    // A line that ends exactly at the limit is whole.
    let whole = text.as_bytes().get(head.len()) == Some(&b'\n');
    let end = if whole { Some(head.len()) } else { head.rfind('\n') };
    let kept = head[..end.unwrap_or(0)].trim_end_matches('\r');
    if kept.is_empty() { head } else { kept }
}

/// The last character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, limit: usize, expected: &str) {
        assert_eq!(passage(text, limit), expected);
    }

    #[test]
    fn passages_are_cut_at_line_ends() {
        check("short", 10, "short");
        check("one\ntwo\nthree", 8, "one\ntwo\n[cut: 7 of 13 bytes shown]");
        check("one\ntwo\nthree", 7, "one\ntwo\n[cut: 7 of 13 bytes shown]");
        check("one\r\ntwo\r\nthree", 9, "one\r\ntwo\n[cut: 8 of 15 bytes shown]");
    }

    #[test]
    fn nothing_commands_a_terminal() {
        assert_eq!(line("a\u{1b}[2Jb\u{7}\u{9b}"), "a\u{fffd}[2Jb\u{fffd}\u{fffd}");
        assert_eq!(markdown("a\tb\r\n\u{0}", 100), "a\tb\r\n\u{fffd}");
        assert_eq!(word("a\n\u{1b}b"), "a\\n\\u{1b}b");
    }

    #[test]
    fn one_long_line_is_cut_between_characters() {
        check("ééé", 3, "é\n[cut: 2 of 6 bytes shown]");
    }

    #[test]
    fn an_open_fence_is_closed() {
        assert_eq!(
            markdown("```rust\nfn a() {}\nfn b() {}\n```", 20),
            "```rust\nfn a() {}\n```\n\n[cut: 17 of 31 bytes shown]"
        );
    }
}
