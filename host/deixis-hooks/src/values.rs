//! Values that more than one group uses (`wit/types.wit`).

use std::sync::Arc;

use deixis_base::Encoding;
use serde::{Deserialize, Serialize};

use crate::text;

/// JSON text, as it crosses the contract. Checked where it is read.
pub type Json = String;

/// Zero-based lines and UTF-8 byte columns of a place inside the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Span {
    /// Line and column of the first byte.
    pub start: (u32, u32),
    /// Line and column behind the last byte.
    pub end: (u32, u32),
}

/// A place in an answer of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Inside the project.
    File {
        /// Root-relative path.
        path: String,
        /// Lines and UTF-8 byte columns.
        range: Span,
    },
    /// Outside, or in a virtual document: as the server gave it.
    Other {
        /// URI.
        uri: String,
        /// Lines and columns of the encoding.
        range: Span,
        /// Unit of the columns.
        #[serde(with = "text::encoding")]
        encoding: Encoding,
    },
}

/// What an adapter may know of the project and the launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Id of the recipe in use.
    pub recipe: String,
    /// Absolute path of the program; empty before it is resolved.
    pub command: String,
    /// Absolute path of the project root.
    pub root_path: String,
    /// `file:` URI of the project root.
    pub root_uri: String,
    /// `linux`, `macos` or `windows`.
    pub platform: String,
    /// Private folder for this root and server, outside the project.
    pub data_directory: String,
    /// The user's `options` as a JSON object.
    #[serde(with = "text::json")]
    pub options: Json,
}

/// LSP notification, either way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// LSP method.
    pub method: String,
    /// Parameters, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub params: Option<Json>,
}

/// LSP `ResponseError`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseError {
    /// Error code.
    pub code: i64,
    /// Message for people.
    pub message: String,
    /// Server-defined data.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub data: Option<Json>,
}

/// Call again with `deadline(name)` after so many milliseconds; 0 removes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// Name that comes back in the event.
    pub name: String,
    /// Milliseconds from now.
    pub after_ms: u32,
}

/// A request to the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Id that comes back with the answer.
    pub id: String,
    /// LSP method.
    pub method: String,
    /// Parameters, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub params: Option<Json>,
}

/// What the host is asked to do; it may refuse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Open a project file with its text on disk.
    Open(String),
    /// Close a file that was opened by an action.
    Close(String),
    /// Open with empty text, and close when the requests are answered that are
    /// awaited together with this action.
    OpenEmptyAndClose(String),
    /// Send a notification.
    Notify(Notification),
    /// Send a request.
    Request(Ask),
}

/// LSP `FileChangeType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The file is new.
    Created,
    /// Its content changed.
    Changed,
    /// It is gone.
    Deleted,
}

/// One change on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Root-relative path.
    pub path: Arc<str>,
    /// What happened to it.
    pub kind: ChangeKind,
}
