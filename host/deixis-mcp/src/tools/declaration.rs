//! `declaration`: where a symbol is declared, if that is not where it is defined.

use deixis_engine::Goto;

use super::go_to::{self, Words};
use super::{Effect, ToolSpec};
use crate::arguments::At;
use crate::schema;

const WORDS: Words = Words { tool: "declaration", one: "declaration", many: "declarations" };

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "declaration",
    description: "Use instead of grep to find where a symbol is declared where that is not its definition, such as in a C++ header.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| {
        Box::pin(go_to::run(operations, cx, said, Goto::Declaration, WORDS))
    },
};
