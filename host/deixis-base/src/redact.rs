//! Which text, and which environment variable, looks like a credential.
//!
//! Whatever a language server says may reach a model, and servers quote what they read: a
//! constant in a hover, an environment in a log, a URL in an error. [`redact`] replaces what has
//! the shape of a credential by `[redacted:<rule>]`, and leaves everything else alone to the
//! byte.
//!
//! The rules are one table (`rules.rs`): first the unmistakable shapes, each of them one issuer's
//! token, then assignments, where only the name gives the secret away and `shape.rs` decides
//! whether the value is a literal at all.
//!
//! Every rule has *anchors*, literal strings without which it cannot match. One search for all
//! anchors at once (`anchors.rs`) runs over the text and finds little in most; where it does, the
//! rules of that anchor look at what stands before (`context.rs`), then match what follows,
//! within a bounded window. So a
//! clean text costs one pass, and no text costs more than its length times that window. Where
//! findings overlap, the rule that comes first in the table wins, which names the issuer rather
//! than the assignment.
//!
//! This is a net, not a proof: a password in a sentence passes, and a token-shaped constant of a
//! test is taken. Redacting a second time changes nothing more.

mod anchors;
mod context;
mod env;
mod lines;
mod rules;
mod shape;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use regex::bytes::{Regex, RegexBuilder};

pub use env::{credential_name, credential_value};
pub use lines::LineRedactor;

use rules::RULES;

/// What a replacement starts with; a value that does is never taken for a secret again.
const MARK: &str = "[redacted:";

/// How much of what stands before a match or a value is looked at.
const CONTEXT: usize = 128;

/// How often a text with secrets is searched: a secret may have hidden another, by overlapping it
/// or by standing where it must start.
const PASSES_MAX: usize = 4;

/// The names of the captures that are replaced: the one that took part in the match, or, where
/// none did, the whole match.
const SECRETS: [&str; 4] = ["s", "s2", "s3", "s4"];

/// One shape of secret. Patterns are ASCII-only: classes know no other letters, and a negated
/// class takes any byte of a character.
struct Rule {
    /// What the replacement says; several shapes may share it.
    name: &'static str,
    /// What a match starts with, in any of these spellings: at least three bytes of ASCII; of
    /// two where one starts the other, the longer first.
    anchors: &'static [&'static str],
    /// Whether case counts in anchors and pattern.
    exact_case: bool,
    /// How many bytes before the anchor belong to the match.
    back: usize,
    /// Whether what stands before the match allows it.
    left: fn(&str) -> bool,
    /// What follows the anchor.
    tail: &'static str,
    /// How many bytes behind the anchor are looked at.
    window: usize,
    /// Has the last word, where a pattern alone cannot tell.
    holds: fn(&Found<'_>) -> bool,
}

/// A match that a rule is asked about.
struct Found<'a> {
    text: &'a str,
    /// Everything that matched: byte offsets in `text`.
    whole: Range<usize>,
    /// What would be replaced: byte offsets in `text`.
    secret: Range<usize>,
}

/// Replaces what looks like a credential by `[redacted:<rule>]`; borrows when there is nothing.
#[must_use]
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut result = Cow::Borrowed(text);
    for _ in 0..PASSES_MAX {
        let findings = find(&result);
        if findings.is_empty() {
            break;
        }
        result = Cow::Owned(replace(&result, findings));
    }
    result
}

fn replace(text: &str, findings: Vec<(usize, Range<usize>)>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut copied = 0;
    for (start, (end, rule)) in without_overlaps(findings) {
        result.push_str(&text[copied..start]);
        result.push_str(MARK);
        result.push_str(RULES[rule].name);
        result.push(']');
        copied = end;
    }
    result.push_str(&text[copied..]);
    result
}

