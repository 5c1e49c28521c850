//! `deixis serve`: MCP on standard input and output.

use std::process::ExitCode;

use anyhow::Context as _;
use deixis_mcp::Options;

use crate::cli::Common;
use crate::{session, signals};

/// Serves until the client is gone or a signal comes; then stops every server.
pub(crate) async fn run(common: &Common) -> anyhow::Result<ExitCode> {
    let config = session::config(common)?;
    let root = session::root(common)?;
    tracing::info!(root = %root.path().display(), servers = config.servers.len(), "serving");
    let project = session::project(root, &config)?;
    let stop = signals::stop();
    project.start_eager();
    let options = Options { allow_mutation: common.allow_mutation, ..Options::default() };
    let served = deixis_mcp::serve(std::sync::Arc::clone(&project), options, stop).await;
    project.shutdown().await;
    served.context("serving ended")?;
    Ok(ExitCode::SUCCESS)
}
