//! The MCP server: the only crate that sees rmcp.
