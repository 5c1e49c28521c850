//! `prepare_rename`: whether and what would be renamed.

use std::fmt::Write as _;

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Place, Prepared};
use rmcp::model::JsonObject;
use serde_json::json;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked};
use crate::operations::Operations;
use crate::render::{Rendered, clean, insert_encoding, insert_servers, place, server_list, state};
use crate::schema;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "prepare_rename",
    description: "Use before renaming to learn whether the language server can rename what stands at a place, and what exactly that is.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let target = said.read::<At>()?.target(said)?;
    let answer = operations.prepare_rename(cx, &target).await?;
    Ok(render(&answer))
}

fn render(answer: &Answer<Prepared>) -> Rendered {
    let Prepared { place, placeholder, checked } = &answer.value;
    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    place::insert(place, true, &mut structured);
    let name = clean::line(placeholder);
    structured.insert("placeholder".to_owned(), json!(name));
    structured.insert("checked".to_owned(), json!(checked));
    let servers = server_list(&answer.servers);
    let at = place::long(place);
    let mut text = format!("{at}  `{name}` can be renamed, says {servers}");
    if !checked {
        text = format!(
            "{at}  `{name}` stands there; {servers} renames, but does not check beforehand \
             whether it can rename this"
        );
    }
    if let Place::Inside { range, text: line, .. } = place {
        let _ = write!(text, "\nrange: {}", place::span(*range));
        if let Some(line) = line {
            let _ = write!(text, "\nline: {}", clean::line(line));
        }
        let call = json!({ "path": at, "newName": "…" });
        let _ = write!(text, "\ngo on with preview_rename {call}");
    }
    state::insert(&answer.state, &mut structured);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

#[cfg(test)]
mod tests;
