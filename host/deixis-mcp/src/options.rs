//! What the command line decides about the MCP server.

/// Options of the MCP server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Whether tools that write files are offered.
    pub allow_mutation: bool,
    /// Version that the server says of itself.
    pub server_version: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { allow_mutation: false, server_version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}
