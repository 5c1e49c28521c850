//! Previews in memory: few, small, short-lived, and each good for one attempt.
//!
//! A preview is whatever the caller wants to see again, usually a [`Plan`](crate::Plan) with what
//! was said about it. Its id is drawn from the system's randomness, so that holding one proves
//! having been shown it. Looking does not consume; [`Previews::take`] does, before anything is
//! attempted, so that a failed attempt must be previewed again.

use std::collections::VecDeque;
use std::fmt;
use std::time::{Duration, Instant};

use crate::stage::Token;

/// Most previews that are kept.
pub const MAX_PREVIEWS: usize = 16;
/// Most bytes that are kept, in all previews together.
pub const MAX_PREVIEW_BYTES: usize = 64 * 1024 * 1024;
/// How long a preview is valid.
pub const PREVIEW_LIFETIME: Duration = Duration::from_secs(10 * 60);
/// How many ended previews are remembered, to say how they ended.
const MAX_ENDED: usize = 64;

/// The name of a preview.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PreviewId(Token);

/// Why there is no such preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Gone {
    /// No preview had this id, or it ended long ago.
    #[error("no preview has this id: make a new one")]
    Unknown,
    /// It was attempted.
    #[error("this preview was used already, and each is good for one attempt: make a new one")]
    Used,
    /// It is older than [`PREVIEW_LIFETIME`].
    #[error("this preview is older than ten minutes: make a new one")]
    Expired,
    /// It made room for newer ones.
    #[error("this preview made room for newer ones: make a new one")]
    Displaced,
}

/// Why a preview is not kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It alone has more bytes than [`MAX_PREVIEW_BYTES`].
    #[error("the preview has {bytes} bytes, more than the limit of {MAX_PREVIEW_BYTES}")]
    TooLarge {
        /// How many it has.
        bytes: usize,
    },
    /// The system gives no randomness.
    #[error("no id can be drawn: {0}")]
    NoId(#[source] std::io::Error),
}

/// The previews of one session.
pub struct Previews<T> {
    /// Oldest first.
    kept: VecDeque<Kept<T>>,
    /// How the last ones ended, oldest first.
    ended: VecDeque<(PreviewId, Gone)>,
    bytes: usize,
    clock: Box<dyn Fn() -> Instant + Send>,
}

struct Kept<T> {
    id: PreviewId,
    made: Instant,
    bytes: usize,
    value: T,
}

impl<T> Previews<T> {
    /// An empty store on the system's clock.
    #[must_use]
    pub fn new() -> Self {
        Self::with_clock(Instant::now)
    }

    /// An empty store on another clock.
    #[must_use]
    pub fn with_clock(clock: impl Fn() -> Instant + Send + 'static) -> Self {
        Self { kept: VecDeque::new(), ended: VecDeque::new(), bytes: 0, clock: Box::new(clock) }
    }

    /// Keeps a preview that holds so many bytes; the oldest make room.
    ///
    /// # Errors
    /// If it alone is too large, or the system gives no randomness.
    pub fn store(&mut self, value: T, bytes: usize) -> Result<PreviewId, StoreError> {
        self.expire();
        if bytes > MAX_PREVIEW_BYTES {
            return Err(StoreError::TooLarge { bytes });
        }
        let id = PreviewId(Token::draw().map_err(StoreError::NoId)?);
        while self.kept.len() >= MAX_PREVIEWS || self.bytes + bytes > MAX_PREVIEW_BYTES {
            self.end_oldest(Gone::Displaced);
        }
        self.bytes += bytes;
        self.kept.push_back(Kept { id, made: (self.clock)(), bytes, value });
        Ok(id)
    }

    /// The preview of this id, which stays valid.
    ///
    /// # Errors
    /// If there is none, with how it ended.
    pub fn look(&mut self, id: &str) -> Result<&T, Gone> {
        let at = self.find(id)?;
        Ok(&self.kept[at].value)
    }

    /// The preview of this id, which ends with that.
    ///
    /// # Errors
    /// If there is none, with how it ended.
    pub fn take(&mut self, id: &str) -> Result<T, Gone> {
        let at = self.find(id)?;
        self.end(at, Gone::Used).ok_or(Gone::Unknown)
    }

    fn find(&mut self, id: &str) -> Result<usize, Gone> {
        self.expire();
        let id = PreviewId(Token::parse(id).ok_or(Gone::Unknown)?);
        if let Some(at) = self.kept.iter().position(|kept| kept.id == id) {
            return Ok(at);
        }
        let ended = self.ended.iter().find(|(ended, _)| *ended == id);
        Err(ended.map_or(Gone::Unknown, |(_, how)| *how))
    }

    fn expire(&mut self) {
        let now = (self.clock)();
        let old = |kept: &Kept<T>| now.saturating_duration_since(kept.made) >= PREVIEW_LIFETIME;
        while self.kept.front().is_some_and(old) {
            self.end_oldest(Gone::Expired);
        }
    }

    fn end_oldest(&mut self, how: Gone) {
        drop(self.end(0, how));
    }

    fn end(&mut self, at: usize, how: Gone) -> Option<T> {
        let kept = self.kept.remove(at)?;
        self.bytes -= kept.bytes;
        if self.ended.len() == MAX_ENDED {
            self.ended.pop_front();
        }
        self.ended.push_back((kept.id, how));
        Some(kept.value)
    }
}

impl<T> Default for Previews<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> fmt::Debug for Previews<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Previews")
            .field("kept", &self.kept.len())
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for PreviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Without the id itself: who reads a log has not been shown the preview.
impl fmt::Debug for PreviewId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PreviewId(…)")
    }
}
