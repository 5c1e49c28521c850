//! Standard streams are never sockets where hosts start servers with named pipes.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

/// There is none.
#[derive(Debug)]
pub(crate) struct Socket(Infallible);

/// Never.
pub(super) fn stdin_socket() -> Option<Socket> {
    None
}

/// Never.
pub(super) fn stdout_socket() -> Option<Socket> {
    None
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        _: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut().0 {}
    }
}

impl Socket {
    /// As `AsyncWrite::poll_write`.
    pub(super) fn poll_write(&mut self, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        match self.0 {}
    }
}
