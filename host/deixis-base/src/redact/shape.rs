//! Whether a value that stands where a secret would stand is one.
//!
//! Code is full of `password = getPassword()`, `token: "access_token"` and `secret: ${SECRET}`.
//! What follows tells a literal from a reference, a label, a path or a gap to be filled in.

use super::{Found, MARK};

/// A shorter literal is not worth hiding: whatever it is, it protects nothing.
const MIN_LEN: usize = 8;

/// A value without blanks that is this long was not made up by a person.
const GENERATED_LEN: usize = 24;

/// The longest run of digits that may end a type's or constant's name, as in `Base64` or `V2`.
const NAME_DIGITS_MAX: usize = 3;

/// Words that names and labels around credentials are made of, in lower case.
const VOCABULARY: [&str; 97] = [
    "a",
    "access",
    "account",
    "admin",
    "an",
    "api",
    "app",
    "application",
    "at",
    "auth",
    "authorization",
    "base",
    "basic",
    "bearer",
    "bot",
    "ca",
    "case",
    "cert",
    "change",
    "changeme",
    "check",
    "client",
    "config",
    "confirm",
    "confirmation",
    "count",
    "credential",
    "credentials",
    "csrf",
    "current",
    "database",
    "db",
    "default",
    "deploy",
    "empty",
    "encryption",
    "error",
    "expired",
    "field",
    "file",
    "for",
    "forgot",
    "form",
    "github",
    "hash",
    "header",
    "here",
    "hidden",
    "id",
    "identifier",
    "in",
    "input",
    "insert",
    "invalid",
    "is",
    "jwt",
    "key",
    "keys",
    "kind",
    "label",
    "length",
    "login",
    "missing",
    "my",
    "name",
    "new",
    "number",
    "oauth",
    "of",
    "old",
    "optional",
    "pass",
    "passphrase",
    "passwd",
    "password",
    "passwords",
    "path",
    "private",
    "public",
    "refresh",
    "repeat",
    "required",
    "reset",
    "secret",
    "secrets",
    "session",
    "settings",
    "ssh",
    "string",
    "text",
    "the",
    "token",
    "tokens",
    "type",
    "user",
    "value",
    "your",
];

/// Parts of values that are there to be replaced.
const GAPS: [&str; 9] =
    ["changeme", "placeholder", "example.com", "your-", "your_", "xxxx", "****", "....", "…"];

/// Always: the pattern says enough.
pub(super) fn always(_: &Found<'_>) -> bool {
    true
}

/// Letters and digits mixed, as in any generated token and hardly any word.
pub(super) fn mixed(found: &Found<'_>) -> bool {
    is_mixed(found.secret())
}

/// A key block with a body, not just its first line in a parser's source.
pub(super) fn armoured(found: &Found<'_>) -> bool {
    let header_end = "PRIVATE KEY";
    let secret = found.secret();
    let body = secret.find(header_end).map_or(secret, |at| &secret[at + header_end.len()..]);
    body.split(|c: char| !(c.is_ascii_alphanumeric() || "+/=".contains(c)))
        .any(|run| run.len() >= 16 && run.bytes().any(|byte| byte.is_ascii_lowercase()))
}

/// The base64 form of `user:password`.
pub(super) fn basic(found: &Found<'_>) -> bool {
    decode(found.secret()).is_some_and(|plain| {
        plain.contains(&b':') && plain.iter().all(|byte| !byte.is_ascii_control())
    })
}

/// What follows an authorization header's scheme, which may also be a placeholder.
pub(super) fn header(found: &Found<'_>) -> bool {
    let value = found.secret();
    !is_gap(value) && (is_mixed(value) || value.ends_with('=')) && !is_called(found)
}

/// The password in a URL, unless it is a gap to be filled in.
pub(super) fn url_password(found: &Found<'_>) -> bool {
    let value = found.secret();
    !is_gap(value) && !value.starts_with('[')
}

/// A quoted literal behind a name that means a secret and nothing else.
pub(super) fn quoted(found: &Found<'_>) -> bool {
    is_literal(found.secret())
}

/// A quoted literal behind a name that is also an ordinary word: `token`, `auth`.
pub(super) fn quoted_weak(found: &Found<'_>) -> bool {
    is_literal(found.secret()) && is_mixed(found.secret()) && !is_complaint(found.before())
}

/// `NAME=value` without quotes. In a shell's or `.env` file's capitals any literal counts; in
/// lower case it may as well be a keyword argument, so it must look generated.
pub(super) fn unquoted(found: &Found<'_>) -> bool {
    let value = found.secret();
    if !is_literal(value) || is_called(found) || is_dotted(value) {
        return false;
    }
    if is_capital_name(found) {
        return is_mixed(value) || !value.bytes().all(is_constant_byte);
    }
    is_mixed(value) && (digits(value) > 1 || value.len() >= GENERATED_LEN)
}

