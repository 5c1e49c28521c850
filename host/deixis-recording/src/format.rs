//! A recording as text: JSON Lines, one event a line, the head first.

use deixis_hooks::HookError;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the format.
pub const FORMAT: u32 = 1;
/// Largest recording that is read, in bytes.
pub const RECORDING_BYTES: usize = 64 << 20;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Head {
    /// Version of the format.
    pub deixis_recording: u32,
    /// Version of the contract.
    pub contract: String,
    /// Id of the adapter.
    pub adapter: String,
    /// Its version.
    pub version: String,
    /// SHA-256 of the component, lower-case hex.
    pub sha256: String,
    /// The recipe in use; empty if no call says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub recipe: String,
    /// The server's program and version, as far as they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// Version of Deixis.
    pub host: String,
}

/// The server of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Server {
    /// File name of the program.
    pub program: String,
    /// What it said of itself in the handshake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// One line after the head.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Line {
    /// A call of the adapter.
    Call {
        /// `group.function`.
        hook: String,
        /// Its input.
        r#in: Value,
        /// Its answer.
        out: Answer,
    },
    /// A file of the project, as it was when the recording began.
    File {
        /// Root-relative path.
        file: String,
        /// Its text, if the adapter may read it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A program that the adapter may locate, and that was there.
    Program {
        /// Its name; its path is `$BIN/` and that, wherever it was.
        program: String,
    },
    /// A message between host and server.
    Traffic {
        /// To the server or from it.
        lsp: Way,
        /// The JSON-RPC message.
        message: Value,
    },
}

/// Which way a message went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// To the server.
    #[serde(rename = "->")]
    ToServer,
    /// From the server.
    #[serde(rename = "<-")]
    FromServer,
}

/// What an adapter answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A value of the contract.
    Ok(Value),
    /// None.
    Error(Failure),
}

/// Why there was no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// `refused`, `trap`, `deadline`, `memory`, `invalid`, `quarantined` or `load`.
    pub kind: String,
    /// The adapter's sentence, the guest's last words with its frames, or the limit.
    pub message: String,
}

impl From<&HookError> for Failure {
    fn from(error: &HookError) -> Self {
        let (kind, message) = match error {
            HookError::Guest { message, .. } => ("refused", message.clone()),
            HookError::Trap { message, .. } => ("trap", message.clone()),
            HookError::Deadline { limit, .. } => {
                ("deadline", format!("longer than {} ms", limit.as_millis()))
            }
            HookError::Memory { mib, .. } => ("memory", format!("more than {mib} MiB")),
            HookError::Invalid { message, .. } => ("invalid", message.clone()),
            HookError::Quarantined { reason, .. } => ("quarantined", reason.clone()),
            HookError::Load { message, .. } => ("load", message.clone()),
        };
        Self { kind: kind.to_owned(), message }
    }
}

/// A whole recording.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// The first line.
    pub head: Head,
    /// The others, each with its number in the text, from 1.
    pub lines: Vec<(usize, Line)>,
}

/// Why a text is no recording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Recording {
    /// Reads a text. Empty lines do not count.
    ///
    /// # Errors
    /// [`ParseError`] with the line that is wrong.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = |line, message| ParseError { line, message };
        if text.len() > RECORDING_BYTES {
            return Err(wrong(0, format!("more than {RECORDING_BYTES} bytes")));
        }
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| wrong(1, "there is nothing".to_owned()))?;
        let head: Head = serde_json::from_str(first)
            .map_err(|error| wrong(at, format!("no head of a recording: {error}")))?;
        if head.deixis_recording != FORMAT {
            let found = head.deixis_recording;
            let message = format!("format {found}; this version reads {FORMAT}: record it anew");
            return Err(wrong(at, message));
        }
        let event = |(at, line): (usize, &str)| {
            let event = serde_json::from_str(line);
            event.map(|event| (at, event)).map_err(|error| {
                wrong(at, format!("neither a call, a file, a program nor a message: {error}"))
            })
        };
        Ok(Self { head, lines: lines.map(event).collect::<Result<_, _>>()? })
    }

    /// The recording as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = line(&self.head);
        for (_, event) in &self.lines {
            text.push_str(&line(event));
        }
        text
    }
}

/// One line of a recording, with its end.
pub(crate) fn line(event: &impl Serialize) -> String {
    // Strings, numbers and string keys: nothing can fail.
    let mut text = serde_json::to_string(event).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#"{"deixis_recording":1,"contract":"0.1.0","adapter":"a","version":"1","sha256":"00","host":"0"}"#;

    #[test]
    fn a_recording_is_read_as_it_was_written() {
        let text = [
            HEAD,
            r#"{"file":"Cargo.toml","text":"[package]\n"}"#,
            r#"{"file":"src/lib.rs"}"#,
            r#"{"program":"shellcheck"}"#,
            r#"{"hook":"readiness.interests","in":{},"out":{"ok":["a"]}}"#,
            r#"{"lsp":"<-","message":{"jsonrpc":"2.0"}}"#,
            r#"{"hook":"launch.plan","in":{},"out":{"error":{"kind":"trap","message":"x"}}}"#,
            "",
        ]
        .join("\n");
        let recording = Recording::parse(&text).expect("it is one");
        assert_eq!(recording.lines.len(), 6);
        assert_eq!(recording.to_text(), text);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let check = |text: &str, line: usize, part: &str| {
            let error = Recording::parse(text).expect_err("it is wrong");
            assert_eq!(error.line, line, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        };
        check("", 1, "nothing");
        check("{}", 1, "no head");
        check(&HEAD.replace(":1,", ":7,"), 1, "format 7");
        check(&format!("{HEAD}\n\n{{\"x\":1}}\n"), 3, "neither");
    }
}
