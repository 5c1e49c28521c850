//! `definition`: where a symbol is defined.

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Place};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::{Asked, Rendered, locations};
use crate::schema;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "definition",
    description: "Use instead of grep to go from a use of a symbol straight to where it is defined, also through imports, aliases and into libraries.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: true,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: Checked<'_>) -> ToolResult {
    let target = said.read::<At>()?.target(&said)?;
    let answer = operations.definition(cx, &target).await?;
    Ok(render(&answer, &describe(&target)))
}

fn render(answer: &Answer<Vec<Place>>, of: &str) -> Rendered {
    let of = format!("of {of}");
    let asked =
        Asked { tool: "definition", one: "definition", many: "definitions", of: &of, how: None };
    locations::render(answer, &asked, None, |_| {})
}

#[cfg(test)]
mod tests;