/// As [`unquoted`], where the name alone says too little.
pub(super) fn unquoted_weak(found: &Found<'_>) -> bool {
    unquoted(found) && is_mixed(found.secret())
}

/// `name: value` on a line of its own, as in YAML, where a type's name is as likely.
pub(super) fn yaml(found: &Found<'_>) -> bool {
    let value = found.secret();
    is_literal(value) && is_mixed(value) && !is_dotted(value) && !is_type_name(value)
}

/// Words between spaces, behind a name that means a whole phrase.
pub(super) fn phrase(found: &Found<'_>) -> bool {
    let value = found.secret();
    value.len() >= MIN_LEN
        && !is_gap(value)
        && !value.split(' ').any(|word| VOCABULARY.contains(&word.to_ascii_lowercase().as_str()))
}

/// Whether a value is meant literally: long enough, without blanks, and neither a gap, nor a
/// path, nor made of the words that labels are made of.
fn is_literal(value: &str) -> bool {
    value.len() >= MIN_LEN
        && !value.contains([' ', '\t'])
        && !is_gap(value)
        && !is_path(value)
        && !is_label(value)
}

/// Whether a value is to be filled in, by a person or by a template engine.
fn is_gap(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let first = value.chars().next();
    value.contains(MARK)
        || GAPS.iter().any(|gap| lower.contains(gap))
        || ["${", "$(", "{{", "#{", "%(", "<%"].iter().any(|open| value.contains(open))
        || matches!(first, Some('$' | '<' | '%' | '{'))
        || value.chars().all(|c| Some(c) == first)
}

fn is_path(value: &str) -> bool {
    ["/", "./", "../", "~/", "http://", "https://", "file:"]
        .iter()
        .any(|start| value.starts_with(start))
        || [".pem", ".key", ".json", ".txt", ".crt"].iter().any(|end| value.ends_with(end))
}

/// Whether a value is put together from [`VOCABULARY`], in any of the usual spellings.
fn is_label(value: &str) -> bool {
    if !value.bytes().all(|byte| byte.is_ascii_alphabetic() || b"-_.:/?!".contains(&byte)) {
        return false;
    }
    words(value).all(|word| VOCABULARY.contains(&word.to_ascii_lowercase().as_str()))
}

/// The words of `snake_case`, `kebab-case`, `camelCase` and `CAPITALS`.
fn words(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = value;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let bytes = rest.as_bytes();
        let ends = |at: usize| {
            !bytes[at].is_ascii_alphanumeric()
                || bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase()
        };
        let end = (1..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len());
        let (word, tail) = rest.split_at_checked(end)?;
        rest = tail;
        (!word.is_empty()).then_some(word)
    })
}

fn is_mixed(value: &str) -> bool {
    digits(value) > 0 && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn digits(value: &str) -> usize {
    value.bytes().filter(u8::is_ascii_digit).count()
}

/// `settings.API_KEY`, `self.token2`: a reference, not a value.
fn is_dotted(value: &str) -> bool {
    value.contains('.')
        && value.split('.').all(|part| {
            part.bytes().next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && digits(part) <= NAME_DIGITS_MAX
        })
}

/// `Argon2Hash`, `Ed25519PrivateKey`, `Config2`: a capital first, and after digits a capital or
/// nothing.
fn is_type_name(value: &str) -> bool {
    let tail = value.rsplit(|c: char| c.is_ascii_digit()).next().unwrap_or_default();
    value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && value.starts_with(|first: char| first.is_ascii_uppercase())
        && value.bytes().any(|byte| byte.is_ascii_lowercase())
        && match tail.bytes().next() {
            Some(first) => first.is_ascii_uppercase(),
            None => digits(value) <= NAME_DIGITS_MAX,
        }
}

fn is_constant_byte(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte == b'_'
}

/// Whether a call, an index or a block follows, so that the value was an expression's start.
fn is_called(found: &Found<'_>) -> bool {
    found.after().starts_with(['(', '[', '{', '<'])
}

/// Whether the match begins in a name written in capitals alone.
fn is_capital_name(found: &Found<'_>) -> bool {
    let head = &found.text[found.whole.start..found.secret.start];
    let tail = found.before().rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next();
    !head.bytes().chain(tail.unwrap_or_default().bytes()).any(|byte| byte.is_ascii_lowercase())
}

/// Whether the name is the subject of a parser's message: "unexpected token: 'base64'".
fn is_complaint(before: &str) -> bool {
    let last = before.trim_end().rsplit([' ', '\n', '`', '"']).next().unwrap_or_default();
    ["unexpected", "expected", "invalid", "unknown", "missing", "next", "current", "this"]
        .iter()
        .any(|word| last.eq_ignore_ascii_case(word))
}

/// Plain base64, padded or not; `None` if it is none.
fn decode(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push(u8::try_from(bits >> held & 0xFF).ok()?);
        }
    }
    Some(out)
}
