//! `signature_help`: what a call may be given.

use std::fmt::Write as _;

use deixis_engine::CallContext;
use deixis_engine::answer::{Answer, Signature, Signatures};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{Effect, ToolResult, ToolSpec};
use crate::arguments::{At, Checked, describe};
use crate::operations::Operations;
use crate::render::page::{Page, PageParams};
use crate::render::{Asked, Rendered, clean, insert_servers, server_list, state};
use crate::schema;

/// Longest documentation of a signature, in bytes.
const SIGNATURE_BYTES: usize = 2_000;
/// Longest documentation of a parameter, in bytes.
const PARAMETER_BYTES: usize = 500;
/// Most signatures in an answer.
const SIGNATURES: u32 = 100;
const BARE: &str = "documentation of the other signatures is left out to keep the answer small";

pub(super) const SPEC: ToolSpec = ToolSpec {
    name: "signature_help",
    description: "Use instead of opening a callee's file to see what a call takes: all overloads, parameters and their documentation. Point at an argument of the call.",
    schema: schema::input::<At>,
    example: r#"{"path":"src/main.rs","line":12,"symbol":"argument"}"#,
    effect: Effect::Reads,
    core: false,
    run: |operations, cx, said| Box::pin(run(operations, cx, said)),
};

async fn run(operations: &dyn Operations, cx: &CallContext, said: &Checked<'_>) -> ToolResult {
    let target = said.read::<At>()?.target(said)?;
    let answer = operations.signature_help(cx, &target).await?;
    Ok(render(&answer, &describe(&target)))
}

fn render(answer: &Answer<Option<Signatures>>, asked: &str) -> Rendered {
    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    let servers = server_list(&answer.servers);
    let mut text;
    if let Some(help) = &answer.value {
        text = format!("at {asked}, from {servers}, ");
        insert(help, &mut structured, &mut text);
    } else {
        structured.insert("signatures".to_owned(), json!([]));
        text = format!(
            "{servers} knows no signature at {asked}; point at an argument, between the \
             parentheses of a call"
        );
    }
    state::insert(&answer.state, &mut structured);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

fn insert(help: &Signatures, structured: &mut JsonObject, text: &mut String) {
    let total = help.signatures.len();
    let mut documented = true;
    // The documentation of all but the one that is meant gives way first.
    let mut page = Page::new(total, PageParams::first(SIGNATURES), |index, with_text| {
        documented = documented && with_text;
        signature(&help.signatures[index], with_text || index == help.active)
    });
    page.insert_whole("signatures", structured);
    structured.insert("activeSignature".to_owned(), json!(help.active));
    let Some(active) = help.signatures.get(help.active) else { return };
    if let Some(parameter) = active.active_parameter {
        structured.insert("activeParameter".to_owned(), json!(parameter));
    }
    let _ = write!(text, "signature {} of {total}:", help.active + 1);
    words(active, text);
    if !documented {
        structured.insert("note".to_owned(), json!(BARE));
        let _ = write!(text, "\nnote: {BARE}");
    }
    let asked = Asked {
        tool: SPEC.name,
        one: "signature",
        many: "signatures in structured content",
        of: "",
        how: None,
        id: None,
    };
    page.write_whole(&asked, text);
}

fn signature(signature: &Signature, documented: bool) -> Value {
    let mut out = JsonObject::new();
    out.insert("label".to_owned(), json!(clean::line(&signature.label)));
    insert_documentation(&signature.documentation, SIGNATURE_BYTES, documented, &mut out);
    let parameters = signature.parameters.iter().map(|parameter| {
        let mut out = JsonObject::new();
        out.insert("label".to_owned(), json!(clean::line(&parameter.label)));
        insert_documentation(&parameter.documentation, PARAMETER_BYTES, documented, &mut out);
        Value::Object(out)
    });
    out.insert("parameters".to_owned(), Value::Array(parameters.collect()));
    Value::Object(out)
}

fn insert_documentation(markdown: &str, limit: usize, documented: bool, out: &mut JsonObject) {
    if documented && !markdown.is_empty() {
        out.insert("documentation".to_owned(), json!(clean::markdown(markdown, limit)));
    }
}

/// The signature as text: its label, its parameters with the one that is meant, and
/// its documentation.
fn words(signature: &Signature, text: &mut String) {
    let _ = write!(text, "\n{}", clean::line(&signature.label));
    for (index, parameter) in signature.parameters.iter().enumerate() {
        let _ = write!(text, "\n  {}", clean::line(&parameter.label));
        if signature.active_parameter == Some(index) {
            text.push_str("  <- here");
        }
        if !parameter.documentation.is_empty() {
            let documentation = clean::markdown(&parameter.documentation, PARAMETER_BYTES);
            let _ = write!(text, "\n    {}", documentation.replace('\n', "\n    "));
        }
    }
    if !signature.documentation.is_empty() {
        let _ = write!(text, "\n{}", clean::markdown(&signature.documentation, SIGNATURE_BYTES));
    }
}

#[cfg(test)]
mod tests;
