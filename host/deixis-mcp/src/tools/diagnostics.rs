//! `diagnostics`: what is wrong with a file, or with all files that something is known of.

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Diagnostics, Severity};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::Checked;
use crate::operations::Operations;
use crate::render::{Rendered, diagnostics};
use crate::schema;

/// How long to wait for settled diagnostics unless the caller says otherwise, in milliseconds.
const WAIT_MS: u32 = 2_000;

/// Arguments of `diagnostics`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Params {
    /// file; without it a summary of all known files
    #[schemars(length(min = 1))]
    path: Option<String>,
    #[schemars(length(min = 1))]
    server: Option<String>,
    /// default warning
    min_severity: Option<Least>,
    /// for settled results, default 2000
    #[schemars(range(min = 0, max = 30_000))]
    wait_ms: Option<u32>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Least {
    Error,
    Warning,
    Information,
    Hint,
}

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "diagnostics",
    description: "Use after an edit, before a slow build, to see the compiler's or linter's \
                  errors and warnings for a file as it is on disk now. Complements the project's \
                  own checks.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs"}"#,
    effect: Effect::Reads,
    core: true,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let Params { path, server, min_severity, wait_ms } = said.read()?;
    let least = match min_severity.unwrap_or(Least::Warning) {
        Least::Error => Severity::Error,
        Least::Warning => Severity::Warning,
        Least::Information => Severity::Information,
        Least::Hint => Severity::Hint,
    };
    let wait_ms = u64::from(wait_ms.unwrap_or(WAIT_MS));
    let (path, server) = (path.as_deref(), server.as_deref());
    let answer = operations.diagnostics(cx, path, server, wait_ms, least).await?;
    Ok(render(answer, least))
}

fn render(answer: Answer<Diagnostics>, least: Severity) -> Rendered {
    let Answer { servers, state, value } = answer;
    match value {
        Diagnostics::File(file) => diagnostics::file(&servers, &state, &file, least),
        Diagnostics::Summary(value) => {
            diagnostics::summary(&Answer { servers, state, value }, least)
        }
    }
}

#[cfg(test)]
mod tests;
