//! One question to one server, with what makes its answer believable: the
//! documents are brought up to date in the same turn, answers that come too
//! early are not believed, and everything shares one deadline.

mod failure;
mod fetch;
mod withdraw;

use std::sync::Arc;
use std::time::Duration;

use deixis_base::RootedPath;
use deixis_hooks::errors::{Context, Verdict};
use deixis_hooks::readiness::Trust;
use deixis_lsp::envelope::code;
use deixis_lsp::link::Outcome;
use deixis_lsp::{Call, ResponseError};
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use self::failure::refuses_retry;
pub(crate) use self::fetch::fetch;
pub(crate) use self::withdraw::Withdraw;
use crate::answer::{AnswerState, Degraded, Stability};
use crate::server::{Ask, Input, Running, Sent, Subject, Track, View, hear, hook_error};
use crate::{CallContext, OpError};

/// Times a question is asked again, whatever the reason.
const MAX_RETRIES: u32 = 3;
/// Longest wait for a busy server per retry, unless a signal will come.
const BUSY_WAIT: Duration = Duration::from_secs(5);
/// First wait after a server's own cancellation; doubled each time.
const BACKOFF: Duration = Duration::from_millis(50);
/// Longest wait after a server's own cancellation.
const MAX_BACKOFF: Duration = Duration::from_secs(1);

/// Makes parameters from the text that the server has. Called once per try.
pub(crate) type Build = Arc<dyn Fn(&Subject<'_>) -> Result<Box<RawValue>, OpError> + Send + Sync>;

/// One question.
pub(crate) struct Question {
    pub(crate) track: Track,
    pub(crate) document: Option<RootedPath>,
    pub(crate) build: Build,
    /// Everything, retries included, ends then.
    pub(crate) deadline: Instant,
}

/// An answer with what it was asked about.
pub(crate) struct Asked<T> {
    pub(crate) output: T,
    pub(crate) sent: Sent,
    pub(crate) state: AnswerState,
}

/// Asks, as often as it takes.
pub(crate) async fn ask<C: Call>(
    cx: &CallContext,
    server: &Running,
    question: &Question,
) -> Result<Asked<C::Output>, OpError> {
    let mut asking = Asking {
        cx,
        server,
        question,
        attempts: 0,
        last_error: None,
        degraded: Vec::new(),
        incomplete: Vec::new(),
        asked_early: false,
        missed: false,
    };
    loop {
        asking.hold_back().await?;
        asking.pass().await?;
        asking.attempts += 1;
        let (busy, begun) = server.gauge.peek(|view| (view.busy(question.track), view.begun));
        asking.asked_early = busy;
        let (sent, outcome) = asking.once::<C>().await?;
        let last = asking.attempts > MAX_RETRIES || Instant::now() >= question.deadline;
        match outcome {
            Ok(output) if !C::is_empty(&output) => return Ok(asking.conclude(output, sent, false)),
            Ok(output) => {
                let view = server.gauge.clone().settled().await;
                let missed = view.begun != begun && asking.misses();
                asking.asked_early |= missed;
                let believed = view.settled(question.track) && !missed;
                if believed || last || !asking.wait_out(&view).await? {
                    return Ok(asking.conclude(output, sent, true));
                }
            }
            Err(error) => {
                let verdict = asking.judge::<C>(&error).await;
                asking.last_error = Some(error);
                if matches!(verdict, Verdict::NoResult) {
                    let nothing = serde_json::from_str::<C::Output>("null");
                    if let Ok(output) = nothing {
                        return Ok(asking.conclude(output, sent, true));
                    }
                }
                if last || !asking.recover(&verdict).await? {
                    return Err(asking.failure::<C>(verdict));
                }
            }
        }
    }
}

/// A question on its way.
struct Asking<'a> {
    cx: &'a CallContext,
    server: &'a Running,
    question: &'a Question,
    attempts: u32,
    last_error: Option<ResponseError>,
    degraded: Vec<Degraded>,
    incomplete: Vec<String>,
    /// Whether the server was busy when the question went out: then its answer
    /// may be from before, even if the end of the work was heard first.
    asked_early: bool,
    /// Whether work that came and went with the question was noticed before.
    missed: bool,
}

