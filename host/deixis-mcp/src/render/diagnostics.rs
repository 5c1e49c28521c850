//! Diagnostics of one file, and the summary of all files.
//!
//! The words never call a file clean that nobody has checked: what is unavailable, stale or not
//! settled is named as such, with what to do about it.

use std::fmt::Write as _;

use deixis_base::RootedPath;
use deixis_engine::answer::{
    Answer, AnswerState, Availability, Counts, Diagnostic, FileDiagnostics, ServerName, Severity,
};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::page::{Page, PageParams};
use super::{
    Asked, Rendered, clean, count, insert_encoding, insert_servers, names, place, server_list,
    state,
};

/// Most diagnostics in an answer.
const MOST: u32 = 200;

/// Most files in a summary.
const MOST_FILES: u32 = 100;

/// Diagnostics shown of each file in a summary.
const SAMPLES: usize = 3;

/// Longest message of one diagnostic, in bytes.
const MESSAGE_BYTES: usize = 2_000;

/// Related places shown of one diagnostic.
const RELATED: usize = 10;

const NO_PROOF: &str = "nothing known is no proof of a clean file: run the project's own checks \
                        (build, tests, linters) as well";

/// The answer for one file.
pub(crate) fn file(
    servers: &[ServerName],
    answer_state: &AnswerState,
    file: &FileDiagnostics,
    least: Severity,
) -> Rendered {
    let all = &file.diagnostics;
    let mut page = Page::new(all.len(), PageParams::first(MOST), |index, with_text| {
        Value::Object(members(&file.path, &all[index], with_text))
    });
    let mut structured = JsonObject::new();
    insert_servers(servers, &mut structured);
    insert_encoding(&mut structured);
    insert_file(file, &mut structured);
    page.insert_whole("diagnostics", &mut structured);
    if matches!(file.availability, Availability::Unavailable(_)) {
        structured.insert("hint".to_owned(), json!(NO_PROOF));
    }
    state::insert(answer_state, &mut structured);

    let mut text = heading(file, servers, least);
    if let [only] = page.shown.as_slice() {
        let only = &all[*only];
        let at = place::at(&file.path, only.range.start);
        let _ = write!(text, "\n{at}  {}", words(only, page.bare, "  "));
    } else if !page.shown.is_empty() {
        let _ = write!(text, "\n{}", file.path);
        for &index in &page.shown {
            let _ = write!(text, "\n  {}", line(&all[index], page.bare));
        }
    }
    let asked = Asked {
        tool: "diagnostics",
        one: "diagnostic",
        many: "diagnostics, worst first",
        of: "",
        how: None,
    };
    page.write_whole(&asked, &mut text);
    write_hidden(&file.counts, least, &mut text);
    write_unsettled(file, &mut text);
    state::write(answer_state, servers, &mut text);
    Rendered { text, structured }
}

/// The summary of all files that something is known of.
pub(crate) fn summary(answer: &Answer<Vec<FileDiagnostics>>, least: Severity) -> Rendered {
    let (servers, files) = (&answer.servers, &answer.value);
    let mut page = Page::new(files.len(), PageParams::first(MOST_FILES), |index, _| {
        let file = &files[index];
        let mut out = JsonObject::new();
        insert_file(file, &mut out);
        let samples = file.diagnostics.iter().take(SAMPLES);
        let samples: Vec<Value> =
            samples.map(|one| Value::Object(members(&file.path, one, false))).collect();
        if !samples.is_empty() {
            out.insert("diagnostics".to_owned(), Value::Array(samples));
        }
        Value::Object(out)
    });
    let total = files.iter().fold(Counts::default(), |sum, file| Counts {
        error: sum.error + file.counts.error,
        warning: sum.warning + file.counts.warning,
        information: sum.information + file.counts.information,
        hint: sum.hint + file.counts.hint,
    });
    let mut structured = JsonObject::new();
    insert_servers(servers, &mut structured);
    insert_encoding(&mut structured);
    structured.insert("counts".to_owned(), counts_value(&total));
    page.insert_whole("files", &mut structured);
    if files.is_empty() {
        structured.insert("hint".to_owned(), json!(NO_PROOF));
    }
    state::insert(&answer.state, &mut structured);

    let mut text = if files.is_empty() {
        format!("no diagnostics are known of any file from {}; {NO_PROOF}", server_list(servers))
    } else {
        format!(
            "{} in {} from {}:",
            counts_words(&total),
            count(files.len(), "known file", "known files"),
            server_list(servers)
        )
    };
    for &index in &page.shown {
        let file = &files[index];
        let _ = write!(text, "\n{}  {} ({})", file.path, counts_words(&file.counts), known(file));
        for one in file.diagnostics.iter().take(SAMPLES) {
            let _ = write!(text, "\n  {}", line(one, true));
        }
    }
    let asked =
        Asked { tool: "diagnostics", one: "file", many: "files, worst first", of: "", how: None };
    page.write_whole(&asked, &mut text);
    if !files.is_empty() {
        text.push_str("\nfor all of one file: diagnostics {\"path\":\"…\"}");
    }
    write_hidden(&total, least, &mut text);
    state::write(&answer.state, servers, &mut text);
    Rendered { text, structured }
}

