//! One adapter attached to one server: a thread, the store on it, and the
//! record of its failures.
//!
//! The thread starts with the first call and ends when the adapter is dropped.
//! Jobs wait in a bounded queue; a job whose caller has gone is skipped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use deixis_hooks::{
    Adapter, Grant, Health, Hook, HookError, diagnostics, documents, errors, info, launch,
    readiness, rename, requests, results, symbols, watch,
};
use deixis_recording::Failed;
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use crate::failure::{Call, Failure};
use crate::health::{Clock, Record};
use crate::host::locate::Locator;
use crate::host::log::Log;
use crate::host::project::Project;
use crate::limits::{QUEUE, THREAD_STACK};
use crate::live::Live;
use crate::outline::Groups;
use crate::shelf::Shelf;
use crate::state::State;
use crate::thread::enter_runtime;
use crate::witness::Witness;

/// An attached adapter. Dropping it ends its thread, after the call in flight.
pub(crate) struct Attached {
    bench: Arc<Bench>,
    descriptor: Arc<info::Descriptor>,
    groups: Groups,
    jobs: OnceLock<Result<mpsc::Sender<Job>, String>>,
}

/// What the thread works with, apart from the store.
pub(crate) struct Bench {
    pub(crate) adapter: String,
    pub(crate) shelf: Arc<Shelf>,
    pub(crate) grant: Grant,
    pub(crate) log: Log,
    pub(crate) project: Project,
    pub(crate) locate: Locator,
    pub(crate) witness: Witness,
    pub(crate) clock: Clock,
    pub(crate) record: Mutex<Record>,
}

type Job = Box<dyn FnOnce(&mut Worker) + Send>;

impl Attached {
    pub(crate) fn new(bench: Bench, descriptor: Arc<info::Descriptor>, groups: Groups) -> Self {
        Self { bench: Arc::new(bench), descriptor, groups, jobs: OnceLock::new() }
    }

    /// A call of `group.function`, made on the adapter's thread. The input stays whole, so that
    /// a call that fails can be kept with it.
    pub(crate) fn call<I: Serialize + Send + 'static, T: Send + 'static>(
        &self,
        hook: &'static str,
        input: I,
        function: impl FnOnce(&mut Live, &I) -> Result<T, Failure> + Send + 'static,
    ) -> Hook<'_, T> {
        Box::pin(async move {
            let jobs = self.jobs.get_or_init(|| start(&self.bench));
            let jobs = jobs.as_ref().map_err(|message| HookError::Load {
                adapter: self.bench.adapter.clone(),
                message: message.clone(),
            })?;
            let (reply, answer) = oneshot::channel();
            let job: Job = Box::new(move |worker| {
                if !reply.is_closed() {
                    // The caller may have gone meanwhile.
                    let _ = reply.send(worker.call(hook, &input, function));
                }
            });
            jobs.send(job).await.map_err(|_| self.lost(hook))?;
            answer.await.map_err(|_| self.lost(hook))?
        })
    }

    /// The host's own thread failed; the message of its panic is in the log.
    fn lost(&self, hook: &'static str) -> HookError {
        let message = "the host failed while it ran the adapter; see its log".to_owned();
        HookError::Trap { adapter: self.bench.adapter.clone(), hook, message }
    }
}

impl Adapter for Attached {
    fn descriptor(&self) -> &Arc<info::Descriptor> {
        &self.descriptor
    }

    fn hash(&self) -> &str {
        self.bench.shelf.sha256()
    }

    fn health(&self) -> Health {
        self.bench.record().health((self.bench.clock)())
    }

    fn launch(&self) -> Option<&dyn launch::Launch> {
        self.groups.launch.then_some(self)
    }

    fn readiness(&self) -> Option<&dyn readiness::Readiness> {
        self.groups.readiness.then_some(self)
    }

    fn symbols(&self) -> Option<&dyn symbols::Symbols> {
        self.groups.symbols.then_some(self)
    }

    fn errors(&self) -> Option<&dyn errors::Errors> {
        self.groups.errors.then_some(self)
    }

    fn watch(&self) -> Option<&dyn watch::Watch> {
        self.groups.watch.then_some(self)
    }

    fn rename(&self) -> Option<&dyn rename::Rename> {
        self.groups.rename.then_some(self)
    }

    fn diagnostics(&self) -> Option<&dyn diagnostics::Diagnostics> {
        self.groups.diagnostics.then_some(self)
    }

    fn requests(&self) -> Option<&dyn requests::Requests> {
        self.groups.requests.then_some(self)
    }

    fn documents(&self) -> Option<&dyn documents::Documents> {
        self.groups.documents.then_some(self)
    }