/// Everything that some rule takes, as the rule's index and byte offsets.
fn find(text: &str) -> Vec<(usize, Range<usize>)> {
    let mut findings = Vec::new();
    // A rule does not look again inside what it found; this is also what keeps a long value
    // that is full of anchors from costing its square.
    let mut ends = [0; RULES.len()];
    anchors::search(text.as_bytes(), |at, index| {
        if at >= ends[index]
            && let Some(secret) = RULES[index].find(index, text, at)
        {
            ends[index] = secret.end;
            findings.push((index, secret));
        }
    });
    findings
}

/// Of findings that overlap, those of the earliest rule; by start, with end and rule.
fn without_overlaps(mut findings: Vec<(usize, Range<usize>)>) -> BTreeMap<usize, (usize, usize)> {
    findings.sort_by_key(|(rule, range)| (*rule, range.start));
    let mut taken: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (rule, range) in findings {
        let before = taken.range(..range.end).next_back();
        if before.is_none_or(|(_, (end, _))| *end <= range.start) {
            taken.insert(range.start, (range.end, rule));
        }
    }
    taken
}

fn compile(pattern: &str, exact_case: bool) -> Regex {
    RegexBuilder::new(pattern)
        .unicode(false)
        .case_insensitive(!exact_case)
        .build()
        .expect("the rules are constants, and a test compiles them")
}

impl Rule {
    /// What this rule, the `index`th, would hide of a match whose anchor is at `at`.
    fn find(&self, index: usize, text: &str, at: usize) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        let behind = self.behind_anchor(bytes, at)?;
        let start = at.checked_sub(self.back)?;
        if !(self.left)(before(text, start)) {
            return None;
        }
        let window = &bytes[behind..bytes.len().min(behind + self.window)];
        let captures = self.tail(index).captures(window)?;
        let end = behind + captures.get(0)?.end();
        let secret = SECRETS
            .iter()
            .find_map(|name| captures.name(name))
            .map_or(start..end, |found| behind + found.start()..behind + found.end());
        let cut_off = secret.end == behind + window.len();
        let found = Found { text, whole: start..end, secret };
        if !found.is_new() || !(self.holds)(&found) {
            return None;
        }
        let mut secret = found.secret;
        if cut_off {
            secret.end += context::unbroken(&bytes[secret.end..]);
        }
        Some(secret)
    }

    fn behind_anchor(&self, bytes: &[u8], at: usize) -> Option<usize> {
        self.anchors.iter().find_map(|anchor| {
            let found = bytes.get(at..at + anchor.len())?;
            let same = if self.exact_case {
                found == anchor.as_bytes()
            } else {
                found.eq_ignore_ascii_case(anchor.as_bytes())
            };
            same.then_some(at + anchor.len())
        })
    }

    fn tail(&self, index: usize) -> &'static Regex {
        static TAILS: [OnceLock<Regex>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];
        TAILS[index].get_or_init(|| compile(&format!(r"\A(?:{})", self.tail), self.exact_case))
    }
}

impl<'a> Found<'a> {
    /// What would be replaced; empty should the range split a character.
    fn secret(&self) -> &'a str {
        self.text.get(self.secret.clone()).unwrap_or_default()
    }

    /// What stands before the match; see [`before`].
    fn before(&self) -> &'a str {
        before(self.text, self.whole.start)
    }

    /// What stands behind the match.
    fn after(&self) -> &'a str {
        self.text.get(self.whole.end..).unwrap_or_default()
    }

    /// Whether there is something to hide that is not part of a replacement already.
    fn is_new(&self) -> bool {
        let secret = self.secret();
        let within = before(self.text, self.secret.start)
            .rsplit_once(MARK)
            .is_some_and(|(_, name)| !name.contains(']'));
        !secret.is_empty() && !secret.contains(MARK) && !within
    }
}

/// The last [`CONTEXT`] bytes before `at` and up to three more; all there are, if less.
fn before(text: &str, at: usize) -> &str {
    let start = text.floor_char_boundary(at.saturating_sub(CONTEXT));
    text.get(start..at).unwrap_or_default()
}

#[cfg(test)]
mod tests;
