//! `deixis call`: one tool call from a terminal.

use std::process::ExitCode;

use anyhow::bail;
use serde_json::{Map, Value};

use crate::cli::{Call, Common};
use crate::session;

/// The longest that `diagnostics` may wait.
const LONGEST_WAIT_MS: u32 = 30_000;

/// Calls the tool, prints its answer, stops the servers.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(crate) async fn run(common: &Common, arguments: &Call) -> anyhow::Result<ExitCode> {
    let config = session::config(common)?;
    if config.servers.is_empty() {
        bail!("no language server is configured; try --adapter {}", session::built_in().join(","));
    }
    let project = session::project(session::root(common)?, &config)?;
    let said = patient(&arguments.tool, parse(&arguments.tool, &arguments.arguments)?);
    let options = deixis_mcp::Options {
        allow_mutation: common.allow_mutation,
        ..deixis_mcp::Options::default()
    };
    let outcome = deixis_mcp::call(&project, &options, &arguments.tool, said).await;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&outcome.structured)?);
    } else {
        println!("{}", outcome.text);
    }
    project.shutdown().await;
    Ok(if outcome.is_error { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Each command starts its server anew and is its only question: so it waits as long as it
/// may, where an agent that can ask again does not.
fn patient(tool: &str, mut said: Value) -> Value {
    if let ("diagnostics", Some(said)) = (tool, said.as_object_mut())
        && said.contains_key("path")
    {
        said.entry("waitMs").or_insert(Value::from(LONGEST_WAIT_MS));
    }
    said
}

/// `key=value` pairs, or one JSON object. A value is text where the tool wants text;
/// else it is JSON where it parses as such, and text where it does not.
fn parse(tool: &str, arguments: &[String]) -> anyhow::Result<Value> {
    if let [only] = arguments
        && only.trim_start().starts_with('{')
    {
        return serde_json::from_str(only)
            .map_err(|error| anyhow::anyhow!("the arguments are no JSON object: {error}"));
    }
    let mut object = Map::new();
    let wants_text = |key: &str| {
        let tools = deixis_mcp::tool_list(&deixis_mcp::Options::default());
        let tool = tools.iter().find(|known| known["name"] == tool);
        tool.is_some_and(|tool| tool["inputSchema"]["properties"][key]["type"] == "string")
    };
    for argument in arguments {
        let Some((key, value)) = argument.split_once('=') else {
            bail!(
                "{argument:?} is no argument; say it as key=value, for example path=src/main.rs line=12 symbol=run"
            );
        };
        let text = || Value::String(value.to_owned());
        let value = match serde_json::from_str(value) {
            // What is quoted by habit is text as well.
            Ok(Value::String(quoted)) => Value::String(quoted),
            Ok(value) if !wants_text(key) => value,
            _ => text(),
        };
        if object.insert(key.to_owned(), value).is_some() {
            bail!("{key} is given twice; say each argument once");
        }
    }
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn arguments_are_pairs_or_one_object() {
        let check = |arguments: &[&str], expected: Value| {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            assert_eq!(parse("references", &arguments).ok(), Some(expected), "{arguments:?}");
        };
        check(&[], json!({}));
        check(
            &["path=a b.rs", "line=3", "symbol=x=y"],
            json!({"path": "a b.rs", "line": 3, "symbol": "x=y"}),
        );
        check(&[r#"{"path": "a"}"#], json!({"path": "a"}));
        check(&["includeDeclaration=true"], json!({"includeDeclaration": true}));
        check(&["symbol=1", "line=1"], json!({"symbol": "1", "line": 1}));
        check(&["symbol=\"a b\""], json!({"symbol": "a b"}));
        assert!(parse("references", &["alone".to_owned()]).is_err());
        assert!(parse("references", &["line=1".to_owned(), "line=2".to_owned()]).is_err());
    }
}
