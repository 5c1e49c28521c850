//! How to give Deixis to a host.

use std::path::Path;

use serde_json::json;

/// Registration for the hosts that read JSON, and for Codex.
pub(crate) fn hosts(adapter: &str, root: &Path) -> anyhow::Result<String> {
    let program = std::env::current_exe()?;
    let arguments =
        ["--root", &root.to_string_lossy(), "--adapter", adapter].map(ToOwned::to_owned);
    let server = json!({"mcpServers": {"deixis": {"command": program.to_string_lossy(), "args": arguments}}});
    let codex = format!(
        "codex mcp add deixis -- {} {}",
        quoted(&program.to_string_lossy()),
        arguments.map(|argument| quoted(&argument)).join(" ")
    );
    let claude = codex.replacen("codex", "claude", 1);
    Ok(format!(
        "Give it to your agent.\n\nClaude Code, Cursor, Gemini CLI and other hosts with an mcpServers file:\n{}\n\nOr from a terminal:\n  {claude}\n  {codex}",
        serde_json::to_string_pretty(&server)?,
    ))
}

/// A shell word.
fn quoted(word: &str) -> String {
    let plain =
        |character: char| character.is_ascii_alphanumeric() || "/._-+:=@".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
