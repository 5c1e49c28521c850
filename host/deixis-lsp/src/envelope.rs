//! JSON-RPC envelopes: what a frame is, without looking into its payload.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// JSON-RPC and LSP error codes that the client itself knows.
pub mod code {
    /// The method is not known.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The parameters are wrong.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The server has not been initialised.
    pub const SERVER_NOT_INITIALIZED: i64 = -32002;
    /// The content changed underneath.
    pub const CONTENT_MODIFIED: i64 = -32801;
    /// The server cancelled on its own.
    pub const SERVER_CANCELLED: i64 = -32802;
    /// Cancelled by request.
    pub const REQUEST_CANCELLED: i64 = -32800;
}

/// LSP `ResponseError`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} ({code})")]
pub struct ResponseError {
    /// Code.
    pub code: i64,
    /// Message.
    pub message: String,
    /// Data as JSON text.
    pub data: Option<String>,
}

/// An id as the peer wrote it, kept verbatim so that it goes back unchanged.
pub type RawId = Box<RawValue>;

/// A frame, looked at from outside.
#[derive(Debug)]
pub enum Incoming<'a> {
    /// A request of the server.
    Request {
        /// Its id, to be echoed.
        id: RawId,
        /// Method.
        method: Cow<'a, str>,
        /// Parameters.
        params: Option<&'a RawValue>,
    },
    /// A notification of the server.
    Notification {
        /// Method.
        method: Cow<'a, str>,
        /// Parameters.
        params: Option<&'a RawValue>,
    },
    /// An answer to one of our requests.
    Response {
        /// Id, if it is one that we could have given.
        id: Option<u64>,
        /// Result, or error.
        outcome: Result<Option<Range<usize>>, ResponseError>,
    },
}

#[derive(Deserialize)]
struct Raw<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawError<'a> {
    #[serde(default)]
    code: Option<f64>,
    #[serde(default)]
    message: Option<String>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

/// Looks at a frame.
///
/// # Errors
/// The reason, if the frame is no JSON-RPC message.
pub fn parse(frame: &[u8]) -> Result<Incoming<'_>, String> {
    let raw: Raw<'_> = serde_json::from_slice(frame).map_err(|error| error.to_string())?;
    match (raw.method, raw.id) {
        (Some(method), Some(id)) => {
            Ok(Incoming::Request { id: id.to_owned(), method, params: raw.params })
        }
        (Some(method), None) => Ok(Incoming::Notification { method, params: raw.params }),
        (None, Some(id)) => Ok(Incoming::Response {
            id: our_id(id.get()),
            outcome: outcome(frame, raw.result, raw.error),
        }),
        (None, None) => Err("neither method nor id".to_owned()),
    }
}

/// Our ids are numbers; some servers hand them back as strings.
fn our_id(raw: &str) -> Option<u64> {
    raw.trim_matches('"').parse().ok()
}

fn outcome(
    frame: &[u8],
    result: Option<&RawValue>,
    error: Option<&RawValue>,
) -> Result<Option<Range<usize>>, ResponseError> {
    match error {
        Some(error) => Err(response_error(error)),
        None => Ok(result.map(|result| offset_in(frame, result.get()))),
    }
}

fn response_error(raw: &RawValue) -> ResponseError {
    match serde_json::from_str::<RawError<'_>>(raw.get()) {
        #[expect(clippy::cast_possible_truncation, reason = "as-casts of floats saturate")]
        Ok(error) => ResponseError {
            code: error.code.unwrap_or_default() as i64,
            message: error.message.unwrap_or_default(),
            data: error.data.map(|data| data.get().to_owned()),
        },
        Err(_) => ResponseError { code: 0, message: raw.get().to_owned(), data: None },
    }
}

/// Where `part`, a slice of `frame`, lies in it.
fn offset_in(frame: &[u8], part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - frame.as_ptr() as usize;
    start..start + part.len()
}

/// The result of a request, not yet read.
#[derive(Debug, Clone)]
pub struct Reply {
    frame: Bytes,
    result: Option<Range<usize>>,
}

impl Reply {
    /// A result that lies in `frame`; `None` stands for `null`.
    #[must_use]
    pub fn new(frame: Bytes, result: Option<Range<usize>>) -> Self {
        Self { frame, result }
    }

    /// The result as JSON text.
    #[must_use]
    pub fn json(&self) -> &str {
        let bytes = self.result.clone().and_then(|range| self.frame.get(range)).unwrap_or(b"null");
        std::str::from_utf8(bytes).unwrap_or("null")
    }

    /// The result, read.
    ///
    /// # Errors
    /// The reason, if it has another shape.
    pub fn read<'de, T: Deserialize<'de>>(&'de self) -> Result<T, String> {
        serde_json::from_str(self.json()).map_err(|error| error.to_string())
    }
}

#[derive(Serialize)]
struct Request<'a, P: Serialize + ?Sized> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a P>,
}

#[derive(Serialize)]
struct Notification<'a, P: Serialize + ?Sized> {
    jsonrpc: &'static str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'a P>,
}

#[derive(Serialize)]
struct Success<'a> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: &'a serde_json::Value,
}

#[derive(Serialize)]
struct Failure<'a> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    code: i64,
    message: &'a str,
}

/// A framed request. `None` leaves the `params` member out, as `shutdown`
/// needs it.
///
/// # Errors
/// If the parameters cannot be written as JSON.
pub fn request<P: Serialize + ?Sized>(
    id: u64,
    method: &str,
    params: Option<&P>,
) -> serde_json::Result<Bytes> {
    framed(&Request { jsonrpc: "2.0", id, method, params })
}

/// A framed notification.
///
/// # Errors
/// If the parameters cannot be written as JSON.
pub fn notification<P: Serialize + ?Sized>(
    method: &str,
    params: Option<&P>,
) -> serde_json::Result<Bytes> {
    framed(&Notification { jsonrpc: "2.0", method, params })
}

/// A framed answer to a server's request.
///
/// # Errors
/// If the result cannot be written as JSON.
pub fn response(
    id: &RawValue,
    outcome: &Result<serde_json::Value, ResponseError>,
) -> serde_json::Result<Bytes> {
    match outcome {
        Ok(result) => framed(&Success { jsonrpc: "2.0", id, result }),
        Err(error) => framed(&Failure {
            jsonrpc: "2.0",
            id,
            error: ErrorBody { code: error.code, message: &error.message },
        }),
    }
}

/// Writes the header with the body behind it, in one buffer.
fn framed<T: Serialize>(message: &T) -> serde_json::Result<Bytes> {
    const ROOM: usize = "Content-Length: 00000000000000000000\r\n\r\n".len();
    let mut buffer = vec![0; ROOM];
    serde_json::to_writer(&mut buffer, message)?;
    let header = format!("Content-Length: {}\r\n\r\n", buffer.len() - ROOM);
    let start = ROOM - header.len();
    buffer[start..ROOM].copy_from_slice(header.as_bytes());
    Ok(Bytes::from(buffer).slice(start..))
}
