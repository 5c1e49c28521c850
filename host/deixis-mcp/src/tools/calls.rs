//! What the tools about callers and callees have in common.

use deixis_engine::{CallContext, Direction};
use schemars::JsonSchema;
use serde::Deserialize;

use super::ToolResult;
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::calls::render;
use crate::render::page::PageParams;

/// Arguments of both.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    #[serde(flatten)]
    at: At,
    #[serde(flatten)]
    page: PageParams,
}

/// The handler.
pub(super) async fn run(
    operations: &dyn Operations,
    cx: &CallContext,
    said: &Checked<'_>,
    direction: Direction,
) -> ToolResult {
    let Params { at, page } = said.read()?;
    let target = at.target(said)?;
    let answer = operations.calls(cx, &target, direction).await?;
    Ok(render(&answer, &describe(&target), direction, page))
}
