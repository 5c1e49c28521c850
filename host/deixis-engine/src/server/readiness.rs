//! From what the server says to how far it can be trusted.
//!
//! Events leave the driver in order and are numbered. A task of their own
//! feeds them to the adapter's reducer (a thread hop away) and to the native
//! one, which always runs along: when the adapter fails, the native view
//! answers and says so. Whoever judges an answer waits until every event that
//! came before it has been reduced.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deixis_hooks::readiness::{Event, Level, Step, Trust};
use deixis_hooks::{Action, Adapter, Facts};
use deixis_lsp::Peer;
use tokio::sync::{mpsc, watch};

use super::driver::Input;
use super::hear::hear;
use super::native::Native;
use super::timers::{Timers, until};
use crate::answer::{Degraded, Readiness, ReadyState};

/// Events that may wait for the reducer; more are dropped and counted as
/// reduced, since a reducer that far behind is of no use.
const MAX_EVENTS: usize = 4096;
/// Events handed over in one call.
const BATCH: usize = 256;

/// What an operation depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Track {
    /// Hover, definition, document symbols.
    Navigation,
    /// References, workspace symbols.
    Index,
}

/// How far the server can be trusted now.
#[derive(Debug, Clone, Default)]
pub(crate) struct View {
    /// Events reduced so far.
    seq: u64,
    step: Arc<Step>,
    /// How often work has begun: it may also have ended since.
    pub(crate) begun: u64,
    /// Set while the adapter's reducer is bypassed.
    pub(crate) degraded: Vec<Degraded>,
}

impl View {
    pub(crate) fn level(&self, track: Track) -> &Level {
        match track {
            Track::Navigation => &self.step.tracks.navigation,
            Track::Index => &self.step.tracks.index,
        }
    }

    pub(crate) fn trust(&self, track: Track) -> Trust {
        match track {
            Track::Navigation => self.step.navigation_trust,
            Track::Index => self.step.index_trust,
        }
    }

    /// Whether any answer of this track can be believed as it is.
    pub(crate) fn settled(&self, track: Track) -> bool {
        matches!(self.level(track), Level::Ready | Level::Degraded(_))
            || self.trust(track) == Trust::Blocks
    }

    /// Whether a sign of readiness is sure to come.
    pub(crate) fn signal_expected(&self) -> bool {
        self.step.signal_expected
    }

    pub(crate) fn busy(&self, track: Track) -> bool {
        matches!(self.level(track), Level::Busy { .. })
    }

    /// Whether work goes on, or is about to, that may yet bring diagnostics. Who says that they
    /// are ready while the index is not knows that they do not wait for it.
    pub(crate) fn diagnoses(&self) -> bool {
        let index = Track::Index;
        let works = self.busy(index) || self.signal_expected() && !self.settled(index);
        works && self.step.tracks.diagnostics != Level::Ready
    }

    /// What is missing of diagnostics, where the adapter says that they are less than they
    /// should be: what looks clean may then be unchecked.
    pub(crate) fn diagnostics_hole(&self) -> Option<String> {
        match &self.step.tracks.diagnostics {
            Level::Degraded(reason) => Some(reason.clone()),
            _ => None,
        }
    }

    /// The level of a track for people.
    pub(crate) fn readiness(&self, track: Track) -> Readiness {
        describe(self.level(track), self.signal_expected())
    }

    /// All tracks for people.
    pub(crate) fn all(&self) -> Vec<(&'static str, Readiness)> {
        let tracks = &self.step.tracks;
        [
            ("alive", &tracks.alive),
            ("navigation", &tracks.navigation),
            ("index", &tracks.index),
            ("diagnostics", &tracks.diagnostics),
        ]
        .map(|(name, level)| (name, describe(level, self.signal_expected())))
        .to_vec()
    }
}

fn describe(level: &Level, signal_expected: bool) -> Readiness {
    match level {
        Level::Unknown if signal_expected => {
            Readiness { state: ReadyState::Starting, message: None, percent: None }
        }
        Level::Unknown => Readiness { state: ReadyState::Unknown, message: None, percent: None },
        Level::Busy { message, percent } => {
            Readiness { state: ReadyState::Indexing, message: message.clone(), percent: *percent }
        }
        Level::Ready => Readiness { state: ReadyState::Ready, message: None, percent: None },
        Level::Degraded(reason) => {
            Readiness { state: ReadyState::Degraded, message: Some(reason.clone()), percent: None }
        }
    }
}

/// Where the driver puts events.
#[derive(Debug, Clone)]
pub(crate) struct Events {
    sender: mpsc::Sender<Event>,
    sent: Arc<AtomicU64>,
}

impl Events {
    pub(crate) fn put(&self, event: Event) {
        match self.sender.try_send(event) {
            Ok(()) => {
                self.sent.fetch_add(1, Ordering::AcqRel);
            }
            Err(error) => {
                tracing::warn!(target: "deixis::engine", %error, "a readiness event was dropped");
            }
        }
    }
}

