//! The tools: one file each, with its parameters, its handler and its words together.
//!
//! A tool is a [`ToolSpec`] in a static table. A handler converts, calls the engine and converts
//! back; there is no logic in between. What several tools share (saying where, pages, places)
//! lives in [`crate::arguments`] and [`crate::render`].

mod apply_rename;
mod calls;
mod declaration;
mod definition;
mod diagnostics;
mod document_symbols;
mod go_to;
mod hover;
mod implementation;
mod incoming_calls;
mod outgoing_calls;
mod prepare_rename;
mod preview_rename;
mod references;
mod server_status;
mod signature_help;
mod type_definition;
mod workspace_symbols;

use std::sync::{Arc, LazyLock};

use deixis_engine::CallContext;
use futures_util::future::BoxFuture;
use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

use crate::Options;
use crate::arguments::{Checked, Form};
use crate::errors::Failure;
use crate::operations::Operations;
use crate::render::Rendered;
use crate::schema;

/// What a handler gives back.
pub(crate) type ToolResult = Result<Rendered, Failure>;

/// A tool as it is written down.
#[derive(Clone, Copy)]
pub(crate) struct ToolSpec {
    /// Name, as called.
    pub(crate) name: &'static str,
    /// When to use it instead of grep or reading, in its first sentence; about 150 characters.
    pub(crate) description: &'static str,
    /// Makes the input schema.
    pub(crate) schema: fn() -> JsonObject,
    /// A right call's arguments, as JSON.
    pub(crate) example: &'static str,
    /// What a call does to the project.
    pub(crate) effect: Effect,
    /// Whether clients that load tools late should have this one from the start. At most four.
    pub(crate) core: bool,
    /// The handler.
    pub(crate) run: Run,
}

/// A handler.
pub(crate) type Run =
    for<'a> fn(&'a dyn Operations, &'a CallContext, &'a Checked<'a>) -> BoxFuture<'a, ToolResult>;

/// What a call does to the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    Reads,
    /// It writes files; offered only where mutation is allowed.
    Writes,
}

/// All tools, in the order in which they are listed.
static SPECS: [&ToolSpec; 16] = [
    &server_status::SPEC,
    &hover::SPEC,
    &signature_help::SPEC,
    &definition::SPEC,
    &declaration::SPEC,
    &type_definition::SPEC,
    &implementation::SPEC,
    &references::SPEC,
    &incoming_calls::SPEC,
    &outgoing_calls::SPEC,
    &diagnostics::SPEC,
    &document_symbols::SPEC,
    &workspace_symbols::SPEC,
    &prepare_rename::SPEC,
    &preview_rename::SPEC,
    &apply_rename::SPEC,
];

/// A tool with its schema made.
pub(crate) struct Built {
    pub(crate) spec: &'static ToolSpec,
    /// What calls are checked against.
    schema: JsonObject,
    /// As listed.
    pub(crate) tool: Tool,
}

impl Built {
    fn new(spec: &'static ToolSpec) -> Self {
        let reads = spec.effect == Effect::Reads;
        let annotations = ToolAnnotations::new()
            .read_only(reads)
            .destructive(!reads)
            .idempotent(reads)
            // A language server knows the project and its dependencies, nothing beyond.
            .open_world(false);
        let schema = (spec.schema)();
        let listed = Arc::new(schema::advertised(&schema));
        let mut tool = Tool::new(spec.name, spec.description, listed).with_annotations(annotations);
        if spec.core {
            let mut meta = MetaObject::new();
            meta.insert("anthropic/alwaysLoad".to_owned(), json!(true));
            tool = tool.with_meta(meta);
        }
        Self { spec, schema, tool }
    }

    /// What arguments are checked against.
    pub(crate) fn form(&self) -> Form<'_> {
        Form { tool: self.spec.name, schema: &self.schema, example: self.spec.example }
    }
}

static BUILT: LazyLock<Vec<Built>> =
    LazyLock::new(|| SPECS.iter().map(|spec| Built::new(spec)).collect());

/// The tools that the options offer, in order. Built once per process.
pub(crate) fn offered(options: &Options) -> impl Iterator<Item = &'static Built> {
    let writes = options.allow_mutation;
    BUILT.iter().filter(move |built| writes || built.spec.effect == Effect::Reads)
}

/// The tool of that name, if the options offer it.
pub(crate) fn find(options: &Options, name: &str) -> Option<&'static Built> {
    offered(options).find(|built| built.spec.name == name)
}

/// Whether there is a tool of that name that the options do not offer.
pub(crate) fn is_held_back(options: &Options, name: &str) -> bool {
    find(options, name).is_none() && BUILT.iter().any(|built| built.spec.name == name)
}

/// The tools as `tools/list` shows them where at least one server is configured, for tests and
/// documentation.
#[must_use]
pub fn tool_list(options: &Options) -> Vec<Value> {
    // A tool is strings, booleans and JSON: it always serialises.
    offered(options).filter_map(|built| serde_json::to_value(&built.tool).ok()).collect()
}

#[cfg(test)]
mod tests;
