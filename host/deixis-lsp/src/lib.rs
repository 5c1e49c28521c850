//! Language Server Protocol client.
//!
//! Theory of operation. One task owns everything about one server: the framed
//! reader, the outgoing queue, the table of unanswered requests and whatever
//! state its [`peer::Driver`] keeps. Its inputs are one closed enum of the
//! driver's; callers hold a cheap [`peer::Peer`], enqueue and await a oneshot.
//! Nothing here starts a process: the task takes any `AsyncRead` and
//! `AsyncWrite`.
//!
//! Reading is tolerant at the edge ([`wire`]) and typed inside ([`call`]);
//! URIs stay strings until `deixis-base` makes sense of them.

pub mod call;
pub mod capabilities;
pub mod codec;
pub mod documents;
pub mod envelope;
pub mod link;
pub mod peer;
pub mod tap;
pub mod wire;

pub use call::Call;
pub use capabilities::{Capabilities, Feature};
pub use documents::Documents;
pub use envelope::{Reply, ResponseError};
pub use link::Link;
pub use peer::{Driver, Peer, Stopped};
