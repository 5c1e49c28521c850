//! A listener on a connection, for recordings. Where there is none it costs
//! a look at an `Option` per message.

use std::sync::Arc;

/// Sees the body of every message, in the order in which they were read and
/// begun to be written.
pub type Tap = Arc<dyn Fn(Way, &[u8]) + Send + Sync>;

/// Which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To the server.
    ToServer,
    /// From the server.
    FromServer,
}

/// The body of a framed message.
pub(crate) fn body(frame: &[u8]) -> &[u8] {
    const END: &[u8] = b"\r\n\r\n";
    let end = frame.windows(END.len()).position(|window| window == END);
    end.map_or(frame, |at| &frame[at + END.len()..])
}
