//! `definition`: where a symbol is defined.

use deixis_engine::Goto;

use super::go_to::{self, Words};
use super::{Effect, ToolSpec};
use crate::arguments::At;
use crate::schema;

const WORDS: Words = Words { tool: "definition", one: "definition", many: "definitions" };

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "definition",
    description: "Use instead of grep to go from a use of a symbol straight to where it is defined, also through imports, aliases and into libraries.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: true,
    run: |operations, cx, said| Box::pin(go_to::run(operations, cx, said, Goto::Definition, WORDS)),
};
