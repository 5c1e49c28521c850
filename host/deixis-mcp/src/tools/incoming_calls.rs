//! `incoming_calls`: who calls a function.

use deixis_engine::Direction;

use super::calls::{self, Params};
use super::{Effect, ToolSpec};
use crate::schema;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "incoming_calls",
    description: "Use instead of grep to find the functions that call a function, with their call sites.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(calls::run(operations, cx, said, Direction::Incoming)),
};
