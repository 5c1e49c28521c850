//! Whether diagnostics are final, as the adapter judges it: a reducer per open document.
//!
//! The driver notes what happens; a task of its own keeps the reducers' states and timers and
//! asks the adapter; operations look at the verdicts, after everything that has happened until
//! then. Without an adapter that judges there is no task, and every verdict is unknown.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deixis_base::RootedPath;
use deixis_hooks::diagnostics::{Event, Settled};
use deixis_hooks::{Adapter, Facts};
use tokio::sync::{mpsc, watch};

use super::hear::hear;
use super::timers::{Timers, until};

/// Notes that wait; beyond that they are dropped, and the native rules decide.
const MAX_NOTES: usize = 4096;
/// Notes that are taken at once.
const BATCH: usize = 64;

/// Something that happened.
enum Note {
    /// To one document.
    About(RootedPath, Event),
    /// To all that are open.
    All(Event),
    /// It is not open any more.
    Closed(RootedPath),
}

/// Where the driver notes what happens.
pub(crate) struct Notes(Option<(mpsc::Sender<Note>, Arc<AtomicU64>)>);

/// Where operations look.
#[derive(Clone)]
pub(crate) struct Verdicts {
    seen: watch::Receiver<Seen>,
    sent: Arc<AtomicU64>,
}

/// What the adapter has said, after so many notes.
#[derive(Default)]
struct Seen {
    notes: u64,
    verdicts: HashMap<RootedPath, Settled>,
}

/// The task between them.
pub(crate) struct Judge {
    notes: mpsc::Receiver<Note>,
    seen: watch::Sender<Seen>,
    adapter: Arc<dyn Adapter>,
    facts: Facts,
    documents: HashMap<RootedPath, Document>,
}

/// One reducer.
#[derive(Default)]
struct Document {
    state: Vec<u8>,
    timers: Timers,
}

/// Makes the ends, and the task where the adapter judges.
pub(crate) fn channel(
    adapter: Option<&Arc<dyn Adapter>>,
    facts: &Facts,
) -> (Notes, Verdicts, Option<Judge>) {
    let (publish, seen) = watch::channel(Seen::default());
    let sent = Arc::new(AtomicU64::new(0));
    let verdicts = Verdicts { seen, sent: Arc::clone(&sent) };
    let Some(adapter) = adapter.filter(|adapter| adapter.diagnostics().is_some()) else {
        return (Notes(None), verdicts, None);
    };
    let (sender, notes) = mpsc::channel(MAX_NOTES);
    let (adapter, facts) = (Arc::clone(adapter), facts.clone());
    let judge = Judge { notes, seen: publish, adapter, facts, documents: HashMap::new() };
    (Notes(Some((sender, sent))), verdicts, Some(judge))
}

impl Notes {
    pub(crate) fn about(&self, path: &RootedPath, event: Event) {
        self.put(|| Note::About(path.clone(), event));
    }

    pub(crate) fn all(&self, event: impl FnOnce() -> Event) {
        self.put(|| Note::All(event()));
    }

    pub(crate) fn closed(&self, path: &RootedPath) {
        self.put(|| Note::Closed(path.clone()));
    }

    fn put(&self, note: impl FnOnce() -> Note) {
        let Some((sender, sent)) = &self.0 else { return };
        match sender.try_send(note()) {
            Ok(()) => {
                sent.fetch_add(1, Ordering::AcqRel);
            }
            Err(error) => {
                tracing::warn!(target: "deixis::engine", %error, "a note on diagnostics was dropped");
            }
        }
    }
}

impl Verdicts {
    /// The verdict on a document, after everything that has happened until now. While more is
    /// sure to come for another document, it is taken to come for this one as well: what a
    /// compiler is about to say is about all of them.
    pub(crate) async fn of(&mut self, path: &RootedPath) -> Settled {
        let until = self.sent.load(Ordering::Acquire);
        let Ok(seen) = self.seen.wait_for(|seen| seen.notes >= until).await else {
            return Settled::Unknown;
        };
        if seen.verdicts.values().any(|verdict| *verdict == Settled::NotYet) {
            return Settled::NotYet;
        }
        seen.verdicts.get(path).copied().unwrap_or_default()
    }

    /// The next change of any verdict.
    pub(crate) async fn changed(&mut self) {
        if self.seen.changed().await.is_err() {
            // Nobody judges, or not any more.
            std::future::pending::<()>().await;
        }
    }
}

impl Judge {
    /// Judges until the driver is gone.
    pub(crate) async fn run(mut self) {
        let mut taken = 0;
        let mut batch = Vec::new();
        loop {
            let timers = self.documents.values().map(|document| &document.timers);
            let timer = timers.filter_map(Timers::next).min();
            tokio::select! {
                count = self.notes.recv_many(&mut batch, BATCH) => {
                    if count == 0 {
                        return;
                    }
                    taken += count as u64;
                }
                () = until(timer) => {}
            }
            let mut happened: Vec<(RootedPath, Vec<Event>)> = Vec::new();
            for note in batch.drain(..) {
                self.sort(note, &mut happened);
            }
            self.expire(&mut happened);
            let mut verdicts = Vec::new();
            for (path, events) in happened {
                verdicts.push((path.clone(), self.judge(&path, events).await));
            }
            let open = &self.documents;
            self.seen.send_modify(|seen| {
                seen.notes = taken;
                seen.verdicts.extend(verdicts);
                seen.verdicts.retain(|path, _| open.contains_key(path));
            });
        }
    }

    /// Puts a note to the events of its documents, in order.
    fn sort(&mut self, note: Note, happened: &mut Vec<(RootedPath, Vec<Event>)>) {
        match note {
            Note::About(path, event) => {
                let told = matches!(event, Event::Told(_));
                if told || self.documents.contains_key(&path) {
                    self.documents.entry(path.clone()).or_default();
                    add(happened, path, event);
                }
            }
            Note::All(event) => {
                for path in self.documents.keys() {
                    add(happened, path.clone(), event.clone());
                }
            }
            Note::Closed(path) => {
                self.documents.remove(&path);
                happened.retain(|(other, _)| *other != path);
            }
        }
    }

    fn expire(&mut self, happened: &mut Vec<(RootedPath, Vec<Event>)>) {
        for (path, document) in &mut self.documents {
            for name in document.timers.expire() {
                add(happened, path.clone(), Event::Deadline(name));
            }
        }
    }

    async fn judge(&mut self, path: &RootedPath, events: Vec<Event>) -> Settled {
        let Some(hooks) = self.adapter.diagnostics() else { return Settled::Unknown };
        let Some(document) = self.documents.get_mut(path) else { return Settled::Unknown };
        let state = document.state.clone();
        let asked = hooks.settle(self.facts.clone(), path.to_string(), state, events);
        let (judgement, bypassed) = hear(&self.adapter, asked).await;
        for one in bypassed {
            tracing::debug!(target: "deixis::engine", adapter = one.adapter, %path, reason = one.reason, "the native rules decide");
        }
        // One event is lost, the state before it is kept.
        let Ok(judgement) = judgement else { return Settled::Unknown };
        document.state = judgement.state;
        document.timers.set(judgement.deadlines);
        judgement.settled
    }
}

fn add(happened: &mut Vec<(RootedPath, Vec<Event>)>, path: RootedPath, event: Event) {
    match happened.iter_mut().find(|(other, _)| *other == path) {
        Some((_, events)) => events.push(event),
        None => happened.push((path, vec![event])),
    }
}
