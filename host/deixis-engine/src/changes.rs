//! What Deixis itself changes in the project: previews that are kept, changes that are made one
//! at a time, and the care that nobody is answered from the middle of one.
//!
//! `making` makes a change and says how it failed; `quiet` lets readers notice that files were
//! being replaced while they read, by this process or another. The transaction itself is
//! `deixis-edit`'s.

mod making;
mod quiet;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deixis_edit::previews::PREVIEW_LIFETIME;
use deixis_edit::{Previews, Witness};
use tokio::sync::OnceCell;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::OpError;
use crate::answer::Shown;
use crate::edit::Kept;

pub use quiet::Mark;

/// How long the end of the host waits for a change that goes on. A change whose files are staged
/// is finished sooner than it is undone; what is cut off after all is settled at the next start.
const LAST_CHANGE: Duration = Duration::from_secs(10);

/// The changes of one project.
pub(crate) struct Changes {
    journals: Option<PathBuf>,
    previews: Mutex<Previews<(Kept, Instant)>>,
    /// Held while a change is made.
    turn: tokio::sync::Mutex<()>,
    /// The host is shutting down.
    stopping: CancellationToken,
    /// What readers look at, once what died earlier is settled; `None` inside if there is no
    /// place for it.
    witness: OnceCell<Option<Witness>>,
    /// What could not be settled, as sentences.
    unsettled: Mutex<Vec<String>>,
}

impl Changes {
    pub(crate) fn new(journals: Option<PathBuf>) -> Self {
        Self {
            journals,
            previews: Mutex::new(Previews::new()),
            turn: tokio::sync::Mutex::new(()),
            stopping: CancellationToken::new(),
            witness: OnceCell::new(),
            unsettled: Mutex::default(),
        }
    }

    /// Keeps a preview.
    ///
    /// # Errors
    /// If it is too large.
    pub(crate) fn keep(&self, kept: Kept) -> Result<Shown, String> {
        let (answer, bytes) = (kept.shown.clone(), kept.bytes());
        let id = self.previews().store((kept, Instant::now()), bytes);
        let id = id.map_err(|error| error.to_string())?.to_string();
        Ok(Shown { id, expires_in: PREVIEW_LIFETIME, answer })
    }

    /// A preview, which stays valid.
    pub(crate) fn look(&self, id: &str) -> Result<(Kept, Shown), OpError> {
        let mut previews = self.previews();
        let (kept, made) = previews.look(id).map_err(gone)?;
        let shown = Shown {
            id: id.to_owned(),
            expires_in: PREVIEW_LIFETIME.saturating_sub(made.elapsed()),
            answer: kept.shown.clone(),
        };
        Ok((kept.clone(), shown))
    }

    /// A preview, which is used up by that.
    pub(crate) fn take(&self, id: &str) -> Result<Kept, OpError> {
        self.previews().take(id).map(|(kept, _)| kept).map_err(gone)
    }

    /// What could not be settled, as sentences.
    pub(crate) fn unsettled(&self) -> Vec<String> {
        self.unsettled.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins no more changes, and waits for the one that goes on.
    pub(crate) async fn close(&self) {
        self.stopping.cancel();
        if timeout(LAST_CHANGE, self.turn.lock()).await.is_err() {
            tracing::error!(target: "deixis::engine", "a change is cut off; the next start settles it");
        }
    }

    fn previews(&self) -> MutexGuard<'_, Previews<(Kept, Instant)>> {
        self.previews.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn gone(how: deixis_edit::Gone) -> OpError {
    OpError::InvalidPreview { message: how.to_string() }
}
