//! Log events go to standard error, never to standard output. `RUST_LOG`
//! says which; else the default of the command.
//!
//! Lines are written by a thread of their own, and dropped when it falls
//! behind: a host that never reads our standard error must not stop us.
//! (`tracing-appender` does the same, but complains on standard output.)

use std::io::{self, IsTerminal as _, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Lines that may wait to be written.
const LINES: usize = 1_000;
/// How long the end of the program waits for the last lines.
const LAST_LINES: Duration = Duration::from_millis(200);

/// What the writing thread is handed.
enum Message {
    Line(Vec<u8>),
    /// Everything before this has been written.
    Flushed(SyncSender<()>),
}

/// Sets the logger up. The last lines are written, in bounded time, when the
/// result is dropped.
pub(crate) fn init(default: &str) -> Flush {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let (lines, waiting) = sync_channel(LINES);
    // Without its thread there is no log; the program goes on.
    let _ = std::thread::Builder::new().name("log".to_owned()).spawn(move || write(&waiting));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(Lines(lines.clone()))
        .with_ansi(io::stderr().is_terminal())
        .init();
    Flush(lines)
}

fn write(waiting: &Receiver<Message>) {
    let mut stderr = io::stderr();
    while let Ok(message) = waiting.recv() {
        match message {
            // A closed standard error is no reason to fail.
            Message::Line(line) => drop(stderr.write_all(&line)),
            Message::Flushed(done) => drop(done.try_send(())),
        }
    }
}

/// Waits for the last lines when dropped.
pub(crate) struct Flush(SyncSender<Message>);

impl Drop for Flush {
    fn drop(&mut self) {
        let (done, flushed) = sync_channel(1);
        if self.0.try_send(Message::Flushed(done)).is_ok() {
            let _ = flushed.recv_timeout(LAST_LINES);
        }
    }
}

/// Makes the writer of one line.
#[derive(Clone)]
struct Lines(SyncSender<Message>);

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // A full queue drops the line.
        let _ = self.0.try_send(Message::Line(line.to_vec()));
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