fn insert_file(file: &FileDiagnostics, out: &mut JsonObject) {
    out.insert("path".to_owned(), json!(file.path.as_str()));
    let availability = match &file.availability {
        Availability::Current => "current",
        Availability::Stale => "stale",
        Availability::Unavailable(_) => "unavailable",
    };
    out.insert("availability".to_owned(), json!(availability));
    if let Availability::Unavailable(reason) = &file.availability {
        out.insert("reason".to_owned(), json!(clean::line(reason)));
    }
    out.insert("settled".to_owned(), json!(file.settled));
    out.insert("source".to_owned(), json!(names::diagnostic_source(file.source)));
    out.insert("counts".to_owned(), counts_value(&file.counts));
}

fn members(path: &RootedPath, one: &Diagnostic, with_text: bool) -> JsonObject {
    let mut out = JsonObject::new();
    out.insert("at".to_owned(), json!(place::at(path, one.range.start)));
    out.insert("range".to_owned(), place::range(one.range));
    out.insert("severity".to_owned(), json!(names::severity(one.severity)));
    if let Some(code) = &one.code {
        out.insert("code".to_owned(), json!(clean::line(code)));
    }
    if let Some(source) = &one.source {
        out.insert("source".to_owned(), json!(clean::line(source)));
    }
    out.insert("message".to_owned(), json!(clean::passage(&one.message, MESSAGE_BYTES)));
    if with_text && let Some(text) = &one.text {
        out.insert("text".to_owned(), json!(clean::line(text)));
    }
    if !one.related.is_empty() {
        let related = one.related.iter().take(RELATED).map(|(place, message)| {
            let mut out = JsonObject::new();
            place::insert(place, false, &mut out);
            out.insert("message".to_owned(), json!(clean::passage(message, MESSAGE_BYTES)));
            Value::Object(out)
        });
        out.insert("related".to_owned(), Value::Array(related.collect()));
    }
    out
}

fn line(one: &Diagnostic, bare: bool) -> String {
    let (line, column) = (u64::from(one.range.start.line) + 1, u64::from(one.range.start.byte) + 1);
    format!("{line}:{column}  {}", words(one, bare, "    "))
}

/// `error [E0382] message (rustc)`, the source line and related places below, at `indent`.
fn words(one: &Diagnostic, bare: bool, indent: &str) -> String {
    let mut out = names::severity(one.severity).to_owned();
    if let Some(code) = &one.code {
        let _ = write!(out, " [{}]", clean::line(code));
    }
    let message = clean::passage(&one.message, MESSAGE_BYTES);
    let _ = write!(out, " {}", message.replace('\n', &format!("\n{indent}")));
    if let Some(source) = &one.source {
        let _ = write!(out, " ({})", clean::line(source));
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
fn known(file: &FileDiagnostics) -> String {
    let settled = if file.settled { "settled" } else { "not settled" };
    let source = names::diagnostic_source(file.source);
    match &file.availability {
        Availability::Current => format!("for the text now on disk, {settled}, {source}"),
        Availability::Stale => format!("stale: for an earlier text, {settled}, {source}"),
        Availability::Unavailable(reason) => format!("unavailable: {}", clean::line(reason)),
    }
}

fn heading(file: &FileDiagnostics, servers: &[ServerName], least: Severity) -> String {
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
fn write_unsettled(file: &FileDiagnostics, text: &mut String) {
    match file.availability {
        Availability::Unavailable(_) => {}
        _ if !file.settled => {
            text.push_str("\nnot settled: more may come, so ask again or give a longer waitMs");
        }
        Availability::Stale => text.push_str("\nstale: ask again for the text now on disk"),
        Availability::Current => {}
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
fn write_hidden(counts: &Counts, least: Severity, text: &mut String) {
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

fn counts_value(counts: &Counts) -> Value {
    json!({
        "error": counts.error,
        "warning": counts.warning,
        "information": counts.information,
        "hint": counts.hint,
    })
}

fn counts_words(counts: &Counts) -> String {
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
