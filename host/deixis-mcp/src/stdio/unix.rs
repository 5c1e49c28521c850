//! Sockets as standard streams.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::FileTypeExt as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use rustix::net::{RecvFlags, SendFlags, recv, send};
use tokio::io::ReadBuf;
use tokio::io::unix::AsyncFd;

/// A socket that is read and written without blocking, whatever its flags say.
#[derive(Debug)]
pub(crate) struct Socket(AsyncFd<OwnedFd>);

/// Standard input, if it is a socket.
pub(super) fn stdin_socket() -> Option<Socket> {
    Socket::of(io::stdin().as_fd())
}

/// Standard output, if it is a socket.
pub(super) fn stdout_socket() -> Option<Socket> {
    Socket::of(io::stdout().as_fd())
}

impl Socket {
    fn of(fd: BorrowedFd<'_>) -> Option<Self> {
        let file = File::from(fd.try_clone_to_owned().ok()?);
        if !file.metadata().ok()?.file_type().is_socket() {
            return None;
        }
        // SAFETY: the descriptor is our own duplicate, owned by the `OwnedFd` that goes in; nobody
        // else knows its number, and `OwnedFd` always names the same one until it is dropped.
        let registered = unsafe { AsyncFd::register(OwnedFd::from(file)) };
        registered.ok().map(Self)
    }
}

impl tokio::io::AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut ready = ready!(self.0.poll_read_ready(cx))?;
            let room = buffer.initialize_unfilled();
            let read = ready.try_io(|fd| {
                let (_, length) = recv(fd.get_ref(), room, RecvFlags::DONTWAIT)?;
                Ok(length)
            });
            match read {
                Ok(Ok(length)) => {
                    buffer.advance(length);
                    return Poll::Ready(Ok(()));
                }
                Ok(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(Err(error)) => return Poll::Ready(Err(error)),
                Err(_not_ready) => {}
            }
        }
    }
}

impl Socket {
    /// As `AsyncWrite::poll_write`.
    pub(super) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            let mut ready = ready!(self.0.poll_write_ready(cx))?;
            let written = ready
                .try_io(|fd| send(fd.get_ref(), bytes, SendFlags::DONTWAIT).map_err(Into::into));
            match written {
                Ok(Err(error)) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(result) => return Poll::Ready(result),
                Err(_not_ready) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use rustix::fs::{OFlags, fcntl_getfl};
    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn a_socket_round_trips_and_keeps_its_flags() {
        let (ours, theirs) = UnixStream::pair().expect("a pair");
        let mut near = Socket::of(ours.as_fd()).expect("a socket");
        let mut far = Socket::of(theirs.as_fd()).expect("a socket");
        let message = vec![b'x'; 300_000];
        let writing = async {
            let mut rest = message.as_slice();
            while !rest.is_empty() {
                let wrote = std::future::poll_fn(|cx| far.poll_write(cx, rest)).await;
                rest = &rest[wrote.expect("written")..];
            }
        };
        let mut read = vec![0; message.len()];
        let (_, got) = tokio::join!(writing, near.read_exact(&mut read));
        got.expect("read");
        assert!(read == message);
        assert!(!fcntl_getfl(&ours).expect("flags").contains(OFlags::NONBLOCK));

        drop((far, theirs));
        assert_eq!(near.read(&mut [0; 8]).await.expect("the end"), 0);
    }

    #[tokio::test]
    async fn what_is_no_socket_is_left_alone() {
        let file = File::open("/dev/null").expect("a file");
        assert!(Socket::of(file.as_fd()).is_none());
    }
}
