//! How far an answer can be trusted, as members and as words.

use std::fmt::Write as _;

use deixis_engine::answer::{AnswerState, Readiness, ServerName, Stability};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{clean, names, server_list};

/// Adds `readiness`, `resultStability`, `degraded` and `incomplete` where there is something to
/// say. Several bypassed adapters share one `degraded` object, so that its shape never changes.
pub(crate) fn insert(state: &AnswerState, out: &mut JsonObject) {
    if let Some(readiness) = &state.readiness {
        out.insert("readiness".to_owned(), readiness_value(readiness));
    }
    if let Some(stability) = state.stability {
        out.insert("resultStability".to_owned(), json!(names::stability(stability)));
    }
    match state.degraded.as_slice() {
        [] => {}
        [one] => {
            let reason = clean::line(&one.reason);
            out.insert("degraded".to_owned(), json!({ "adapter": one.adapter, "reason": reason }));
        }
        several => {
            let adapters: Vec<&str> = several.iter().map(|one| one.adapter.as_str()).collect();
            let reasons: Vec<String> = several
                .iter()
                .map(|one| format!("{}: {}", one.adapter, clean::line(&one.reason)))
                .collect();
            out.insert(
                "degraded".to_owned(),
                json!({ "adapter": adapters.join(", "), "reason": reasons.join("; ") }),
            );
        }
    }
    if !state.incomplete.is_empty() {
        let holes = state.incomplete.iter().map(|hole| json!(clean::line(hole))).collect();
        out.insert("incomplete".to_owned(), Value::Array(holes));
    }
}

/// `{state, message?, percent?}`.
pub(crate) fn readiness_value(readiness: &Readiness) -> Value {
    let mut members = JsonObject::new();
    members.insert("state".to_owned(), json!(names::ready_state(readiness.state)));
    if let Some(message) = &readiness.message {
        members.insert("message".to_owned(), json!(clean::line(message)));
    }
    if let Some(percent) = readiness.percent {
        members.insert("percent".to_owned(), json!(percent));
    }
    Value::Object(members)
}

/// `indexing, 45%, building the crate graph`.
pub(crate) fn readiness_words(readiness: &Readiness) -> String {
    let mut words = names::ready_state(readiness.state).to_owned();
    if let Some(percent) = readiness.percent {
        let _ = write!(words, ", {percent}%");
    }
    if let Some(message) = &readiness.message {
        let _ = write!(words, ", {}", clean::line(message));
    }
    words
}

/// Appends one line for each thing that [`insert`] says.
pub(crate) fn write(state: &AnswerState, servers: &[ServerName], text: &mut String) {
    if let Some(readiness) = &state.readiness {
        let _ =
            write!(text, "\nreadiness ({}): {}", server_list(servers), readiness_words(readiness));
    }
    if let Some(stability) = state.stability {
        text.push_str(match stability {
            Stability::Stable => "\nstable: this answer is settled",
            Stability::Transient => "\ntransient: the server was busy, so ask again for the rest",
            Stability::Indeterminate => {
                "\nindeterminate: the server does not say whether there is more to come"
            }
        });
    }
    for one in &state.degraded {
        let _ = write!(
            text,
            "\ndegraded: adapter {} was bypassed: {}",
            one.adapter,
            clean::line(&one.reason)
        );
    }
    for hole in &state.incomplete {
        let _ = write!(text, "\nincomplete: {}", clean::line(hole));
    }
}
