//! `preview_rename`: every edit that a rename would make. Writes nothing.

use std::fmt::Write as _;

use deixis_base::RootedPath;
use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Edit, Preview};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked, describe};
use crate::errors::Failure;
use crate::operations::Operations;
use crate::render::page::{Page, PageParams};
use crate::render::{
    Asked, Rendered, clean, count, insert_encoding, insert_servers, place, server_list, state,
};
use crate::schema;

/// Longest diff, in bytes; the engine gives none that is longer.
const DIFF_BYTES: usize = 10_000;
const NO_DIFF: &str = "the unified diff is left out, because it is long";

/// Arguments of `preview_rename`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    #[serde(flatten)]
    at: At,
    #[schemars(length(min = 1, max = 1000))]
    new_name: String,
    #[serde(flatten)]
    page: PageParams,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "preview_rename",
    description: "Use instead of search and replace to see every edit that renaming a symbol makes in the whole project. Writes nothing.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run","newName":"start"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: Checked<'_>) -> ToolResult {
    let Params { at, new_name, page } = said.read()?;
    check_name(&new_name, &said)?;
    let target = at.target(&said)?;
    let answer = operations.preview_rename(cx, &target, &new_name).await?;
    Ok(render(&answer, &describe(&target), &new_name, page))
}

/// What is a name in no language. Whether it is one in this language, the server knows.
fn check_name(name: &str, said: &Checked<'_>) -> Result<(), Failure> {
    let wrong = if name.trim().is_empty() {
        "is empty"
    } else if name.contains(['\n', '\r']) {
        "has a line break"
    } else {
        return Ok(());
    };
    let mut corrected = said.values().clone();
    let first = name.split_whitespace().next();
    corrected.insert("newName".to_owned(), json!(first.unwrap_or("start")));
    Err(said.refuse(format!("`newName` {wrong}, so it is no name"), corrected))
}

fn render(answer: &Answer<Preview>, what: &str, new_name: &str, params: PageParams) -> Rendered {
    let preview = &answer.value;
    let edits: Vec<(&RootedPath, &Edit)> = preview
        .files
        .iter()
        .flat_map(|file| file.edits.iter().map(|edit| (&file.path, edit)))
        .collect();
    let page = Page::new(edits.len(), params, |index, _| {
        // With its path, although it shares that with its neighbours: an upper bound.
        let (path, edit) = edits[index];
        json!({ "path": path.as_str(), "edit": edit_value(edit) })
    });
    let counted = json!({ "files": preview.files.len(), "edits": edits.len() });
    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    state::insert(&answer.state, &mut structured);
    structured.insert("newName".to_owned(), json!(new_name));
    structured.insert("counts".to_owned(), counted);
    let mut text = format!(
        "renaming {what} to `{new_name}` makes {} in {}, says {}; nothing is written:",
        count(edits.len(), "edit", "edits"),
        count(preview.files.len(), "file", "files"),
        server_list(&answer.servers)
    );
    structured.insert("files".to_owned(), files(&edits, &page, &mut text));
    let warnings: Vec<Value> =
        preview.warnings.iter().map(|warning| json!(clean::line(warning))).collect();
    for warning in &preview.warnings {
        let _ = write!(text, "\nwarning: {}", clean::line(warning));
    }
    structured.insert("warnings".to_owned(), Value::Array(warnings));
    if page.is_first() {
        insert_diff(preview, &mut structured, &mut text);
    }
    page.insert_pagination(&mut structured);
    let asked = Asked { tool: SPEC.name, one: "edit", many: "edits", of: "", how: None };
    page.write(&asked, &mut text);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

/// The edits of the page by file, as members and as text.
fn files(edits: &[(&RootedPath, &Edit)], page: &Page, text: &mut String) -> Value {
    let mut files: Vec<(&RootedPath, Vec<Value>)> = Vec::new();
    for &index in &page.shown {
        let (path, edit) = edits[index];
        if files.last().is_none_or(|(last, _)| *last != path) {
            files.push((path, Vec::new()));
            let _ = write!(text, "\n{path}");
        }
        let _ = write!(
            text,
            "\n  {}  {} -> {}",
            place::span(edit.range),
            shown(&edit.old_text),
            shown(&edit.new_text)
        );
        if let Some((_, list)) = files.last_mut() {
            list.push(edit_value(edit));
        }
    }
    let file =
        |(path, edits): (&RootedPath, Vec<Value>)| json!({ "path": path.as_str(), "edits": edits });
    Value::Array(files.into_iter().map(file).collect())
}

fn edit_value(edit: &Edit) -> Value {
    json!({
        "range": place::range(edit.range),
        "oldText": clean::line(&edit.old_text),
        "newText": clean::line(&edit.new_text),
    })
}

/// Text on one line.
fn shown(text: &str) -> String {
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    clean::line(text).replace('\r', "\\r").replace('\n', "\\n")
}

fn insert_diff(preview: &Preview, structured: &mut JsonObject, text: &mut String) {
    if let Some(diff) = &preview.diff {
        let diff = clean::passage(diff, DIFF_BYTES);
        let _ = write!(text, "\ndiff:\n{}", diff.trim_end());
        structured.insert("diff".to_owned(), json!(diff));
    } else {
        let _ = write!(text, "\nnote: {NO_DIFF}");
        structured.insert("note".to_owned(), json!(NO_DIFF));
    }
}

#[cfg(test)]
mod tests;
