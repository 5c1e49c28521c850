//! `deixis serve`: MCP on standard input and output.

use std::process::ExitCode;

use anyhow::Context as _;
use deixis_mcp::Options;
use tokio_util::sync::CancellationToken;

use crate::cli::Common;
use crate::session;

/// Serves until the client is gone or a signal comes; then stops every server.
pub(crate) async fn run(common: &Common) -> anyhow::Result<ExitCode> {
    let config = session::config(common)?;
    let root = session::root(common)?;
    tracing::info!(root = %root.path().display(), servers = config.servers.len(), "serving");
    let project = session::project(root, &config)?;
    let stop = CancellationToken::new();
    tokio::spawn(on_signal(stop.clone()));
    project.start_eager();
    let options = Options { allow_mutation: common.allow_mutation, ..Options::default() };
    let served = deixis_mcp::serve(std::sync::Arc::clone(&project), options, stop).await;
    project.shutdown().await;
    served.context("serving ended")?;
    Ok(ExitCode::SUCCESS)
}

/// Cancels at the first signal that asks for an end.
async fn on_signal(stop: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate());
        let hangup = signal(SignalKind::hangup());
        let (Ok(mut terminate), Ok(mut hangup)) = (terminate, hangup) else { return };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
    stop.cancel();
}
