//! `outgoing_calls`: what a function calls.

use deixis_engine::Direction;

use super::calls::{self, Params};
use super::{Effect, ToolSpec};
use crate::schema;

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "outgoing_calls",
    description: "Use instead of reading a function's body to list what it calls, with the places, also into other files.",
    schema: schema::input::<Params>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(calls::run(operations, cx, said, Direction::Outgoing)),
};
