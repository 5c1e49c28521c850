//! Diagnostics of one file, and the summary of all files.
//!
//! The words never call a file clean that nobody has checked: what is unavailable, stale or not
//! settled is named as such, with what to do about it.

mod words;

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

/// Diagnostics shown after a change.
const AFTER: usize = 20;

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

    let mut text = words::heading(file, servers, least);
    if let [only] = page.shown.as_slice() {
        let only = &all[*only];
        let at = place::at(&file.path, only.range.start);
        let _ = write!(text, "\n{at}  {}", words::one_words(only, page.bare, "  "));
    } else if !page.shown.is_empty() {
        let _ = write!(text, "\n{}", file.path);
        for &index in &page.shown {
            let _ = write!(text, "\n  {}", words::line(&all[index], page.bare));
        }
    }
    let asked = Asked {
        tool: "diagnostics",
        one: "diagnostic",
        many: "diagnostics, worst first",
        of: "",
        how: None,
        id: None,
    };
    page.write_whole(&asked, &mut text);
    words::write_hidden(&file.counts, least, &mut text);
    words::write_unsettled(file, &mut text);
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
    let total = total(files);
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
            words::counts_words(&total),
            count(files.len(), "known file", "known files"),
            server_list(servers)
        )
    };
    for &index in &page.shown {
        let file = &files[index];
        let _ = write!(
            text,
            "\n{}  {} ({})",
            file.path,
            words::counts_words(&file.counts),
            words::known(file)
        );
        for one in file.diagnostics.iter().take(SAMPLES) {
            let _ = write!(text, "\n  {}", words::line(one, true));
        }
    }
    let asked = Asked {
        tool: "diagnostics",
        one: "file",
        many: "files, worst first",
        of: "",
        how: None,
        id: None,
    };
    page.write_whole(&asked, &mut text);
    words::write_unsettled_files(files, &mut text);
    if !files.is_empty() {
        text.push_str("\nfor all of one file: diagnostics {\"path\":\"…\"}");
    }
    words::write_hidden(&total, least, &mut text);
    state::write(&answer.state, servers, &mut text);
    Rendered { text, structured }
}

/// What is wrong with files after a change, worst first and short. Of none that settled in time,
/// that alone is said.
pub(crate) fn after(
    files: &[FileDiagnostics],
    unsettled: usize,
    structured: &mut JsonObject,
    text: &mut String,
) {
    if files.is_empty() && unsettled == 0 {
        return;
    }
    if files.is_empty() {
        let of = count(unsettled, "changed file", "changed files");
        let _ = write!(text, "\nwhat is wrong with {of} is not known yet: ask diagnostics");
        let value = json!({ "settledFiles": 0, "unsettledFiles": unsettled });
        structured.insert("diagnostics".to_owned(), value);
        return;
    }
    let total = total(files);
    let of = count(files.len(), "changed file", "changed files");
    let _ = write!(text, "\n{} in {of}", words::counts_words(&total));
    if unsettled > 0 {
        let _ = write!(text, "; {} not settled", count(unsettled, "other is", "others are"));
    }
    let mut all: Vec<(&RootedPath, &Diagnostic)> = files
        .iter()
        .flat_map(|file| file.diagnostics.iter().map(|one| (&file.path, one)))
        .collect();
    all.sort_by_key(|(path, one)| (one.severity, (*path).clone(), one.range.start));
    let shown = all.len().min(AFTER);
    let mut items = Vec::new();
    for (path, one) in &all[..shown] {
        let _ = write!(
            text,
            "\n{}  {}",
            place::at(path, one.range.start),
            words::one_words(one, true, "  ")
        );
        items.push(Value::Object(members(path, one, false)));
    }
    if shown < all.len() {
        let _ = write!(text, "\nand {} more; ask diagnostics for a file", all.len() - shown);
    }
    let value = json!({
        "settledFiles": files.len(),
        "unsettledFiles": unsettled,
        "counts": counts_value(&total),
        "diagnostics": items,
    });
    structured.insert("diagnostics".to_owned(), value);
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
    if let Some(server) = &one.server {
        out.insert("server".to_owned(), json!(&**server));
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

fn total(files: &[FileDiagnostics]) -> Counts {
    files.iter().fold(Counts::default(), |sum, file| Counts {
        error: sum.error + file.counts.error,
        warning: sum.warning + file.counts.warning,
        information: sum.information + file.counts.information,
        hint: sum.hint + file.counts.hint,
    })
}

fn counts_value(counts: &Counts) -> Value {
    json!({
        "error": counts.error,
        "warning": counts.warning,
        "information": counts.information,
        "hint": counts.hint,
    })
}
