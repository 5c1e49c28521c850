use std::borrow::Cow;
use std::collections::BTreeSet;

use proptest::prelude::*;

use super::rules::RULES;
use super::{credential_name, redact};

/// One line each: the rule, a tab, and a text with every secret between `«` and `»`. A `¦` stands
/// for nothing and keeps scanners of repositories from taking the line for a leak, a `⏎` stands
/// for a line break.
const SECRETS: &str = include_str!("../../testdata/redact/secrets.txt");

/// One line each that must stay as it is.
const ORDINARY: &str = include_str!("../../testdata/redact/ordinary.txt");

/// The rule, the text, and the text as it should read afterwards.
fn secrets() -> impl Iterator<Item = (&'static str, String, String)> {
    SECRETS.lines().map(|line| {
        let (rule, text) = line.split_once('\t').expect("rule, tab, text");
        let text = text.replace('¦', "").replace('⏎', "\n");
        let mut expected = String::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('«') {
            let (_, after) = after.split_once('»').expect("a secret ends");
            expected += &format!("{before}[redacted:{rule}]");
            rest = after;
        }
        expected += rest;
        (rule, text.replace(['«', '»'], ""), expected)
    })
}

/// Compares two long texts and shows only the lines that differ.
fn check_lines(actual: &str, expected: &str) {
    for (number, (actual, expected)) in actual.lines().zip(expected.lines()).enumerate() {
        assert_eq!(actual, expected, "line {}", number + 1);
    }
    assert_eq!(actual.len(), expected.len());
}

