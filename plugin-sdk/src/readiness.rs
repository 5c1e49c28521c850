//! The group `readiness`: from what the server says to how far it can be
//! trusted.
//!
//! Theory of operation. A reducer: [`Readiness::observe`] folds one event into
//! the state, [`Readiness::status`] reads the state. Neither keeps anything
//! nor waits; a reducer that wants to be called later asks for a deadline. The
//! state is an ordinary `serde` type, which this crate encodes for the host.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::bindings::readiness::exports::deixis::adapter::readiness as wire;
use crate::{Action, Ask, Deadline, Facts, Failure, Notification};

pub use wire::{Answered, Event, Level, Progress, Tracks, Trust, WorkDone};

/// The hook group.
pub trait Readiness {
    /// What is remembered between events; at most 64 KiB when encoded.
    type State: Serialize + DeserializeOwned;

    /// Methods of the notifications to see. `$/progress` comes always.
    #[must_use]
    fn interests() -> Vec<String> {
        Vec::new()
    }

    /// The state before `initialize`.
    ///
    /// # Errors
    /// [`Failure`] if there is none; the host then goes by its own rules.
    fn start(facts: &Facts, effects: &mut Effects) -> Result<Self::State, Failure>;

    /// Folds one event into the state. Events come in the order in which they
    /// happened.
    ///
    /// # Errors
    /// [`Failure`] if the state makes no sense any more.
    fn observe(state: &mut Self::State, event: Event, effects: &mut Effects)
    -> Result<(), Failure>;

    /// What the state means.
    fn status(state: &Self::State) -> Status;
}

/// How far the server can be trusted now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// A level per track.
    pub tracks: Tracks,
    /// What early answers are worth to hover, definition, document symbols.
    pub navigation_trust: Trust,
    /// What early answers are worth to references, workspace symbols and
    /// their like.
    pub index_trust: Trust,
    /// A signal is sure to come: silence is not readiness.
    pub signal_expected: bool,
}

impl Status {
    /// One level for everything that the server answers; diagnostics unknown.
    #[must_use]
    pub fn uniform(level: &Level, trust: Trust) -> Self {
        Self {
            tracks: Tracks {
                alive: Level::Ready,
                navigation: level.clone(),
                index: level.clone(),
                diagnostics: Level::Unknown,
            },
            navigation_trust: trust,
            index_trust: trust,
            signal_expected: false,
        }
    }
}

/// What a reducer wants done.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    /// Deadlines to set or remove.
    pub deadlines: Vec<Deadline>,
    /// Actions, in order.
    pub actions: Vec<Action>,
}

impl Effects {
    /// Asks for the event `deadline(name)` after so many milliseconds. A later
    /// one of the same name replaces it.
    pub fn deadline(&mut self, name: &str, after_ms: u32) {
        Deadline::put(&mut self.deadlines, name, after_ms);
    }

    /// Takes a deadline back.
    pub fn cancel_deadline(&mut self, name: &str) {
        self.deadline(name, 0);
    }

    /// Opens a project file.
    pub fn open(&mut self, path: &str) {
        self.actions.push(Action::Open(path.to_owned()));
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: &Value) {
        self.actions.push(Action::Notify(Notification::new(method, params)));
    }

    /// Sends a request, whose answer comes back as an event with this id.
    pub fn request(&mut self, id: &str, method: &str, params: &Value) {
        self.actions.push(Action::Request(Ask::new(id, method, params)));
    }
}

impl<T: Readiness> wire::Guest for T {
    fn interests() -> Vec<String> {
        crate::export::enter();
        T::interests()
    }

    fn start(facts: Facts) -> Result<wire::Report, Failure> {
        crate::export::enter();
        let mut effects = Effects::default();
        let state = T::start(&facts, &mut effects)?;
        report::<T>(&state, effects)
    }

    fn step(state: Vec<u8>, events: Vec<Event>) -> Result<wire::Report, Failure> {
        crate::export::enter();
        let mut state = serde_json::from_slice(&state)
            .map_err(|error| Failure::new(format!("the state came back broken: {error}")))?;
        let mut effects = Effects::default();
        for event in events {
            T::observe(&mut state, event, &mut effects)?;
        }
        report::<T>(&state, effects)
    }
}

fn report<T: Readiness>(state: &T::State, effects: Effects) -> Result<wire::Report, Failure> {
    let bytes = serde_json::to_vec(state)
        .map_err(|error| Failure::new(format!("the state cannot be encoded: {error}")))?;
    let mut status = T::status(state);
    let Tracks { alive, navigation, index, diagnostics } = &mut status.tracks;
    [alive, navigation, index, diagnostics].into_iter().for_each(Level::shorten);
    Ok(wire::Report {
        state: bytes,
        tracks: status.tracks,
        navigation_trust: status.navigation_trust,
        index_trust: status.index_trust,
        signal_expected: status.signal_expected,
        deadlines: effects.deadlines,
        actions: effects.actions,
    })
}

impl Level {
    /// Cuts what it says to what the host takes: servers say anything.
    fn shorten(&mut self) {
        match self {
            Self::Busy(Progress { message: Some(text), .. }) | Self::Degraded(text) => {
                *text = crate::words::sentence(text);
            }
            _ => {}
        }
    }

    /// At work on something.
    #[must_use]
    pub fn busy(message: &str) -> Self {
        Self::Busy(Progress { message: Some(message.to_owned()), percent: None })
    }

    /// At work, as a progress notification says it: its title, its message.
    #[must_use]
    pub fn progress(work: &WorkDone) -> Self {
        let parts = [Some(work.title.as_str()), work.message.as_deref()];
        let text = parts
            .into_iter()
            .flatten()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(": ");
        Self::Busy(Progress { message: (!text.is_empty()).then_some(text), percent: work.percent })
    }
}
