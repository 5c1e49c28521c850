//! `document_symbols`: the outline of a file.

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Symbol};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::Checked;
use crate::operations::Operations;
use crate::render::page::PageParams;
use crate::render::symbols::{self, Shape};
use crate::render::{Asked, Rendered};
use crate::schema;

/// Arguments of `document_symbols`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// file
    #[schemars(length(min = 1))]
    path: String,
    #[schemars(length(min = 1))]
    server: Option<String>,
    #[serde(flatten)]
    page: PageParams,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "document_symbols",
    description: "Use instead of reading a long file when its outline is all that is needed: its \
                  symbols, nested, with kinds and lines. Never a first step towards one symbol: \
                  ask definition or references directly.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { path, server, page } = said.read()?;
    let answer = operations.document_symbols(cx, &path, server.as_deref()).await?;
    Ok(render(&answer, &path, page))
}

fn render(answer: &Answer<Vec<Symbol>>, path: &str, page: PageParams) -> Rendered {
    let of = format!("in {path}");
    let asked = Asked {
        tool: "document_symbols",
        one: "symbol",
        many: "symbols",
        of: &of,
        how: None,
        id: None,
    };
    symbols::render(answer, &asked, Shape::Outline, page)
}

#[cfg(test)]
mod tests;
