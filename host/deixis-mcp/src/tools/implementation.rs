//! `implementation`: what implements an interface or a method.

use deixis_engine::Goto;

use super::go_to::{self, Words};
use super::{Effect, ToolSpec};
use crate::arguments::At;
use crate::schema;

const WORDS: Words =
    Words { tool: "implementation", one: "implementation", many: "implementations" };

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "implementation",
    description: "Use instead of grep to find what implements an interface or trait, or implements or overrides a method.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| {
        Box::pin(go_to::run(operations, cx, said, Goto::Implementation, WORDS))
    },
};
