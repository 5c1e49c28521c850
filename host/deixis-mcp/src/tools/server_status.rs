//! `deixis_server_status`: which servers run, and how one of them is.

use std::fmt::Write as _;

use deixis_engine::CallContext;
use deixis_engine::answer::{AdapterStatus, ServerName, ServerStatus, Status};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::Checked;
use crate::operations::Operations;
use crate::render::{Rendered, clean, names, state};
use crate::schema;

/// Longest problem or failure, in bytes.
const REASON_BYTES: usize = 2_000;

/// Arguments of `deixis_server_status`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// details of this one
    #[schemars(length(min = 1))]
    server: Option<String>,
    /// start it first; needs server
    start: Option<bool>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "deixis_server_status",
    description: "Use when an answer is missing, partial or late, to see which language servers \
                  run, how far they are and what they can do. Without arguments it starts nothing.",
    schema: schema::input::<Params>,
    example: r#"{"server":"rust"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { server, start } = said.read()?;
    let start = start.unwrap_or(false);
    if start && server.is_none() {
        let mut corrected = said.values().clone();
        let first = operations.server_names().into_iter().next();
        corrected.insert("server".to_owned(), json!(first.unwrap_or_else(|| "rust".to_owned())));
        return Err(said.refuse("`start` needs `server`, the name of the one to start", corrected));
    }
    let status = operations.status(cx, server.as_deref(), start).await?;
    Ok(match &status {
        Status::All { attached, not_attached, unsettled } => {
            all(attached, *not_attached, unsettled)
        }
        Status::One(server) => one(server),
    })
}

fn all(attached: &[ServerName], not_attached: usize, unsettled: &[String]) -> Rendered {
    let mut structured = JsonObject::new();
    let names = attached.iter().map(|name| json!(&**name)).collect();
    structured.insert("attached".to_owned(), Value::Array(names));
    structured.insert("notAttached".to_owned(), json!(not_attached));
    let list = if attached.is_empty() { "none".to_owned() } else { attached.join(", ") };
    let mut text = format!("attached: {list}\nnot attached: {not_attached}");
    for sentence in unsettled {
        let _ = write!(text, "\n{}", clean::line(sentence));
    }
    if !unsettled.is_empty() {
        structured.insert("unsettled".to_owned(), json!(unsettled));
    }
    Rendered { text, structured }
}

fn one(status: &ServerStatus) -> Rendered {
    let mut out = JsonObject::new();
    out.insert("server".to_owned(), json!(&*status.name));
    out.insert("lifecycle".to_owned(), json!(names::lifecycle(status.lifecycle)));
    if let Some(pid) = status.pid {
        out.insert("pid".to_owned(), json!(pid));
    }
    if let Some(uptime) = status.uptime_s {
        out.insert("uptimeSeconds".to_owned(), json!(uptime));
    }
    out.insert("restarts".to_owned(), json!(status.restarts));
    match status.adapters.as_slice() {
        [] => {}
        [adapter] => drop(out.insert("adapter".to_owned(), adapter_value(adapter))),
        layers => {
            let layers = layers.iter().map(adapter_value).collect();
            out.insert("layers".to_owned(), Value::Array(layers));
        }
    }
    let tracks = status
        .readiness
        .iter()
        .map(|(track, level)| ((*track).to_owned(), state::readiness_value(level)))
        .collect();
    out.insert("readiness".to_owned(), Value::Object(tracks));
    if let Some(encoding) = status.encoding {
        out.insert("positionEncoding".to_owned(), json!(encoding.as_str()));
    }
    out.insert("capabilities".to_owned(), json!(status.capabilities));
    out.insert("openDocuments".to_owned(), json!(status.open_documents));
    if let Some(problem) = &status.problem {
        out.insert("problem".to_owned(), json!(clean::passage(problem, REASON_BYTES)));
    }
    if !status.stderr_tail.is_empty() {
        let lines = status.stderr_tail.iter().map(|line| json!(clean::line(line))).collect();
        out.insert("stderrTail".to_owned(), Value::Array(lines));
    }
    Rendered { text: words(status), structured: out }
}

fn adapter_value(adapter: &AdapterStatus) -> Value {
    let mut out = JsonObject::new();
    out.insert("id".to_owned(), json!(adapter.id));
    out.insert("version".to_owned(), json!(adapter.version));
    out.insert("hash".to_owned(), json!(adapter.hash));
    if let Some(reason) = &adapter.quarantined {
        out.insert("quarantined".to_owned(), json!(clean::passage(reason, REASON_BYTES)));
    }
    if adapter.failures > 0 {
        out.insert("failures".to_owned(), json!(adapter.failures));
    }
    if let Some(first) = &adapter.first_failure {
        out.insert("firstFailure".to_owned(), json!(clean::passage(first, REASON_BYTES)));
    }
    Value::Object(out)
}

/// `layer` is empty, or says which one of several it is.
fn adapter_words(layer: &str, adapter: &AdapterStatus, text: &mut String) {
    let AdapterStatus { id, version, hash, .. } = adapter;
    let _ = write!(text, "\nadapter{layer}: {id} {version}, sha256 {hash}");
    if let Some(reason) = &adapter.quarantined {
        let reason = clean::passage(reason, REASON_BYTES);
        let _ = write!(text, "\nadapter{layer} quarantined: {reason}");
    }
    if adapter.failures > 0 {
        let _ = write!(text, "\nadapter{layer} failures: {}", adapter.failures);
    }
    if let Some(first) = &adapter.first_failure {
        let of = if layer.is_empty() { "" } else { " of" };
        let _ = write!(text, "\nfirst failure{of}{layer}: {}", clean::passage(first, REASON_BYTES));
    }
}

fn words(status: &ServerStatus) -> String {
    let mut text = format!("{}: {}", status.name, names::lifecycle(status.lifecycle));
    if let Some(pid) = status.pid {
        let _ = write!(text, ", pid {pid}");
    }
    if let Some(uptime) = status.uptime_s {
        let _ = write!(text, ", up {uptime} s");
    }
    let _ =
        write!(text, ", restarts {}, open documents {}", status.restarts, status.open_documents);
    if let Some(encoding) = status.encoding {
        let _ = write!(text, ", positions in {encoding}");
    }
    for (track, level) in &status.readiness {
        let _ = write!(text, "\nreadiness of {track}: {}", state::readiness_words(level));
    }
    match status.adapters.as_slice() {
        [] => text.push_str("\nadapter: none"),
        [adapter] => adapter_words("", adapter, &mut text),
        layers => {
            for (at, adapter) in layers.iter().enumerate() {
                adapter_words(&format!(" layer {}", at + 1), adapter, &mut text);
            }
        }
    }
    let can = if status.capabilities.is_empty() {
        "not known until it runs".to_owned()
    } else {
        status.capabilities.join(", ")
    };
    let _ = write!(text, "\ntools it answers: {can}");
    if let Some(problem) = &status.problem {
        let _ = write!(text, "\nproblem: {}", clean::passage(problem, REASON_BYTES));
    }
    if !status.stderr_tail.is_empty() {
        text.push_str("\nlast lines of its stderr:");
        for line in &status.stderr_tail {
            let _ = write!(text, "\n  {}", clean::line(line));
        }
    }
    text
}

#[cfg(test)]
mod tests;
