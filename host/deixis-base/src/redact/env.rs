//! Names of environment variables that hold credentials.

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
///   such a value holds a password is a question for [`redact`](super::redact).
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
