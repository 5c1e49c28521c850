//! `workspace_symbols`: symbols of the whole project by name.

use std::fmt::Write as _;

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Symbol};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::Checked;
use crate::operations::Operations;
use crate::render::page::PageParams;
use crate::render::symbols::{self, Shape};
use crate::render::{Asked, Rendered};
use crate::schema;

/// Most configured servers that an answer names.
const NAMED: usize = 10;

/// Arguments of `workspace_symbols`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// name or part of it
    #[schemars(length(max = 1000))]
    query: String,
    /// ask this one, starting it; else all attached
    #[schemars(length(min = 1))]
    server: Option<String>,
    #[serde(flatten)]
    page: PageParams,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "workspace_symbols",
    description: "Use instead of grep to find where a function, class or other symbol is declared \
                  when only its name is known. Asks the servers that already run; name server to \
                  start one.",
    schema: schema::input::<Params>,
    example: r#"{"query":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { query, server, page } = said.read()?;
    let answer = operations.workspace_symbols(cx, &query, server.as_deref()).await?;
    let names = if answer.servers.is_empty() { operations.server_names() } else { Vec::new() };
    Ok(render(&answer, &query, page, &names))
}

fn render(
    answer: &Answer<Vec<Symbol>>,
    query: &str,
    page: PageParams,
    configured: &[String],
) -> Rendered {
    let of = format!("matching `{query}`");
    let asked = Asked {
        tool: "workspace_symbols",
        one: "symbol",
        many: "symbols",
        of: &of,
        how: None,
        id: None,
    };
    let mut rendered = symbols::render(answer, &asked, Shape::Finds, page);
    if answer.servers.is_empty() {
        let mut hint = "no server is attached".to_owned();
        let named = &configured[..configured.len().min(NAMED)];
        if let Some(first) = named.first() {
            let call = json!({ "query": query, "server": first });
            let _ = write!(
                hint,
                "; name one of {} to start it: workspace_symbols {call}",
                named.join(", ")
            );
        }
        let _ = write!(rendered.text, "\nhint: {hint}");
        rendered.structured.insert("hint".to_owned(), json!(hint));
    }
    rendered
}

#[cfg(test)]
mod tests;
