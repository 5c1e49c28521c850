//! The tool calls of a recording: those of a file, or some about the project's first symbol.

use std::path::Path;

use anyhow::Context as _;
use deixis_engine::Project;
use deixis_mcp::{CallOutcome, Options};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tour::walk;

/// Files that are tried until one has a symbol.
const FILES: usize = 8;
/// The longest that `diagnostics` may wait: nobody asks again.
const LONGEST_WAIT_MS: u32 = 30_000;
/// Kinds of symbols worth asking about.
const GOOD_KINDS: [&str; 5] = ["function", "method", "class", "struct", "interface"];

/// One tool call.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    tool: String,
    #[serde(default)]
    arguments: Value,
}

/// Is told of calls.
pub(super) trait Witness {
    /// A call is made.
    fn asked(&self, _tool: &str, _arguments: &Value) {}
    /// It is answered.
    fn answered(&self, tool: &str, arguments: &Value, outcome: &CallOutcome);
}

/// Where calls are made.
pub(super) struct Maker<'a> {
    pub(super) project: &'a Project,
    pub(super) options: Options,
    pub(super) server: &'a str,
    pub(super) witness: &'a dyn Witness,
}

/// Makes the calls of a file, or some about the first symbol.
pub(super) async fn make(maker: &Maker<'_>, file: Option<&Path>) -> anyhow::Result<()> {
    let calls = match file {
        Some(file) => read(file)?,
        None => about_first_symbol(maker).await,
    };
    for Call { tool, arguments } in calls {
        one(maker, &tool, arguments).await;
    }
    Ok(())
}

fn read(file: &Path) -> anyhow::Result<Vec<Call>> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{shown} cannot be read"))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{shown} is no list of {{\"tool\": …, \"arguments\": {{…}}}}"))
}

/// Looks for a symbol, which is the first call, and asks all about it.
async fn about_first_symbol(maker: &Maker<'_>) -> Vec<Call> {
    let server = maker.server;
    let call = |tool: &str, arguments: Value| Call { tool: tool.to_owned(), arguments };
    let mut tried = 0;
    for file in walk::files(maker.project.root()) {
        if tried == FILES {
            break;
        }
        let path = file.path.as_str();
        let arguments = json!({"path": path, "server": server});
        let outline = one(maker, "document_symbols", arguments).await;
        // Files of other servers are not counted.
        tried += usize::from(!outline.is_error);
        let Some((name, at)) = symbol(&outline.structured) else { continue };
        return vec![
            call("workspace_symbols", json!({"query": name, "server": server})),
            call("hover", json!({"path": at})),
            call("definition", json!({"path": at})),
            call("references", json!({"path": at, "includeDeclaration": true})),
            call("diagnostics", json!({"path": path, "waitMs": LONGEST_WAIT_MS})),
        ];
    }
    Vec::new()
}

/// Name and place of the first symbol of an outline that is worth asking about.
fn symbol(outline: &Value) -> Option<(String, String)> {
    let symbols = outline["symbols"].as_array()?;
    let good =
        |symbol: &&Value| symbol["kind"].as_str().is_some_and(|kind| GOOD_KINDS.contains(&kind));
    let symbol = symbols.iter().find(good).or(symbols.first())?;
    Some((symbol["name"].as_str()?.to_owned(), symbol["at"].as_str()?.to_owned()))
}

async fn one(maker: &Maker<'_>, tool: &str, arguments: Value) -> CallOutcome {
    maker.witness.asked(tool, &arguments);
    let outcome = deixis_mcp::call(maker.project, &maker.options, tool, arguments.clone()).await;
    maker.witness.answered(tool, &arguments, &outcome);
    outcome
}

/// Says on standard error how each call ended, in a line.
pub(super) struct FirstLines;

impl Witness for FirstLines {
    #[expect(clippy::print_stderr, reason = "progress of a command")]
    fn answered(&self, tool: &str, arguments: &Value, outcome: &CallOutcome) {
        let first = outcome.text.lines().next().unwrap_or_default();
        eprintln!("{tool} {arguments}: {first}");
    }
}