impl Asking<'_> {
    /// Whether an empty answer during which work began is to be doubted: once,
    /// since some servers report each question as work, and not of a server
    /// that answers only when it is ready.
    fn misses(&mut self) -> bool {
        let blocks = |view: &View| view.trust(self.question.track) == Trust::Blocks;
        !self.server.gauge.peek(blocks) && !std::mem::replace(&mut self.missed, true)
    }

    /// Where early answers may be partial without a sign, the question is held
    /// back until the server is ready, or until nothing more can be known.
    async fn hold_back(&self) -> Result<(), OpError> {
        let track = self.question.track;
        let hold = |view: &View| {
            view.trust(track) == Trust::Partial
                && !view.settled(track)
                && (view.busy(track) || view.signal_expected())
        };
        let mut gauge = self.server.gauge.clone();
        let view = gauge.settled().await;
        if hold(&view) {
            self.wait_until(self.question.deadline, |view| !hold(view)).await?;
        }
        Ok(())
    }

    /// Passes the freshness barrier.
    async fn pass(&mut self) -> Result<(), OpError> {
        let passage = self.server.pass(self.cx, self.question.deadline).await?;
        self.incomplete.extend(passage.incomplete);
        self.degraded.extend(passage.degraded);
        Ok(())
    }

    /// Sends the question once and waits for its answer.
    async fn once<C: Call>(&self) -> Result<(Sent, Result<C::Output, ResponseError>), OpError> {
        let deadline = self.question.deadline;
        let slot = tokio::select! {
            biased;
            slot = timeout_at(deadline, self.server.slots.acquire()) => slot,
            () = self.cx.cancel.cancelled() => return Err(OpError::Canceled),
        };
        let _slot = slot.map_err(|_| self.timed_out(C::METHOD))?;
        let id = self.server.peer.next_id();
        let (sent, was_sent) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        let build = Arc::clone(&self.question.build);
        let ask = Ask {
            id,
            method: C::METHOD,
            feature: C::FEATURE,
            document: self.question.document.clone(),
            build: Box::new(move |subject| build(subject)),
            sent,
            deadline,
            answer,
        };
        if let Err(error) = self.server.peer.send(Input::Ask(Box::new(ask))) {
            return Err(self.server.refused(error).await);
        }
        let withdraw = Withdraw::new(self.server, id);
        let outcome = tokio::select! {
            biased;
            outcome = answered => outcome,
            () = self.cx.cancel.cancelled() => return Err(OpError::Canceled),
        };
        withdraw.disarm();
        let outcome: Outcome = match outcome {
            Ok(outcome) => outcome,
            // The driver did not send it and said why, or it was withdrawn at
            // its deadline, or the driver is gone.
            Err(_) => match was_sent.await {
                Ok(Err(error)) => return Err(error),
                Ok(Ok(_)) if Instant::now() >= deadline => {
                    return Err(self.timed_out(C::METHOD));
                }
                _ => return Err(self.server.exited().await),
            },
        };
        let Ok(Ok(sent)) = was_sent.await else { return Err(self.server.exited().await) };
        match outcome {
            Ok(Ok(reply)) => match reply.read() {
                Ok(output) => Ok((sent, Ok(output))),
                Err(reason) => Err(OpError::Protocol {
                    server: self.server.name.clone(),
                    message: format!("its answer to {} cannot be read: {reason}", C::METHOD),
                }),
            },
            Ok(Err(error)) => Ok((sent, Err(error))),
            Err(_) => Err(self.server.exited().await),
        }
    }

    /// Waits for a server that is busy, or of which a sign is sure to come.
    /// `false` if there is nothing to wait for.
    async fn wait_out(&self, view: &View) -> Result<bool, OpError> {
        let track = self.question.track;
        if view.signal_expected() {
            let view = self
                .wait_until(self.question.deadline, |view| {
                    view.settled(track) || !view.signal_expected()
                })
                .await?;
            return Ok(view.settled(track) || Instant::now() < self.question.deadline);
        }
        if view.busy(track) {
            let until = self.question.deadline.min(Instant::now() + BUSY_WAIT);
            self.wait_until(until, |view| !view.busy(track)).await?;
            return Ok(true);
        }
        // The work ended while the question was on its way: once more.
        Ok(self.asked_early)
    }

    /// Waits for a view, reporting progress; gives back the last one seen.
    async fn wait_until(
        &self,
        until: Instant,
        reached: impl Fn(&View) -> bool,
    ) -> Result<View, OpError> {
        let mut gauge = self.server.gauge.clone();
        let track = self.question.track;
        let name = &self.server.name;
        let changed = gauge.wait_for(|view| {
            if let Some(progress) = &self.cx.progress {
                let readiness = view.readiness(track);
                let message = readiness.message.as_deref().unwrap_or("getting ready");
                progress.report(&format!("{name}: {message}"), readiness.percent);
            }
            reached(view) || !self.server.is_alive()
        });
        tokio::select! {
            biased;
            view = changed => Ok(view),
            () = self.cx.cancel.cancelled() => Err(OpError::Canceled),
            () = sleep_until(until) => Ok(self.server.gauge.now()),
        }
    }

    /// What an error means: the adapter first, then the rules that hold for
    /// all servers.
    async fn judge<C: Call>(&mut self, error: &ResponseError) -> Verdict {
        if let Some(adapter) = self.server.adapter.clone()
            && let Some(hooks) = adapter.errors()
        {
            let path = self.question.document.as_ref().map(ToString::to_string);
            let context = Context { method: C::METHOD.to_owned(), path, attempt: self.attempts };
            let classifying = hooks.classify(context, hook_error(error.clone()));
            let (verdict, bypassed) = hear(&adapter, classifying).await;
            self.degraded.extend(bypassed);
            match verdict {
                Ok(Verdict::Unknown) | Err(_) => {}
                Ok(verdict) => return verdict,
            }
        }
        match error.code {
            code::CONTENT_MODIFIED | code::REQUEST_CANCELLED => Verdict::RetryNow,
            code::SERVER_CANCELLED if !refuses_retry(error) => Verdict::RetryNow,
            code::SERVER_NOT_INITIALIZED => Verdict::RetryWhenReady,
            code::METHOD_NOT_FOUND => Verdict::Unsupported,
            _ => {
                let view = self.server.gauge.clone().settled().await;
                let track = self.question.track;
                let early = view.busy(track) || view.signal_expected() || self.asked_early;
                if early && !view.settled(track) {
                    Verdict::RetryWhenReady
                } else {
                    Verdict::Unknown
                }
            }
        }
    }

    /// Does what a verdict says; `false` if it is final.
    async fn recover(&self, verdict: &Verdict) -> Result<bool, OpError> {
        match verdict {
            Verdict::RetryNow => {
                let backoff =
                    (BACKOFF * 2_u32.pow(self.attempts.saturating_sub(1).min(8))).min(MAX_BACKOFF);
                let until = self.question.deadline.min(Instant::now() + backoff);
                tokio::select! {
                    () = sleep_until(until) => Ok(true),
                    () = self.cx.cancel.cancelled() => Err(OpError::Canceled),
                }
            }
            Verdict::RetryWhenReady => {
                let view = self.server.gauge.clone().settled().await;
                if view.settled(self.question.track) {
                    return Ok(true);
                }
                self.wait_out(&view).await
            }
            Verdict::OpenAndRetry(paths) => {
                let open = paths.iter().cloned().map(deixis_hooks::Action::Open).collect();
                match self.server.peer.send(Input::Act(open)) {
                    Ok(()) => Ok(true),
                    Err(error) => Err(self.server.refused(error).await),
                }
            }
            Verdict::Unknown | Verdict::NoResult | Verdict::Unsupported | Verdict::Fatal(_) => {
                Ok(false)
            }
        }
    }

    fn conclude<T>(mut self, output: T, sent: Sent, empty: bool) -> Asked<T> {
        let view = self.server.gauge.now();
        let track = self.question.track;
        let mut state = AnswerState::default();
        let partial = view.trust(track) == Trust::Partial && !view.settled(track);
        if empty || partial || view.busy(track) && !view.settled(track) {
            state.readiness = Some(view.readiness(track));
            // What a server gives that only holds back, it gives rightly. Only an
            // adapter can know that of a server.
            let known = view.degraded.is_empty()
                && self
                    .server
                    .adapter
                    .as_ref()
                    .is_some_and(|adapter| adapter.readiness().is_some());
            let right = known && !empty && view.trust(track) == Trust::Empty;
            state.stability = Some(if right || view.settled(track) {
                Stability::Stable
            } else if view.busy(track) || view.signal_expected() {
                Stability::Transient
            } else {
                Stability::Indeterminate
            });
        }
        self.degraded.extend(view.degraded);
        self.degraded.extend(self.server.launch_degraded.clone());
        if track == Track::Index {
            state.incomplete.clone_from(&self.server.incomplete);
        }
        state.incomplete.append(&mut self.incomplete);
        state.note_bypassed(self.degraded);
        Asked { output, sent, state }
    }
}
