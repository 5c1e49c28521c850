//! `hover`: what a symbol is.

use std::fmt::Write as _;

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Hover};
use rmcp::model::JsonObject;
use serde_json::Value;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::{Rendered, clean, insert_encoding, insert_servers, place, server_list, state};
use crate::schema;

/// Longest contents, in bytes; a server's hover can be megabytes.
const CONTENTS_BYTES: usize = 8_000;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "hover",
    description: "Use instead of opening files to learn a symbol's type, signature and documentation, also of library symbols.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let target = said.read::<At>()?.target(said)?;
    let answer = operations.hover(cx, &target).await?;
    Ok(render(&answer, &describe(&target)))
}

fn render(answer: &Answer<Option<Hover>>, asked: &str) -> Rendered {
    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    let servers = server_list(&answer.servers);
    let mut text;
    if let Some(hover) = &answer.value {
        let contents = clean::markdown(&hover.contents, CONTENTS_BYTES);
        text = format!("{asked}, from {servers}");
        if let Some(range) = hover.range {
            insert_encoding(&mut structured);
            structured.insert("range".to_owned(), place::range(range));
            let _ = write!(text, ", at {}", place::span(range));
        }
        let _ = write!(text, ":\n{contents}");
        structured.insert("contents".to_owned(), Value::String(contents));
    } else {
        structured.insert("contents".to_owned(), Value::Null);
        text = format!("{servers} has nothing to say about {asked}");
    }
    state::insert(&answer.state, &mut structured);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

#[cfg(test)]
mod tests;
