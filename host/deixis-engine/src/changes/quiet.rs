//! Readers of a project whose files are replaced now and then.
//!
//! A change replaces its files one after the other, and a language server that reads some of
//! them before and some after would answer from a project that never was. Each root has a number
//! that is odd while files are replaced, whichever process does it. A reader takes the number
//! before it asks and compares it after it has its answer: if it is another one, it asks again.

use std::sync::PoisonError;
use std::time::Duration;

use deixis_base::RootedPath;
use deixis_edit::{Outcome, RecoverError, Settled, Witness};
use tokio::time::{Instant, sleep};

use crate::project::Project;
use crate::{CallContext, OpError};

/// How long a change by another process is waited for.
const WAIT: Duration = Duration::from_secs(10);
/// How often it is looked whether it is over.
const AGAIN: Duration = Duration::from_millis(2);

/// A moment in which no file was being replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark(Option<u64>);

impl Mark {
    /// The moment after so many changes, for tests.
    #[must_use]
    pub fn nth(changes: u64) -> Self {
        Self(Some(changes))
    }
}

impl Project {
    /// The present moment, if it is known that no file is being replaced. Costs one system call.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        match self.changes.witness.get()? {
            None => Some(Mark(None)),
            Some(witness) => match witness.read() {
                Ok(now) => now.is_at_rest().then_some(Mark(Some(now.number))),
                Err(_) => Some(Mark(None)),
            },
        }
    }

    /// Whether no file was replaced since that moment.
    #[must_use]
    pub fn is_undisturbed(&self, mark: Mark) -> bool {
        self.mark() == Some(mark)
    }

    /// The next moment in which no file is being replaced. At first, what died earlier is
    /// settled; also later, if another process dies.
    ///
    /// # Errors
    /// [`OpError::Canceled`]; [`OpError::EditFailed`] if a change died half way and cannot be
    /// settled; [`OpError::Busy`]-like conflicts if another process does not end its change.
    pub async fn quiet(&self, cx: &CallContext) -> Result<Mark, OpError> {
        self.changes.witness.get_or_init(|| self.first_look()).await;
        let until = Instant::now() + WAIT;
        loop {
            if let Some(mark) = self.mark() {
                return Ok(mark);
            }
            match self.settle().await {
                Ok(failed) => {
                    if let Some(mark) = self.mark() {
                        return Ok(mark);
                    }
                    let reason = failed.unwrap_or_else(|| "it is not known why".to_owned());
                    return Err(OpError::EditFailed {
                        path: None,
                        message: format!(
                            "an earlier rename died half way and cannot be settled: {reason}; \
                             `deixis recover` shows it"
                        ),
                    });
                }
                Err(RecoverError::Held { .. }) if Instant::now() < until => {
                    tokio::select! {
                        () = sleep(AGAIN) => {}
                        () = cx.cancel.cancelled() => return Err(OpError::Canceled),
                    }
                }
                Err(error) => {
                    let message = format!("the project cannot be read now: {error}; ask again");
                    return Err(OpError::Conflict { path: None, message });
                }
            }
        }
    }

    /// Settles what died earlier, and opens what readers look at.
    async fn first_look(&self) -> Option<Witness> {
        let journals = self.changes.journals.clone()?;
        match self.settle().await {
            Ok(_) | Err(RecoverError::Held { .. }) => {}
            Err(error) => {
                tracing::warn!(target: "deixis::engine", %error, "it is not known whether a change died earlier");
            }
        }
        let root = self.root.clone();
        let opened = tokio::task::spawn_blocking(move || Witness::open(&root, &journals)).await;
        match opened {
            Ok(Ok(witness)) => Some(witness),
            Ok(Err(error)) => {
                tracing::warn!(target: "deixis::engine", %error, "changes by other processes are not noticed while they are made");
                None
            }
            Err(_) => None,
        }
    }

    /// Settles what died, and gives the reason of what could not be settled.
    async fn settle(&self) -> Result<Option<String>, RecoverError> {
        let Some(journals) = self.changes.journals.clone() else { return Ok(None) };
        let root = self.root.clone();
        let settled =
            tokio::task::spawn_blocking(move || deixis_edit::recover(&root, &journals)).await;
        let settled = settled.unwrap_or_else(|_| Ok(Vec::new()))?;
        let mut sentences = Vec::new();
        let mut failed = None;
        for one in &settled {
            let sentence = sentence(one);
            tracing::warn!(target: "deixis::engine", change = one.id, "{sentence}");
            match &one.outcome {
                Outcome::Failed { reason } => {
                    failed = Some(reason.clone());
                    sentences.push(sentence);
                }
                Outcome::Kept { .. } => sentences.push(sentence),
                _ => {}
            }
        }
        *self.changes.unsettled.lock().unwrap_or_else(PoisonError::into_inner) = sentences;
        Ok(failed)
    }
}

/// Most files that a sentence names.
const NAMED: usize = 3;

fn sentence(settled: &Settled) -> String {
    let files = settled.files.len();
    let sentence = match &settled.outcome {
        Outcome::Undone => format!("a change of {files} files that died half way was undone"),
        Outcome::Completed => format!("a change of {files} files that died half way was completed"),
        Outcome::Kept { reason } => format!(
            "a change of {files} files that died earlier is kept ({reason}); see `deixis recover`"
        ),
        Outcome::Failed { reason } => format!(
            "a change of {files} files that died half way is not settled ({reason}); see `deixis \
             recover`"
        ),
        _ => format!("a change of {files} files that died half way was settled"),
    };
    let changed: Vec<&str> = settled.changed.iter().map(RootedPath::as_str).collect();
    match changed.as_slice() {
        [] => sentence,
        names if names.len() <= NAMED => {
            format!("{sentence}; somebody wrote to {} since, and that stays", names.join(", "))
        }
        names => format!(
            "{sentence}; somebody wrote to {} and {} more since, and that stays",
            names[..NAMED].join(", "),
            names.len() - NAMED
        ),
    }
}
