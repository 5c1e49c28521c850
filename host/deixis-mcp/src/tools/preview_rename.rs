//! `preview_rename`: every edit that a rename would make. Writes nothing.

use std::fmt::Write as _;

use deixis_base::RootedPath;
use deixis_engine::CallContext;
use deixis_engine::answer::{Edit, FileEdits, Preview, Shown};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked};
use crate::errors::Failure;
use crate::operations::Operations;
use crate::render::page::{Page, PageParams};
use crate::render::{
    Asked, Rendered, clean, count, insert_encoding, insert_servers, place, server_list, state,
};
use crate::schema;

/// Longest diff on one page, in bytes.
const DIFF_BYTES: usize = 10_000;

/// Arguments of `preview_rename`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    #[serde(flatten)]
    at: At,
    #[schemars(length(min = 1, max = 1000))]
    new_name: Option<String>,
    // What it is for, each preview says itself.
    #[schemars(length(min = 1))]
    preview_id: Option<String>,
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

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { at, new_name, preview_id, page } = said.read()?;
    if let Some(id) = preview_id {
        check_alone(said)?;
        return Ok(render(&operations.shown_preview(&id)?, page));
    }
    let Some(new_name) = new_name else {
        let mut corrected = said.values().clone();
        corrected.insert("newName".to_owned(), said.example()["newName"].clone());
        return Err(said.refuse("the argument `newName` is missing", corrected));
    };
    check_name(&new_name, said)?;
    let target = at.target(said)?;
    Ok(render(&operations.preview_rename(cx, &target, &new_name).await?, page))
}

/// `previewId` names all that the preview was made of.
fn check_alone(said: &Checked<'_>) -> Result<(), Failure> {
    let goes = |name: &str| ["previewId", "limit", "offset"].contains(&name);
    let Some(other) = said.values().keys().find(|name| !goes(name)) else { return Ok(()) };
    let message = format!("`previewId` shows that preview again and excludes `{other}`");
    let mut corrected = said.values().clone();
    corrected.retain(|name, _| goes(name));
    Err(said.refuse(message, corrected))
}

/// What is a name in no language. Whether it is one in this language, the adapter and the server
/// know.
fn check_name(name: &str, said: &Checked<'_>) -> Result<(), Failure> {
    let wrong = if name.trim().is_empty() {
        "is empty"
    } else if name.contains(char::is_control) {
        "has a line break or another control character"
    } else if name.trim() != name {
        "begins or ends with a space"
    } else {
        return Ok(());
    };
    let mut corrected = said.values().clone();
    let ends = |c: char| c.is_whitespace() || c.is_control();
    let first = name.split(ends).find(|word| !word.is_empty());
    corrected.insert("newName".to_owned(), json!(first.unwrap_or("start")));
    Err(said.refuse(format!("`newName` {wrong}, so it is no name"), corrected))
}

fn render(shown: &Shown, params: PageParams) -> Rendered {
    let answer = &*shown.answer;
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
    let mut structured = JsonObject::new();
    structured.insert("previewId".to_owned(), json!(shown.id));
    let seconds = shown.expires_in.as_secs();
    structured.insert("expiresInSeconds".to_owned(), json!(seconds));
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    state::insert(&answer.state, &mut structured);
    structured.insert("newName".to_owned(), json!(preview.new_name));
    let counted = json!({ "files": preview.files.len(), "edits": edits.len() });
    structured.insert("counts".to_owned(), counted);
    let mut text = format!(
        "renaming {} to `{}` makes {} in {}, says {}; nothing is written:",
        clean::line(&preview.what),
        clean::line(&preview.new_name),
        count(edits.len(), "edit", "edits"),
        count(preview.files.len(), "file", "files"),
        server_list(&answer.servers)
    );
    structured.insert("files".to_owned(), files(&edits, &page, &mut text));
    insert_warnings(preview, &mut structured, &mut text);
    insert_diff(preview, &page, &mut structured, &mut text);
    page.insert_pagination(&mut structured);
    let id = Some(("previewId", &*shown.id));
    let asked = Asked { tool: SPEC.name, one: "edit", many: "edits", of: "", how: None, id };
    page.write(&asked, &mut text);
    state::write(&answer.state, &answer.servers, &mut text);
    let call = json!({ "previewId": shown.id });
    let _ = write!(
        text,
        "\nto make exactly this, once, within {seconds} s (where writing is allowed): apply_rename {call}"
    );
    Rendered { text, structured }
}

fn insert_warnings(preview: &Preview, structured: &mut JsonObject, text: &mut String) {
    let cautions = preview.cautions.iter();
    let refused = cautions.map(|caution| {
        format!("{} is {}: refused unless `include` names it", caution.path, caution.why)
    });
    let warnings: Vec<String> = refused
        .chain(preview.warnings.iter().map(|warning| clean::line(warning).into_owned()))
        .collect();
    for warning in &warnings {
        let _ = write!(text, "\nwarning: {warning}");
    }
    structured.insert("warnings".to_owned(), json!(warnings));
    if !preview.cautions.is_empty() {
        let paths: Vec<&str> = preview.cautions.iter().map(|one| one.path.as_str()).collect();
        structured.insert("include".to_owned(), json!(paths));
    }
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

/// The diffs of the files that begin on this page, as far as they have room.
fn insert_diff(preview: &Preview, page: &Page, structured: &mut JsonObject, text: &mut String) {
    let mut diff = String::new();
    let (mut first, mut left_out) = (0, 0);
    for FileEdits { edits, diff: of_file, .. } in &preview.files {
        let begins = page.shown.contains(&first);
        first += edits.len();
        match of_file {
            _ if !begins => {}
            Some(of_file) if diff.len() + of_file.len() <= DIFF_BYTES => diff.push_str(of_file),
            _ => left_out += 1,
        }
    }
    if !diff.is_empty() {
        let diff = clean::passage(&diff, DIFF_BYTES);
        let _ = write!(text, "\ndiff:\n{}", diff.trim_end());
        structured.insert("diff".to_owned(), json!(diff));
    }
    if left_out > 0 {
        let files = count(left_out, "file", "files");
        let note =
            format!("the diff of {files} is left out, because it is long; the edits are all there");
        let _ = write!(text, "\nnote: {note}");
        structured.insert("note".to_owned(), json!(note));
    }
}

#[cfg(test)]
mod tests;