#[test]
fn every_secret_is_taken_and_nothing_else() {
    let wrong: Vec<String> = secrets()
        .filter_map(|(_, text, expected)| {
            let actual = redact(&text);
            (actual != expected)
                .then(|| format!("{text:?}\n  became   {actual:?}\n  expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(secrets().count() >= 50);
}

#[test]
fn ordinary_lines_stay() {
    let wrong: Vec<String> = ORDINARY
        .lines()
        .filter_map(|line| match redact(line) {
            Cow::Borrowed(_) => None,
            Cow::Owned(changed) => Some(format!("{line}\n  became {changed}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(ORDINARY.lines().count() >= 200);
}

#[test]
fn ordinary_lines_stay_in_one_text() {
    check_lines(&redact(ORDINARY), ORDINARY);
}

#[test]
fn every_rule_has_a_secret() {
    let named: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    let tried: BTreeSet<&str> = secrets().map(|(rule, ..)| rule).collect();
    assert_eq!(named, tried);
    let mut used = BTreeSet::new();
    for (_, text, _) in secrets() {
        used.extend(super::find(&text).into_iter().map(|(rule, _)| rule));
    }
    let unmatched: Vec<_> = RULES
        .iter()
        .enumerate()
        .filter(|(index, _)| !used.contains(index))
        .map(|(_, rule)| (rule.anchors, rule.tail))
        .collect();
    assert!(unmatched.is_empty(), "no secret for {unmatched:#?}");
}

#[test]
fn anchors_are_long_enough() {
    let anchors = || RULES.iter().flat_map(|rule| rule.anchors);
    let short: Vec<_> = anchors()
        .filter(|anchor| anchor.len() < super::anchors::KEY_LEN || !anchor.is_ascii())
        .collect();
    assert!(short.is_empty(), "{short:?}");
    for rule in RULES {
        for (index, anchor) in rule.anchors.iter().enumerate() {
            let hidden = rule.anchors[index + 1..].iter().find(|later| later.starts_with(anchor));
            assert_eq!(hidden, None, "{anchor} hides a longer anchor");
        }
    }
}

#[test]
fn twice_is_once() {
    for (_, text, _) in secrets() {
        let once = redact(&text).into_owned();
        assert_eq!(redact(&once), once);
    }
}

#[test]
fn secrets_are_taken_between_ordinary_lines() {
    let mut text = String::new();
    let mut expected = String::new();
    // Several lines each: what a block of lines starts must not run into its neighbours.
    let ordinary: Vec<&str> =
        ORDINARY.lines().filter(|line| !line.contains("-----BEGIN")).collect();
    for (index, (_, secret, hidden)) in secrets().enumerate() {
        let before = ordinary[index * 7 % ordinary.len()];
        text += &format!("{before}\n{secret}\n;\n");
        expected += &format!("{before}\n{hidden}\n;\n");
    }
    check_lines(&redact(&text), &expected);
}

#[test]
fn credential_names() {
    let credentials = [
        "GITHUB_TOKEN",
        "GH_TOKEN",
        "TOKEN",
        "token",
        "NPM_TOKEN",
        "HF_TOKEN",
        "AUTHTOKEN",
        "npm_config__authToken",
        "CARGO_REGISTRY_TOKEN",
        "CARGO_REGISTRIES_CORP_TOKEN",
        "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "OPENAI_KEY",
        "APIKEY",
        "MY_APIKEY_PROD",
        "GEMINI_API_KEY_2",
        "TOKEN_1",
        "TOKEN2",
        "AZURE_CLIENT_SECRET",
        "CLIENT_SECRET_V2",
        "JWT_SECRET",
        "SECRET",
        "PGPASSWORD",
        "MYSQL_PWD",
        "DB_PASSWORD",
        "DB_PASS",
        "DB_PASSWORD_FILE",
        "TWINE_PASSWORD",
        "SSH_KEY_PASSPHRASE",
        "GITHUB_PAT",
        "COMPOSER_AUTH",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "CI_JOB_JWT",
        "SIGNING_KEY",
        "STRIPE_KEY",
        "KEYS",
        "AZURE_STORAGE_CONNECTION_STRING",
        "SESSION_COOKIE",
        "MAVEN_GPG_PASSPHRASE",
        "spring.datasource.password",
    ];
    let ordinary = [
        "PATH",
        "HOME",
        "PWD",
        "OLDPWD",
        "USER",
        "SHELL",
        "LANG",
        "KEYBOARD_LAYOUT",
        "XKB_KEYMAP",
        "MONKEY",
        "HOTKEYS_FILE",
        "SSH_AUTH_SOCK",
        "XAUTHORITY",
        "SSH_ASKPASS",
        "GIT_ASKPASS",
        "TOKENIZERS_PARALLELISM",
        "MAX_TOKENS",
        "VAULT_TOKEN_FILE",
        "PUBLIC_KEY",
        "SIGSTORE_PUBLIC_KEY",
        "DATABASE_URL",
        "CARGO_HOME",
        "RUSTUP_HOME",
        "GOPATH",
        "NODE_OPTIONS",
        "JAVA_HOME",
        "VIRTUAL_ENV",
        "INIT_CWD",
        "GPG_AGENT_INFO",
        "DBUS_SESSION_BUS_ADDRESS",
        "AUTHOR",
        "COMPASS",
        "BYPASS",
        "PATTERN",
        "DISPLAY",
        "TERM",
        "1",
        "_",
        "",
        "CARGO_REGISTRY_GLOBAL_CREDENTIAL_PROVIDERS",
    ];
    let wrong: Vec<&str> = credentials
        .into_iter()
        .filter(|name| !credential_name(name))
        .chain(ordinary.into_iter().filter(|name| credential_name(name)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

proptest! {
    #[test]
    fn random_text_never_panics(text in r#"(?s)(password|token|secret|api_key|://|a:|@|-----BEGIN PRIVATE KEY-----|["'=: \n\\]|\PC){0,60}"#) {
        let once = redact(&text).into_owned();
        prop_assert_eq!(redact(&once), once.as_str());
    }

    #[test]
    fn plain_words_are_borrowed(text in "[a-z]{1,12}( [a-z]{1,12}){0,30}") {
        prop_assert!(matches!(redact(&text), Cow::Borrowed(_)));
    }
}