    fn results(&self) -> Option<&dyn results::Results> {
        self.groups.results.then_some(self)
    }
}

impl Bench {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn limit(&self) -> Duration {
        Duration::from_millis(self.grant.call_ms.into())
    }

    /// A fresh instance.
    pub(crate) fn instantiate(&self) -> Result<Live, Failure> {
        let (engine, loaded) = self.shelf.load().map_err(Failure::Load)?;
        let state = State::new(
            self.grant.memory_mib,
            self.log.clone(),
            self.project.clone(),
            self.locate.clone(),
            self.witness.clone(),
        );
        Live::new(engine, &loaded, state, self.limit())
    }

    /// One call with all that surrounds it: quarantine before, the failure's
    /// record after. `live` is empty afterwards if the store must not be used
    /// again. `keep` writes down a call that failed by the adapter's fault.
    pub(crate) fn call<T>(
        &self,
        live: &mut Option<Live>,
        hook: &'static str,
        function: impl FnOnce(&mut Live) -> Result<T, Failure>,
        keep: &dyn Fn(&HookError) -> Option<PathBuf>,
    ) -> Result<T, HookError> {
        let admitted = self.record().admit((self.clock)());
        admitted
            .map_err(|reason| HookError::Quarantined { adapter: self.adapter.clone(), reason })?;
        self.log.begin_call();
        let answer = match live.take().map_or_else(|| self.instantiate(), Ok) {
            Ok(mut instance) => {
                let answer = function(&mut instance);
                let sound = answer.as_ref().err().is_none_or(|failure| !failure.is_fault());
                *live = (sound && !instance.is_worn()).then_some(instance);
                answer
            }
            Err(failure) => Err(failure),
        };
        self.log.end_call();
        answer.map_err(|failure| self.failed(hook, failure, keep))
    }

    fn failed(
        &self,
        hook: &'static str,
        failure: Failure,
        keep: &dyn Fn(&HookError) -> Option<PathBuf>,
    ) -> HookError {
        let is_fault = failure.is_fault();
        let error = failure.into_hook_error(Call {
            adapter: &self.adapter,
            hook,
            limit: self.limit(),
            mib: self.grant.memory_mib,
            said: self.log.last_errors(),
        });
        if is_fault {
            tracing::warn!(target: "deixis::adapter", %error, "an adapter failed");
            let case = keep(&error);
            if self.record().failed((self.clock)(), &error.to_string(), case) {
                let adapter = &self.adapter;
                tracing::warn!(target: "deixis::adapter", adapter, "an adapter is quarantined");
            }
        }
        error
    }

    /// Writes a case file, if there is a place for them.
    fn keep(&self, hook: &str, input: &impl Serialize, error: &HookError) -> Option<PathBuf> {
        let failed = Failed {
            adapter: &self.adapter,
            version: self.shelf.version(),
            sha256: self.shelf.sha256(),
            root: self.project.root(),
            hook,
            error,
        };
        match self.shelf.cases()?.keep(failed, input) {
            Ok(path) => {
                let shown = path.display();
                tracing::warn!(target: "deixis::adapter", "see it again: deixis plugin replay {shown}");
                Some(path)
            }
            Err(error) => {
                tracing::warn!(target: "deixis::adapter", %error, "a failed call cannot be kept");
                None
            }
        }
    }
}

/// What lives on the thread.
struct Worker {
    bench: Arc<Bench>,
    live: Option<Live>,
}

impl Worker {
    fn call<I: Serialize, T>(
        &mut self,
        hook: &'static str,
        input: &I,
        function: impl FnOnce(&mut Live, &I) -> Result<T, Failure>,
    ) -> Result<T, HookError> {
        let keep = |error: &HookError| self.bench.keep(hook, input, error);
        self.bench.call(&mut self.live, hook, |live| function(live, input), &keep)
    }

    fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let _runtime = enter_runtime();
        while let Some(job) = jobs.blocking_recv() {
            // A panic here is a mistake of the host. It costs this call, whose
            // caller sees the reply dropped, and the store, which may be in
            // any state; it must not cost the adapter.
            if catch_unwind(AssertUnwindSafe(|| job(&mut self))).is_err() {
                self.live = None;
            }
        }
    }
}

fn start(bench: &Arc<Bench>) -> Result<mpsc::Sender<Job>, String> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let worker = Worker { bench: Arc::clone(bench), live: None };
    std::thread::Builder::new()
        .name(format!("adapter-{}", bench.adapter))
        .stack_size(THREAD_STACK)
        .spawn(move || worker.run(receiver))
        .map_err(|error| format!("no thread could be started for it: {error}"))?;
    Ok(sender)
}
