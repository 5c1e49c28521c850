//! The table of shapes: the one place to add one.
//!
//! Order matters: issuers' tokens before the generic rules, so that the replacement names the
//! issuer. Every rule has lines in `testdata/redact/secrets.txt`, and a test says so.

use super::shape::{
    always, armoured, basic, header, mixed, phrase, quoted, quoted_weak, unquoted, unquoted_weak,
    url_password, yaml,
};
use super::{Found, Rule};

/// Ends of names that mean a secret and nothing else.
macro_rules! strong {
    () => {
        "(?:passwords?|passwd|pwd|secret|api[_-]?key|(?:secret|access|private|signing|encryption|\
         account|shared[_-]?access|shared|master|service|auth|deploy|session|app)[_-]?key)"
    };
}

/// Ends of names that are ordinary words too.
macro_rules! weak {
    () => {
        "(?:token|auth|credentials?|(?-i:_KEY|_PASS|_PAT|_JWT))"
    };
}

/// What stands between a name and a quoted value: a number, a closing quote or bracket, a type,
/// `=` or `:` in all their forms, and what may precede the quote of a literal.
macro_rules! assigned {
    () => {
        concat!(
            r#"(?:_?[0-9]{1,2})?\\?["'`]?\]?"#,
            r"(?:\s?:\s?[&A-Za-z][\w&':<> \[\]]{0,40}|\s+string)?",
            r"\s*(?:=>|:=|[=!]==?|[=:])\s*",
            r"(?:String::from\(|Some\(|[bfrLu@])?",
        )
    };
}

/// A quoted value, up to its end or the line's; the quotes may be escaped, as in JSON that is
/// quoted itself.
macro_rules! quoted_value {
    () => {
        concat!(
            r#"(?:"(?<s>(?:[^"\\\n]|\\.)+)|'(?<s2>(?:[^'\\\n]|\\.)+)|`(?<s3>[^`\n]+)"#,
            r#"|\\["'](?<s4>(?:[^"'\\\n]|\\[^"'\n])+))"#,
        )
    };
}

/// A value that ends where a shell, a URL's query or a sentence would end it.
macro_rules! bare_value {
    () => {
        r#"(?<s>[^\s"'`,;&|<>(){}\[\]\\]+)"#
    };
}

/// What may stand inside a key block: base64, header lines, and the quotes, escapes and signs by
/// which source code puts it together. Not `;`, which ends a statement between two constants.
macro_rules! key_body {
    () => {
        r#"[A-Za-z0-9+/=:,.()\s\\"'|>-]"#
    };
}

/// Whatever matches is a secret.
const fn exact(name: &'static str, pattern: &'static str) -> Rule {
    Rule { name, pattern, holds: always }
}

