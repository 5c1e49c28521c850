//! Building in a process of its own, which ends with us.
//!
//! Compilers start processes of their own; so the build has a process group, which is ended as a
//! whole. What it says on standard error is the author's to read, as it comes.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

/// How long a build that is asked to end may take to do so.
const PATIENCE: Duration = Duration::from_secs(2);

/// How a build ended.
pub(super) enum Compiled {
    Good,
    Failed,
    /// We were asked to end.
    Stopped,
}

/// `deixis plugin build`, until it is done or a signal comes.
pub(super) async fn compile(folder: &Path, stop: &CancellationToken) -> anyhow::Result<Compiled> {
    let program = std::env::current_exe().context("this program cannot find itself")?;
    let mut command = Command::new(program);
    command.args(["plugin", "build"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn().context("the build cannot be started")?;
    tokio::select! {
        status = child.wait() => {
            Ok(if status?.success() { Compiled::Good } else { Compiled::Failed })
        }
        () = stop.cancelled() => {
            end(&mut child).await;
            Ok(Compiled::Stopped)
        }
    }
}

#[cfg(unix)]
async fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    let Some(group) = id else { return };
    // One that has ended already is no error.
    let _ = kill_process_group(group, Signal::TERM);
    let _ = tokio::time::timeout(PATIENCE, child.wait()).await;
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait().await;
}

#[cfg(not(unix))]
async fn end(child: &mut Child) {
    let _ = tokio::time::timeout(PATIENCE, child.kill()).await;
}
