//! The table of shapes: the one place to add one.
//!
//! Order matters where findings overlap: issuers' tokens come before the generic rules, so that
//! the replacement names the issuer. Every rule has lines in `testdata/redact/secrets.txt`, and a
//! test says so.

use super::context::{
    any, key_kind, line_start, line_start_key_kind, number, option, option_key_kind, parameter,
    part, tag, tag_key_kind, word,
};
use super::shape::{
    always, armoured, basic, header, mixed, phrase, quoted, quoted_weak, unquoted, unquoted_weak,
    url_password, yaml,
};
use super::{Found, Rule};

/// How much of a value a rule sees; what goes on without a break behind it is hidden as well.
const WINDOW: usize = 512;

/// How much of a key block is seen: the longest RSA keys in use have about 6.5 kB.
const BLOCK_WINDOW: usize = 8 * 1024;

/// Ends of names that mean a secret and nothing else.
const STRONG: &[&str] =
    &["passwords", "password", "passwd", "pwd", "secret", "apikey", "api_key", "api-key"];

/// The end of names that mean one if [`key_kind`] says so.
const KEY: &[&str] = &["key"];

/// Ends of names that are ordinary words too.
const WEAK: &[&str] = &["token", "auth", "credentials", "credential"];

/// Ends of environment variables' names that are, in lower case, anything.
const CAPITALS: &[&str] = &["_KEY", "_PASS", "_PAT", "_JWT"];

/// What stands between a name and a quoted value: a number, a closing quote or bracket, a type,
/// `=` or `:` in all their forms, and what may precede the quote of a literal. Then the value, up
/// to its end or the line's; its quotes may be escaped, as in JSON that is quoted itself.
const QUOTED: &str = concat!(
    r#"(?:_?[0-9]{1,2})?\\?["'`]?\]?"#,
    r"(?:\s?:\s?[&A-Za-z][\w&':<> \[\]]{0,40}|\s+string)?",
    r"\s*(?:=>|:=|[=!]==?|[=:])\s*",
    r"(?:String::from\(|Some\(|[bfrLu@])?",
    r#"(?:"(?<s>(?:[^"\\\n]|\\.)+)|'(?<s2>(?:[^'\\\n]|\\.)+)|`(?<s3>[^`\n]+)"#,
    r#"|\\["'](?<s4>(?:[^"'\\\n]|\\[^"'\n])+))"#,
);

/// `=` and a value that ends where a shell, a URL's query or a sentence would end it.
const BARE: &str = r#"(?:_?[0-9]{1,2})?=(?<s>[^\s"'`,;&|<>(){}\[\]\\]+)"#;

/// The rest of a line: a colon, a value, perhaps a comment.
const YAML: &str = r#"["']?:[ \t]+(?<s>[^\s"'`,;&|<>(){}\[\]\\]+)[ \t]*(?:#[^\n]*)?(?:\r?\n|\z)"#;

/// What is inside a tag.
const TAG: &str = r">(?<s>[^\s<>]+)</";

/// What follows an option of a command.
const OPTION: &str = r#"[ =](?<s>[^\s"'`,;&|<>(){}\[\]\\]+)"#;

