//! Making a change, off the session's thread, and what its failure means to the caller.

use std::path::Path;
use std::time::Duration;

use deixis_edit::{Applied, ApplyError, Plan, Step};
use tokio::time::{Instant, sleep};

use crate::project::Project;
use crate::{CallContext, OpError};

/// How long another process that is changing this project is waited for. Its changes take
/// milliseconds, unless the disk is slow.
const OTHERS: Duration = Duration::from_secs(5);
/// How often it is looked for.
const AGAIN: Duration = Duration::from_millis(20);

impl Project {
    /// Makes a change, as a whole or not at all. Cancelling is honoured until it is certain to
    /// be finished.
    pub(crate) async fn make(&self, cx: &CallContext, plan: Plan) -> Result<Applied, OpError> {
        let Some(journals) = self.changes.journals.clone() else {
            let message = "there is no place for the journal that makes changes safe: set \
                           XDG_STATE_HOME (or HOME) to an absolute path, for example \
                           XDG_STATE_HOME=/home/me/.local/state";
            return Err(OpError::EditFailed { path: None, message: message.to_owned() });
        };
        let _turn = tokio::select! {
            biased;
            turn = self.changes.turn.lock() => turn,
            () = cx.cancel.cancelled() => return Err(OpError::Canceled),
        };
        if self.mark().is_none() {
            // What died half way is settled by this, and not by the change, which says nothing
            // of what it finds: somebody must be told of what is kept.
            self.quiet(cx).await?;
        }
        let until = Instant::now() + OTHERS;
        loop {
            let (root, plan) = (self.root.clone(), plan.clone());
            let folder = journals.clone();
            let (cancel, stopping) = (cx.cancel.clone(), self.changes.stopping.clone());
            let made = tokio::task::spawn_blocking(move || {
                let cancelled = || cancel.is_cancelled() || stopping.is_cancelled();
                deixis_edit::apply(&root, &folder, &plan, &cancelled)
            });
            match made.await {
                Ok(Ok(applied)) => return Ok(applied),
                Ok(Err(ApplyError::Held { .. })) if Instant::now() < until => sleep(AGAIN).await,
                Ok(Err(error)) => return Err(failure(error, &journals)),
                Err(panic) => {
                    tracing::error!(target: "deixis::engine", %panic, "the change ended in a panic");
                    let message = "an internal error; the log has the details. If files were \
                                   being replaced, the next call settles them"
                        .to_owned();
                    return Err(OpError::EditFailed { path: None, message });
                }
            }
        }
    }
}

/// What the failure of a change means to the caller.
fn failure(error: ApplyError, journals: &Path) -> OpError {
    let message = error.to_string();
    match error {
        ApplyError::Failed { step: Step::Lease | Step::Record, .. } => OpError::EditFailed {
            path: None,
            message: format!(
                "{message}; journals are kept in {}, and XDG_STATE_HOME=DIR puts them into \
                 DIR/deixis/journals",
                journals.display()
            ),
        },
        ApplyError::Cancelled => OpError::Canceled,
        ApplyError::Conflict { path, .. } => OpError::Conflict {
            path: Some(path.to_string()),
            message: format!("nothing was changed: {message}; preview the rename again"),
        },
        ApplyError::Held { .. } | ApplyError::RootMoved => OpError::Conflict {
            path: None,
            message: format!("nothing was changed: {message}; preview the rename again"),
        },
        ApplyError::Failed { path, .. } => {
            OpError::EditFailed { path: path.map(|path| path.to_string()), message }
        }
        ApplyError::RollbackFailed { journal, .. } => OpError::RollbackFailed {
            message: format!(
                "{message}. The old bytes are in {}; `deixis recover --settle` puts back what can be",
                journal.display()
            ),
        },
        // `Unsettled`, and what may be added.
        _ => OpError::EditFailed {
            path: None,
            message: format!("{message}; `deixis recover` shows it"),
        },
    }
}
