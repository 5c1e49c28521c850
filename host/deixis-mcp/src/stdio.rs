//! Standard input and output as the transport's streams.

use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};

/// Non-blocking where both are pipes.
pub(crate) fn open() -> (StdioReader, StdioWriter) {
    stdio_pipes()
}
