//! `[servers.NAME]`.

use super::adapters;
use super::findings::Findings;
use super::json;
use super::routes;
use super::table::{Fields, Table, example_of};
use crate::model::{InheritEnvironment, Limits, Restart, Server, Start, Timeouts};
use std::collections::BTreeMap;
use std::time::Duration;

/// The fields of a server, each with a right example.
pub(super) const FIELDS: &Fields = &[
    ("adapter", "adapter = \"rust\""),
    ("command", "command = \"rust-analyzer\""),
    ("args", "args = [\"--stdio\"]"),
    ("environment", "environment = { RA_LOG = \"info\" }"),
    ("file_extensions", "file_extensions = { \".rs\" = \"rust\" }"),
    ("file_patterns", "file_patterns = { \"gen/**/*.rs\" = \"rust\" }"),
    ("initialization_options", "initialization_options = { checkOnSave = true }"),
    ("options", "options = { project_binaries = true }"),
    ("companion", "companion = true"),
    ("start", "start = \"lazy\""),
    ("inherit_environment", "inherit_environment = \"filtered\""),
    ("timeouts", "timeouts = { request_ms = 30000 }"),
    ("limits", "limits = { max_concurrent_requests = 16 }"),
    ("restart", "restart = { max_restarts = 3 }"),
];

const TIMEOUTS: &Fields = &[
    ("startup_ms", "startup_ms = 30000"),
    ("request_ms", "request_ms = 30000"),
    ("shutdown_ms", "shutdown_ms = 5000"),
];

const LIMITS: &Fields = &[
    ("outbound_queue_capacity", "outbound_queue_capacity = 64"),
    ("max_concurrent_requests", "max_concurrent_requests = 16"),
    ("max_response_bytes", "max_response_bytes = 16777216"),
];

const RESTART: &Fields =
    &[("max_restarts", "max_restarts = 3"), ("window_ms", "window_ms = 60000")];

/// The longest that anything may be told to wait: one day, in milliseconds.
pub(super) const MAX_MS: u64 = 24 * 60 * 60 * 1000;
/// The most of anything that is counted.
const MAX_COUNT: u64 = 1_000_000;
/// The most bytes of one message: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// Reads one server. `known` are the names of adapters. What is wrong has been
/// reported, and is left out.
pub(super) fn read(
    name: &str,
    table: &Table<'_, '_>,
    known: &[&str],
    findings: &mut Findings<'_>,
) -> Server {
    table.refuse_unknown(FIELDS, findings);
    if name.trim().is_empty() {
        findings.wrong_key(
            table.path(),
            table.key_span(),
            None,
            "a server has a name",
            "[servers.rust]",
        );
    }
    let strings = |list: Vec<super::table::Entry<'_, '_>>| {
        list.iter().map(|entry| entry.as_str().to_owned()).collect()
    };
    let server = Server {
        adapters: adapters::read(table, known, findings),
        command: command(table, findings),
        args: table.strings("args", false, FIELDS, findings).map(strings),
        environment: environment(table, findings),
        file_extensions: routes::suffixes(table, findings),
        file_patterns: routes::patterns(table, findings),
        initialization_options: object(table, "initialization_options", findings),
        options: object(table, "options", findings),
        companion: table.bool("companion", FIELDS, findings),
        start: table.choice("start", STARTS, FIELDS, findings).unwrap_or_default(),
        inherit_environment: table
            .choice("inherit_environment", POLICIES, FIELDS, findings)
            .unwrap_or_default(),
        timeouts: timeouts(table, findings),
        limits: limits(table, findings),
        restart: restart(table, findings),
    };
    if !table.has("adapter") {
        check_without_adapter(table, &server, findings);
    }
    server
}

const STARTS: &[(&str, Start)] = &[("lazy", Start::Lazy), ("eager", Start::Eager)];
const POLICIES: &[(&str, InheritEnvironment)] = &[
    ("filtered", InheritEnvironment::Filtered),
    ("all", InheritEnvironment::All),
    ("none", InheritEnvironment::None),
];

/// One program. A bare name with a space in it is a line for a shell, which is
/// never used; a path may hold spaces.
fn command(table: &Table<'_, '_>, findings: &mut Findings<'_>) -> Option<String> {
    let found = table.string("command", FIELDS, findings)?;
    let entry = table.get("command")?;
    let mut words = found.split_whitespace();
    let first = words.next().unwrap_or_default();
    if found.contains(char::is_whitespace) && !found.contains(['/', '\\']) {
        let rest: Vec<String> = words.map(|word| format!("{word:?}")).collect();
        let example = format!("command = {first:?}\nargs = [{}]", rest.join(", "));
        let problem = "a command is one program, run without a shell; its arguments go into `args`";
        entry.wrong(problem, example, findings);
        return None;
    }
    Some(found.to_owned())
}

