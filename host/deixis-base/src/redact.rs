//! Which text, and which name of an environment variable, looks like a credential.

use std::borrow::Cow;

/// Replaces what looks like a credential.
#[must_use]
pub fn redact(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// Whether an environment variable of that name looks like it holds a credential.
#[must_use]
pub fn credential_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["TOKEN", "SECRET", "PASSWORD", "_KEY"].iter().any(|word| name.contains(word))
}
