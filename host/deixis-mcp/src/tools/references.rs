//! `references`: every use of a symbol.

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Place};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::page::PageParams;
use crate::render::{Asked, Rendered, locations};
use crate::schema;

/// Arguments of `references`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    #[serde(flatten)]
    at: At,
    include_declaration: Option<bool>,
    #[serde(flatten)]
    page: PageParams,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "references",
    description: "Use instead of grep to find every real use of a symbol in the whole project, without namesakes, comments or strings.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: true,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { at, include_declaration, page } = said.read()?;
    let include_declaration = include_declaration.unwrap_or(false);
    let target = at.target(said)?;
    let answer = operations.references(cx, &target, include_declaration).await?;
    Ok(render(&answer, &describe(&target), include_declaration, page))
}

fn render(
    answer: &Answer<Vec<Place>>,
    to: &str,
    include_declaration: bool,
    page: PageParams,
) -> Rendered {
    let to = format!("to {to}");
    let how = if include_declaration { "declaration included" } else { "declaration not included" };
    let asked = Asked {
        tool: "references",
        one: "reference",
        many: "references",
        of: &to,
        how: Some(how),
        id: None,
    };
    locations::render(answer, &asked, Some(page), |out| {
        out.insert("includeDeclaration".to_owned(), json!(include_declaration));
    })
}

#[cfg(test)]
mod tests;
