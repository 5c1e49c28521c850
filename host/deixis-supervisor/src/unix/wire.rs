//! What host and guardian say to each other over their socket.
//!
//! The host first sends one byte that carries the server's three pipe ends,
//! then the length of the launch and the launch itself, then orders of one byte
//! each. The guardian sends reports of a fixed size. Both run the same binary,
//! so there is no version. End of file is the one message that needs no sender.

use std::ffi::{OsStr, OsString};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// The most bytes of arguments and environment. Linux itself allows 2 MiB or
/// less in most settings.
pub(super) const MAX_LAUNCH_BYTES: usize = 8 * 1024 * 1024;

/// The byte that carries the pipe ends.
const GREETING: u8 = b'G';

/// The server's ends of its pipes.
#[derive(Debug)]
pub(super) struct Pipes {
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
}

/// Sends the pipe ends; the socket is fresh, so one byte always fits.
pub(super) fn send_pipes(socket: &UnixStream, pipes: &Pipes) -> io::Result<()> {
    let ends = [pipes.stdin.as_fd(), pipes.stdout.as_fd(), pipes.stderr.as_fd()];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(&ends)) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let greeting = [GREETING];
    let body = [io::IoSlice::new(&greeting)];
    sendmsg(socket, &body, &mut control, SendFlags::empty())?;
    Ok(())
}

/// Receives the pipe ends. They are closed in whatever this process executes.
pub(super) fn receive_pipes(socket: impl AsFd) -> io::Result<Pipes> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut greeting = [0];
    let mut body = [io::IoSliceMut::new(&mut greeting)];
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    let received = rustix::io::retry_on_intr(|| recvmsg(&socket, &mut body, &mut control, flags))?;
    let mut ends = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(descriptors) = message {
            ends.extend(descriptors);
        }
    }
    for end in &ends {
        rustix::io::fcntl_setfd(end, rustix::io::FdFlags::CLOEXEC)?;
    }
    let ends: Result<[OwnedFd; 3], _> = ends.try_into();
    match (received.bytes, greeting, ends) {
        (1, [GREETING], Ok([stdin, stdout, stderr])) => Ok(Pipes { stdin, stdout, stderr }),
        _ => Err(io::ErrorKind::InvalidData.into()),
    }
}

/// What the guardian is to execute.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Launch {
    pub(super) program: PathBuf,
    pub(super) directory: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) environment: Vec<(OsString, OsString)>,
}

impl Launch {
    /// Without the length that goes before it on the socket.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(&mut bytes, self.program.as_os_str());
        put(&mut bytes, self.directory.as_os_str());
        put_count(&mut bytes, self.args.len());
        for argument in &self.args {
            put(&mut bytes, argument);
        }
        put_count(&mut bytes, self.environment.len());
        for (name, value) in &self.environment {
            put(&mut bytes, name);
            put(&mut bytes, value);
        }
        bytes
    }

    /// `None` when the bytes are not exactly one launch.
    pub(super) fn decode(mut bytes: &[u8]) -> Option<Self> {
        let bytes = &mut bytes;
        let program = take(bytes)?.into();
        let directory = take(bytes)?.into();
        let args = (0..take_count(bytes)?).map(|_| take(bytes)).collect::<Option<_>>()?;
        let environment = (0..take_count(bytes)?)
            .map(|_| Some((take(bytes)?, take(bytes)?)))
            .collect::<Option<_>>()?;
        bytes.is_empty().then_some(Self { program, directory, args, environment })
    }
}

/// Counts fit: the whole launch is bounded by [`MAX_LAUNCH_BYTES`].
fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

