//! Documents that change: what a server is told must give it every text in turn.
//!
//! Input: one byte for encoding and kind of synchronisation, one whose bits say before
//! which texts the document is closed and opened again, then the texts, 0xFF between
//! them. A whole connection runs; what it writes is read back and applied by a
//! [`Mirror`].

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use deixis_base::{Encoding, RootedPath, Text};
use deixis_lsp::capabilities::ChangeSync;
use deixis_lsp::codec::FrameReader;
use deixis_lsp::envelope::{self, Incoming};
use deixis_lsp::link::Outcome;
use deixis_lsp::peer::{self, Limits};
use deixis_lsp::{Documents, Driver, Link, ResponseError, Stopped};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::io::{AsyncWrite, DuplexStream};

use crate::mirror::Mirror;

const URI: &str = "file:///a.rs";
const LANGUAGE: &str = "rust";
const LIMITS: Limits = Limits { outbound_queue: 64, max_message: 1 << 20 };
/// Texts of one input; more tell nothing new.
const MOST_TEXTS: usize = 8;
/// More often than this no connection here needs to be looked at.
const TURNS: usize = 1000;

/// Changes one document through arbitrary texts.
///
/// # Panics
/// If what the server is told does not give it the texts, in order, with versions that
/// rise, or names a place that is not in the text that it has.
pub fn edits(data: &[u8]) {
    let [kind, reopened, texts @ ..] = data else { return };
    let encoding = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][usize::from(kind % 3)];
    let sync = match kind / 3 % 4 {
        0 => ChangeSync::None,
        1 => ChangeSync::Full,
        _ => ChangeSync::Incremental,
    };
    let steps: Vec<Step> = crate::parts(texts)
        .into_iter()
        .take(MOST_TEXTS)
        .enumerate()
        .map(|(index, text)| Step { text, reopens: index > 0 && reopened >> index & 1 == 1 })
        .collect();

    let mut server = Server { encoding, version: 0, messages: told(&steps, sync, encoding) };
    let mut mirror = server.opened(&steps[0].text);
    for pair in steps.windows(2) {
        let [before, step] = pair else { continue };
        if step.reopens {
            server.closed();
            mirror = server.opened(&step.text);
        } else if before.text != step.text && sync != ChangeSync::None {
            server.changed(&mut mirror);
            assert_eq!(mirror, Mirror::new(&step.text, encoding), "after {before:?}, {step:?}");
        }
    }
    assert_eq!(server.messages.next(), None, "nothing more is told");
}

/// A text that the document has next.
#[derive(Debug, Clone)]
struct Step {
    text: String,
    /// Whether the document is closed before.
    reopens: bool,
}

/// The other side: it expects one message after the other.
struct Server {
    encoding: Encoding,
    version: i64,
    messages: std::vec::IntoIter<(String, Value)>,
}

impl Server {
    fn next(&mut self, expected: &str) -> Value {
        let (method, params) = self.messages.next().expect(expected);
        assert_eq!(method, expected);
        assert_eq!(params["textDocument"]["uri"], URI);
        params
    }

    fn version_rises(&mut self, params: &Value) {
        let version = params["textDocument"]["version"].as_i64().expect("a version");
        assert!(version > self.version, "{version} after {}", self.version);
        self.version = version;
    }

    fn opened(&mut self, text: &str) -> Mirror {
        let params = self.next("textDocument/didOpen");
        self.version_rises(&params);
        assert_eq!(params["textDocument"]["languageId"], LANGUAGE);
        assert_eq!(params["textDocument"]["text"], text);
        Mirror::new(text, self.encoding)
    }

    fn changed(&mut self, mirror: &mut Mirror) {
        let params = self.next("textDocument/didChange");
        self.version_rises(&params);
        for change in params["contentChanges"].as_array().expect("a list") {
            mirror.apply(change);
        }
    }

    fn closed(&mut self) {
        self.next("textDocument/didClose");
    }
}

/// Everything that a connection writes for these texts: method and parameters.
fn told(
    steps: &[Step],
    sync: ChangeSync,
    encoding: Encoding,
) -> std::vec::IntoIter<(String, Value)> {
    let written = Arc::new(Mutex::new(Vec::new()));
    let (open, reader) = tokio::io::duplex(1);
    let writer = Writer { written: Arc::clone(&written), _open: open };
    let client = Client { documents: Documents::default(), sync, encoding };
    let (peer, connection) = peer::connect(client, reader, writer, LIMITS);
    for step in steps {
        peer.send(step.clone()).expect("room for all");
    }
    drop(peer);
    finish(connection);
    let written = written.lock().expect("nobody panicked");
    let mut frames = FrameReader::new(written.as_slice(), LIMITS.max_message);
    let mut messages = Vec::new();
    while let Ok(frame) = finish(frames.next()) {
        let Ok(Incoming::Notification { method, params }) = envelope::parse(&frame) else {
            panic!("no notification: {}", String::from_utf8_lossy(&frame));
        };
        let params = serde_json::from_str(params.expect("parameters").get()).expect("JSON");
        messages.push((method.into_owned(), params));
    }
    messages.into_iter()
}

/// Runs a future that never has to wait for long.
fn finish<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    for _ in 0..TURNS {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
    panic!("nothing is left to wait for, and yet it waits");
}

/// The side under test, with one document.
struct Client {
    documents: Documents,
    sync: ChangeSync,
    encoding: Encoding,
}

impl Driver for Client {
    type Input = Step;
    type Tag = ();

    fn input(&mut self, link: &mut Link<()>, step: Step) {
        let path = RootedPath::new("a.rs").expect("a path");
        if step.reopens {
            self.documents.close(link, &path);
        }
        let text = Text::new(step.text);
        if self.documents.is_empty() {
            self.documents.open(link, &path, URI.to_owned(), LANGUAGE, text);
        } else {
            self.documents.change(link, &path, text, self.sync, self.encoding);
        }
    }

    fn notification(&mut self, _: &mut Link<()>, _: &str, _: Option<&RawValue>) {}

    fn request(
        &mut self,
        _: &mut Link<()>,
        _: &deixis_lsp::envelope::RawId,
        _: &str,
        _: Option<&RawValue>,
    ) -> Option<Result<Value, ResponseError>> {
        Some(Ok(Value::Null))
    }

    fn answered(&mut self, _: &mut Link<()>, (): (), _: Outcome) {}

    fn stopped(&mut self, _: &Stopped) {}
}

/// Keeps what is written. While it lives the other side's output is open, too.
struct Writer {
    written: Arc<Mutex<Vec<u8>>>,
    _open: DuplexStream,
}

impl AsyncWrite for Writer {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        self.written.lock().expect("nobody panicked").extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