fn environment(
    table: &Table<'_, '_>,
    findings: &mut Findings<'_>,
) -> Option<BTreeMap<String, String>> {
    let example = example_of(FIELDS, "environment");
    let variables = table.table("environment", FIELDS, findings)?;
    let mut good = BTreeMap::new();
    for entry in variables.entries() {
        let value = entry.plain_string(example, findings);
        let problem = match entry.key {
            "" => "a variable's name is not empty",
            name if name.contains('=') => "a variable's name holds no `=`",
            name if name.contains('\0') => "a variable's name holds no NUL",
            name => {
                good.extend(value.map(|value| (name.to_owned(), value.to_owned())));
                continue;
            }
        };
        // Without the value: it may be a secret, and the name does not tell.
        findings.wrong_key(&entry.path, &entry.key_span, None, problem, example);
    }
    Some(good)
}

fn object(
    table: &Table<'_, '_>,
    key: &str,
    findings: &mut Findings<'_>,
) -> Option<serde_json::Value> {
    json::object(&table.get(key)?, example_of(FIELDS, key), findings)
}

fn timeouts(server: &Table<'_, '_>, findings: &mut Findings<'_>) -> Timeouts {
    let default = Timeouts::default();
    let Some(table) = server.table("timeouts", FIELDS, findings) else { return default };
    table.refuse_unknown(TIMEOUTS, findings);
    let mut read = |key: &str, default: Duration| {
        table.positive(key, MAX_MS, TIMEOUTS, findings).map_or(default, Duration::from_millis)
    };
    Timeouts {
        startup: read("startup_ms", default.startup),
        request: read("request_ms", default.request),
        shutdown: read("shutdown_ms", default.shutdown),
    }
}

fn limits(server: &Table<'_, '_>, findings: &mut Findings<'_>) -> Limits {
    let default = Limits::default();
    let Some(table) = server.table("limits", FIELDS, findings) else { return default };
    table.refuse_unknown(LIMITS, findings);
    let mut read = |key: &str, most: u64, default: usize| {
        let found = table.positive(key, most, LIMITS, findings);
        found.and_then(|number| usize::try_from(number).ok()).unwrap_or(default)
    };
    Limits {
        outbound_queue_capacity: read(
            "outbound_queue_capacity",
            MAX_COUNT,
            default.outbound_queue_capacity,
        ),
        max_concurrent_requests: read(
            "max_concurrent_requests",
            MAX_COUNT,
            default.max_concurrent_requests,
        ),
        max_response_bytes: read("max_response_bytes", MAX_BYTES, default.max_response_bytes),
    }
}

fn restart(server: &Table<'_, '_>, findings: &mut Findings<'_>) -> Restart {
    let default = Restart::default();
    let Some(table) = server.table("restart", FIELDS, findings) else { return default };
    table.refuse_unknown(RESTART, findings);
    let max_restarts = table.positive("max_restarts", MAX_COUNT, RESTART, findings);
    let window = table.positive("window_ms", MAX_MS, RESTART, findings);
    Restart {
        max_restarts: max_restarts
            .and_then(|number| u32::try_from(number).ok())
            .unwrap_or(default.max_restarts),
        window: window.map_or(default.window, Duration::from_millis),
    }
}

/// Without an adapter, nobody else supplies what a server cannot do without.
fn check_without_adapter(table: &Table<'_, '_>, server: &Server, findings: &mut Findings<'_>) {
    if !table.has("command") {
        findings.missing(
            &table.path_of("command"),
            table.key_span(),
            "a server without `adapter` needs a command",
            example_of(FIELDS, "command"),
        );
    }
    let is_empty =
        |map: &Option<BTreeMap<String, String>>| map.as_ref().is_none_or(BTreeMap::is_empty);
    // What was written and is wrong has been reported; it is not missing, too.
    let written = |key: &str| {
        table.get(key).is_some_and(|entry| {
            entry.value.get_ref().as_table().is_none_or(|routes| !routes.is_empty())
        })
    };
    let routes = ["file_extensions", "file_patterns"];
    if is_empty(&server.file_extensions)
        && is_empty(&server.file_patterns)
        && !routes.into_iter().any(written)
    {
        findings.missing(
            &table.path_of("file_extensions"),
            table.key_span(),
            "a server without `adapter` needs a route: `file_extensions` or `file_patterns`",
            example_of(FIELDS, "file_extensions"),
        );
    }
    if let Some(options) = table.get("options") {
        options.wrong_key(
            "options go to an adapter, and this server has none; \
             what the server is to be told goes into `initialization_options`",
            "adapter = \"rust\"",
            findings,
        );
    }
}
