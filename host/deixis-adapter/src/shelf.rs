//! One component of the library, and all that is known of it so far.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use deixis_hooks::{Attach, HookError, SourceError, info};
use deixis_recording::Cases;

use crate::attached::{Attached, Bench};
use crate::cache::{Cache, Key};
use crate::engine::Engine;
use crate::health::{Clock, Record};
use crate::host::locate::Locator;
use crate::host::log::Log;
use crate::host::project::{Project, globs};
use crate::limits::CONTRACT;
use crate::load::Loaded;
use crate::outline::Outline;
use crate::source::Component;
use crate::thread::on_guest_thread;
use crate::v1::groups::describe;
use crate::witness::Witness;

/// What all components share: the engine, made at the first need, and the
/// cache.
pub(crate) struct Workshop {
    cache_dir: Option<PathBuf>,
    cases: Option<Cases>,
    cache: OnceLock<Option<Cache>>,
    engine: OnceLock<Result<Arc<Engine>, String>>,
}

impl Workshop {
    pub(crate) fn new(cache_dir: Option<PathBuf>, cases: Option<Cases>) -> Self {
        Self { cache_dir, cases, cache: OnceLock::new(), engine: OnceLock::new() }
    }

    fn cache(&self) -> Option<&Cache> {
        let open = || self.cache_dir.as_deref().and_then(Cache::open);
        self.cache.get_or_init(open).as_ref()
    }

    fn engine(&self) -> Result<Arc<Engine>, String> {
        self.engine.get_or_init(|| Engine::new().map(Arc::new)).clone()
    }
}

/// One component and all that is known of it so far.
pub(crate) struct Shelf {
    component: Component,
    workshop: Arc<Workshop>,
    outline: OnceLock<Result<Outline, String>>,
    descriptor: OnceLock<Arc<info::Descriptor>>,
    /// Held while the component is compiled, so that this happens once.
    loaded: Mutex<Option<Result<Arc<Loaded>, String>>>,
}

impl Shelf {
    pub(crate) fn new(mut component: Component, workshop: Arc<Workshop>) -> Self {
        let descriptor = component.descriptor.take().map(Arc::new);
        Self {
            component,
            workshop,
            outline: OnceLock::new(),
            descriptor: descriptor.map_or_else(OnceLock::new, OnceLock::from),
            loaded: Mutex::new(None),
        }
    }

    /// The pinned hash.
    pub(crate) fn sha256(&self) -> &str {
        &self.component.sha256
    }

    /// The programs that `locate` finds for it, with their absolute paths.
    pub(crate) fn programs(&self, search_path: &[PathBuf]) -> Vec<(String, String)> {
        let commands = &self.component.grant.commands;
        let locator = Locator::new(commands, search_path.to_vec());
        let find = |name: &String| Some((name.clone(), locator.program(name)?));
        commands.iter().filter_map(find).collect()
    }

    /// Its version, once that is known.
    pub(crate) fn version(&self) -> &str {
        self.descriptor.get().map_or("", |descriptor| &descriptor.version)
    }

    /// Where failed calls are kept.
    pub(crate) fn cases(&self) -> Option<&Cases> {
        self.workshop.cases.as_ref()
    }

    /// What the binary says of itself. A file that cannot be read or has the
    /// wrong hash may be put right, so that is not remembered; what the right
    /// bytes say is.
    pub(crate) fn outline(&self) -> Result<&Outline, String> {
        if self.outline.get().is_none() {
            let bytes = self.component.fetch()?;
            let _ = self.outline.set(Outline::read(&bytes));
        }
        match self.outline.get() {
            Some(outline) => outline.as_ref().map_err(Clone::clone),
            None => Err("its outline got lost".to_owned()),
        }
    }

