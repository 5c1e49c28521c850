//! Standard input and output as the transport's streams, without a thread per read.
//!
//! Hosts start a server with pipes or, where they run on Node, with socket pairs. rmcp opens pipes
//! anew and reads them without blocking; anything else it reads on tokio's blocking pool, which
//! costs a thread hop per message, and whose last read cannot be cancelled when the process ends.
//! Sockets therefore get their own streams here ([`os::Socket`]): each call says by itself that it
//! must not block, so that the flags of a socket that others may share stay as they are.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "windows.rs")]
mod os;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use rmcp::transport::io::{StdioReader, StdioWriter, stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Standard input.
pub(crate) enum Input {
    Socket(os::Socket),
    Other(StdioReader),
}

/// Standard output.
pub(crate) enum Output {
    Socket(os::Socket),
    Other(StdioWriter),
}

/// Opens both. Needs a tokio runtime with IO.
pub(crate) fn open() -> (Input, Output) {
    // Its handles do nothing until they are used.
    let (reader, writer) = stdio_pipes();
    let input = os::stdin_socket().map_or(Input::Other(reader), Input::Socket);
    let output = os::stdout_socket().map_or(Output::Other(writer), Output::Socket);
    (input, output)
}

impl AsyncRead for Input {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Socket(socket) => Pin::new(socket).poll_read(cx, buffer),
            Self::Other(reader) => Pin::new(reader).poll_read(cx, buffer),
        }
    }
}

impl AsyncWrite for Output {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Socket(socket) => socket.poll_write(cx, bytes),
            Self::Other(writer) => Pin::new(writer).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Socket(_) => Poll::Ready(Ok(())),
            Self::Other(writer) => Pin::new(writer).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            // Closed with the process; others may hold the other half.
            Self::Socket(_) => Poll::Ready(Ok(())),
            Self::Other(writer) => Pin::new(writer).poll_shutdown(cx),
        }
    }
}