/// A key block to its last line. Inside is base64, header lines, and the quotes, escapes and
/// signs by which source code puts it together; not `;`, which ends a statement between two
/// constants.
const BLOCK: &str = concat!(
    r"(?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    r#"[A-Za-z0-9+/=:,.()\s\\"'|>-]+?"#,
    r"-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
);

/// A key block whose last line is cut off.
const OPEN_BLOCK: &str = concat!(
    r"(?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
    r#"(?:(?:[\s"'+]|\\[nr])*(?:[A-Z][A-Za-z-]+: [^\n\\]+|[A-Za-z0-9+/=]{16,}))+"#,
    r"(?m:(?:\r?\n[ \t]*|\\n)[A-Za-z0-9+/=]{1,15}\r?$)?",
);

/// A token that starts with one of `anchors`, as a word of its own.
const fn token(name: &'static str, anchors: &'static [&'static str], tail: &'static str) -> Rule {
    Rule {
        name,
        anchors,
        exact_case: true,
        back: 0,
        left: word,
        tail,
        window: WINDOW,
        holds: always,
    }
}

/// A token with its anchor inside, `back` bytes from its start.
const fn inner(
    name: &'static str,
    back: usize,
    anchors: &'static [&'static str],
    tail: &'static str,
) -> Rule {
    Rule { back, holds: mixed, ..token(name, anchors, tail) }
}

/// A value behind a name of any case.
const fn named(
    name: &'static str,
    anchors: &'static [&'static str],
    left: fn(&str) -> bool,
    tail: &'static str,
    holds: fn(&Found<'_>) -> bool,
) -> Rule {
    Rule { exact_case: false, left, holds, ..token(name, anchors, tail) }
}

/// A literal that is assigned to a name.
const fn assigned(
    anchors: &'static [&'static str],
    left: fn(&str) -> bool,
    tail: &'static str,
    holds: fn(&Found<'_>) -> bool,
) -> Rule {
    named("assignment", anchors, left, tail, holds)
}

/// All rules; an earlier one wins where two want the same text.
pub(super) const RULES: &[Rule] = &[
    // Key blocks.
    Rule {
        window: BLOCK_WINDOW,
        left: any,
        holds: armoured,
        ..token("pem", &["-----BEGIN "], BLOCK)
    },
    Rule {
        window: BLOCK_WINDOW,
        left: any,
        holds: armoured,
        ..token("pem", &["-----BEGIN "], OPEN_BLOCK)
    },
    token("age-key", &["AGE-SECRET-KEY-1"], r"[0-9A-Z]{58}\b"),
    // Clouds.
    token("aws-key-id", &["AKIA", "ASIA", "ABIA", "ACCA"], r"[A-Z0-9]{16}\b"),
    token("google", &["AIza"], r"[A-Za-z0-9_-]{35}"),
    token("google", &["ya29."], r"[A-Za-z0-9_-]{20,}"),
    token("google", &["GOCSPX-"], r"[A-Za-z0-9_-]{20,}"),
    named("azure", &["sig="], parameter, r"(?<s>[A-Za-z0-9%+/=]{40,})", always),
    inner("azure", 3, &["8Q~"], r"[A-Za-z0-9_~.-]{31,34}"),
    token("digitalocean", &["dop_v1_", "doo_v1_", "dor_v1_"], r"[0-9a-f]{64}\b"),
    token("cloudflare", &["v1.0-"], r"[0-9a-f]{24}-[0-9a-f]{64,}\b"),
    token("heroku", &["HRKU-AA"], r"[A-Za-z0-9_-]{30,}"),
    token("fly", &["fm1_", "fm1r_", "fm1a_", "fm2_"], r"[A-Za-z0-9+/=_-]{40,}"),
    token("netlify", &["nfp_"], r"[A-Za-z0-9]{36,}\b"),
    token("supabase", &["sbp_"], r"[0-9a-f]{40}\b"),
    token("planetscale", &["pscale_"], r"(?:tkn|pw|oauth)_[A-Za-z0-9._-]{32,}"),
    token("pulumi", &["pul-"], r"[0-9a-f]{40}\b"),
    inner("terraform", 14, &[".atlasv1."], r"[A-Za-z0-9_-]{60,}"),
    token("vault", &["hvs.", "hvb.", "hvr."], r"[A-Za-z0-9_-]{24,}"),
    token(
        "doppler",
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"[A-Za-z0-9._-]{40,}",
    ),
    token("databricks", &["dapi"], r"[0-9a-f]{32}\b"),
    // Code hosts and continuous integration.
    token("github", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], r"[A-Za-z0-9]{36,}\b"),
    token("github", &["github_pat_"], r"[A-Za-z0-9_]{22,}\b"),
    token(
        "gitlab",
        &[
            "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glagent-",
            "glimt-", "gloas-",
        ],
        r"[A-Za-z0-9_.-]{20,}",
    ),
    token("bitbucket", &["ATBB"], r"[A-Za-z0-9_=-]{28,}"),
    token("atlassian", &["ATATT3", "ATCTT3"], r"[A-Za-z0-9_=-]{60,}"),
    token("buildkite", &["bkua_", "bkpt_", "bkaj_"], r"[0-9a-f]{40}\b"),
    token("circleci", &["CCIPAT_"], r"[A-Za-z0-9]{16,}_[0-9a-f]{40}\b"),
    token("sourcegraph", &["sgp_"], r"(?:[A-Za-z0-9]{1,16}_)?[0-9a-f]{40}\b"),
    // Registries.
    token("npm", &["npm_"], r"[A-Za-z0-9]{36}\b"),
    token("pypi", &["pypi-"], r"[A-Za-z0-9_-]{50,}"),
    token("crates-io", &["cio"], r"[A-Za-z0-9]{32}\b"),
    token("rubygems", &["rubygems_"], r"[0-9a-f]{48}\b"),
    token("nuget", &["oy2"], r"[a-z0-9]{43}\b"),
    token("docker", &["dckr_pat_", "dckr_oat_"], r"[A-Za-z0-9_-]{20,}"),
    token("artifactory", &["AKCp"], r"[A-Za-z0-9]{60,}\b"),
    // Models.
    token("anthropic", &["sk-ant-"], r"[A-Za-z0-9_-]{16,}"),
    token("openrouter", &["sk-or-v1-"], r"[0-9a-f]{64}\b"),
    token("openai", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], r"[A-Za-z0-9_-]{20,}"),
    Rule { holds: mixed, ..token("openai", &["sk-"], r"[A-Za-z0-9]{20,}\b") },
    token("huggingface", &["hf_"], r"[A-Za-z0-9]{34,}\b"),
    token("replicate", &["r8_"], r"[A-Za-z0-9]{37}\b"),
    token("groq", &["gsk_"], r"[A-Za-z0-9]{48,}\b"),
    token("xai", &["xai-"], r"[A-Za-z0-9]{70,}\b"),
    token("perplexity", &["pplx-"], r"[A-Za-z0-9]{40,}\b"),
    // Payment.
    token("stripe", &["sk_", "rk_"], r"(?:live|test|prod)_[A-Za-z0-9]{10,}\b"),
    token("stripe", &["whsec_"], r"[A-Za-z0-9+/=]{20,}"),
    token("square", &["sq0atp-", "sq0csp-"], r"[A-Za-z0-9_-]{22,}"),
    token("shopify", &["shpat_", "shpca_", "shppa_", "shpss_"], r"[0-9a-fA-F]{32}\b"),
    // Messages.
    token("slack", &["xox"], r"[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}"),
    token("slack", &["xapp-"], r"[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]{16,}"),
    token("slack", &["hooks.slack.com/"], r"(?:services|workflows)/(?<s>[A-Za-z0-9+/_-]{20,})"),
    named(
        "discord",
        &["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
        any,
        r"[0-9]{5,}/(?<s>[A-Za-z0-9_-]{40,})",
        always,
    ),
    token(
        "discord",
        &["Bot "],
        r"(?<s>[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,})",
    ),
    Rule { left: number, ..token("telegram", &[":AA"], r"[A-Za-z0-9_-]{33}") },
    token("sendgrid", &["SG."], r"[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,}"),
    token("mailgun", &["key-"], r"[0-9a-f]{32}\b"),
    inner("mailchimp", 32, &["-us"], r"[0-9]{1,2}\b"),
    token(
        "twilio",
        &[
            "SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7", "SK8", "SK9", "SKa", "SKb",
            "SKc", "SKd", "SKe", "SKf",
        ],
        r"[0-9a-f]{31}\b",
    ),
    // Tools.
    token("grafana", &["glsa_"], r"[A-Za-z0-9]{32}_[0-9a-f]{8}\b"),
    token("grafana", &["glc_eyJ"], r"[A-Za-z0-9+/=]{32,}"),
    token("sentry", &["sntryu_"], r"[0-9a-f]{64}\b"),
    token("sentry", &["sntrys_"], r"[A-Za-z0-9+/=_-]{40,}"),
    token("newrelic", &["NRAK-"], r"[A-Z0-9]{27}\b"),
    token("dynatrace", &["dt0c01.", "dt0s01."], r"[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    token("linear", &["lin_api_", "lin_oauth_"], r"[A-Za-z0-9]{40,}\b"),
    token("notion", &["ntn_"], r"[A-Za-z0-9]{40,}\b"),
    token("notion", &["secret_"], r"[A-Za-z0-9]{43}\b"),
    token("airtable", &["pat"], r"[A-Za-z0-9]{14}\.[0-9a-f]{64}\b"),
    token(
        "figma",
        &["figd_", "figo_", "figu_", "figdr_", "figor_", "figur_"],
        r"[A-Za-z0-9_-]{40,}",
    ),
    token("postman", &["PMAK-"], r"[0-9a-f]{24}-[0-9a-f]{34}\b"),
    token("contentful", &["CFPAT-"], r"[A-Za-z0-9_-]{43}"),
    token("prefect", &["pnu_", "pnb_"], r"[A-Za-z0-9]{36}\b"),
    token("easypost", &["EZAK", "EZTK"], r"[A-Za-z0-9]{54}\b"),
    // Shapes that many issuers share.
    Rule {
        window: BLOCK_WINDOW,
        ..token("jwt", &["eyJ"], r"[\w-]{8,}(?:\.[\w-]*){1,3}\.[\w-]{8,}")
    },
    named(
        "authorization",
        &["authorization"],
        any,
        concat!(
            r#"\\?["'`]?\s*[:=,]\s*[fb$]?\\?["'`]?"#,
            r"(?:(?:bearer|basic|token|digest|apikey|negotiate|splunk|key)\s+)?",
            r"(?<s>[A-Za-z0-9._~+/=-]{8,})",
        ),
        header,
    ),
    named("bearer", &["bearer"], word, r"\s+(?<s>[A-Za-z0-9._~+/=-]{16,})", header),
    named("basic", &["basic"], word, r"\s+(?<s>[A-Za-z0-9+/]{8,}={0,2})", basic),
    named(
        "basic",
        &["auth"],
        any,
        r#"\\?["']?\s*[:=]\s*\\?["']?(?<s>[A-Za-z0-9+/]{12,}={0,2})"#,
        basic,
    ),
    named("url-password", &["://"], any, r#"[^\s/?#:@"'`<>]*:(?<s>[^\s/?#"'`<>]+)@"#, url_password),
    named("url-token", &["://"], any, r"(?<s>[A-Za-z0-9_-]{20,})@", mixed),
    // Literals behind names.
    assigned(STRONG, any, QUOTED, quoted),
    assigned(KEY, key_kind, QUOTED, quoted),
    assigned(WEAK, any, QUOTED, quoted_weak),
    assigned(&["passphrase"], any, QUOTED, phrase),
    assigned(STRONG, any, BARE, unquoted),
    assigned(KEY, key_kind, BARE, unquoted),
    assigned(WEAK, any, BARE, unquoted_weak),
    assigned(&["passphrase"], any, BARE, unquoted),
    Rule { exact_case: true, ..assigned(CAPITALS, any, QUOTED, quoted_weak) },
    Rule { exact_case: true, ..assigned(CAPITALS, any, BARE, unquoted_weak) },
    assigned(STRONG, line_start, YAML, yaml),
    assigned(KEY, line_start_key_kind, YAML, yaml),
    assigned(&["token", "passphrase"], line_start, YAML, yaml),
    assigned(STRONG, tag, TAG, quoted),
    assigned(KEY, tag_key_kind, TAG, quoted),
    assigned(STRONG, option, OPTION, quoted_weak),
    assigned(KEY, option_key_kind, OPTION, quoted_weak),
    assigned(&["token", "passphrase"], option, OPTION, quoted_weak),
    assigned(&["password", "pwd"], part, r#"\s*=\s*(?<s>[^;"'\s]+)"#, quoted),
    assigned(KEY, part, r#"\s*=\s*(?<s>[^;"'\s]+)"#, quoted_weak),
    assigned(
        &["-u ", "-u=", "--user ", "--user="],
        word,
        r#"["']?[\w.@-]+:(?<s>[^\s"':]+)"#,
        quoted_weak,
    ),
    assigned(&["login "], word, r"\S+\s+password\s+(?<s>\S+)", quoted),
];
