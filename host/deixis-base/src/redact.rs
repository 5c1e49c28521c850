//! Which text, and which environment variable, looks like a credential.
//!
//! Whatever a language server says may reach a model, and servers quote what they read: a
//! constant in a hover, an environment in a log, a URL in an error. [`redact`] replaces what has
//! the shape of a credential by `[redacted:<rule>]`, and leaves everything else alone to the
//! byte.
//!
//! The rules are one table (`rules.rs`): first the unmistakable shapes, each of them one issuer's
//! token, then assignments, where only the name gives the secret away and `shape.rs` decides
//! whether the value is a literal at all. All patterns run together first, in one pass that finds
//! nothing in nearly every text; only the rules that did match then look for where, in table
//! order, each on what the earlier ones left.
//!
//! This is a net, not a proof: a password in a sentence passes, and a token-shaped constant of a
//! test is taken. Redacting a second time changes nothing more.

mod env;
mod rules;
mod shape;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use regex::bytes::{Captures, Regex, RegexBuilder, RegexSet, RegexSetBuilder};

pub use env::credential_name;

use rules::RULES;

/// What a replacement starts with; a value that does is never taken for a secret again.
const MARK: &str = "[redacted:";

/// How far before a value a replacement may start that it is still part of.
const MARK_REACH: usize = 64;

/// The names of the captures that are replaced: the one that took part in the match, or, where
/// none did, the whole match.
const SECRETS: [&str; 4] = ["s", "s2", "s3", "s4"];

/// One shape of secret. Patterns are ASCII-only: classes and case know no other letters, and a
/// negated class takes any byte of a character.
struct Rule {
    /// What the replacement says; several shapes may share it.
    name: &'static str,
    pattern: &'static str,
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
    static ALL: LazyLock<RegexSet> = LazyLock::new(|| {
        RegexSetBuilder::new(RULES.iter().map(|rule| rule.pattern))
            .unicode(false)
            .build()
            .expect("the rules are constants, and a test compiles them")
    });

    let mut result = Cow::Borrowed(text);
    for index in ALL.matches(text.as_bytes()) {
        if let Some(replaced) = replace(&RULES[index], compiled(index), &result) {
            result = Cow::Owned(replaced);
        }
    }
    result
}

fn compiled(index: usize) -> &'static Regex {
    static EACH: [OnceLock<Regex>; RULES.len()] = [const { OnceLock::new() }; RULES.len()];
    EACH[index].get_or_init(|| {
        RegexBuilder::new(RULES[index].pattern)
            .unicode(false)
            .build()
            .expect("the rules are constants, and a test compiles them")
    })
}

/// The text without what one rule takes; `None` if it takes nothing.
fn replace(rule: &Rule, regex: &Regex, text: &str) -> Option<String> {
    let mut result = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(captures) = regex.captures_at(text.as_bytes(), at) {
        let found = Found::new(text, &captures);
        if found.is_secret() && (rule.holds)(&found) {
            result.push_str(&text[copied..found.secret.start]);
            result.push_str(MARK);
            result.push_str(rule.name);
            result.push(']');
            copied = found.secret.end;
            at = found.secret.end;
        } else {
            // What was no secret as a whole may hold one: go on at the refused value, past the
            // name that led to it.
            at = if found.secret.start > at { found.secret.start } else { found.whole.end };
        }
    }
    if copied == 0 {
        return None;
    }
    result.push_str(&text[copied..]);
    Some(result)
}

impl<'a> Found<'a> {
    fn new(text: &'a str, captures: &Captures<'_>) -> Self {
        let whole = captures.get(0).map_or(0..0, |found| found.range());
        let secret = SECRETS
            .iter()
            .find_map(|name| captures.name(name))
            .map_or_else(|| whole.clone(), |found| found.range());
        Self { text, whole, secret }
    }

    /// What would be replaced; empty should the range split a character.
    fn secret(&self) -> &'a str {
        self.text.get(self.secret.clone()).unwrap_or_default()
    }

    /// What stands before the match.
    fn before(&self) -> &'a str {
        self.text.get(..self.whole.start).unwrap_or_default()
    }

    /// What stands behind the match.
    fn after(&self) -> &'a str {
        self.text.get(self.whole.end..).unwrap_or_default()
    }

    /// Whether there is something to hide that is not part of a replacement already.
    fn is_secret(&self) -> bool {
        let secret = self.secret();
        let start = self.secret.start;
        let near = self.text.floor_char_boundary(start.saturating_sub(MARK_REACH));
        let within = self
            .text
            .get(near..start)
            .and_then(|near| near.rsplit_once(MARK))
            .is_some_and(|(_, name)| !name.contains(']'));
        !secret.is_empty() && !secret.contains(MARK) && !within
    }
}

#[cfg(test)]
mod tests;
