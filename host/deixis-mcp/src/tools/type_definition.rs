//! `type_definition`: where the type of a value is defined.

use deixis_engine::Goto;

use super::go_to::{self, Words};
use super::{Effect, ToolSpec};
use crate::arguments::At;
use crate::schema;

const WORDS: Words =
    Words { tool: "type_definition", one: "type definition", many: "type definitions" };

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "type_definition",
    description: "Use instead of reading on from file to file to go from a value straight to the definition of its type.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| {
        Box::pin(go_to::run(operations, cx, said, Goto::TypeDefinition, WORDS))
    },
};
