//! Frames from any stream: whatever bytes come, in whatever pieces.
//!
//! Input: one byte for the size of the pieces, one for what else happens, then the
//! stream. With the lowest bit of the second byte the stream floods: its last bytes
//! come again and again, far beyond every limit.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use deixis_lsp::codec::{FrameReader, ReadError, frame};
use tokio::io::{AsyncRead, ReadBuf};

/// Longest body that the reader takes.
const LIMIT: usize = 300;
/// Below this length no limit on headers or noise depends on where the pieces end.
const CALM: usize = 8 * 1024;
/// Length of a stream that floods.
const FLOOD: usize = 128 * 1024;
/// How much of a flood comes at a time, at most.
const WAVE: usize = 4 * 1024;
/// What the reader may hold: body, header block and one piece, each up to doubled by
/// the growth of a buffer, and the text that an error quotes.
const MEMORY: usize = 2 * (LIMIT + 8 * 1024 + 16 * 1024) + 4 * 1024;

/// Reads arbitrary bytes as frames.
///
/// # Panics
/// If the reader never ends, takes too much memory, or says something else when the
/// same bytes come in other pieces; if a frame that we wrote does not come back.
pub fn codec(data: &[u8]) {
    let [pieces, options, stream @ ..] = data else { return };
    let floods = options & 1 == 1 && !stream.is_empty();
    let stalls = options & 2 == 2;
    let tail = (1 + usize::from(options >> 2)).min(stream.len());
    let flood = if floods { stream[stream.len() - tail..].repeat(WAVE / tail) } else { Vec::new() };
    let source = |pieces, stalls| Source::new(stream, &flood, pieces, stalls);

    let (heard, usage) = crate::meter::measure(|| Heard::of(source(*pieces, stalls), LIMIT));
    assert!(usage.peak <= MEMORY, "held {usage:?} for frames of at most {LIMIT} bytes");
    if !floods && stream.len() < CALM {
        assert_eq!(heard, Heard::of(source(0, false), LIMIT), "the same bytes in other pieces");
    }
    come_back(stream, *pieces, stalls);
}

/// What we write is what we read: two bodies, with noise before each.
fn come_back(body: &[u8], pieces: u8, stalls: bool) {
    let framed = frame(body);
    let stream = [&b"starting\n"[..], &framed, b"\r\nnote\n", &framed].concat();
    let heard = Heard::of(Source::new(&stream, &[], pieces, stalls), body.len());
    let mut expected = Heard::default();
    expected.body(body);
    expected.body(body);
    expected.end = "the server closed its output after printing \"startingnote\"".to_owned();
    assert_eq!(heard, expected, "two frames of {} bytes", body.len());
}

/// What came out of a reader, in a form that takes no memory for bodies.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heard {
    bodies: usize,
    digest: u64,
    end: String,
}

impl Heard {
    /// Reads to the end. A future that waits is dropped and made again, which must
    /// lose nothing.
    fn of(source: Source<'_>, limit: usize) -> Self {
        let mut heard = Self::default();
        let mut reader = FrameReader::new(source, limit);
        loop {
            match pin!(reader.next()).poll(&mut Context::from_waker(Waker::noop())) {
                Poll::Pending => {}
                Poll::Ready(Ok(body)) => {
                    assert!(body.len() <= limit, "a body of {} bytes", body.len());
                    heard.body(&body);
                }
                Poll::Ready(Err(error)) => {
                    assert!(!matches!(error, ReadError::Io(_)), "{error}");
                    heard.end = error.to_string();
                    return heard;
                }
            }
        }
    }

    fn body(&mut self, body: &[u8]) {
        let mut hasher = DefaultHasher::new();
        (self.digest, body).hash(&mut hasher);
        self.digest = hasher.finish();
        self.bodies += 1;
    }
}

/// A stream that gives its bytes in pieces, and perhaps nothing every other time.
struct Source<'a> {
    rest: &'a [u8],
    /// What comes when `rest` is empty.
    wave: &'a [u8],
    /// How much of that is still to come.
    flood: usize,
    /// Largest piece; 0 for no bound.
    pieces: u8,
    /// State of the generator of sizes.
    seed: u32,
    stalls: bool,
    stalled: bool,
}

impl<'a> Source<'a> {
    fn new(stream: &'a [u8], wave: &'a [u8], pieces: u8, stalls: bool) -> Self {
        let flood = if wave.is_empty() { 0 } else { FLOOD };
        let seed = u32::from(pieces) + 1;
        Self { rest: stream, wave, flood, pieces, seed, stalls, stalled: false }
    }

    fn next_size(&mut self) -> usize {
        if self.pieces == 0 {
            return usize::MAX;
        }
        // The generator of Numerical Recipes; its upper bits are good enough here.
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (self.seed >> 16) as usize % usize::from(self.pieces)
    }
}

impl AsyncRead for Source<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        self.stalled = self.stalls && !self.stalled;
        if self.stalled {
            return Poll::Pending;
        }
        if self.rest.is_empty() && self.flood > 0 {
            self.flood = self.flood.saturating_sub(self.wave.len());
            self.rest = self.wave;
            // Small pieces are for what comes once; a flood of them only takes time.
            self.pieces = 0;
        }
        let size = self.next_size().min(self.rest.len()).min(buffer.remaining());
        let (now, later) = self.rest.split_at(size);
        buffer.put_slice(now);
        self.rest = later;
        Poll::Ready(Ok(()))
    }
}
