//! Diagnostics in words.

use std::fmt::Write as _;

use deixis_engine::answer::{
    Availability, Counts, Diagnostic, FileDiagnostics, ServerName, Severity,
};

use super::{MESSAGE_BYTES, NO_PROOF, RELATED};
use crate::render::{clean, count, names, place, server_list};

/// `12:5  error …`, for a list below its file.
pub(super) fn line(one: &Diagnostic, bare: bool) -> String {
    let (line, column) = (u64::from(one.range.start.line) + 1, u64::from(one.range.start.byte) + 1);
    format!("{line}:{column}  {}", one_words(one, bare, "    "))
}

/// `error [E0382] message (rustc)` (with the server where several speak), the source line and related places below, at `indent`.
pub(super) fn one_words(one: &Diagnostic, bare: bool, indent: &str) -> String {
    let mut out = names::severity(one.severity).to_owned();
    if let Some(code) = &one.code {
        let _ = write!(out, " [{}]", clean::line(code));
    }
    let message = clean::passage(&one.message, MESSAGE_BYTES);
    let _ = write!(out, " {}", message.replace('\n', &format!("\n{indent}")));
    let source = one.source.as_deref();
    let server = one.server.as_deref();
    let server = server.filter(|server| source.is_none_or(|s| !s.eq_ignore_ascii_case(server)));
    let who: Vec<_> = source.into_iter().chain(server).map(clean::line).collect();
    if !who.is_empty() {
        let _ = write!(out, " ({})", who.join(", "));
    }
    if !bare && let Some(text) = &one.text {
        let _ = write!(out, "\n{indent}> {}", clean::line(text));
    }
    for (place, message) in one.related.iter().take(RELATED) {
        let message = clean::passage(message, MESSAGE_BYTES);
        let message = message.replace('\n', &format!("\n{indent}"));
        let _ = write!(out, "\n{indent}{}  {message}", place::long(place));
    }
    out
}

/// What is known of a file, in words.
pub(super) fn known(file: &FileDiagnostics) -> String {
    let settled = if file.settled { "settled" } else { "not settled" };
    let source = names::diagnostic_source(file.source);
    match &file.availability {
        Availability::Current => format!("for the text now on disk, {settled}, {source}"),
        Availability::Stale => format!("stale: for an earlier text, {settled}, {source}"),
        Availability::Unavailable(reason) => format!("unavailable: {}", clean::line(reason)),
    }
}

/// The first line of an answer for one file.
pub(super) fn heading(file: &FileDiagnostics, servers: &[ServerName], least: Severity) -> String {
    let servers = server_list(servers);
    if let Availability::Unavailable(reason) = &file.availability {
        return format!(
            "{servers} has no diagnostics for {}: {}; {NO_PROOF}",
            file.path,
            clean::line(reason)
        );
    }
    let mut text = if file.diagnostics.is_empty() {
        format!("no {} in {} from {servers}", sought(least), file.path)
    } else {
        format!("{} in {} from {servers}", counts_words(&file.counts), file.path)
    };
    let end = if file.diagnostics.is_empty() { "" } else { ":" };
    let _ = write!(text, " ({}){end}", known(file));
    text
}

/// Says what to do about an answer that is not the last word.
pub(super) fn write_unsettled(file: &FileDiagnostics, text: &mut String) {
    match file.availability {
        Availability::Unavailable(_) => {}
        _ if !file.settled => {
            text.push_str("\nnot settled: more may come, so ask again or give a longer waitMs");
        }
        Availability::Stale => text.push_str("\nstale: ask again for the text now on disk"),
        Availability::Current => {}
    }
}

/// The same for a summary.
pub(super) fn write_unsettled_files(files: &[FileDiagnostics], text: &mut String) {
    let open = files.iter().filter(|file| !file.settled).count();
    if open > 0 {
        let _ = write!(
            text,
            "\nnot settled: {}; more may come, so ask again or give a longer waitMs",
            count(open, "file", "files")
        );
    }
}

/// What a severity filter lets through.
fn sought(least: Severity) -> &'static str {
    match least {
        Severity::Error => "errors",
        Severity::Warning => "errors or warnings",
        Severity::Information => "errors, warnings or informations",
        Severity::Hint => "diagnostics",
    }
}

/// Says what the severity filter kept back.
pub(super) fn write_hidden(counts: &Counts, least: Severity, text: &mut String) {
    let below = [
        (Severity::Warning, counts.warning, "warning", "warnings"),
        (Severity::Information, counts.information, "information", "informations"),
        (Severity::Hint, counts.hint, "hint", "hints"),
    ];
    let hidden: Vec<String> = below
        .iter()
        .filter(|(severity, number, ..)| *severity > least && *number > 0)
        .map(|(_, number, one, many)| count(*number, one, many))
        .collect();
    if !hidden.is_empty() {
        let _ = write!(text, "\nnot listed: {}; see minSeverity", hidden.join(", "));
    }
}

/// `1 error, 3 hints`.
pub(super) fn counts_words(counts: &Counts) -> String {
    let words: Vec<String> = [
        (counts.error, "error", "errors"),
        (counts.warning, "warning", "warnings"),
        (counts.information, "information", "informations"),
        (counts.hint, "hint", "hints"),
    ]
    .iter()
    .filter(|(number, ..)| *number > 0)
    .map(|(number, one, many)| count(*number, one, many))
    .collect();
    if words.is_empty() { "no diagnostics".to_owned() } else { words.join(", ") }
}
