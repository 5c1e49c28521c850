//! The environment that a server gets.

use deixis_base::redact::{credential_name, credential_value};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

/// A whole, final environment: nothing else is inherited.
///
/// On Windows names are compared without regard to case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// An empty environment.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets one variable, replacing it when it is there.
    ///
    /// A name that no system accepts (empty, or with `=` or a NUL) is ignored:
    /// such names arrive only from a malformed host environment, configuration
    /// refuses them earlier.
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) {
        let name = name.into();
        let bytes = name.as_encoded_bytes();
        // Windows keeps per-drive directories under names like `=C:`.
        let body = if cfg!(windows) { bytes.strip_prefix(b"=").unwrap_or(bytes) } else { bytes };
        if body.is_empty() || body.iter().any(|byte| matches!(byte, b'=' | 0)) {
            return;
        }
        self.remove(&name);
        self.variables.insert(name, value.into());
    }

    /// Takes one variable out.
    pub fn remove(&mut self, name: impl AsRef<OsStr>) {
        let name = name.as_ref();
        if cfg!(windows) {
            self.variables.retain(|known, _| !known.eq_ignore_ascii_case(name));
        } else {
            self.variables.remove(name);
        }
    }

    /// One variable's value.
    #[must_use]
    pub fn get(&self, name: impl AsRef<OsStr>) -> Option<&OsStr> {
        let name = name.as_ref();
        let found = if cfg!(windows) {
            self.variables.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
        } else {
            self.variables.get_key_value(name)
        };
        found.map(|(_, value)| value.as_os_str())
    }

    /// Every variable, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }
}

/// What a server inherits of the host's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InheritEnvironment {
    /// Everything but variables whose names look like credentials or whose values hold one.
    Filtered,
    /// Everything.
    All,
    /// Nothing.
    None,
}

/// What `policy` lets through of the host's environment, and then `explicit`,
/// which is never filtered: the user wrote it down for this very server.
pub fn build_environment<N, V>(
    policy: InheritEnvironment,
    host: impl IntoIterator<Item = (OsString, OsString)>,
    explicit: impl IntoIterator<Item = (N, V)>,
) -> Environment
where
    N: Into<OsString>,
    V: Into<OsString>,
{
    let mut environment = Environment::new();
    for (name, value) in host {
        let passes = match policy {
            InheritEnvironment::All => true,
            InheritEnvironment::None => false,
            InheritEnvironment::Filtered => is_harmless(&name, &value),
        };
        if passes {
            environment.set(name, value);
        }
    }
    for (name, value) in explicit {
        environment.set(name, value);
    }
    environment
}

/// Whether neither the name nor the value of a variable is that of a credential.
///
/// A name is reason enough and no surprise. A value is one, so it is told: somebody may
/// wonder why a compiler no longer finds its database.
fn is_harmless(name: &OsStr, value: &OsStr) -> bool {
    if credential_name(&name.to_string_lossy()) {
        return false;
    }
    let found = credential_value(&value.to_string_lossy());
    if found {
        let name = name.display();
        tracing::info!(%name, "not inherited by the server: its value holds a credential");
    }
    !found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(policy: InheritEnvironment, expected: &str) {
        let host = [
            ("PATH", "/bin"),
            ("GITHUB_TOKEN", "ghp"),
            ("RA_LOG", "warn"),
            ("AWS_SECRET_ACCESS_KEY", "s"),
            ("DATABASE_URL", "postgres://localhost/app"),
            ("HTTPS_PROXY", "http://me:pw@proxy.example:3128"),
        ]
        .map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let explicit = [("RA_LOG", "info"), ("NPM_TOKEN", "wanted")];
        let environment = build_environment(policy, host, explicit);
        let lines: Vec<String> = environment
            .iter()
            .map(|(name, value)| format!("{}={}", name.display(), value.display()))
            .collect();
        assert_eq!(lines.join(" "), expected);
    }

    #[test]
    fn policies() {
        check(
            InheritEnvironment::Filtered,
            "DATABASE_URL=postgres://localhost/app NPM_TOKEN=wanted PATH=/bin RA_LOG=info",
        );
        check(
            InheritEnvironment::All,
            "AWS_SECRET_ACCESS_KEY=s DATABASE_URL=postgres://localhost/app GITHUB_TOKEN=ghp HTTPS_PROXY=http://me:pw@proxy.example:3128 NPM_TOKEN=wanted PATH=/bin RA_LOG=info",
        );
        check(InheritEnvironment::None, "NPM_TOKEN=wanted RA_LOG=info");
    }

    #[test]
    fn names_that_no_system_accepts_are_ignored() {
        let mut environment = Environment::new();
        for name in ["", "A=B", "A\0B"] {
            environment.set(name, "x");
        }
        assert_eq!(environment, Environment::new());
    }
}
