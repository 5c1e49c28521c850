//! Serving MCP on a pair of streams until the client is gone.
//!
//! The end has three causes: the client closes our input, the caller of [`serve`] asks for it
//! (a signal), or the streams break. At the end of input rmcp waits up to five seconds for running
//! handlers before it cancels them. That is too long for a host that waits for us to go, so calls
//! are cancelled [`END_GRACE`] after the end of input; each still answers, as `request_canceled`,
//! while the output is open.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use deixis_engine::Project;
use rmcp::service::{QuitReason, RxJsonRpcMessage, ServerInitializeError, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{RoleServer, ServiceExt as _};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::Options;
use crate::handler::Handler;
use crate::operations::Operations;
use crate::stdio;

/// How long running calls go on after the end of input. A pipeline (`printf … | deixis`) gets its
/// answers; a host that left does not wait.
const END_GRACE: Duration = Duration::from_millis(500);

/// Why serving ended badly.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The client never got as far as a session.
    #[error("the MCP handshake failed: {0}")]
    Handshake(String),
    /// The service's own task failed.
    #[error("the MCP service failed: {0}")]
    Service(String),
}

/// Serves a project on standard input and output until the input ends or `stop` is cancelled, and
/// returns when every call is answered. The project is not shut down: that is the caller's.
///
/// # Errors
/// [`ServeError`]; the end of input, also before a handshake, is none.
pub async fn serve(
    project: Arc<Project>,
    options: Options,
    stop: CancellationToken,
) -> Result<(), ServeError> {
    let (reader, writer) = stdio::open();
    serve_any(project, options, reader, writer, stop).await
}

/// [`serve`] on any pair of streams.
///
/// # Errors
/// As [`serve`].
pub async fn serve_on<R, W>(
    project: Arc<Project>,
    options: Options,
    reader: R,
    writer: W,
    stop: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    serve_any(project, options, reader, writer, stop).await
}

/// Serves any operations.
pub(crate) async fn serve_any<R, W>(
    operations: Arc<dyn Operations>,
    options: Options,
    reader: R,
    writer: W,
    stop: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    // Handlers' tokens are its children, and rmcp's own loop ends with it.
    let session = stop.child_token();
    let ended = CancellationToken::new();
    let transport = Client {
        inner: AsyncRwTransport::new(reader, writer),
        ended: ended.clone(),
        opened: false,
    };
    let handler = Handler::new(operations, options);
    let running = match handler.serve_with_ct(transport, session.clone()).await {
        Ok(running) => running,
        // Gone before it said anything: nothing failed.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            return Ok(());
        }
        Err(error) => return Err(ServeError::Handshake(error.to_string())),
    };
    let mut service = pin!(running.waiting());
    let quit = tokio::select! {
        quit = &mut service => quit,
        () = ended.cancelled() => match timeout(END_GRACE, &mut service).await {
            Ok(quit) => quit,
            Err(_) => {
                session.cancel();
                service.await
            }
        },
    };
    match quit {
        Ok(QuitReason::JoinError(error)) | Err(error) => {
            Err(ServeError::Service(error.to_string()))
        }
        Ok(_) => Ok(()),
    }
}

/// The client's transport, which tells when its input ends, and keeps stray messages before the
/// first request from ending the session.
struct Client<R: AsyncRead, W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, R, W>,
    /// Cancelled at the end of input.
    ended: CancellationToken,
    /// Whether a request has come.
    opened: bool,
}

impl<R, W> Transport<RoleServer> for Client<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = std::io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(message) = self.inner.receive().await else {
                self.ended.cancel();
                return None;
            };
            if matches!(message, RxJsonRpcMessage::<RoleServer>::Request(_)) {
                self.opened = true;
            }
            if self.opened {
                return Some(message);
            }
            tracing::debug!("ignored a message that came before the first request");
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
