//! Environment variables that hold credentials, by their name or by what is in them.

use std::sync::OnceLock;

use regex::bytes::Regex;

use super::{compile, redact};

/// Words that give a name away wherever they stand.
const ANYWHERE: [&str; 11] = [
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "APIKEY",
    "API_KEY",
    "ACCESS_KEY",
    "PRIVATE_KEY",
    "ACCESSKEY",
    "PRIVATEKEY",
    "CONNECTION_STRING",
];

/// Words that give a name away as its last part.
const LAST: [&str; 12] = [
    "TOKEN",
    "KEY",
    "KEYS",
    "PASS",
    "PAT",
    "PWD",
    "AUTH",
    "AUTHORIZATION",
    "CREDENTIAL",
    "CREDENTIALS",
    "JWT",
    "COOKIE",
];

/// Names that end like credentials and are none.
const INNOCENT: [&str; 3] = ["PWD", "OLDPWD", "PUBLIC_KEY"];

/// Whether an environment variable of that name looks like it holds a credential.
///
/// Case does not count. Some names are decided on purpose:
///
/// - `SSH_AUTH_SOCK`, `XAUTHORITY`, `SSH_ASKPASS` and `GIT_ASKPASS` are *not*: they hold the path
///   of a socket, file or program of the same user, and without the agent's socket no build tool
///   can fetch a private dependency.
/// - `GOOGLE_APPLICATION_CREDENTIALS` is: a path as well, but to nothing except a key.
/// - `*_TOKEN_FILE` is not, `*_PASSWORD_FILE` and `*_SECRET_FILE` are: the stronger words win
///   wherever they stand.
/// - `MAX_TOKENS`, `TOKENIZERS_PARALLELISM`, `KEYBOARD_LAYOUT`, `PUBLIC_KEY`, `PWD` are not.
/// - `DATABASE_URL` and its like are *not*: compilers read them while they check code. Whether
///   such a value holds a password is a question for [`credential_value`].
#[must_use]
pub fn credential_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace(['-', '.'], "_");
    if INNOCENT.iter().any(|innocent| is_last(&name, innocent) && !is_longer_pwd(&name, innocent)) {
        return false;
    }
    ANYWHERE.iter().any(|word| name.contains(word))
        || LAST.iter().any(|word| is_last(&name, word))
        // `AUTHTOKEN`, `GITHUBTOKEN`: run together, and unlike `KEY` no other word ends so.
        || name.ends_with("TOKEN")
        // A numbered series: `GEMINI_API_KEY_2` is found above, `TOKEN_1` here.
        || numbered(&name).is_some_and(credential_name)
}

/// `user:password@host`, with or without the scheme of a URL before it, as in the settings of a
/// proxy or the source name of a database. A password may itself hold an `@`.
const USER_INFO: &str =
    r"\A(?:[a-z][a-z0-9+.-]*://)?[^\s/?#:@]*:(?<s>[^\s/?#]+)@[\w.\[\]:-]*(?:\(|[:/?]|\z)";

/// Schemes without `//`, behind which a `:` and an `@` mean something else.
const OPAQUE: [&str; 7] = ["acct:", "jsr:", "mailto:", "npm:", "sip:", "sips:", "xmpp:"];

/// `password=…` among the parts of a connection's description.
const PART: &str = r"(?:\A|[\s;,&?])(?:user ?)?(?:password|passwd|pwd)\s*=\s*(?<s>[^\s;,&]+)";

/// Whether the value of an environment variable holds a credential, whatever the name says: a
/// URL with a password, a token of a known shape, a connection's description.
///
/// More is taken than by [`redact`], which must leave ordinary text alone: what is not inherited
/// here can still be given to one server by name.
#[must_use]
pub fn credential_value(value: &str) -> bool {
    static SHAPES: OnceLock<[Regex; 2]> = OnceLock::new();
    let [user_info, part] = SHAPES.get_or_init(|| [USER_INFO, PART].map(|one| compile(one, false)));
    let value = value.trim();
    let opaque = OPAQUE.iter().any(|scheme| {
        value.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    // Without its `=` nothing is a part; most values end here.
    !opaque && value.contains('@') && has_literal(user_info, value)
        || value.contains('=') && has_literal(part, value)
        || matches!(redact(value), std::borrow::Cow::Owned(_))
}

/// Whether the pattern finds something that is not there to be filled in.
fn has_literal(shape: &Regex, value: &str) -> bool {
    let secret = shape.captures(value.as_bytes()).and_then(|found| found.name("s"));
    secret.is_some_and(|secret| {
        let secret = secret.as_bytes();
        !secret.starts_with(b"$") && !secret.starts_with(b"{") && !secret.starts_with(b"<")
    })
}

/// `MYSQL_PWD` is a password although `PWD` is a folder.
fn is_longer_pwd(name: &str, innocent: &str) -> bool {
    innocent == "PWD" && name.len() > innocent.len()
}

fn is_last(name: &str, word: &str) -> bool {
    name.strip_suffix(word).is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
}

fn numbered(name: &str) -> Option<&str> {
    let rest = name.trim_end_matches(|last: char| last.is_ascii_digit());
    (rest.len() < name.len()).then(|| rest.trim_end_matches('_')).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::credential_value;

    /// `«` and `»` around the credential keep scanners of repositories away; without them, the
    /// value holds none.
    #[test]
    fn values_of_every_shape() {
        let values = [
            "postgres://app:«s3»@db.example/app",
            "postgres://app@db.example/app",
            "postgres://localhost:5432/app?sslmode=disable",
            "sqlite://./dev.db",
            "mongodb+srv://:«p%40ss»@cluster0.example/?retryWrites=true",
            "redis://:«x»@localhost:6379/0",
            "http://proxy.example:3128",
            "http://corp%5Cme:«x»@proxy.example:3128",
            "corp%5Cme:«x»@proxy.example:3128",
            "me:«p@ss»@proxy.example",
            "amqp://guest:«guest»@localhost//",
            "root:«pw»@tcp(127.0.0.1:3306)/app?parseTime=true",
            "host=localhost user=app password=«x» dbname=app",
            "Server=db;Database=app;User Id=me;Password=«hunter2»;Encrypt=true",
            "Server=db;Uid=me;Pwd=«x»",
            "host=localhost user=app dbname=app",
            "postgres://app:${PASSWORD}@db.example/app",
            "password=$(cat /run/secret)",
            "https://«ghp_¦a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8»@github.example/a/b",
            "«ghp_¦a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8»",
            "-Dtrust.path=/etc/x -Djavax.net.ssl.keyStorePassword=«changeit7A9»",
            "git@github.com:owner/repository.git",
            "ssh://git@github.com/owner/repository.git",
            "npm:react@18.2.0",
            "mailto:me@example.com",
            "me@example.com",
            "/usr/bin:/usr/local/bin:/opt/a@1.2/bin",
            "unix:path=/run/user/1000/bus",
            "\\u@\\h:\\w\\$ ",
            "https://example.com/@scope/package",
            "rsync://mirror.example:873/module",
            "en_US.UTF-8",
            "tcp://127.0.0.1:2375",
            "",
        ];
        let plain = |value: &str| value.replace(['«', '»', '¦'], "");
        let wrong: Vec<&str> = values
            .into_iter()
            .filter(|value| credential_value(&plain(value)) != value.contains('«'))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
