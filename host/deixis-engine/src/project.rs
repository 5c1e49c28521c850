//! The session of one project: what the MCP edge calls.

use crate::answer::{Answer, Diagnostics, Hover, Place, Severity, Status, Symbol};
use crate::{CallContext, OpError, Target};

/// One project, its servers, and the operations on them.
#[derive(Debug)]
pub struct Project {}

#[expect(clippy::unused_async, unused_variables, reason = "signatures first; the bodies come with the session")]
impl Project {
    /// Names of the configured servers, in order. Empty: no tools are offered.
    pub fn server_names(&self) -> Vec<String> {
        Vec::new()
    }
    /// Status of all servers, or of one; `start` starts it first.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn status(&self, cx: &CallContext, server: Option<&str>, start: bool) -> Result<Status, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// `textDocument/hover`.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn hover(&self, cx: &CallContext, target: &Target) -> Result<Answer<Option<Hover>>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// `textDocument/definition`.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn definition(&self, cx: &CallContext, target: &Target) -> Result<Answer<Vec<Place>>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// `textDocument/references`.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn references(
        &self,
        cx: &CallContext,
        target: &Target,
        include_declaration: bool,
    ) -> Result<Answer<Vec<Place>>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// `textDocument/documentSymbol`; parents before children.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn document_symbols(
        &self,
        cx: &CallContext,
        path: &str,
        server: Option<&str>,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// `workspace/symbol`: with `server` that one (started if need be), else
    /// all attached ones.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn workspace_symbols(
        &self,
        cx: &CallContext,
        query: &str,
        server: Option<&str>,
    ) -> Result<Answer<Vec<Symbol>>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// Diagnostics of a file, or a summary of all that are known. `wait_ms`
    /// bounds everything, the start of the server included.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn diagnostics(
        &self,
        cx: &CallContext,
        path: Option<&str>,
        server: Option<&str>,
        wait_ms: u64,
        min_severity: Severity,
    ) -> Result<Answer<Diagnostics>, OpError> {
        Err(OpError::NoServerConfigured)
    }
    /// Stops every server, in bounded time.
    pub async fn shutdown(&self) {}
}
