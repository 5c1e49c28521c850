//! `apply_rename`: makes a rename that was previewed. The only tool that writes.

use std::fmt::Write as _;
use std::time::Duration;

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Applied};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::Checked;
use crate::operations::Operations;
use crate::render::{Rendered, clean, count, diagnostics, insert_servers, server_list};
use crate::schema;

/// How long diagnostics of the changed files are waited for unless the caller says otherwise, in
/// milliseconds.
const WAIT_MS: u32 = 2_000;

/// Most files that are listed; the preview has shown them all.
const FILES: usize = 100;

/// Arguments of `apply_rename`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    #[schemars(length(min = 1))]
    preview_id: String,
    /// files to change though the preview warns
    include: Option<Vec<String>>,
    /// for diagnostics of the changed files
    #[schemars(range(min = 0, max = 30_000))]
    diagnostics_wait_ms: Option<u32>,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "apply_rename",
    description: "Use to make a rename that preview_rename has shown, in all files or in none.",
    schema: schema::input::<Params>,
    example: r#"{"previewId":"1f0e2d3c4b5a69788796a5b4c3d2e1f0"}"#,
    effect: Effect::Writes,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { preview_id, include, diagnostics_wait_ms } = said.read()?;
    let wait = Duration::from_millis(diagnostics_wait_ms.unwrap_or(WAIT_MS).into());
    let include = include.unwrap_or_default();
    let answer = operations.apply_rename(cx, &preview_id, &include, wait).await?;
    Ok(render(&answer))
}

fn render(answer: &Answer<Applied>) -> Rendered {
    let applied = &answer.value;
    let edits: usize = applied.files.iter().map(|(_, edits)| edits).sum();
    let mut structured = JsonObject::new();
    structured.insert("previewId".to_owned(), json!(applied.id));
    insert_servers(&answer.servers, &mut structured);
    let files: Vec<Value> = applied
        .files
        .iter()
        .take(FILES)
        .map(|(path, edits)| json!({ "path": path.as_str(), "edits": edits }))
        .collect();
    structured.insert("files".to_owned(), Value::Array(files));
    let counts = json!({ "files": applied.files.len(), "edits": edits });
    structured.insert("counts".to_owned(), counts);
    let names = |servers: &[deixis_engine::answer::ServerName]| -> Vec<Value> {
        servers.iter().map(|name| json!(&**name)).collect()
    };
    structured.insert("servers".to_owned(), Value::Array(names(&applied.refreshed)));
    let mut text = format!(
        "the rename is made: {} in {}; told: {}",
        count(edits, "edit", "edits"),
        count(applied.files.len(), "file", "files"),
        server_list(&applied.refreshed)
    );
    for (path, edits) in applied.files.iter().take(FILES) {
        let _ = write!(text, "\n{path}  {}", count(*edits, "edit", "edits"));
    }
    if applied.files.len() > FILES {
        let more = applied.files.len() - FILES;
        let _ = write!(text, "\nand {more} more, as the preview has shown");
        structured.insert("truncated".to_owned(), json!(true));
    }
    if !applied.restarted.is_empty() {
        let _ = write!(text, "\nrestarts at the next call: {}", server_list(&applied.restarted));
        structured.insert("restarted".to_owned(), Value::Array(names(&applied.restarted)));
    }
    if !applied.left.is_empty() {
        let left: Vec<_> = applied.left.iter().map(|left| clean::line(left)).collect();
        for left in &left {
            let _ = write!(text, "\nleft behind: {left}");
        }
        structured.insert("left".to_owned(), json!(left));
    }
    diagnostics::after(&applied.diagnostics, applied.unsettled, &mut structured, &mut text);
    Rendered { text, structured }
}

#[cfg(test)]
mod tests;