fn put(bytes: &mut Vec<u8>, text: &OsStr) {
    put_count(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

fn take_count(bytes: &mut &[u8]) -> Option<u32> {
    let (count, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*count))
}

fn take(bytes: &mut &[u8]) -> Option<OsString> {
    let length = usize::try_from(take_count(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(OsString::from_vec(text.to_vec()))
}

/// What the host tells the guardian to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// SIGTERM to the server's group.
    Terminate,
    /// SIGKILL to everything.
    Kill,
    /// The answer to an ending: the host lives, so what has detached itself
    /// may stay.
    Release,
}

impl Order {
    pub(super) fn encode(self) -> u8 {
        match self {
            Self::Terminate => b'T',
            Self::Kill => b'K',
            Self::Release => b'R',
        }
    }

    pub(super) fn decode(byte: u8) -> Option<Self> {
        [Self::Terminate, Self::Kill, Self::Release].into_iter().find(|one| one.encode() == byte)
    }
}

/// What the guardian tells the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Report {
    /// The server runs; its process id.
    Started(i32),
    /// It could not be executed; the error number.
    Refused(i32),
    /// It exited with this code.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
    /// What it left is gone, except this many processes that may stay.
    Cleared(i32),
}

impl Report {
    pub(super) const BYTES: usize = 5;

    pub(super) fn encode(self) -> [u8; Self::BYTES] {
        let (tag, number) = match self {
            Self::Started(number) => (b'S', number),
            Self::Refused(number) => (b'F', number),
            Self::Exited(number) => (b'E', number),
            Self::Signalled(number) => (b'X', number),
            Self::Cleared(number) => (b'C', number),
        };
        let [a, b, c, d] = number.to_le_bytes();
        [tag, a, b, c, d]
    }

    pub(super) fn decode([tag, number @ ..]: [u8; Self::BYTES]) -> Option<Self> {
        let number = i32::from_le_bytes(number);
        Some(match tag {
            b'S' => Self::Started(number),
            b'F' => Self::Refused(number),
            b'E' => Self::Exited(number),
            b'X' => Self::Signalled(number),
            b'C' => Self::Cleared(number),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read as _, Write as _};

    #[test]
    fn messages_survive_the_wire() {
        let launch = Launch {
            program: "/bin/server".into(),
            directory: "/p q".into(),
            args: vec!["".into(), OsString::from_vec(vec![0xff, b'='])],
            environment: vec![("A".into(), "".into()), ("B".into(), "x=y".into())],
        };
        let bytes = launch.encode();
        assert_eq!(Launch::decode(&bytes), Some(launch));
        for end in 0..bytes.len() {
            assert_eq!(Launch::decode(&bytes[..end]), None, "cut at {end}");
        }
        assert_eq!(Launch::decode(&[&bytes[..], b"x"].concat()), None);

        for order in [Order::Terminate, Order::Kill, Order::Release] {
            assert_eq!(Order::decode(order.encode()), Some(order));
        }
        assert_eq!(Order::decode(b'?'), None);
        let reports: [fn(i32) -> Report; 5] =
            [Report::Started, Report::Refused, Report::Exited, Report::Signalled, Report::Cleared];
        for report in reports.map(|make| make(-77)) {
            assert_eq!(Report::decode(report.encode()), Some(report));
        }
        assert_eq!(Report::decode(*b"?1234"), None);
    }

    #[test]
    fn pipe_ends_travel() {
        let (ours, theirs) = UnixStream::pair().expect("a socket pair");
        let (stdin, mut host_stdin) = std::io::pipe().expect("a pipe");
        let (mut host_stdout, stdout) = std::io::pipe().expect("a pipe");
        let stderr = stdout.try_clone().expect("a copy");
        let pipes = Pipes { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() };
        send_pipes(&ours, &pipes).expect("sent");
        drop(pipes);
        let pipes = receive_pipes(&theirs).expect("received");
        host_stdin.write_all(b"hello").expect("written");
        drop(host_stdin);
        let mut arrived = Vec::new();
        std::fs::File::from(pipes.stdin).read_to_end(&mut arrived).expect("read");
        std::fs::File::from(pipes.stdout).write_all(&arrived).expect("written");
        drop(pipes.stderr);
        let mut text = String::new();
        host_stdout.read_to_string(&mut text).expect("read");
        assert_eq!(text, "hello");

        (&ours).write_all(b"G").expect("written");
        assert!(receive_pipes(&theirs).is_err(), "a greeting without descriptors");
    }
}