    /// The compiled component. Slow the first time.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub(crate) fn load(&self) -> Result<(Arc<Engine>, Arc<Loaded>), String> {
        let engine = self.workshop.engine()?;
        let mut slot = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = &*slot {
            return loaded.clone().map(|loaded| (engine, loaded));
        }
        let bytes = self.component.fetch()?;
        let outline = self.outline.get_or_init(|| Outline::read(&bytes));
        let outline = outline.as_ref().map_err(Clone::clone)?;
        let cache = self.workshop.cache();
        let loaded = Loaded::new(&engine, cache, &bytes, self.sha256(), outline).map(Arc::new);
        *slot = Some(loaded.clone());
        loaded.map(|loaded| (engine, loaded))
    }

    /// Whether one of its recipes names this program, and its grant does, too.
    pub(crate) fn may_start(&self, program: &str) -> bool {
        let has = |commands: &[String]| commands.iter().any(|command| command == program);
        let recipes = self.descriptor.get().map(|descriptor| descriptor.recipes.as_slice());
        let named = recipes.unwrap_or_default().iter().any(|recipe| has(&recipe.commands));
        named && has(&self.component.grant.commands)
    }

    /// What the adapter says it is.
    pub(crate) fn descriptor(
        self: &Arc<Self>,
        clock: &Clock,
    ) -> Result<Arc<info::Descriptor>, String> {
        if let Some(known) = self.descriptor.get() {
            return Ok(Arc::clone(known));
        }
        self.component.check_grant()?;
        // Also if the descriptor is cached: the file must be there, with the
        // pinned hash.
        self.outline()?;
        let key = Key::new(self.sha256(), &format!("descriptor {CONTRACT}"));
        let cache = self.workshop.cache();
        let cached = cache.and_then(|cache| cache.get(&key));
        let cached = cached.and_then(|json| serde_json::from_slice(&json).ok());
        let descriptor = match cached {
            Some(descriptor) => descriptor,
            None => {
                let described = self.ask_descriptor(clock)?;
                if let (Some(cache), Ok(json)) = (cache, serde_json::to_vec(&described)) {
                    cache.put(&key, &json);
                }
                described
            }
        };
        Ok(Arc::clone(self.descriptor.get_or_init(|| Arc::new(descriptor))))
    }

    fn ask_descriptor(self: &Arc<Self>, clock: &Clock) -> Result<info::Descriptor, String> {
        let name = &self.component.name;
        // Without a project: a descriptor depends on nothing.
        let bench = Bench {
            adapter: name.clone(),
            shelf: Arc::clone(self),
            grant: self.component.grant.clone(),
            log: Log::new(name, "", Arc::clone(clock), Witness::default()),
            project: Project::default(),
            locate: Locator::default(),
            witness: Witness::default(),
            clock: Arc::clone(clock),
            record: Mutex::new(Record::default()),
        };
        let described = on_guest_thread(|| {
            // What it is depends on nothing, so there is nothing to keep.
            bench.call(&mut None, "info.describe", describe, &|_| None)
        })?;
        described.map_err(|error| match error {
            HookError::Load { message, .. } => message,
            other => other.to_string(),
        })
    }

    /// The adapter, attached to a server.
    pub(crate) fn attach(
        self: &Arc<Self>,
        name: &str,
        request: &Attach,
        clock: &Clock,
        witness: &Witness,
    ) -> Result<Attached, SourceError> {
        let wrong = |message| unusable(name, message);
        self.component.check_grant().map_err(wrong)?;
        let grant = self.component.grant.clone();
        let granted = globs(&grant.project_read).map_err(wrong)?;
        let groups = self.outline().map_err(wrong)?.groups;
        let descriptor = self.descriptor(clock).map_err(wrong)?;
        let bench = Bench {
            shelf: Arc::clone(self),
            log: Log::new(name, &request.server, Arc::clone(clock), witness.clone()),
            project: Project::new(request.root.clone(), granted),
            locate: Locator::new(&grant.commands, request.search_path.clone()),
            witness: witness.clone(),
            clock: Arc::clone(clock),
            record: Mutex::new(Record::default()),
            adapter: name.to_owned(),
            grant,
        };
        Ok(Attached::new(bench, descriptor, groups))
    }
}

pub(crate) fn unusable(name: &str, message: String) -> SourceError {
    SourceError::Unusable { name: name.to_owned(), message }
}