/// Where operations look.
#[derive(Debug, Clone)]
pub(crate) struct Gauge {
    view: watch::Receiver<View>,
    sent: Arc<AtomicU64>,
}

impl Gauge {
    /// The view as it is.
    pub(crate) fn now(&self) -> View {
        self.view.borrow().clone()
    }

    /// Runs `look` on the view as it is, without copying it.
    pub(crate) fn peek<T>(&self, look: impl FnOnce(&View) -> T) -> T {
        look(&self.view.borrow())
    }

    /// The view after every event that has happened until now.
    pub(crate) async fn settled(&mut self) -> View {
        let until = self.sent.load(Ordering::Acquire);
        self.wait_for(|view| view.seq >= until).await
    }

    /// The first view that satisfies a condition, or the last one there is.
    pub(crate) async fn wait_for(&mut self, condition: impl FnMut(&View) -> bool) -> View {
        let found = self.view.wait_for(condition).await.map(|view| view.clone());
        found.unwrap_or_else(|_| self.now())
    }
}

/// Makes the two ends and the task between them.
pub(crate) fn channel() -> (Events, Gauge, Pump) {
    let (sender, events) = mpsc::channel(MAX_EVENTS);
    let (publish, view) = watch::channel(View::default());
    let sent = Arc::new(AtomicU64::new(0));
    let gauge = Gauge { view, sent: Arc::clone(&sent) };
    (Events { sender, sent }, gauge, Pump { events, publish })
}

/// The task between driver and operations.
#[derive(Debug)]
pub(crate) struct Pump {
    events: mpsc::Receiver<Event>,
    publish: watch::Sender<View>,
}

impl Pump {
    /// Reduces events until the driver is gone.
    pub(crate) async fn run(
        mut self,
        adapter: Option<Arc<dyn Adapter>>,
        facts: Facts,
        peer: Peer<Input>,
    ) {
        let mut reducer = Reducer {
            native: Native::default(),
            adapter,
            facts,
            state: None,
            timers: Timers::default(),
        };
        let mut seq = 0;
        if let Some((step, degraded)) = reducer.start(&peer).await {
            self.publish.send_replace(View { seq, step: Arc::new(step), begun: 0, degraded });
        }
        let mut begun = 0;
        let mut batch = Vec::new();
        loop {
            batch.clear();
            let timer = reducer.timers.next();
            tokio::select! {
                count = self.events.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        return;
                    }
                    seq += count as u64;
                }
                () = until(timer) => {
                    batch.extend(reducer.timers.expire().into_iter().map(Event::Deadline));
                }
            }
            let begins = |event: &&Event| matches!(event, Event::ProgressBegin(_));
            begun += batch.iter().filter(begins).count() as u64;
            let (step, degraded) = reducer.step(&batch, &peer).await;
            self.publish.send_replace(View { seq, step: Arc::new(step), begun, degraded });
        }
    }
}

/// Both reducers with their memory.
struct Reducer {
    native: Native,
    adapter: Option<Arc<dyn Adapter>>,
    facts: Facts,
    /// State of the adapter's reducer; `None` before it has started.
    state: Option<Vec<u8>>,
    timers: Timers,
}

impl Reducer {
    async fn start(&mut self, peer: &Peer<Input>) -> Option<(Step, Vec<Degraded>)> {
        let adapter = self.adapter.clone()?;
        let hooks = adapter.readiness()?;
        let (started, degraded) = hear(&adapter, hooks.start(self.facts.clone())).await;
        let step = match started {
            Ok(step) => self.adopt(step, peer),
            Err(_) => self.native.step(&[]),
        };
        Some((step, degraded))
    }

    async fn step(&mut self, events: &[Event], peer: &Peer<Input>) -> (Step, Vec<Degraded>) {
        let native = self.native.step(events);
        let Some(adapter) = self.adapter.clone() else { return (native, Vec::new()) };
        let Some(hooks) = adapter.readiness() else { return (native, Vec::new()) };
        let state = match self.state.clone() {
            Some(state) => state,
            None => match hear(&adapter, hooks.start(self.facts.clone())).await {
                (Ok(step), _) => step.state,
                (Err(_), degraded) => return (native, degraded),
            },
        };
        match hear(&adapter, hooks.step(state, events.to_vec())).await {
            (Ok(step), degraded) => (self.adopt(step, peer), degraded),
            // One event is lost, the state before it is kept.
            (Err(_), degraded) => (native, degraded),
        }
    }

    /// Keeps state and deadlines, hands actions on.
    fn adopt(&mut self, mut step: Step, peer: &Peer<Input>) -> Step {
        self.state = Some(std::mem::take(&mut step.state));
        self.timers.set(step.deadlines.drain(..));
        let actions: Vec<Action> = std::mem::take(&mut step.actions);
        if !actions.is_empty() && peer.send(Input::Act(actions)).is_err() {
            tracing::warn!(target: "deixis::engine", "actions of an adapter were dropped: the server is busy or gone");
        }
        step
    }
}
