//! What the tools that go from a symbol to places have in common.

use deixis_engine::answer::{Answer, Place};
use deixis_engine::{CallContext, Goto};

use super::ToolResult;
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::{Asked, Rendered, locations};

/// What such a tool is called, and what it finds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    /// Tool name.
    pub(super) tool: &'static str,
    /// What it looks for.
    pub(super) one: &'static str,
    /// More of them.
    pub(super) many: &'static str,
}

/// The handler.
pub(super) async fn run(
    operations: &dyn Operations,
    cx: &CallContext,
    said: &Checked<'_>,
    goto: Goto,
    words: Words,
) -> ToolResult {
    let target = said.read::<At>()?.target(said)?;
    let answer = operations.go_to(cx, &target, goto).await?;
    Ok(render(&answer, &describe(&target), words))
}

fn render(answer: &Answer<Vec<Place>>, of: &str, words: Words) -> Rendered {
    let of = format!("of {of}");
    let Words { tool, one, many } = words;
    let asked = Asked { tool, one, many, of: &of, how: None, id: None };
    locations::render(answer, &asked, None, |_| {})
}

#[cfg(test)]
mod tests;
