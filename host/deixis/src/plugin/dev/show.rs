//! What `deixis plugin dev` prints: lines of 80 columns for people, or JSON.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use deixis_mcp::CallOutcome;
use deixis_recording::Answer;
use serde_json::{Value, json};

use super::sources::Changes;
use crate::plugin::calls::Witness;

/// Columns of a line.
const COLUMNS: usize = 80;
/// Lines that are shown of an answer, and of an error.
const LINES: usize = 6;

/// Prints what happens, as it happens.
pub(super) struct Show {
    json: bool,
    calls: AtomicUsize,
    failed: AtomicUsize,
}

impl Show {
    pub(super) fn new(json: bool) -> Self {
        Self { json, calls: AtomicUsize::new(0), failed: AtomicUsize::new(0) }
    }

    /// The component is there.
    pub(super) fn built(&self, file: &Path, (name, sha256): &(String, String), took: Duration) {
        let size = std::fs::metadata(file).map_or(0, |metadata| metadata.len());
        let milliseconds = millis(took);
        self.say(
            || json!({"event": "built", "name": name, "bytes": size, "sha256": sha256, "ms": milliseconds}),
            || format!("built {name}: {size} bytes, sha256 {}…, {milliseconds} ms", &sha256[..12]),
        );
    }

    /// The compiler has said why on standard error.
    pub(super) fn not_built(&self, took: Duration) {
        let milliseconds = millis(took);
        self.say(
            || json!({"event": "not-built", "ms": milliseconds}),
            || format!("not built: see above ({milliseconds} ms)"),
        );
    }

    /// A round that came to nothing.
    pub(super) fn problem(&self, error: &anyhow::Error) {
        let text = format!("{error:#}");
        self.say(
            || json!({"event": "problem", "message": text}),
            || format!("problem: {}", wrapped(&text)),
        );
    }

    /// Files changed.
    pub(super) fn changed(&self, changes: &Changes) {
        let then = if changes.sources { "building" } else { "asking again" };
        self.say(
            || json!({"event": "changed", "files": changes.files, "build": changes.sources}),
            || cut(&format!("\nchanged: {}; {then}", changes.files.join(", ")), COLUMNS + 1),
        );
    }

    /// The round is over.
    pub(super) fn waiting(&self) {
        let calls = self.calls.swap(0, Ordering::Relaxed);
        let failed = self.failed.swap(0, Ordering::Relaxed);
        self.say(
            || json!({"event": "waiting", "hooks": calls, "failed": failed}),
            || {
                format!(
                    "{calls} calls of hooks, {failed} failed; waiting for a change (Ctrl-C ends)"
                )
            },
        );
    }

    /// A hook has answered.
    pub(super) fn hook(&self, hook: &str, input: &Value, answer: &Answer, took: Duration) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        if matches!(answer, Answer::Error(_)) {
            self.failed.fetch_add(1, Ordering::Relaxed);
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.say(
            || json!({"event": "hook", "hook": hook, "us": micros, "in": input, "out": answer}),
            || hook_line(hook, micros, answer),
        );
    }

    #[expect(clippy::print_stderr, reason = "never reached by a reader that is there")]
    fn say(&self, structured: impl Fn() -> Value, text: impl Fn() -> String) {
        let line = if self.json { structured().to_string() } else { text() };
        // Whoever closed our output has no use for it.
        if let Err(error) = writeln!(std::io::stdout(), "{line}") {
            eprintln!("deixis: standard output: {error}");
        }
    }
}

impl Witness for Show {
    fn asked(&self, tool: &str, arguments: &Value) {
        self.say(
            || json!({"event": "call", "tool": tool, "arguments": arguments}),
            || cut(&format!("> {tool} {}", plain(arguments)), COLUMNS),
        );
    }

    fn answered(&self, tool: &str, _arguments: &Value, outcome: &CallOutcome) {
        let CallOutcome { text, is_error, .. } = outcome;
        self.say(
            || json!({"event": "answer", "tool": tool, "error": is_error, "text": text}),
            || {
                let mark = if *is_error { "<! " } else { "< " };
                let lines: Vec<&str> = text.lines().collect();
                let mut shown = cut(&format!("{mark}{}", lines.first().unwrap_or(&"")), COLUMNS);
                for line in lines.iter().skip(1).take(LINES - 1) {
                    let _ = write!(shown, "\n{}", cut(&format!("  {line}"), COLUMNS));
                }
                if lines.len() > LINES {
                    let _ = write!(shown, "\n  … {} lines more", lines.len() - LINES);
                }
                shown
            },
        );
    }
}

/// Hook, microseconds, and what came of it.
fn hook_line(hook: &str, micros: u64, answer: &Answer) -> String {
    let head = format!("    {hook:<22}{micros:>8} µs  ");
    match answer {
        Answer::Ok(value) => cut(&format!("{head}{}", plain(&without_state(value))), COLUMNS),
        Answer::Error(failure) => {
            format!("{head}{}: {}", failure.kind, wrapped(&failure.message))
        }
    }
}

/// The state is the adapter's own, and long.
fn without_state(value: &Value) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        fields.shift_remove("state");
    }
    value
}

/// JSON that is easier to read, and no JSON any more.
fn plain(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(", ");
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => format!("[{}]", joined(items.iter().map(plain).collect())),
        Value::Object(fields) => {
            let field = |(name, value)| format!("{name}: {}", plain(value));
            format!("{{{}}}", joined(fields.iter().map(field).collect()))
        }
        other => other.to_string(),
    }
}

/// The first lines of a text, indented and broken at the line's end.
fn wrapped(text: &str) -> String {
    let width = COLUMNS - 6;
    let mut pieces = Vec::new();
    for line in text.lines() {
        let letters: Vec<char> = line.chars().collect();
        pieces.extend(letters.chunks(width).map(|chunk| chunk.iter().collect::<String>()));
    }
    let short = pieces.len() == 1 && pieces[0].len() <= COLUMNS / 2;
    let more = if pieces.len() > LINES { "\n      …" } else { "" };
    let shown = pieces[..pieces.len().min(LINES)].join("\n      ");
    if short { shown } else { format!("\n      {shown}{more}") }
}

/// A line that is not longer than so many columns.
fn cut(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    let kept: String = line.chars().take(columns - 1).collect();
    kept + "…"
}

fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use deixis_recording::Failure;

    use super::*;

    #[test]
    fn lines_fit_80_columns() {
        let long =
            json!({"state": {"x": 1}, "tracks": {"alive": "ready", "words": "ö".repeat(200)}});
        let line = hook_line("diagnostics.normalise", 1_234_567, &Answer::Ok(long));
        assert_eq!(line.chars().count(), COLUMNS);
        assert!(
            line.starts_with("    diagnostics.normalise  1234567 µs  {tracks: {alive: ready"),
            "{line}"
        );
        let failure = Failure { kind: "trap".to_owned(), message: "é".repeat(1_000) };
        let text = hook_line("launch.plan", 5, &Answer::Error(failure));
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        assert!(text.contains("trap:") && text.ends_with('…'), "{text}");
    }
}