/// What matches is a secret if `holds` says so.
const fn judged(name: &'static str, pattern: &'static str, holds: fn(&Found<'_>) -> bool) -> Rule {
    Rule { name, pattern, holds }
}

/// All rules, in the order in which they are applied.
pub(super) const RULES: &[Rule] = &[
    // Key blocks.
    judged(
        "pem",
        concat!(
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
            key_body!(),
            r"+?-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
        ),
        armoured,
    ),
    // The same, cut off before its last line.
    judged(
        "pem",
        concat!(
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----",
            r#"(?:(?:[\s"'+]|\\[nr])*(?:[A-Z][A-Za-z-]+: [^\n\\]+|[A-Za-z0-9+/=]{16,}))+"#,
            r"(?m:(?:\r?\n[ \t]*|\\n)[A-Za-z0-9+/=]{1,15}\r?$)?",
        ),
        armoured,
    ),
    exact("age-key", r"\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b"),
    // Clouds.
    exact("aws-key-id", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    exact("google", r"\bAIza[A-Za-z0-9_-]{35}"),
    exact("google", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    exact("google", r"\bGOCSPX-[A-Za-z0-9_-]{20,}"),
    exact("azure", r"[?&]sig=(?<s>[A-Za-z0-9%+/=]{40,})"),
    judged("azure", r"\b[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}", mixed),
    exact("digitalocean", r"\bdo[opr]_v1_[0-9a-f]{64}\b"),
    exact("cloudflare", r"\bv1\.0-[0-9a-f]{24}-[0-9a-f]{64,}\b"),
    exact("heroku", r"\bHRKU-AA[A-Za-z0-9_-]{30,}"),
    exact("fly", r"\bfm[12][a-z]?_[A-Za-z0-9+/=_-]{40,}"),
    exact("netlify", r"\bnfp_[A-Za-z0-9]{36,}\b"),
    exact("supabase", r"\bsbp_[0-9a-f]{40}\b"),
    exact("planetscale", r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9._-]{32,}"),
    exact("pulumi", r"\bpul-[0-9a-f]{40}\b"),
    exact("terraform", r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,}"),
    exact("vault", r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}"),
    exact("doppler", r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}"),
    exact("databricks", r"\bdapi[0-9a-f]{32}\b"),
    // Code hosts and continuous integration.
    exact("github", r"\bgh[oprsu]_[A-Za-z0-9]{36,}\b"),
    exact("github", r"\bgithub_pat_[A-Za-z0-9_]{22,}\b"),
    exact(
        "gitlab",
        r"\b(?:glpat|gldt|glrt|glcbt|glptt|glft|glsoat|glagent|glimt|gloas)-[A-Za-z0-9_.-]{20,}",
    ),
    exact("bitbucket", r"\bATBB[A-Za-z0-9_=-]{28,}"),
    exact("atlassian", r"\bAT[AC]TT3[A-Za-z0-9_=-]{60,}"),
    exact("buildkite", r"\bbk[upra]{2}_[0-9a-f]{40}\b"),
    exact("circleci", r"\bCCIPAT_[A-Za-z0-9]{16,}_[0-9a-f]{40}\b"),
    exact("sourcegraph", r"\bsgp_(?:[A-Za-z0-9]{1,16}_)?[0-9a-f]{40}\b"),
    // Registries.
    exact("npm", r"\bnpm_[A-Za-z0-9]{36}\b"),
    exact("pypi", r"\bpypi-[A-Za-z0-9_-]{50,}"),
    exact("crates-io", r"\bcio[A-Za-z0-9]{32}\b"),
    exact("rubygems", r"\brubygems_[0-9a-f]{48}\b"),
    exact("nuget", r"\boy2[a-z0-9]{43}\b"),
    exact("docker", r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
    exact("artifactory", r"\bAKCp[A-Za-z0-9]{60,}\b"),
    // Models.
    exact("anthropic", r"\bsk-ant-[A-Za-z0-9_-]{16,}"),
    exact("openrouter", r"\bsk-or-v1-[0-9a-f]{64}\b"),
    exact("openai", r"\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}"),
    judged("openai", r"\bsk-[A-Za-z0-9]{20,}\b", mixed),
    exact("huggingface", r"\bhf_[A-Za-z0-9]{34,}\b"),
    exact("replicate", r"\br8_[A-Za-z0-9]{37}\b"),
    exact("groq", r"\bgsk_[A-Za-z0-9]{48,}\b"),
    exact("xai", r"\bxai-[A-Za-z0-9]{70,}\b"),
    exact("perplexity", r"\bpplx-[A-Za-z0-9]{40,}\b"),
    // Payment.
    exact("stripe", r"\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}\b"),
    exact("stripe", r"\bwhsec_[A-Za-z0-9+/=]{20,}"),
    exact("square", r"\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}"),
    exact("shopify", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"),
    // Messages.
    exact("slack", r"\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}"),
    exact("slack", r"\bxapp-[0-9]-[A-Z0-9]+-[0-9]+-[a-z0-9]{16,}"),
    exact("slack", r"\bhooks\.slack\.com/(?:services|workflows)/(?<s>[A-Za-z0-9+/_-]{20,})"),
    exact("discord", r"\bdiscord(?:app)?\.com/api/webhooks/[0-9]{5,}/(?<s>[A-Za-z0-9_-]{40,})"),
    judged("discord", r"\b[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}", mixed),
    exact("telegram", r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    exact("sendgrid", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{32,}"),
    exact("mailgun", r"\bkey-[0-9a-f]{32}\b"),
    exact("mailchimp", r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    exact("twilio", r"\bSK[0-9a-f]{32}\b"),
    // Tools.
    exact("grafana", r"\bgl(?:sa_[A-Za-z0-9]{32}_[0-9a-f]{8}|c_eyJ[A-Za-z0-9+/=]{32,})"),
    exact("sentry", r"\bsntry(?:u_[0-9a-f]{64}|s_[A-Za-z0-9+/=_-]{40,})"),
    exact("newrelic", r"\bNRAK-[A-Z0-9]{27}\b"),
    exact("dynatrace", r"\bdt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
    exact("linear", r"\blin_(?:api|oauth)_[A-Za-z0-9]{40,}\b"),
    exact("notion", r"\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b"),
    exact("airtable", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b"),
    exact("figma", r"\bfig[dou]r?_[A-Za-z0-9_-]{40,}"),
    exact("postman", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b"),
    exact("contentful", r"\bCFPAT-[A-Za-z0-9_-]{43}"),
    exact("prefect", r"\bpn[bu]_[A-Za-z0-9]{36}\b"),
    exact("easypost", r"\bEZ[AT]K[A-Za-z0-9]{54}\b"),
    // Shapes that many issuers share.
    exact("jwt", r"\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){2,4}\.?[A-Za-z0-9_-]{8,}"),
    judged(
        "authorization",
        concat!(
            r#"(?i)\bauthorization\\?["'`]?\s*[:=,]\s*[fb$]?\\?["'`]?"#,
            r"(?:(?:bearer|basic|token|digest|apikey|negotiate|splunk|key)\s+)?",
            r"(?<s>[A-Za-z0-9._~+/=-]{8,})",
        ),
        header,
    ),
    judged("bearer", r"(?i)\bbearer\s+(?<s>[A-Za-z0-9._~+/=-]{16,})", header),
    judged("basic", r"(?i)\bbasic\s+(?<s>[A-Za-z0-9+/]{8,}={0,2})", basic),
    judged(
        "basic",
        r#"(?i)\b_?auth\\?["']?\s*[:=]\s*\\?["']?(?<s>[A-Za-z0-9+/]{12,}={0,2})"#,
        basic,
    ),
    judged(
        "url-password",
        r#"[A-Za-z][A-Za-z0-9+.-]*://[^\s/?#:@"'`<>]*:(?<s>[^\s/?#"'`<>]+)@"#,
        url_password,
    ),
    judged("url-token", r"[A-Za-z][A-Za-z0-9+.-]*://(?<s>[A-Za-z0-9_-]{20,})@", mixed),
    // Assignments.
    judged("assignment", concat!(r"(?i)", strong!(), assigned!(), quoted_value!()), quoted),
    judged("assignment", concat!(r"(?i)", weak!(), assigned!(), quoted_value!()), quoted_weak),
    judged("assignment", concat!(r"(?i)passphrase", assigned!(), quoted_value!()), phrase),
    judged(
        "assignment",
        concat!(r"(?i)(?:", strong!(), r"|passphrase)(?:_?[0-9]{1,2})?=", bare_value!()),
        unquoted,
    ),
    judged(
        "assignment",
        concat!(r"(?i)", weak!(), r"(?:_?[0-9]{1,2})?=", bare_value!()),
        unquoted_weak,
    ),
    judged(
        "assignment",
        concat!(
            r#"(?im)^[ \t]*(?:- )?["']?[\w.-]*(?:"#,
            strong!(),
            r#"|passphrase|token)["']?:[ \t]+"#,
            bare_value!(),
            r"[ \t]*(?:#.*)?\r?$",
        ),
        yaml,
    ),
    judged("assignment", concat!(r"(?i)<[\w.:-]*", strong!(), r">(?<s>[^\s<>]+)</"), quoted),
    judged(
        "assignment",
        r#"(?i);\s*(?:password|pwd|accountkey|sharedaccesskey|accesskey)\s*=\s*(?<s>[^;"'\s]+)"#,
        quoted,
    ),
    judged(
        "assignment",
        concat!(r"(?i)\B--[\w-]*(?:", strong!(), r"|token|passphrase)[ =]", bare_value!()),
        quoted_weak,
    ),
    judged("assignment", r#"(?:-u|--user)[ =]["']?[\w.@-]+:(?<s>[^\s"':]+)"#, quoted_weak),
    judged("assignment", r"\blogin\s+\S+\s+password\s+(?<s>\S+)", quoted),
];
